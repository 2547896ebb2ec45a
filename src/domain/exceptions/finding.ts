import type { LocalDate } from '../time/localDate.js';

/** Something about a record or a person that a clerk should know before payroll does. */
export interface Finding {
  readonly code: ExceptionCode;
  readonly employeeId: string | null;
  readonly date: LocalDate | null;
  /** Id of the record it is about, or another name for it. */
  readonly record: string;
  /** What the message names, by placeholder. */
  readonly facts: Readonly<Record<string, string | number>>;
  /** Where a single finding is worse than its code. */
  readonly atLeast?: Severity;
}

/** A finding with what the configuration and the command line make of it. */
export interface RatedFinding extends Finding {
  readonly severity: Exclude<Severity, 'off'>;
  /** The reason given with `--accept`, empty where none was given; undefined where it is not accepted. */
  readonly accepted: string | undefined;
}

/** How an exception acts: `block` stops every run, `block-final` only a final one, `off` is not looked for. */
export const SEVERITIES = ['block', 'block-final', 'warn', 'off'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Every exception that a run can report, with its default severity. */
export const DEFAULT_SEVERITY = {
  OPEN_ENTRY: 'block-final',
  MISSING_END: 'block-final',
  LONG_ENTRY: 'warn',
  SHORT_REST: 'warn',
  OVERLAP: 'block-final',
  ENTRY_NO_SHIFT: 'warn',
  SHIFT_NO_ENTRY: 'warn',
  UNREVIEWED: 'block-final',
  NO_EMPLOYEE: 'warn',
  UNKNOWN_EMPLOYEE: 'warn',
  INACTIVE_EMPLOYEE: 'warn',
  WORKDATE_MISMATCH: 'warn',
  OFFSET_MISMATCH: 'warn',
  NET_EXCEEDS_GROSS: 'block-final',
  PLANNED_MISMATCH: 'warn',
  DST_SUSPECT: 'warn',
  ZONE_UNCLEAR: 'block',
  CHANGED_WHILE_READING: 'block-final',
  LIST_UNAVAILABLE: 'warn',
  NO_ENTRIES: 'block-final',
  PERIOD_NOT_OVER: 'block-final',
  UNMAPPED_EMPLOYEE: 'block',
  UNMAPPED_CODE: 'block',
  DUPLICATE_NUMBER: 'block',
  LOST_ZERO: 'warn',
  WORKED_ON_ABSENCE: 'warn',
  ABSENCE_HOURS: 'block',
  HOLIDAY_HOURS: 'block',
  BALANCE_UNKNOWN: 'block-final',
  COUNTER_REACHED: 'warn',
  RULE_UNUSED: 'warn',
  INVALID_RECORD: 'block-final',
  ESTABLISHMENT_GONE: 'block-final',
} as const satisfies Record<string, Severity>;

export type ExceptionCode = keyof typeof DEFAULT_SEVERITY;

export const EXCEPTION_CODES = Object.keys(DEFAULT_SEVERITY) as ExceptionCode[];

export function isExceptionCode(text: string): text is ExceptionCode {
  return Object.hasOwn(DEFAULT_SEVERITY, text);
}
