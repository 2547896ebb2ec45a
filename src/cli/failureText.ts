import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { ExportBlocked } from '../export/exportBlocked.js';
import type { Language } from '../language/language.js';
import { translated } from '../language/messages/messages.js';
import { Crash } from './crashReport.js';
import { type FindingJson, findingsJson } from './findingsJson.js';

/** The contract's JSON form of a failure. */
export interface FailureJson {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly record?: string;
  /** Everything that was found, where the data stops a run. */
  readonly findings?: readonly FindingJson[];
}

export function failureJson(failure: unknown): FailureJson {
  if (failure instanceof PaytallyError) {
    const { code, message, remedy, record } = failure;
    const found = failure instanceof ExportBlocked ? { findings: findingsJson(failure.found) } : {};
    return { code, message, remedy, ...(record === undefined ? {} : { record }), ...found };
  }
  const { kind, file } = crashOf(failure);
  const place = file === undefined ? '' : ` The details are in ${file}.`;
  return {
    code: 'BUG',
    message: `Something went wrong in paytally itself (${kind}).${place}`,
    remedy: bugRemedy(file),
  };
}

function bugRemedy(file: string | undefined): string {
  const report = 'This is a bug in paytally: please report it with these lines. Nothing was written.';
  return file === undefined
    ? report
    : `${report} Look through the file before you pass it on: it may quote records.`;
}

/** Whoever caught a bug has made a crash of it; one that slipped through has no file, and shows as little. */
function crashOf(failure: unknown): Crash {
  return failure instanceof Crash ? failure : new Crash(failure, undefined);
}

/** What happened, to which record, what to do next. Only a bug shows its stack. */
export function failureText(failure: unknown): string {
  const { code, message, remedy, record } = failureJson(failure);
  const stack = stackOf(failure);
  const named = record !== undefined && !message.includes(record) ? `  Record: ${record}` : undefined;
  return [`${code}: ${message}`, stack, named, `  What to do: ${remedy}`].filter(Boolean).join('\n');
}

/** What stops a run, for who has the list of it before him. */
export function verdictText({ code, verdict }: ExportBlocked): string {
  return `${code}: ${verdict.message}\n  What to do: ${verdict.remedy}`;
}

/** Says it as text and where asked for as JSON; gives the exit status for it. */
export function sayFailure(
  failure: unknown,
  { json, language }: { readonly json: boolean; readonly language: Language },
  context: Pick<Context, 'openTerminal'>,
): ExitStatus {
  const terminal = context.openTerminal({ quiet: false, progress: false });
  if (json) terminal.result(JSON.stringify({ error: failureJson(failure), runs: [] }));
  terminal.alert(translated(failureText(failure), language));
  return exitStatusOf(failure);
}

export function exitStatusOf(failure: unknown): ExitStatus {
  return failure instanceof PaytallyError ? failure.exitStatus : ExitStatus.bug;
}

function stackOf(failure: unknown): string | undefined {
  if (failure instanceof PaytallyError)
    return failure.code === 'CONTROL_MISMATCH' ? failure.stack : undefined;
  return crashOf(failure).frames.join('\n');
}
