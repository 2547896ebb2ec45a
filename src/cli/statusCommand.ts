import type { NameOf } from '../app/people/findEmployee.js';
import { type BoardLine, daysOfBoard, namedBoard, waitingName } from '../app/schedule/board.js';
import { currentLanguage, openSession, withRunHistory } from '../app/session/openSession.js';
import { configOf, type LoadedConfig } from '../config/config.js';
import type { Context } from '../context.js';
import { deliveryStatusJson } from '../delivery/deliveryStatus.js';
import type { ReadProblem } from '../domain/month/monthStatus.js';
import { ExitStatus } from '../errors.js';
import { englishText, formatMessage, type Say, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { listed } from '../i18n/message.js';
import { changesTable, plannedTable } from './changesText.js';
import {
  booleanOption,
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
} from './command.js';
import { suggestNextCommand } from './nextCommand.js';
import { nextOfBoard } from './nextStep.js';
import { effectMessages } from './summary.js';
import { printable, tableWithin } from './terminalText.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  ...EMPLOYER_OPTION,
  period: optionalText('status.option.period', 'period'),
  fail: booleanOption('status.option.fail'),
  ...OUTPUT_OPTIONS,
};

export const statusCommand = command({
  usage: 'status',
  examples: [
    ['$0 status', 'status.example.all'],
    ['$0 status --fail --json', 'status.example.fail'],
  ],
  json: '{ "employers": [{ "employer", "period", "state", "since", "exceptions", "counts"?: { "blocking", "warnings", "accepted" }, "error"?: { "code", "message", "remedy" }, "deliveries", "waitingFor": [{ "recipient", "delivery", "role", "since", "items", "exceptions" }], "changes"?, "plannedBreaches"?: [{ "code", "employeeId", "date" }] }] }',
  parameters: PARAMETERS,
  run: status,
});

async function status(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, employers, terminal } = session;
  const question = { loaded, employers, periodText: options.period, nowMs: context.clock.nowMs() };
  const employerIds = employers.map((key) => configOf(loaded, key).employer.employerId);
  const { lines: board, namesOf } = await withRunHistory(
    context,
    session,
    (store) => namedBoard(store, question),
    { lists: { days: (store) => daysOfBoard(store, question), employerIds } },
  );
  const changes = board.flatMap((line) => changesText(line, loaded, namesOf(line.employer), terminal.width));
  terminal.result(
    options.json
      ? JSON.stringify({ employers: board.map(boardJson) })
      : [boardTable(board, loaded.language, terminal.width), ...changes].join('\n\n'),
  );
  suggestNextCommand(nextOfBoard(board, options, loaded.language), { terminal, context, options });
  return options.fail ? boardStatus(board) : ExitStatus.done;
}

function boardJson({ error, step: _, later: __, ...line }: BoardLine): object {
  return {
    ...line,
    deliveries: line.deliveries.map(deliveryStatusJson),
    ...(error === undefined ? {} : { error: problemJson(error) }),
  };
}

/** A failed read, in the form of every failure in JSON. */
function problemJson({ code, text, remedy }: ReadProblem): object {
  return { code, message: englishText(text), remedy: englishText(remedy) };
}

function boardStatus(board: readonly BoardLine[]): ExitStatus {
  if (board.some(({ state }) => state === 'blocked')) return ExitStatus.data;
  const isOpen = board.some(({ deliveries }) =>
    deliveries.some(({ state }) => state === 'failed' || state === 'unknown'),
  );
  return isOpen ? ExitStatus.mail : ExitStatus.done;
}

function changesText(
  { employer, changes = [], plannedBreaches = [] }: BoardLine,
  loaded: LoadedConfig,
  names: NameOf,
  width: number | undefined,
): string[] {
  const say = sayIn(loaded.language);
  const config = { ...configOf(loaded, employer), language: currentLanguage(loaded, employer) };
  const of = { employer: printable(employer) };
  return [
    ...(changes.length === 0
      ? []
      : [`${say('terminal.status.changes', of)}\n${changesTable(changes, config, names, width)}`]),
    ...(plannedBreaches.length === 0
      ? []
      : [`${say('terminal.status.planned', of)}\n${plannedTable(plannedBreaches, config, names, width)}`]),
  ];
}

const HEADINGS = ['employer', 'period', 'state', 'exceptions', 'deliveries'] as const;

function boardTable(board: readonly BoardLine[], language: Language, width: number | undefined): string {
  const say = sayIn(language);
  const rows = board.map(({ employer, period: { from, to }, state, deliveries, ...found }) => [
    printable(employer),
    say('terminal.dates', { from, to }),
    say(`terminal.state.${state}`),
    exceptionCounts(found, language),
    deliveryCounts(deliveries, say),
  ]);
  const table = tableWithin([HEADINGS.map((name) => say(`terminal.heading.${name}`)), ...rows], width);
  if (board.length > MAX_WITHOUT_TOTALS) return `${table}\n\n${totals(board, say)}`;
  return [
    table,
    ...board.flatMap((line) => [...problemLines(line, language), ...waitingLines(line, language)]),
  ].join('\n');
}

/** Why the newest read of an employer failed. */
function problemLines({ employer, error }: BoardLine, language: Language): string[] {
  if (error === undefined) return [];
  const [text, remedy] = [error.text, error.remedy].map((each) => formatMessage(each, language));
  const values = { employer, code: error.code, text: text ?? '', remedy: remedy ?? '' };
  return [printable(sayIn(language)('terminal.status.notRead', values))];
}

/** The people or roles with blocking items of an employer, with their start. */
function waitingLines({ employer, waitingFor }: BoardLine, language: Language): string[] {
  const say = sayIn(language);
  return waitingFor.map(({ since, items: count, ...owing }) => {
    const who = waitingName(owing, language);
    return printable(say('terminal.status.waitingFor', { employer, who, count, since }));
  });
}

/** With more employers than this, counts follow the table, to show at once whether one is blocked. */
const MAX_WITHOUT_TOTALS = 8;

function totals(board: readonly BoardLine[], say: Say): string {
  const states = countEach(board.map(({ state }) => say(`terminal.state.${state}`)));
  const deliveries = deliveryCounts(
    board.flatMap((line) => line.deliveries),
    say,
  );
  return [
    say('terminal.status.employers', { counts: states }),
    ...(deliveries === '' ? [] : [say('terminal.status.deliveries', { counts: deliveries })]),
  ].join('\n');
}

/** The maximum number of kinds to list; more are counted by effect, because a board has one line per employer. */
const MAX_NAMED_KINDS = 2;

function exceptionCounts(
  { exceptions, counts }: Pick<BoardLine, 'exceptions' | 'counts'>,
  language: Language,
): string {
  const kinds = Object.entries(exceptions).map(([code, count]) => `${count} ${code}`);
  const isShort = (kinds.length <= MAX_NAMED_KINDS && !counts?.accepted) || counts === undefined;
  return isShort ? kinds.join(', ') : formatMessage(listed(effectMessages(counts)), language);
}

function deliveryCounts(deliveries: BoardLine['deliveries'], say: Say): string {
  const named = deliveries.map(({ state, receipt }) =>
    receipt === undefined ? say(`terminal.deliveryState.${state}`) : say(`api.receipt.${receipt.state}`),
  );
  return countEach(named);
}

/** `3 ready, 1 blocked`. */
function countEach(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
}
