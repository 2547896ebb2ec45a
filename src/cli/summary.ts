import { relative } from 'node:path';
import { CHANGE_KINDS, type PeriodComparison } from '../domain/changes/runComparison.js';
import type { Tally } from '../domain/timesheet/controlTotals.js';
import { PaytallyError } from '../errors.js';
import { dateText } from '../i18n/dateText.js';
import { formatMessage } from '../i18n/formatMessage.js';
import { decimalText, hoursText } from '../i18n/hoursText.js';
import type { Language } from '../i18n/language.js';
import { type SayOnTerminal, terminalTexts, text, withLabel } from '../i18n/text.js';
import { slipQuantityText, slipText, writtenText } from '../render/controlSlip.js';
import { countByCode, type DeliveryStanding, type OutcomeFile, type RunOutcome } from '../run.js';
import { commandLine } from './nextCommand.js';
import { printable } from './terminalText.js';

/** A run as its summary writes it: in its language, with hours in its notation, with paths from a folder. */
interface Summary {
  readonly outcome: RunOutcome;
  readonly say: SayOnTerminal;
  /** With the unit. */
  readonly time: (minutes: number) => string;
  readonly decimals: (hours: number, decimals: number) => string;
  readonly path: (file: OutcomeFile) => string;
}

/** A few lines for people about a run, or about what it would do. Paths are shown from `cwd`. */
export function runSummary(outcome: RunOutcome, cwd: string): string {
  const summary = summaryNotation(outcome, cwd);
  const { employer, period, state, control, effect } = outcome;
  const { say } = summary;
  const isPlan = effect === 'plan';
  const from = dateText(outcome.language, period.from);
  const to = dateText(outcome.language, period.to);
  const heading = say('run', { employer, period: period.label, from, to, state: say(state) });
  const facts: readonly (readonly [label: string, lines: readonly string[]])[] = [
    [say('read'), [tallyText(summary, control.fetched)]],
    [say('exported'), [tallyText(summary, control.exported)]],
    [
      say('leftOut'),
      control.excluded.map((tally) =>
        withLabel(outcome.language, tallyText(summary, tally), say(`reason-${tally.reason}`)),
      ),
    ],
    [say('estimated'), estimateLines(summary)],
    [say('exceptions'), countLines(summary)],
    [say('accepted'), acceptedLines(summary)],
    [say('changes'), changesLines(summary)],
    [say('state-changed'), changedSinceLines(summary)],
    [say(isPlan ? 'wouldWrite' : 'wrote'), outcome.files.map((file) => fileLine(summary, file))],
    [say('control'), slipLines(summary)],
    [
      say(isPlan ? 'wouldSend' : 'deliveries'),
      deliveryLines(outcome.deliveries ?? [], isPlan, outcome.language),
    ],
  ];
  const width = Math.max(
    LABEL_WIDTH,
    ...facts.map(([each, lines]) => (lines.length > 0 ? each.length + 2 : 0)),
  );
  return [
    isPlan ? `${heading}${say('dryRun')}` : heading,
    ...facts.flatMap(([each, lines]) => labelled(each, lines, width)),
  ].join('\n');
}

function summaryNotation(outcome: RunOutcome, cwd: string): Summary {
  const { language, hours } = outcome;
  const unit = text(language, 'hoursUnit');
  return {
    outcome,
    say: terminalTexts(language),
    time: (minutes) => `${hoursText(minutes, hours, language)} ${unit}`,
    decimals: (value, decimals) => `${decimalText(value, decimals, language)} ${unit}`,
    path: ({ path }) => relative(cwd, path) || path,
  };
}

/** Beside what was read and exported, never among it. */
function estimateLines({ outcome, say, time }: Summary): string[] {
  const { estimateFrom, control } = outcome;
  if (estimateFrom === undefined) return [];
  const { entries = 0, minutes = 0 } = control.estimates ?? {};
  const shifts = say(entries === 1 ? 'shift' : 'shifts', { count: entries });
  return [
    `${shifts}, ${time(minutes)}, ${say('fromOn', { date: dateText(outcome.language, estimateFrom) })}`,
  ];
}

function fileLine({ say, path }: Summary, file: OutcomeFile): string {
  const rows = say(file.rows === 1 ? 'row' : 'rows', { count: file.rows });
  return `${path(file)} (${[rows, ...(file.replaces ? [say('replaces')] : [])].join('; ')})`;
}

/** What moved unusually, in numbers; who it was stands in the review and in the workbook, and in "paytally diff". */
function changesLines({ outcome, say }: Summary): string[] {
  const { earlierPeriod, samePeriod } = outcome.comparison ?? {};
  const beside = (label: string, compared: PeriodComparison) =>
    withLabel(outcome.language, label, changesText(say, compared));
  return [
    ...(earlierPeriod === undefined
      ? []
      : [beside(say('beside', { period: earlierPeriod.label }), earlierPeriod)]),
    ...(samePeriod === undefined ? [] : [beside(say('besideLast'), samePeriod)]),
  ];
}

function changesText(say: SayOnTerminal, { changes }: PeriodComparison): string {
  const counts = CHANGE_KINDS.flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [say(count === 1 ? `one-${kind}` : `many-${kind}`, { count })];
  });
  return counts.length === 0 ? say('nothingUnusual') : counts.join(', ');
}

/** What a clerk would not see otherwise: days that are final say something else now. */
function changedSinceLines({ outcome: { changedLines = 0, period }, say }: Summary): string[] {
  return changedLines === 0 ? [] : [changedSinceFinalText({ lines: changedLines, period }, say)];
}

/** How many pay lines differ from finals, and what to run. */
export function changedSinceFinalText(
  { lines, period }: { readonly lines: number; readonly period: Pick<RunOutcome['period'], 'label'> },
  say: SayOnTerminal,
): string {
  const command = commandLine(['corrections', period.label], {});
  return say(lines === 1 ? 'changedLine' : 'changedLines', { count: lines, command });
}

/** The reasons are part of the run; a code that did not occur may be a slip. */
function acceptedLines({ outcome: { accepted, findings, language }, say }: Summary): string[] {
  return [...accepted].map(([code, reason]) => {
    const occurred = findings.some((finding) => finding.code === code) ? '' : ` (${say('didNotOccur')})`;
    return `${reason === '' ? code : withLabel(language, code, printable(reason))}${occurred}`;
  });
}

const LABEL_WIDTH = 12;

/** The label stands before the first of its lines. */
function labelled(label: string, lines: readonly string[], width: number): string[] {
  return lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(width)}${line}`);
}

function tallyText({ say, time }: Summary, { entries, minutes }: Tally): string {
  const counted = say(entries === 1 ? 'entry' : 'entries', { count: entries });
  return minutes === 0 ? counted : `${counted}, ${time(minutes)}`;
}

/** What each payroll file adds up to, with what rounding made of the minutes, and by code. */
function slipLines(summary: Summary): string[] {
  const { outcome, say, path } = summary;
  return outcome.files.flatMap((file) => {
    const { controlSlip } = file;
    if (controlSlip === undefined) return [];
    const { lines, codes, quantities = [] } = controlSlip;
    const { language } = outcome;
    const amounts = say(lines === 1 ? 'amount' : 'amounts', { count: lines });
    return [
      say('slip', { path: path(file), amounts, sums: slipText(controlSlip, language) }),
      ...codes.map(
        (each) =>
          `  ${withLabel(language, printable(each.code), `${each.lines}, ${writtenText(each, controlSlip, language)}`)}`,
      ),
      ...quantities.map(
        (each) =>
          `  ${withLabel(language, printable(each.code), `${each.lines}, ${slipQuantityText(each, language)}`)}`,
      ),
    ];
  });
}

function countLines({ outcome: { findings }, say }: Summary): string[] {
  const counts = Object.entries(countByCode(findings)).map(([code, count]) => `${count} ${code}`);
  return counts.length > 0 ? counts : [say('none')];
}

/** The failure that stands for all deliveries that did not succeed; undefined where all did. */
export function deliveryFailure(deliveries: readonly DeliveryStanding[]): PaytallyError | undefined {
  const open = deliveries.filter(({ state }) => state !== 'sent');
  if (open.length === 0) return undefined;
  const many = `${open.length} of ${deliveries.length} deliveries did not succeed.`;
  const [first] = open;
  return new PaytallyError('DELIVERY_FAILED', [many, ...deliveryLines(open, false)].join('\n  '), {
    ...(first === undefined ? {} : { record: first.name }),
  });
}

/** A line for each recipient, with what went wrong and what to do; of a plan, who would get something. */
export function deliveryLines(
  deliveries: readonly DeliveryStanding[],
  isPlan: boolean,
  language: Language = 'en',
): string[] {
  const say = terminalTexts(language);
  return deliveries.map(({ name, recipient, state, problem }) => {
    const line = say('delivery', { name: printable(name), recipient: printable(recipient) });
    if (isPlan) return line;
    const stood = withLabel(language, say(state), line);
    return problem === undefined
      ? stood
      : withLabel(language, stood, printable(formatMessage(problem, language)));
  });
}
