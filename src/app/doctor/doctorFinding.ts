import { type ErrorCode, PaytallyError } from '../../errors.js';
import { englishText, remedyOf } from '../../i18n/formatMessage.js';
import type { AnyMessage, Message } from '../../i18n/message.js';

/** The checks of the doctor, in this order. */
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
  'source',
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

/** The result of one check. */
export interface DoctorFinding {
  readonly check: Check;
  /** The employer's key, if the finding is about an employer. */
  readonly employer: string | undefined;
  readonly status: (typeof CHECK_STATUSES)[number];
  readonly text: AnyMessage;
  /** What to do; undefined if all is well. */
  readonly remedy: AnyMessage | undefined;
  /** The code of the error that an export would end with; only problems have one. */
  readonly code: ErrorCode | undefined;
}

export function ok(check: Check, text: AnyMessage, employer?: string): DoctorFinding {
  return { check, employer, status: 'ok', text, remedy: undefined, code: undefined };
}

/** @param remedy by default the text `<id>.remedy` */
export function warning(
  check: Check,
  text: AnyMessage,
  employer?: string,
  remedy: AnyMessage | undefined = remedyOf(text),
): DoctorFinding {
  return { check, employer, status: 'warning', text, remedy, code: undefined };
}

export function problemFinding(check: Check, error: PaytallyError, employer?: string): DoctorFinding {
  const { text, remedyText: remedy, code } = error;
  return { check, employer, status: 'problem', text, remedy, code };
}

/** The form for programs: the English texts and the message ID. */
interface FindingJson extends Omit<DoctorFinding, 'text' | 'remedy'> {
  readonly message: string;
  readonly remedy: string | undefined;
  readonly id?: string;
  readonly values?: Message['values'];
}

export function findingJson({ check, employer, status, text, remedy, code }: DoctorFinding): FindingJson {
  const source = 'id' in text ? { id: text.id, values: text.values } : {};
  const english = { message: englishText(text), remedy: remedy && englishText(remedy) };
  return { check, employer, status, ...english, code, ...source };
}

/**
 * Runs a check, and turns a failure that an export would end with into a finding.
 * @throws PaytallyError INTERRUPTED, and any bug
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
