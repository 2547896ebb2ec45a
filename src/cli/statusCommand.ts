import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import type { Language } from '../language/language.js';
import { datesText, type Say, terminalTexts } from '../language/terminal/terminalTexts.js';
import { type BoardLine, type BoardState, boardOf } from '../schedule/board.js';
import { chosenEmployers } from './chosenEmployers.js';
import { command } from './command.js';
import { type ConfigOption, many, type OutputOptions, once, withConfigOption, withOutputOptions } from './commonOptions.js';
import { ledgerPlace } from './ledger/ledgerOptions.js';
import { withToldLedger } from './ledger/withToldLedger.js';
import { spokenTerminal } from './spokenTerminal.js';
import { printable, tableWithin } from './terminalText.js';

interface StatusOptions extends OutputOptions, ConfigOption {
  readonly employer: readonly string[];
  readonly period: string | undefined;
  readonly fail: boolean;
}

export const statusCommand = command<StatusOptions>({
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
  options: (args) =>
    withOutputOptions(
      withConfigOption(args)
        .option('employer', many('Employer key (repeatable)', 'all'))
        .option('period', {
          type: 'string',
          describe: 'Another period; default: that of the newest schedule due, else last month',
          coerce: once('period'),
        })
        .option('fail', {
          type: 'boolean',
          default: false,
          describe: 'End with 5 or 7 where something needs a person',
        }),
    ),
  run: status,
});

async function status(options: StatusOptions, context: Context): Promise<ExitStatus> {
  const { loaded, storeFolder } = await ledgerPlace(options, context);
  const employers = chosenEmployers(options.employer, Object.keys(loaded.config.employers));
  const terminal = spokenTerminal(context, options, loaded);
  const board = await withToldLedger(context, { loaded, storeFolder }, terminal, (store) =>
    boardOf(store, { loaded, employers, periodText: options.period, nowMs: context.clock.nowMs() }),
  );
  terminal.result(
    options.json ? JSON.stringify({ employers: board }) : boardTable(board, loaded.language, terminal.width),
  );
  return options.fail ? failureIn(board) : ExitStatus.done;
}

function failureIn(board: readonly BoardLine[]): ExitStatus {
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
  return board.length <= MOST_IN_SIGHT ? table : `${table}\n\n${totals(board, say)}`;
}

/** More employers than that are counted below: nobody reads hundreds of lines for the one that is blocked. */
const MOST_IN_SIGHT = 8;

function totals(board: readonly BoardLine[], say: Say): string {
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
const NAMED_KINDS = 2;

function exceptionCounts(exceptions: BoardLine['exceptions'], say: Say): string {
  const kinds = Object.entries(exceptions);
  if (kinds.length <= NAMED_KINDS) return kinds.map(([code, count]) => `${count} ${code}`).join(', ');
  const count = kinds.reduce((sum, [, each]) => sum + Number(each), 0);
  return say('ofKinds', { count, kinds: kinds.length });
}

function deliveryCounts(deliveries: BoardLine['deliveries'], say: Say): string {
  const counts = new Map<BoardLine['deliveries'][number]['state'], number>();
  for (const { state } of deliveries) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${say(state)}`).join(', ');
}
