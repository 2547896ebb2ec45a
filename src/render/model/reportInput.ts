import type { RatedFinding } from '../../domain/exceptions/finding.js';
import type { Pay } from '../../domain/pay/computePay.js';
import type { PaidTotals } from '../../domain/pay/paidTotals.js';
import type { PeriodData } from '../../domain/periodData.js';
import type { Control } from '../../domain/timesheet/control.js';
import type { Timesheet } from '../../domain/timesheet/timesheet.js';
import type { MappedEmployees } from './people.js';

/** Facts about a run that a document may show. Nothing here depends on the clock. */
export interface RunFacts {
  readonly employer: string;
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
export interface ReportInput {
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
