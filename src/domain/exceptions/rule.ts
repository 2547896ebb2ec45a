import type { Period } from '../period.js';
import type { PeriodData } from '../periodData.js';
import type { Shift, TimeEntry } from '../records.js';
import type { Timesheet, WorkedEntry } from '../timesheet/timesheet.js';
import type { Finding } from './finding.js';

/** What rules look at. */
export interface RuleInput {
  readonly data: PeriodData;
  readonly timesheet: Timesheet;
  readonly period: Period;
  /** Published shifts by id; empty where planning cannot be read. */
  readonly shiftsById: ReadonlyMap<string, Shift>;
}

/** A small named rule: pure, complete, in the order of the data. */
export type Rule = (input: RuleInput) => Finding[];

/** A finding about one entry. */
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
export function workedAround(timesheet: Timesheet): WorkedEntry[] {
  return [...timesheet.exported, ...timesheet.outside].sort(
    (a, b) => a.entry.start.epochSeconds - b.entry.start.epochSeconds || (a.entry.id < b.entry.id ? -1 : 1),
  );
}

/** Real time between the stamps of a completed entry; undefined where an end is missing. */
export function elapsedSecondsOf(entry: TimeEntry): number | undefined {
  return entry.end === null ? undefined : entry.end.epochSeconds - entry.start.epochSeconds;
}
