import type { RatedFinding } from '../exceptions/finding.js';
import type { Pay } from '../pay/computePay.js';
import type { PaidTotals } from '../pay/paidTotals.js';
import type { MappedEmployees } from '../people/peopleDirectory.js';
import type { PeriodData } from '../records/periodData.js';
import type { Control } from '../timesheet/control.js';
import type { Timesheet } from '../timesheet/timesheet.js';

/** Facts about a run that a document may show. Nothing here depends on the clock. */
export interface RunFacts {
  /** Key of the employer. */
  readonly employer: string;
  /** What people read. */
  readonly employerName: string;
  readonly employerId: string;
  readonly state: 'draft' | 'final';
  readonly tzdata: string;
  readonly version: string;
  readonly language: string;
}

/** Internal pay code -> code of the payroll system, and the further key that some of them want. */
export type PayCodes = Readonly<
  Record<string, { readonly external: string; readonly secondary?: string | undefined }>
>;

/** Everything that documents are made of. */
export interface ComputedPeriod {
  readonly run: RunFacts;
  readonly data: PeriodData;
  readonly timesheet: Timesheet;
  readonly control: Control;
  readonly pay: Pay;
  readonly paid: PaidTotals;
  readonly payCodes: PayCodes;
  readonly findings: readonly RatedFinding[];
  readonly mapping: MappedEmployees;
}
