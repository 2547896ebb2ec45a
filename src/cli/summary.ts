import { relative } from 'node:path';
import type { RunOutcome } from '../app/export/outcome.js';
import type { DeliveryStatus } from '../delivery/deliveryStatus.js';
import { leftText, premiumsText, slipQuantityText, slipText, writtenText } from '../documents/controlSlip.js';
import type { OutcomeFile } from '../documents/outputFile.js';
import { CHANGE_KINDS, type PeriodComparison } from '../domain/changes/runComparison.js';
import { acceptedKeyOf } from '../domain/exceptions/finding.js';
import { buildWorkList } from '../domain/exceptions/workList.js';
import { countFindings, type EffectCounts } from '../domain/month/monthStatus.js';
import { gapMessages } from '../domain/workingTime/weeks.js';
import { PaytallyError } from '../errors.js';
import { formatMessage, type Reader, type Say, sayIn, signedAmount } from '../i18n/formatMessage.js';
import { type AnyMessage, joined, listed, type Message, message } from '../i18n/message.js';
import { paint } from '../runtime/paint.js';
import type { OpenChange } from '../store/mirror.js';
import { commandLine, periodArgument } from './nextCommand.js';
import { printable } from './terminalText.js';

/** The input of a run's summary: its reader, and the base of its paths. */
interface Summary {
  readonly outcome: RunOutcome;
  /** The command for days that differ from finals. */
  readonly forChanges: string;
  readonly say: Say;
  readonly path: (file: Pick<OutcomeFile, 'path'>) => string;
}

/**
 * A few lines for people about a run or a preview. Paths are shown from `cwd`.
 * @param forChanges the command for days that differ from finals
 */
export function runSummary(
  outcome: RunOutcome,
  cwd: string,
  forChanges: string = correctionsCommandLine(outcome.period),
): string {
  const say = sayIn(outcome);
  const path: Summary['path'] = ({ path: absolute }) => relative(cwd, absolute) || absolute;
  const summary: Summary = { outcome, forChanges, say, path };
  const { employer, period, control, effect, deliveries = [], finals = [] } = outcome;
  const isPlan = effect === 'plan';
  const facts: readonly (readonly [label: string, lines: readonly string[]])[] = [
    [say('terminal.summary.read'), [say('terminal.summary.tally', control.fetched)]],
    [say('terminal.summary.exported'), [say('terminal.summary.tally', control.exported)]],
    [
      say('terminal.summary.leftOut'),
      control.excluded.map(({ reason, entries, minutes }) =>
        say('terminal.summary.excluded', { reason: say(`terminal.reason.${reason}`), entries, minutes }),
      ),
    ],
    [say('terminal.summary.estimated'), estimateLines(summary)],
    [say('terminal.summary.exceptions'), exceptionLines(summary)],
    [say('terminal.summary.workingTime'), gapLines(summary)],
    [say('terminal.summary.accepted'), acceptedLines(summary)],
    [say('terminal.summary.changes'), changesLines(summary)],
    [
      say('terminal.summary.final'),
      finals.map(({ runId: run, from, to }) => say('terminal.summary.finalRun', { run, from, to })),
    ],
    [
      say('terminal.summary.changed'),
      [...changedLines(summary), ...laterFinalsLines(outcome.laterFinals, say)],
    ],
    [
      say(isPlan ? 'terminal.summary.wouldWrite' : 'terminal.summary.wrote'),
      outcome.files.map((file) => fileLine(summary, file)),
    ],
    [
      say('terminal.summary.replaced'),
      (outcome.replacedFiles ?? []).map((file) =>
        say('terminal.summary.replacedFile', { path: path(file), run: file.runId }),
      ),
    ],
    [say('terminal.summary.control'), outcome.files.flatMap((file) => slipLines(summary, file))],
    [
      say(isPlan ? 'terminal.summary.wouldSend' : 'terminal.summary.deliveries'),
      deliveries.map((delivery) => formatMessage(deliveryMessage(delivery, isPlan), outcome)),
    ],
  ];
  const shown = facts.filter(([, lines]) => lines.length > 0);
  const width = Math.max(LABEL_WIDTH, ...shown.map(([label]) => label.length + 2));
  const { from, to, label } = period;
  const state = say(`terminal.state.${outcome.state}`);
  const dryRun = isPlan ? 'yes' : 'no';
  return [
    paint.heading(say('terminal.summary.heading', { employer, period: label, from, to, state, dryRun })),
    ...shown.flatMap(([label, lines]) => labelled(label, lines, width)),
  ].join('\n');
}

const LABEL_WIDTH = 12;

/** The label precedes the first of its lines. */
function labelled(label: string, lines: readonly string[], width: number): string[] {
  return lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(width)}${line}`);
}

/** Published shifts that replace entries; they count neither as read nor as exported. */
function estimateLines({ outcome: { estimateFrom: day, control }, say }: Summary): string[] {
  if (day === undefined) return [];
  const { entries = 0, minutes = 0 } = control.estimates ?? {};
  return [say('terminal.summary.estimates', { entries, minutes, day })];
}

/** The number of exceptions to resolve and of warnings; then a line for each cause, in the order of the work list. */
function exceptionLines({ outcome, say }: Summary): string[] {
  const { findings } = outcome;
  if (findings.length === 0) return [say('terminal.summary.none')];
  const causes = new Map<string, { readonly title: string; readonly count: number }>();
  // What was accepted is a cause of its own.
  for (const { code, title, count } of buildWorkList(outcome))
    causes.set(code, { title, count: count + (causes.get(code)?.count ?? 0) });
  const counts = effectMessages(outcome.month?.counts ?? countFindings(findings));
  const lines = [...causes].map(([code, cause]) => say('terminal.summary.cause', { code, ...cause }));
  return [formatMessage(listed(counts), outcome), ...lines];
}

/** The days that working-time limits could not check. */
function gapLines({ outcome, say }: Summary): string[] {
  const { workingTimeGaps: gaps } = outcome;
  if (gaps === undefined) return [];
  const lines = gapMessages(gaps).map((text) => formatMessage(text, outcome));
  return gaps.averages === undefined ? lines : [...lines, say('terminal.summary.exportEarlier')];
}

/** How many block a final, how many are warnings, and how many were accepted. */
export function effectMessages({ blocking, warnings, accepted }: EffectCounts): Message[] {
  const counts = [
    message('terminal.summary.toResolve', { count: blocking }),
    message('terminal.summary.warnings', { count: warnings }),
    message('terminal.summary.acceptedCount', { count: accepted }),
  ];
  return counts.filter(({ values }) => values.count !== 0);
}

/** The reasons are part of the run; a code that did not occur may be a mistake. */
function acceptedLines({ outcome: { accepted, findings }, say }: Summary): string[] {
  return [...accepted].map(([code, reason]) =>
    say('terminal.summary.acceptance', {
      code,
      reason: printable(reason),
      isGiven: reason === '' ? 'no' : 'yes',
      occurred: findings.some((finding) => finding.code === code || acceptedKeyOf(finding) === code)
        ? 'yes'
        : 'no',
    }),
  );
}

/** The number of unusual changes. The review, the workbook and "paytally diff" name the people. */
function changesLines({ outcome }: Summary): string[] {
  const { earlierPeriod, samePeriod } = outcome.comparison ?? {};
  const say = sayIn(outcome);
  const changes = (compared: PeriodComparison) => formatMessage(changesMessage(compared), outcome);
  return [
    ...(earlierPeriod === undefined
      ? []
      : [
          say('terminal.summary.compared', {
            period: earlierPeriod.label,
            changes: changes(earlierPeriod),
          }),
        ]),
    ...(samePeriod === undefined
      ? []
      : [say('terminal.summary.comparedWithLast', { run: samePeriod.runId, changes: changes(samePeriod) })]),
  ];
}

function changesMessage({ changes }: PeriodComparison): AnyMessage {
  const counts = CHANGE_KINDS.flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [message(`terminal.change.${kind}`, { count })];
  });
  return counts.length === 0 ? message('terminal.summary.nothingUnusual') : listed(counts);
}

/** Reports that final days now have differences. */
function changedLines({ outcome, forChanges: command, say }: Summary): string[] {
  const { changedLines: lines = 0, changedBalances: balances = 0, standingChanges = [] } = outcome;
  if (lines + balances === 0) return [];
  const shown = standingChanges.slice(0, MOST_CHANGES).map((change) => changeLine(change, outcome, say));
  const more = standingChanges.length - shown.length;
  return [
    ...(lines > 0 ? [say('terminal.summary.changedLines', { count: lines, command })] : []),
    ...shown,
    ...(more > 0 ? [say('run.more', { count: more })] : []),
    ...(balances > 0 ? [say('terminal.summary.changedBalances', { count: balances, command })] : []),
  ];
}

/** Changes above this number are only counted. */
const MOST_CHANGES = 12;

function changeLine(
  { employeeId, date: day, payCode, unit, difference, causes }: OpenChange,
  outcome: RunOutcome,
  say: Say,
): string {
  const name = outcome.names.get(employeeId) ?? employeeId;
  const amount = signedAmount(difference, unit, { hours: outcome.hours, language: outcome.language });
  const why = causes.map((cause) => say(`terminal.cause.${cause}`)).join(', ');
  return say('terminal.changedLine', { name, day, payCode, amount, why });
}

/** The number of pay lines that differ from finals, and the next command. */
export function changedSinceFinalText(
  { lines, period }: { readonly lines: number; readonly period: Pick<RunOutcome['period'], 'label'> },
  say: Say,
): string {
  return say('terminal.summary.changedLines', { count: lines, command: correctionsCommandLine(period) });
}

function correctionsCommandLine({ label }: Pick<RunOutcome['period'], 'label'>): string {
  return commandLine(['corrections', label], {});
}

/** The later finals that a run has moved, and the command that corrects the first of them. */
export function laterFinalsLines(finals: RunOutcome['laterFinals'] = [], say: Say): string[] {
  const [first] = finals;
  if (first === undefined) return [];
  const periods = finals.map(periodArgument).join(', ');
  const command = commandLine(['corrections', periodArgument(first)], {});
  return [say('terminal.summary.laterFinals', { count: finals.length, periods, command })];
}

function fileLine({ say, path }: Summary, file: OutcomeFile): string {
  const replaces = file.replaces ? 'yes' : 'no';
  return say('terminal.summary.file', { path: paint.file(path(file)), rows: file.rows, replaces });
}

/** The total of a payroll file, with the rounding difference, and by code. */
function slipLines({ outcome, say, path }: Summary, file: OutcomeFile): string[] {
  const { language } = outcome;
  const { controlSlip: slip } = file;
  if (slip === undefined) {
    const left = leftLines(file, outcome);
    return left.length === 0 ? [] : [`${path(file)}:`, ...left];
  }
  const { codes, quantities = [], lines } = slip;
  const line = (code: string, count: number, amount: string) =>
    `  ${say('terminal.summary.slipCode', { code: printable(code), lines: count, amount })}`;
  return [
    say('terminal.summary.slip', { path: path(file), lines, sums: slipText(slip, language) }),
    ...[premiumsText(slip, language)].flatMap((text) => (text === undefined ? [] : [`  ${text}`])),
    ...codes.map((each) => line(each.code, each.lines, writtenText(each, slip, language))),
    ...quantities.map((each) => line(each.code, each.lines, slipQuantityText(each, language))),
    ...leftLines(file, outcome),
  ];
}

/** What of the run is not in a payroll file. */
function leftLines({ left = [] }: OutcomeFile, reader: Reader): string[] {
  return left.map((each) => `  ${printable(leftText(each, reader))}`);
}

/** The failure that represents all unsuccessful deliveries; undefined if there are none. */
export function deliveryFailure(deliveries: readonly DeliveryStatus[]): PaytallyError | undefined {
  const open = deliveries.filter(({ state }) => state !== 'sent');
  const [first] = open;
  if (first === undefined) return undefined;
  const lines = joined(
    open.map((each) => deliveryMessage(each, false)),
    '\n  ',
  );
  return new PaytallyError(
    'DELIVERY_FAILED',
    message('terminal.delivery.notAllSent', { open: open.length, all: deliveries.length, lines }),
    { record: first.name },
  );
}

/** A recipient, with the problem and remedy; for a plan, the would-be recipients. */
export function deliveryMessage(status: DeliveryStatus, isPlan: boolean): Message {
  const { name, recipient, problem } = status;
  const names = { name: printable(name), recipient: printable(recipient) };
  if (isPlan) return message('terminal.delivery.planned', names);
  return message('terminal.delivery.state', {
    ...names,
    state: statusText(status),
    problem: problem ?? '',
    hasProblem: problem === undefined ? 'no' : 'yes',
  });
}

/** The state of a delivery, and the receipt of a payroll system's API. */
function statusText({ state, receipt }: Pick<DeliveryStatus, 'state' | 'receipt'>): Message {
  const said = message(`terminal.deliveryState.${state}`);
  if (receipt === undefined) return said;
  return message('api.stateAndReceipt', { state: said, receipt: message(`api.receipt.${receipt.state}`) });
}
