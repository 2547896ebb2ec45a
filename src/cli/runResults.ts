import { ExportBlocked } from '../app/export/exportBlocked.js';
import { outcomeJson, type RunOutcome } from '../app/export/outcome.js';
import type { RunRequest } from '../app/export/runRequest.js';
import type { EmployerResult, FailedEmployer } from '../app/session/runPeriod.js';
import type { DeliveryStatus } from '../delivery/deliveryStatus.js';
import { groupBy } from '../domain/collections.js';
import type { FindingReport } from '../domain/exceptions/workList.js';
import { countFindings } from '../domain/month/monthStatus.js';
import { verdictOf } from '../domain/month/verdict.js';
import type { PaytallyError } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { hoursText } from '../i18n/hoursText.js';
import { builtInOf, type Language, spokenLanguage } from '../i18n/language.js';
import { paint } from '../runtime/paint.js';
import type { Terminal } from '../runtime/terminal.js';
import { fittedText } from '../runtime/wrapText.js';
import { blockedText, type FailureJson, failureJson, failureText, findingsJson } from './failure.js';
import { changedSinceFinalText, deliveryFailure, runSummary } from './summary.js';
import { printable, tableWithin } from './terminalText.js';
import { unreadText, workListCounts, workListText } from './workListText.js';

export type { EmployerResult, FailedEmployer };

interface RunPrinting {
  readonly options: { readonly json: boolean };
  /** The command that lists findings that are only counted; undefined if the next command does. */
  readonly listAll: string | undefined;
  /** The command for days that differ from finals; undefined for corrections. */
  readonly forChanges?: string | undefined;
  readonly effect: RunRequest['effect'];
  readonly cwd: string;
  readonly terminal: Terminal;
  /** The language of the session. */
  readonly language: Language;
}

/** Results on stdout, failures also on stderr. */
export function printRuns(results: readonly EmployerResult[], printing: RunPrinting): void {
  const { options, effect, terminal, language } = printing;
  if (results.length > MAX_IN_FULL && effect !== 'check') printTable(results, printing);
  else for (const result of results) printRun(result, results.length === 1, printing);
  // The lists of many employers fill many screens, so a table ends the output.
  if (results.length > MAX_IN_FULL && effect === 'check' && !options.json)
    terminal.result(`\n${employersTable(results, language, terminal.width)}`);
  if (!options.json) return;
  const runs = results.map((result) => ('failure' in result ? failedJson(result) : runJson(result, effect)));
  const undelivered = effect === 'write' ? deliveryFailure(deliveriesOf(results)) : undefined;
  terminal.result(JSON.stringify({ ...topLevelError(results, undelivered), runs }));
}

/** The error of the only run, or of deliveries if no run failed; the contract has it in addition to the runs. */
export function topLevelError(
  results: readonly (FailedEmployer | object)[],
  undelivered: PaytallyError | undefined,
): { readonly error?: FailureJson } {
  const failed = results.filter((result) => 'failure' in result);
  if (failed.length === 0) return undelivered === undefined ? {} : { error: failureJson(undelivered) };
  const [only] = results.length === 1 ? failed : [];
  return only === undefined ? {} : { error: failureJson(only.failure) };
}

/** All deliveries of runs that did not fail. */
export function deliveriesOf(results: readonly EmployerResult[]): DeliveryStatus[] {
  return results.flatMap((result) => ('outcome' in result ? (result.outcome.deliveries ?? []) : []));
}

/** Prints a table, and the first failure with each code: the table names the other employers. */
function printTable(results: readonly EmployerResult[], { options, terminal, language }: RunPrinting): void {
  if (!options.json) terminal.result(employersTable(results, language, terminal.width));
  const failed = results.filter((result) => 'failure' in result);
  for (const [first] of groupBy(failed, ({ failure }) => failureJson(failure).code).values())
    if (first !== undefined) terminal.alert(namedFailure(first, language));
}

/** A failure, preceded by its employer's key. */
export function namedFailure(
  { employer, failure }: Pick<FailedEmployer, 'employer' | 'failure'>,
  language: Language,
): string {
  return named(employer, failureText(failure, language), language);
}

function named(employer: string, value: string, language: Language): string {
  return sayIn(language)('terminal.labelled', { label: printable(employer), value });
}

function printRun(result: EmployerResult, isOnly: boolean, printing: RunPrinting): void {
  if ('outcome' in result) printOutcome(result.outcome, printing);
  else printFailed(result, isOnly, printing);
}

function printOutcome(made: RunOutcome, printing: RunPrinting): void {
  const { options, effect, cwd, terminal, language } = printing;
  const outcome = told(made, language);
  // The summary of an export counts them; a count does not tell what the files lack.
  if (effect === 'check' || options.json) printFindings(outcome, printing);
  else {
    const said = [unreadText(outcome, terminal.width), outcome.findings.length > 0 ? printing.listAll : ''];
    for (const text of said) if (text) terminal.message(text);
  }
  if (options.json) return;
  const hasVerdict = effect === 'check' || outcome.state === 'draft';
  const lines = [runSummary(outcome, cwd, printing.forChanges), ...(hasVerdict ? verdictLines(outcome) : [])];
  terminal.result(fittedText(lines.join('\n'), terminal.width));
}

/** In the language of the session, whatever that of the employer's reports. */
function told<Told extends { readonly language: Language }>(about: Told, language: Language): Told {
  return { ...about, language: spokenLanguage(builtInOf(language), about.language) };
}

function printFailed(result: FailedEmployer, isOnly: boolean, printing: RunPrinting): void {
  const { options, effect, terminal, language } = printing;
  const { failure, employer } = result;
  const isListed = !options.json && failure instanceof ExportBlocked && effect === 'check';
  // A run that the data blocks has a complete list of findings.
  if (isListed) printFindings(told(failure.found, language), printing);
  if (!options.json) printChangesSinceFinal(result, isOnly, printing);
  const text = isListed ? blockedText(failure, language) : failureText(failure, language);
  terminal.alert(isOnly ? text : named(employer, text, language));
}

/** Reports final days with differences, whatever else stops the run. */
function printChangesSinceFinal(
  { failure, employer }: FailedEmployer,
  isOnly: boolean,
  { terminal, language, effect }: RunPrinting,
): void {
  const { changed } = failure instanceof ExportBlocked ? failure : {};
  if (changed === undefined || changed.lines === 0) return;
  const say = sayIn(language);
  const text = say('terminal.summary.changedSinceFinal', { text: changedSinceFinalText(changed, say) });
  const line = isOnly ? text : named(employer, text, language);
  if (effect === 'check') terminal.result(line);
  else terminal.message(line);
}

/** For `check` the findings are the result; elsewhere a message that counts them. */
function printFindings(found: FindingReport, { options, effect, listAll, terminal }: RunPrinting): void {
  if (found.findings.length === 0) return;
  if (effect === 'check' && !options.json) terminal.result(`${workListText(found, terminal.width)}\n`);
  else {
    const after = listAll === undefined ? '' : `\n${listAll}\n`;
    terminal.message(`\n${workListCounts(found, terminal.width)}\n${after}`);
  }
}

function runJson({ outcome }: { readonly outcome: RunOutcome }, effect: RunRequest['effect']): object {
  return { ...outcomeJson(outcome), ...(effect === 'check' ? { findings: findingsJson(outcome) } : {}) };
}

export function failedJson({ employer, period, failure }: FailedEmployer): object {
  const days = period === undefined ? null : { from: period.from, to: period.to };
  const { changed } = failure instanceof ExportBlocked ? failure : {};
  const changedLines = changed === undefined ? {} : { changedLines: changed.lines };
  return { employer, period: days, state: 'failed', error: failureJson(failure), ...changedLines };
}

/** With more employers than this, each has one line. */
const MAX_IN_FULL = 8;
/** A screen of a usual terminal, with space for the text around the table. */
const MAX_TABLE_LINES = 30;

/**
 * A run of many employers on one screen of that width: those that failed first, then those with the most to do;
 * employers without open items are only counted if there is no space.
 */
export function employersTable(
  results: readonly EmployerResult[],
  language: Language,
  width?: number,
): string {
  const say = sayIn(language);
  const failed = results.filter((result) => 'failure' in result).length;
  const sorted = results
    .map((result, index) => ({ result, index }))
    .sort((a, b) => urgencyOf(b.result) - urgencyOf(a.result) || a.index - b.index)
    .map(({ result }) => result);
  const shown = sorted.length > MAX_TABLE_LINES ? sorted.slice(0, MAX_TABLE_LINES - 1) : sorted;
  const headings = (['employer', 'period', 'state', 'hours', 'files', 'toDo'] as const).map((name) =>
    say(`terminal.heading.${name}`),
  );
  return [
    tableWithin([headings, ...shown.map((result) => tableRow(result, language))], width),
    ...(shown.length < sorted.length
      ? [say('terminal.employers.more', { count: sorted.length - shown.length })]
      : []),
    '',
    say('terminal.employers.done', { done: results.length - failed, failed }),
  ].join('\n');
}

/** Employers that failed come first, then those with the most to do. */
function urgencyOf(result: EmployerResult): number {
  return 'failure' in result ? Number.POSITIVE_INFINITY : openItems(result.outcome);
}

/** What is to resolve or to review; accepted items are done. */
function openItems({ month, findings }: RunOutcome): number {
  const { blocking, warnings } = month?.counts ?? countFindings(findings);
  return blocking + warnings;
}

function tableRow(result: EmployerResult, language: Language): string[] {
  if ('failure' in result) {
    const { employer, period, failure } = result;
    return [printable(employer), period?.label ?? '', failureJson(failure).code];
  }
  const { employer, period, state, files, control, hours } = result.outcome;
  return [
    printable(employer),
    period.label,
    sayIn(language)(`terminal.state.${state}`),
    hoursText(control.exported.minutes, hours, language),
    String(files.length),
    String(openItems(result.outcome)),
  ];
}

const VERDICT_PAINT = { bad: paint.error, look: paint.warning, good: paint.good } as const;

/** The verdict, in the words of the cover sheet, the review and the window. */
function verdictLines({ month, language }: RunOutcome): string[] {
  if (month === undefined) return [];
  const { kind, text } = verdictOf(language, { ...month, about: 'a read' });
  return ['', VERDICT_PAINT[kind](text)];
}
