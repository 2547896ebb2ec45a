import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import type { Language } from '../i18n/language.js';
import { datesText, type SayOnTerminal, terminalTexts } from '../i18n/text.js';
import { standingJson } from '../run.js';
import { type BoardLine, type BoardState, boardOf } from '../schedule/board.js';
import {
  booleanOption,
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
} from './command.js';
import { openSession, withRunHistory } from './commandSession.js';
import { printable, tableWithin } from './terminalText.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  ...EMPLOYER_OPTION,
  period: optionalText('Another period; default: that of the newest schedule due, else last month'),
  fail: booleanOption('End with 5 or 7 where something needs a person'),
  ...OUTPUT_OPTIONS,
};

export const statusCommand = command({
  usage: 'status',
  describe: 'The board: every employer with the period due, how far it has come, and what was delivered',
  examples: [
    ['$0 status', 'All employers, as the store knows them; nothing is read'],
    [
      '$0 status --fail --json',
      'For a monitor: status 5 where something is blocked, 7 where a delivery failed',
    ],
  ],
  json: '{ "employers": [{ "employer", "period", "state", "exceptions", "deliveries" }] }',
  parameters: PARAMETERS,
  run: status,
});

async function status(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, employers, terminal } = session;
  const question = { loaded, employers, periodText: options.period, nowMs: context.clock.nowMs() };
  const board = await withRunHistory(context, session, async (store) => boardOf(store, question));
  terminal.result(
    options.json
      ? JSON.stringify({ employers: board.map(boardJson) })
      : boardTable(board, loaded.language, terminal.width),
  );
  return options.fail ? boardStatus(board) : ExitStatus.done;
}

function boardJson(line: BoardLine): object {
  return { ...line, deliveries: line.deliveries.map(standingJson) };
}

function boardStatus(board: readonly BoardLine[]): ExitStatus {
  if (board.some(({ state }) => state === 'blocked')) return ExitStatus.data;
  const isOpen = board.some(({ deliveries }) =>
    deliveries.some(({ state }) => state === 'failed' || state === 'unknown'),
  );
  return isOpen ? ExitStatus.mail : ExitStatus.done;
}

const STATES = {
  unread: 'state-unread',
  blocked: 'state-blocked',
  ready: 'state-ready',
  final: 'final',
  sent: 'sent',
  corrected: 'state-corrected',
  changed: 'state-changed',
} as const satisfies Readonly<Record<BoardState, string>>;

function boardTable(board: readonly BoardLine[], language: Language, width: number | undefined): string {
  const say = terminalTexts(language);
  const rows = board.map(({ employer, period, state, exceptions, deliveries }) => [
    printable(employer),
    datesText(period, language),
    say(STATES[state]),
    exceptionCounts(exceptions, say),
    deliveryCounts(deliveries, say),
  ]);
  const headings = [say('employer'), say('period'), say('state'), say('exceptions'), say('deliveries')];
  const table = tableWithin([headings, ...rows], width);
  return board.length <= MAX_WITHOUT_TOTALS ? table : `${table}\n\n${totals(board, say)}`;
}

/** Of more employers than that a count follows the table, which shows at once whether one is blocked. */
const MAX_WITHOUT_TOTALS = 8;

function totals(board: readonly BoardLine[], say: SayOnTerminal): string {
  const count = (state: BoardState) => board.filter((line) => line.state === state).length;
  const states = (Object.keys(STATES) as BoardState[]).filter((state) => count(state) > 0);
  const deliveries = deliveryCounts(
    board.flatMap((line) => line.deliveries),
    say,
  );
  return [
    `${say('employer')}: ${states.map((state) => `${count(state)} ${say(STATES[state])}`).join(', ')}`,
    ...(deliveries === '' ? [] : [`${say('deliveries')}: ${deliveries}`]),
  ].join('\n');
}

/** So many kinds are named; of more only how many there are: a board has a line for each employer. */
const MAX_NAMED_KINDS = 2;

function exceptionCounts(exceptions: BoardLine['exceptions'], say: SayOnTerminal): string {
  const kinds = Object.entries(exceptions);
  if (kinds.length <= MAX_NAMED_KINDS) return kinds.map(([code, count]) => `${count} ${code}`).join(', ');
  const count = kinds.reduce((sum, [, each]) => sum + Number(each), 0);
  return say('ofKinds', { count, kinds: kinds.length });
}

function deliveryCounts(deliveries: BoardLine['deliveries'], say: SayOnTerminal): string {
  const counts = new Map<BoardLine['deliveries'][number]['state'], number>();
  for (const { state } of deliveries) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${say(state)}`).join(', ');
}
