import type { Text } from '../../i18n/message.js';
import type { MessageValues } from '../../i18n/messageValues.js';
import type { LocalDate } from '../time/localDate.js';

/** A problem with a record or a person that a clerk should see before payroll. */
export interface Finding {
  readonly code: ExceptionCode;
  readonly employeeId: string | null;
  readonly date: LocalDate | null;
  /** The ID of its record, or another name for it. */
  readonly record: string;
  /** The values of its message, `exceptions.CODE`; `record` is added to them. */
  readonly facts: Readonly<Record<string, Text>>;
  /** If a single finding is more severe than its code. */
  readonly atLeast?: Severity;
}

/** A finding with its severity by the configuration and command line. */
export interface RatedFinding extends Finding {
  readonly severity: Exclude<Severity, 'off'>;
  /** The reason given with `--accept`, empty if none was given; undefined if it is not accepted. */
  readonly accepted: string | undefined;
}

/** Findings per code, in the order in which codes first occur. */
export function countByCode(
  findings: readonly Pick<RatedFinding, 'code'>[],
): Partial<Record<ExceptionCode, number>> {
  const counts: Partial<Record<ExceptionCode, number>> = {};
  for (const { code } of findings) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** The target of `--accept`: all exceptions of a code, or one record's. */
export type AcceptedKey = ExceptionCode | `${ExceptionCode}@${string}`;

export function isAcceptedKey(text: string): text is AcceptedKey {
  return isExceptionCode(text.split('@')[0] ?? '');
}

/** The key of a single exception. */
export function acceptedKeyOf({ code, record }: Pick<Finding, 'code' | 'record'>): AcceptedKey {
  return `${code}@${record}`;
}

/** How an exception acts: `block` stops every run, `block-final` only a final one, `off` is not checked. */
export const SEVERITIES = ['block', 'block-final', 'warn', 'off'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Who can resolve an exception. */
export type Actor = 'planner' | 'payroll' | 'administrator' | 'operator';

/** Whether an exception breaches a limit of working time. A very long entry is a likely mistake, and breaches none. */
export function isOfWorkingTime(code: string): boolean {
  return code.startsWith('WT_') || code === 'SHORT_REST';
}

/** How a run treats an exception of a code, for any record. */
interface ExceptionKind {
  /** The default if the configuration sets none. */
  readonly severity: Severity;
  readonly actor: Actor;
  /** A fault of a time entry: on days paid from planned shifts it has no effect on pay. */
  readonly isOfEntry: boolean;
}

const KINDS = {
  OPEN_ENTRY: { severity: 'block-final', actor: 'planner', isOfEntry: true },
  MISSING_END: { severity: 'block-final', actor: 'planner', isOfEntry: true },
  LONG_ENTRY: { severity: 'warn', actor: 'planner', isOfEntry: true },
  SHORT_REST: { severity: 'warn', actor: 'planner', isOfEntry: true },
  WT_DAY_LENGTH: { severity: 'warn', actor: 'planner', isOfEntry: false },
  WT_WEEK_LENGTH: { severity: 'warn', actor: 'planner', isOfEntry: false },
  WT_WEEK_AVERAGE: { severity: 'warn', actor: 'planner', isOfEntry: false },
  WT_DAILY_REST: { severity: 'warn', actor: 'planner', isOfEntry: false },
  WT_WEEKLY_REST: { severity: 'warn', actor: 'planner', isOfEntry: false },
  WT_DAYS_IN_ROW: { severity: 'warn', actor: 'planner', isOfEntry: false },
  WT_BREAK: { severity: 'warn', actor: 'planner', isOfEntry: false },
  WT_NIGHT: { severity: 'warn', actor: 'planner', isOfEntry: false },
  OVERLAP: { severity: 'block-final', actor: 'planner', isOfEntry: true },
  ENTRY_NO_SHIFT: { severity: 'warn', actor: 'planner', isOfEntry: true },
  EARLY_START: { severity: 'warn', actor: 'planner', isOfEntry: true },
  LATE_END: { severity: 'warn', actor: 'planner', isOfEntry: true },
  SHIFT_DURING_ABSENCE: { severity: 'warn', actor: 'planner', isOfEntry: false },
  SHIFT_NO_ENTRY: { severity: 'warn', actor: 'planner', isOfEntry: false },
  EXPECTED_DAY: { severity: 'off', actor: 'planner', isOfEntry: false },
  UNREVIEWED: { severity: 'block-final', actor: 'planner', isOfEntry: true },
  NO_EMPLOYEE: { severity: 'warn', actor: 'planner', isOfEntry: true },
  UNKNOWN_EMPLOYEE: { severity: 'warn', actor: 'payroll', isOfEntry: false },
  INACTIVE_EMPLOYEE: { severity: 'warn', actor: 'payroll', isOfEntry: false },
  MISSING_EMPLOYEE: { severity: 'warn', actor: 'payroll', isOfEntry: false },
  WORKDATE_MISMATCH: { severity: 'warn', actor: 'planner', isOfEntry: true },
  OFFSET_MISMATCH: { severity: 'warn', actor: 'planner', isOfEntry: true },
  NET_EXCEEDS_GROSS: { severity: 'block-final', actor: 'planner', isOfEntry: true },
  PLANNED_MISMATCH: { severity: 'warn', actor: 'planner', isOfEntry: false },
  DST_SUSPECT: { severity: 'warn', actor: 'planner', isOfEntry: true },
  ZONE_UNCLEAR: { severity: 'block', actor: 'administrator', isOfEntry: true },
  CHANGED_WHILE_READING: { severity: 'block-final', actor: 'payroll', isOfEntry: false },
  LIST_UNAVAILABLE: { severity: 'warn', actor: 'administrator', isOfEntry: false },
  SOURCE_INCOMPLETE: { severity: 'block-final', actor: 'administrator', isOfEntry: false },
  NO_ENTRIES: { severity: 'block-final', actor: 'payroll', isOfEntry: false },
  PERIOD_NOT_OVER: { severity: 'block-final', actor: 'payroll', isOfEntry: false },
  ENTRIES_GONE: { severity: 'block-final', actor: 'payroll', isOfEntry: false },
  SETTLED_AGAIN: { severity: 'block-final', actor: 'payroll', isOfEntry: false },
  MAPPING_CHANGED: { severity: 'block-final', actor: 'payroll', isOfEntry: false },
  TEMPLATE_EMPTY: { severity: 'block-final', actor: 'payroll', isOfEntry: false },
  UNMAPPED_EMPLOYEE: { severity: 'block', actor: 'payroll', isOfEntry: false },
  UNMAPPED_CODE: { severity: 'block', actor: 'payroll', isOfEntry: false },
  DUPLICATE_NUMBER: { severity: 'block', actor: 'payroll', isOfEntry: false },
  LOST_ZERO: { severity: 'warn', actor: 'payroll', isOfEntry: false },
  WORKED_ON_ABSENCE: { severity: 'warn', actor: 'payroll', isOfEntry: false },
  ABSENCE_OVER_A_DAY: { severity: 'block-final', actor: 'payroll', isOfEntry: false },
  ABSENCE_HOURS: { severity: 'block', actor: 'payroll', isOfEntry: false },
  HOLIDAY_HOURS: { severity: 'block', actor: 'payroll', isOfEntry: false },
  ABSENCE_UNCLEAR: { severity: 'block-final', actor: 'payroll', isOfEntry: false },
  ABSENCE_NOT_COUNTED: { severity: 'block-final', actor: 'payroll', isOfEntry: false },
  ABSENCE_PART_UNPAID: { severity: 'warn', actor: 'payroll', isOfEntry: false },
  ABSENCE_OUTSIDE_CONTRACT: { severity: 'block-final', actor: 'payroll', isOfEntry: false },
  HOLIDAY_UNUSED: { severity: 'warn', actor: 'administrator', isOfEntry: false },
  HOLIDAY_NO_PLACE: { severity: 'warn', actor: 'payroll', isOfEntry: false },
  HOLIDAY_FRACTION: { severity: 'warn', actor: 'administrator', isOfEntry: false },
  BALANCE_UNKNOWN: { severity: 'block-final', actor: 'payroll', isOfEntry: false },
  BALANCE_NOT_COMPARED: { severity: 'warn', actor: 'payroll', isOfEntry: false },
  ACCOUNT_NO_TARGET: { severity: 'block-final', actor: 'payroll', isOfEntry: false },
  ACCOUNT_ROW_IGNORED: { severity: 'block-final', actor: 'payroll', isOfEntry: false },
  ACCOUNT_BELOW: { severity: 'warn', actor: 'payroll', isOfEntry: false },
  ACCOUNT_OPEN_AT_END: { severity: 'warn', actor: 'payroll', isOfEntry: false },
  COUNTER_REACHED: { severity: 'warn', actor: 'planner', isOfEntry: false },
  RULE_UNUSED: { severity: 'warn', actor: 'administrator', isOfEntry: false },
  INVALID_RECORD: { severity: 'block-final', actor: 'operator', isOfEntry: false },
  ESTABLISHMENT_GONE: { severity: 'block-final', actor: 'administrator', isOfEntry: false },
  UNKNOWN_ESTABLISHMENT: { severity: 'warn', actor: 'administrator', isOfEntry: false },
} as const satisfies Record<string, ExceptionKind>;

export type ExceptionCode = keyof typeof KINDS;

/** The values of a code's message, without `record`. */
export type FactsOf<Code extends ExceptionCode> = Omit<MessageValues[`exceptions.${Code}`], 'record'>;

/**
 * The last parameter of a function that takes facts: none for a code whose message has no values. A missing or surplus
 * fact does not compile.
 */
export type FactsParameter<Facts, Given = unknown> = keyof Facts extends never
  ? []
  : [facts: Given & Facts & { readonly [Surplus in Exclude<keyof Given, keyof Facts>]: never }];

/** A finding of a code with the values of its message. */
export function finding<Code extends ExceptionCode, Given>(
  code: Code,
  { employeeId = null, date = null, record }: Partial<Finding> & Pick<Finding, 'record'>,
  ...[facts]: FactsParameter<FactsOf<Code>, Given>
): Finding {
  return { code, employeeId, date, record, facts: (facts ?? {}) as Finding['facts'] };
}

/** Every exception that a run can report. */
export const EXCEPTIONS: Readonly<Record<ExceptionCode, ExceptionKind>> = KINDS;

export const EXCEPTION_CODES = Object.keys(KINDS) as ExceptionCode[];

export function isExceptionCode(text: string): text is ExceptionCode {
  return Object.hasOwn(KINDS, text);
}

/** The findings that stop a run of this kind. */
export function blockingFindings(
  findings: readonly RatedFinding[],
  state: 'draft' | 'final',
): RatedFinding[] {
  return findings.filter(({ severity, accepted }) => {
    if (accepted !== undefined) return false;
    return severity === 'block' || (severity === 'block-final' && state === 'final');
  });
}
