import type { ShiftPay } from '../pay/payRules.js';
import { isInside, type Period } from '../period/period.js';
import type { PeriodData } from '../records/periodData.js';
import type { Shift, TimeEntry } from '../records/records.js';
import type { LocalDate } from '../time/localDate.js';
import type { Timesheet, WorkedEntry } from '../timesheet/timesheet.js';
import type { LimitsOfPerson } from '../workingTime/limits.js';
import type { PersonWorkingTime } from '../workingTime/workingTime.js';
import type { ExceptionCode, FactsOf, FactsParameter, Finding } from './finding.js';

/**
 * The input of the rules: the work of one employee, of entries without an employee (null), or of all employees of a
 * small period.
 */
export interface RuleInput {
  readonly data: PeriodData;
  readonly timesheet: Timesheet;
  readonly period: Period;
  /** Published shifts by id, also those of others that entries name; empty if planning cannot be read. */
  readonly shiftsById: ReadonlyMap<string, Shift>;
  /** Shifts planned for these people that have been worked by any employee. */
  readonly workedShiftIds: ReadonlySet<string | null>;
  readonly limitsOf: LimitsOfPerson;
  /** Set for an employee if working-time limits are configured. */
  readonly workingTime: PersonWorkingTime | undefined;
  /** Set if time outside of shifts is not paid. */
  readonly shiftPay: ShiftPay | undefined;
  /** Whether the person is absent all day by the file of absences. */
  readonly isAbsent: (date: LocalDate) => boolean;
}

/** A small named rule: a pure function that reports all findings, in an order independent of that of the records. */
export type Rule = (input: RuleInput) => Finding[];

/** Facts that come from the stamps of the record. */
type Spanned = 'start' | 'end';

/** Shown instead of a missing end. */
const NO_END = '–';

/** A finding about one entry, with its stamps as recorded. */
export function entryFinding<Code extends ExceptionCode, Given>(
  code: Code,
  { id, employeeId, workDate, start, end }: TimeEntry,
  ...[facts]: FactsParameter<Omit<FactsOf<Code>, Spanned>, Given>
): Finding {
  const spanned = { start: start.text, end: end?.text ?? NO_END, ...facts };
  return { code, employeeId, date: workDate, record: id, facts: spanned };
}

/** A finding about one shift, with its stamps as recorded. */
export function shiftFinding<Code extends ExceptionCode, Given>(
  code: Code,
  { id, employeeId, date, start, end }: Shift,
  ...[facts]: FactsParameter<Omit<FactsOf<Code>, Spanned>, Given>
): Finding {
  return { code, employeeId, date, record: id, facts: { start: start.text, end: end.text, ...facts } };
}

/** All completed entries of employees in the period and its margin, by start. */
export function completedEntries(timesheet: Timesheet): WorkedEntry[] {
  return [...timesheet.exported, ...timesheet.outside].sort(
    (a, b) => a.entry.start.epochSeconds - b.entry.start.epochSeconds || (a.entry.id < b.entry.id ? -1 : 1),
  );
}

/**
 * Completed entries of employees that belong to this period: those with a minute in it, and those that the service
 * lists under one of its days, whichever days their minutes count for.
 */
export function relevantEntries({ timesheet, period }: RuleInput): WorkedEntry[] {
  const exported = new Set(timesheet.exported);
  return completedEntries(timesheet).filter(
    (worked) => exported.has(worked) || isInside(worked.entry.workDate, period),
  );
}

/** Real time between the stamps of a completed entry; undefined if the end is missing. */
export function elapsedEntrySeconds(entry: TimeEntry): number | undefined {
  return entry.end === null ? undefined : entry.end.epochSeconds - entry.start.epochSeconds;
}

/** Sorts copies of records by a text, so that the order of findings does not depend on the read. */
export function sortByText<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Item[] {
  return [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
