import type { LocalDate } from '../time/localDate.js';

/** A row of an employer's file of absences: what holds for each of its dates. */
export interface Absence {
  readonly employeeId: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Internal pay code. */
  readonly code: string;
  /** Whole minutes of each date, or a part of a day: 0.5, 1. */
  readonly amount: { readonly minutes: number } | { readonly days: number };
  /** Of the file, for messages. */
  readonly line: number;
}

/** What one date has of an absence. */
export interface AbsenceDay {
  readonly employeeId: string;
  readonly date: LocalDate;
  readonly code: string;
  /** null where the row has days and nothing says how many minutes a day of this person has. */
  readonly minutes: number | null;
  /** null where the row has minutes. */
  readonly days: number | null;
}
