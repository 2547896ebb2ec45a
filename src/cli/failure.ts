import { ExportBlocked } from '../app/export/exportBlocked.js';
import type { Context } from '../context.js';
import { EXCEPTIONS, type Finding } from '../domain/exceptions/finding.js';
import { exceptionWording, findingMessage } from '../domain/exceptions/wording.js';
import { type FindingReport, personName } from '../domain/exceptions/workList.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { englishText, formatMessage, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import type { Message } from '../i18n/message.js';
import { asCrash, factsOf } from '../runtime/failureFacts.js';
import { paint } from '../runtime/paint.js';

/** The contract's JSON form of a failure. */
export interface FailureJson {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly record?: string;
  /** The catalogue ID of `message`, and its values. */
  readonly id?: string;
  readonly values?: Message['values'];
  /** All findings, if the data stops a run. */
  readonly findings?: readonly FindingJson[];
}

export function failureJson(failure: unknown): FailureJson {
  const { code, text, remedy, record } = factsOf(failure);
  const source = 'id' in text ? { id: text.id, values: text.values } : {};
  const found = failure instanceof ExportBlocked ? { findings: findingsJson(failure.found) } : {};
  return {
    code,
    message: englishText(text),
    remedy: englishText(remedy),
    ...(record === undefined ? {} : { record }),
    ...source,
    ...found,
  };
}

/** What happened, to which record, and what to do. Only a bug shows its stack. */
export function failureText(failure: unknown, language: Language = 'en'): string {
  const { code, text, remedy, record } = factsOf(failure);
  const said = formatMessage(text, language);
  const isNamed = record === undefined || said.includes(record);
  return [
    `${paint.error(code)}: ${said}`,
    ...stackLines(failure),
    ...(isNamed ? [] : [`  ${sayIn(language)('failure.record', { record })}`]),
    whatToDo(formatMessage(remedy, language), language),
  ].join('\n');
}

/** The reason that stops a run, for a reader who has just seen the list. */
export function blockedText({ code, verdict }: ExportBlocked, language: Language = 'en'): string {
  const [text, remedy] = [verdict.text, verdict.remedy].map((each) => formatMessage(each, language));
  return `${paint.error(code)}: ${text}\n${whatToDo(remedy ?? '', language)}`;
}

function whatToDo(remedy: string, language: Language): string {
  return `  ${sayIn(language)('failure.whatToDo', { remedy })}`;
}

/** Prints it as text and, if requested, as JSON; returns the exit status. */
export function printFailure(
  failure: unknown,
  { json, language }: { readonly json: boolean; readonly language: Language },
  context: Pick<Context, 'openTerminal'>,
): ExitStatus {
  const terminal = context.openTerminal({ quiet: false, progress: false });
  if (json) terminal.result(JSON.stringify({ error: failureJson(failure), runs: [] }));
  terminal.alert(failureText(failure, language));
  return exitStatusOf(failure);
}

export function exitStatusOf(failure: unknown): ExitStatus {
  return failure instanceof PaytallyError ? failure.exitStatus : ExitStatus.bug;
}

function stackLines(failure: unknown): readonly string[] {
  if (!(failure instanceof PaytallyError)) return asCrash(failure).frames;
  return failure.code === 'CONTROL_MISMATCH' && failure.stack !== undefined ? [failure.stack] : [];
}

/** A finding for programs. */
interface FindingJson {
  readonly code: string;
  readonly severity: string;
  readonly accepted: boolean;
  readonly reason: string | null;
  readonly employeeId: string | null;
  readonly employee: string | null;
  readonly establishment: string | null;
  readonly date: string | null;
  /** Absent if several entries together exceed a working-time limit. */
  readonly record?: string;
  /** In English; `id` and `values` are for readers in other languages. */
  readonly message: string;
  readonly remedy: string;
  readonly id: string;
  readonly values: Finding['facts'];
  /** Who can resolve it. */
  readonly actor: 'planner' | 'payroll' | 'administrator' | 'operator';
}

function isOfSeveralEntries({ code, record, employeeId }: Finding): boolean {
  return code.startsWith('WT_') && record === employeeId;
}

export function findingsJson(found: FindingReport): FindingJson[] {
  const { findings, names, places } = found;
  return findings.map((finding) => ({
    code: finding.code,
    severity: finding.severity,
    accepted: finding.accepted !== undefined,
    reason: finding.accepted || null,
    employeeId: finding.employeeId,
    employee: names.has(finding.employeeId ?? finding.record) ? personName(finding, found) : null,
    establishment: places.get(finding.record) ?? null,
    date: finding.date,
    ...(isOfSeveralEntries(finding) ? {} : { record: finding.record }),
    message: findingMessage(finding),
    remedy: exceptionWording(finding.code, 'en').remedy,
    id: `exceptions.${finding.code}`,
    values: finding.facts,
    actor: EXCEPTIONS[finding.code].actor,
  }));
}
