import { ExitStatus, PaytallyError } from '../errors.js';
import { ExportBlocked } from '../pipeline/gate/blocked.js';
import { type FindingJson, findingsJson } from './summary.js';

/** The contract's JSON form of a failure. */
export interface FailureJson {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly record?: string;
  /** Everything that was found, where the data stops a run. */
  readonly findings?: readonly FindingJson[];
}

const BUG_REMEDY = 'This is a bug in paytally. Please report it with the lines above; nothing was written.';

export function failureJson(failure: unknown): FailureJson {
  if (failure instanceof PaytallyError) {
    const { code, message, remedy, record } = failure;
    const found = failure instanceof ExportBlocked ? { findings: findingsJson(failure) } : {};
    return { code, message, remedy, ...(record === undefined ? {} : { record }), ...found };
  }
  return {
    code: 'BUG',
    message: failure instanceof Error ? failure.message : String(failure),
    remedy: BUG_REMEDY,
  };
}

/** What happened, to which record, what to do next. Only a bug shows its stack. */
export function failureText(failure: unknown): string {
  const { code, message, remedy, record } = failureJson(failure);
  const stack =
    failure instanceof PaytallyError && failure.code !== 'CONTROL_MISMATCH' ? undefined : stackOf(failure);
  const named = record !== undefined && !message.includes(record) ? `  Record: ${record}` : undefined;
  return [`${code}: ${message}`, stack, named, `  What to do: ${remedy}`].filter(Boolean).join('\n');
}

export function exitStatusOf(failure: unknown): ExitStatus {
  return failure instanceof PaytallyError ? failure.exitStatus : ExitStatus.bug;
}

function stackOf(failure: unknown): string | undefined {
  return failure instanceof Error ? failure.stack : undefined;
}
