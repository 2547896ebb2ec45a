import type { Period } from '../domain/period/period.js';
import { hoursText } from '../language/hoursText.js';
import type { Language } from '../language/language.js';
import { terminalTexts } from '../language/terminal/terminalTexts.js';
import type { RunOutcome } from '../run.js';
import { failureJson } from './failureText.js';
import { printable, tableWithin } from './terminalText.js';

/** How an employer's run ended. */
export type EmployerResult =
  | { readonly outcome: RunOutcome }
  | {
      readonly employer: string;
      readonly failure: unknown;
      /** undefined where it could not be told which days were meant. */
      readonly period: Period | undefined;
    };

/** So many employers are told in full; more of them are a line each. */
export const MOST_IN_FULL = 8;
/** A screen of a usual terminal, with room for what stands around the table. */
const MOST_LINES = 30;

/**
 * A run of many employers on one screen of that width: those that failed first, then those with the most to do; who needs nothing is
 * counted where there is no room.
 */
export function boardText(results: readonly EmployerResult[], language: Language, width?: number): string {
  const say = terminalTexts(language);
  const failed = results.filter((result) => 'failure' in result);
  const done = results.length - failed.length;
  const sorted = results
    .map((result, index) => ({ result, index }))
    .sort((a, b) => weightOf(b.result) - weightOf(a.result) || a.index - b.index)
    .map(({ result }) => result);
  const shown = sorted.length > MOST_LINES ? sorted.slice(0, MOST_LINES - 1) : sorted;
  const headings = [say('employer'), say('period'), say('state'), say('hours'), say('files'), say('toDo')];
  return [
    tableWithin([headings, ...shown.map((result) => rowOf(result, language))], width),
    ...(shown.length < sorted.length ? [say('more', { count: sorted.length - shown.length })] : []),
    '',
    [
      say('allDone', { count: done }),
      ...(failed.length === 0 ? [] : [say('employersFailed', { count: failed.length })]),
    ].join(', '),
  ].join('\n');
}

/** What needs somebody comes first. */
function weightOf(result: EmployerResult): number {
  return 'failure' in result ? Number.POSITIVE_INFINITY : result.outcome.findings.length;
}

function rowOf(result: EmployerResult, language: Language): string[] {
  const say = terminalTexts(language);
  if ('failure' in result) {
    const { employer, period, failure } = result;
    return [printable(employer), period?.label ?? '', failureJson(failure).code];
  }
  const { employer, period, state, files, findings, control, hours } = result.outcome;
  return [
    printable(employer),
    period.label,
    say(state),
    hoursText(control.exported.minutes, hours, language),
    String(files.length),
    String(findings.length),
  ];
}
