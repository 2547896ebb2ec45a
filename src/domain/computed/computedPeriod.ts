import type { RatedFinding } from '../exceptions/finding.js';
import type { Pay } from '../pay/computePay.js';
import type { CostCenters } from '../pay/costCenter.js';
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

export interface PayCode {
  /** Code of the payroll system. */
  readonly external: string;
  /** The further key that some of them want. */
  readonly secondary?: string | undefined;
  /** What people read, by language (`en`, `de`, `fr`, `nl`). */
  readonly label?: Readonly<Record<string, string | undefined>> | undefined;
}

/** By internal pay code. */
export type PayCodes = Readonly<Record<string, PayCode>>;

/** What people read for a pay code in a language: its label, else the code itself. */
export function payCodeLabel(payCode: string, payCodes: PayCodes, language: string): string {
  const { label } = (Object.hasOwn(payCodes, payCode) ? payCodes[payCode] : undefined) ?? {};
  return label?.[language.slice(0, 2)] ?? payCode;
}

/** Everything that documents are made of. */
export interface ComputedPeriod {
  readonly run: RunFacts;
  readonly data: PeriodData;
  readonly timesheet: Timesheet;
  readonly control: Control;
  readonly pay: Pay;
  readonly paid: PaidTotals;
  readonly payCodes: PayCodes;
  /** Of what was worked, over the employee's own; none where absent. */
  readonly costCenters?: CostCenters | undefined;
  readonly findings: readonly RatedFinding[];
  readonly mapping: MappedEmployees;
}
