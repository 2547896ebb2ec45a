import { isInside, type Period } from '../period/period.js';
import type { PeriodData } from '../records/periodData.js';
import type { Shift, TimeEntry } from '../records/records.js';
import type { Timesheet, WorkedEntry } from '../timesheet/timesheet.js';
import type { Finding } from './finding.js';

/**
 * The input of the rules: the work of one employee, of no employee (with null), or of all employees of a small
 * period.
 */
export interface RuleInput {
  readonly data: PeriodData;
  readonly timesheet: Timesheet;
  readonly period: Period;
  /** Published shifts by id, also those of others that entries name; empty where planning cannot be read. */
  readonly shiftsById: ReadonlyMap<string, Shift>;
  /** Shifts planned for these people that have been worked by any employee. */
  readonly workedShiftIds: ReadonlySet<string | null>;
}

/** A small named rule: pure, complete, in an order that does not depend on that of the records. */
export type Rule = (input: RuleInput) => Finding[];

/** A finding about one entry, with its stamps as recorded. */
export function entryFinding(code: Finding['code'], entry: TimeEntry, facts: Finding['facts'] = {}): Finding {
  return {
    code,
    employeeId: entry.employeeId,
    date: entry.workDate,
    record: entry.id,
    facts: { start: entry.start.text, end: entry.end?.text ?? '', ...facts },
  };
}

/** All completed entries of employees that were read, inside the period and in its margin, by start. */
export function completedEntries(timesheet: Timesheet): WorkedEntry[] {
  return [...timesheet.exported, ...timesheet.outside].sort(
    (a, b) => a.entry.start.epochSeconds - b.entry.start.epochSeconds || (a.entry.id < b.entry.id ? -1 : 1),
  );
}

/**
 * Completed entries of employees that this period has to answer for: those with a minute in it, and those that
 * the service lists under one of its days, wherever their minutes went.
 */
export function relevantEntries({ timesheet, period }: RuleInput): WorkedEntry[] {
  const exported = new Set(timesheet.exported);
  return completedEntries(timesheet).filter(
    (worked) => exported.has(worked) || isInside(worked.entry.workDate, period),
  );
}

/** Real time between the stamps of a completed entry; undefined where an end is missing. */
export function elapsedEntrySeconds(entry: TimeEntry): number | undefined {
  return entry.end === null ? undefined : entry.end.epochSeconds - entry.start.epochSeconds;
}

/** `9:30` for 570 whole minutes. */
export function formatHours(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : ''}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`;
}

/** Sorts copies of records by a text, so that findings keep their order however records were read. */
export function sortByText<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Item[] {
  return [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
