import { type ErrorCode, PaytallyError } from '../errors.js';

/** What the doctor looks at, in this order. */
export const CHECKS = [
  'configuration',
  'tzdata',
  'address',
  'output',
  'store',
  'templates',
  'mail',
  'deliveries',
  'network',
  'clock',
  'secret',
  'token',
  'scopes',
  'lists',
  'fields',
  'zones',
  'mapping',
  'rules',
] as const;
export type Check = (typeof CHECKS)[number];

export const CHECK_STATUSES = ['ok', 'warning', 'problem'] as const;

/** One thing that was looked at. */
export interface DoctorFinding {
  readonly check: Check;
  /** The employer's key, where it is about one. */
  readonly employer: string | undefined;
  readonly status: (typeof CHECK_STATUSES)[number];
  readonly message: string;
  /** What to do; undefined where all is well. */
  readonly remedy: string | undefined;
  /** Of the error that an export would end with; only problems have one. */
  readonly code: ErrorCode | undefined;
}

export function ok(check: Check, message: string, employer?: string): DoctorFinding {
  return { check, employer, status: 'ok', message, remedy: undefined, code: undefined };
}

export function warning(check: Check, message: string, remedy: string, employer?: string): DoctorFinding {
  return { check, employer, status: 'warning', message, remedy, code: undefined };
}

export function problemFinding(check: Check, error: PaytallyError, employer?: string): DoctorFinding {
  const { message, remedy, code } = error;
  return { check, employer, status: 'problem', message, remedy, code };
}

/**
 * Runs a check; the failure that an export would end with becomes a finding.
 * @throws PaytallyError INTERRUPTED, and whatever is a bug
 */
export async function checked(
  check: Check,
  run: () => readonly DoctorFinding[] | Promise<readonly DoctorFinding[]>,
  employer?: string,
): Promise<readonly DoctorFinding[]> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PaytallyError && error.code !== 'INTERRUPTED')
      return [problemFinding(check, error, employer)];
    throw error;
  }
}

export function hasProblem(findings: readonly DoctorFinding[]): boolean {
  return findings.some(({ status }) => status === 'problem');
}
