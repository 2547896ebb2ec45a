import { groupBy } from '../domain/collections.js';
import type { FindingReport } from '../domain/exceptions/workList.js';
import type { PaytallyError } from '../errors.js';
import { ExportBlocked } from '../export/exportBlocked.js';
import { outcomeJson } from '../export/outcome.js';
import type { Language } from '../language/language.js';
import { terminalTexts } from '../language/terminal/terminalTexts.js';
import { withLabel } from '../language/text.js';
import type { RunRequest } from '../run.js';
import type { Terminal } from '../runtime/terminal.js';
import { boardText, type EmployerResult, MOST_IN_FULL } from './boardText.js';
import { deliveryFailure } from './deliveryText.js';
import { failureJson, failureText, verdictText } from './failureText.js';
import { findingsJson } from './findingsJson.js';
import { payableText } from './payableText.js';
import { changedSinceText, summaryOf } from './summary.js';
import { fittedText, printable } from './terminalText.js';
import { workListCounts, workListText } from './workListText.js';

export interface RunPrinting {
  readonly options: { readonly json: boolean };
  /** Where findings that are only counted are listed in full: a sentence. */
  readonly listed: string;
  readonly effect: RunRequest['effect'];
  readonly cwd: string;
  readonly terminal: Terminal;
  /** In which the program speaks. */
  readonly language: Language;
}

/** Results on stdout, what failed on stderr too. */
export function printRuns(results: readonly EmployerResult[], printing: RunPrinting): void {
  const { options, effect, terminal, language } = printing;
  if (results.length > MOST_IN_FULL && effect !== 'check') printBoard(results, printing);
  else for (const result of results) printRun(result, results.length === 1, printing);
  // The lists of many fill many screens: the last one says who has how much to do.
  if (results.length > MOST_IN_FULL && effect === 'check' && !options.json)
    terminal.result(`\n${boardText(results, language, terminal.width)}`);
  if (!options.json) return;
  const runs = results.map((result) => resultJson(result, effect));
  const [only] = results.length === 1 ? results : [];
  const failure = only !== undefined && 'failure' in only ? only.failure : undeliveredIn(results, effect);
  const error = failure === undefined ? {} : { error: failureJson(failure) };
  terminal.result(JSON.stringify({ ...error, runs }));
}

/** What was not delivered, where no employer's run failed. */
export function undeliveredIn(
  results: readonly EmployerResult[],
  effect: RunRequest['effect'],
): PaytallyError | undefined {
  if (effect !== 'write' || results.some((result) => 'failure' in result)) return undefined;
  return deliveryFailure(
    results.flatMap((result) => ('outcome' in result ? (result.outcome.deliveries ?? []) : [])),
  );
}

/** Of many employers that failed the first with each code is told in full; the table names the others. */
function printBoard(results: readonly EmployerResult[], { options, terminal, language }: RunPrinting): void {
  if (!options.json) terminal.result(boardText(results, language, terminal.width));
  const failed = results.filter((result) => 'failure' in result);
  for (const [first] of groupBy(failed, ({ failure }) => failureJson(failure).code).values()) {
    if (first !== undefined) terminal.alert(`${first.employer}: ${failureText(first.failure)}`);
  }
}

function printRun(result: EmployerResult, isOnly: boolean, printing: RunPrinting): void {
  const { options, effect, cwd, terminal, listed } = printing;
  if ('outcome' in result) {
    printFindings(result.outcome, terminal, options.json ? 'write' : effect, listed);
    if (options.json) return;
    const verdict = effect === 'check' ? ['', payableText(result.outcome)] : [];
    terminal.result(fittedText([summaryOf(result.outcome, cwd), ...verdict].join('\n'), terminal.width));
    return;
  }
  const { failure, employer } = result;
  const isListed = !options.json && failure instanceof ExportBlocked && effect === 'check';
  // A run that the data stops has found something all the same.
  if (isListed) printFindings(failure.found, terminal, effect, listed);
  const text = isListed ? verdictText(failure) : failureText(failure);
  if (!options.json) printChanged(result, isOnly, printing);
  terminal.alert(isOnly ? text : `${employer}: ${text}`);
}

/** What is final differs, whatever else stops the run. */
function printChanged(
  { failure, employer }: Extract<EmployerResult, { failure: unknown }>,
  isOnly: boolean,
  { terminal, language, effect }: RunPrinting,
): void {
  const { changed } = failure instanceof ExportBlocked ? failure : {};
  if (changed === undefined || changed.lines === 0) return;
  const say = terminalTexts(language);
  const text = withLabel(language, say('state-changed'), changedSinceText(changed, say));
  const line = isOnly ? text : `${printable(employer)}: ${text}`;
  if (effect === 'check') terminal.result(line);
  else terminal.message(line);
}

/** For `check` the findings are the result; elsewhere a message that counts them. */
function printFindings(
  found: FindingReport,
  terminal: Terminal,
  effect: RunRequest['effect'],
  listed: string,
): void {
  if (found.findings.length === 0) return;
  if (effect === 'check') terminal.result(`${workListText(found, terminal.width)}\n`);
  else terminal.message(`\n${workListCounts(found, terminal.width)}\n\n${listed}\n`);
}

/** `check` adds what it found to the object of the contract. */
function resultJson(result: EmployerResult, effect: RunRequest['effect']): object {
  if ('outcome' in result) {
    const { outcome } = result;
    return { ...outcomeJson(outcome), ...(effect === 'check' ? { findings: findingsJson(outcome) } : {}) };
  }
  const { employer, period, failure } = result;
  const days = period === undefined ? null : { from: period.from, to: period.to };
  const { changed } = failure instanceof ExportBlocked ? failure : {};
  const changedLines = changed === undefined ? {} : { changedLines: changed.lines };
  return { employer, period: days, state: 'failed', error: failureJson(failure), ...changedLines };
}
