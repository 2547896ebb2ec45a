/** What a part of a payroll file adds up to, as it is written there. */
export interface SlipSum {
  /** Amounts that are written; what is left out because it is 0 does not count. */
  readonly lines: number;
  /** As written, in hours, whatever the file's own unit. */
  readonly writtenHours: number;
  /** Of the run, before they were rounded. */
  readonly minutes: number;
}

/** The paper that a clerk ticks off beside a payroll file: what each code, each employee and the file add up to. */
export interface ControlSlip extends SlipSum {
  /** Decimals of the hours in the file; null where it has whole minutes. */
  readonly decimals: number | null;
  /** Written hours less those of the run: what rounding made of them. */
  readonly differenceHours: number;
  readonly codes: readonly (SlipSum & { readonly code: string })[];
  readonly employees: readonly (SlipSum & { readonly employeeNumber: string; readonly employee: string })[];
}
