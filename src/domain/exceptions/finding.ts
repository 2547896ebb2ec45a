import type { LocalDate } from '../time/localDate.js';
import type { ExceptionCode, Severity } from './exceptionCode.js';

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
