import type { RatedFinding } from '../exceptions/finding.js';
import type { Pay } from '../pay/computePay.js';
import type { PaidTotals } from '../pay/paidTotals.js';
import type { MappedEmployees } from '../people/peopleDirectory.js';
import type { Period } from '../period/period.js';
import type { PeriodData, PeriodFacts } from '../records/periodData.js';
import type { References, Shift } from '../records/records.js';
import type { Control } from '../timesheet/control.js';
import type { TimePolicy, Timesheet } from '../timesheet/timesheet.js';

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

/** The computed work of one person, of nobody, or of all of a small period. */
export interface ComputedWork {
  readonly data: PeriodData;
  /** Shifts of others on which these people worked. */
  readonly relatedShifts: readonly Shift[];
  readonly timesheet: Timesheet;
  readonly pay: Pay;
}

/** Work by person. Everybody's is computed anew whenever it is asked for, and nobody's is held. */
export interface WorkByPerson {
  /** Of employees with a record, sorted. */
  readonly ids: readonly string[];
  /** With null, the work that names no employee. */
  readonly of: (personId: string | null) => ComputedWork;
}

/** Where somebody worked, with whom, on what, and whether it has been reviewed. */
export interface Work extends Pick<References, 'establishmentId' | 'teamId' | 'taskId'> {
  /** null where there is nothing to review. */
  readonly isReviewed: boolean | null;
}

/** The work that the record of a finding stands for, and whose it is. */
export interface RecordWork extends Work {
  readonly kind: 'place' | 'shift' | 'entry';
  readonly employeeId: string | null;
  readonly agencyWorkerId: string | null;
}

/** Everything that documents are made of. What belongs to one person is computed when it is asked for. */
export interface ComputedPeriod {
  readonly run: RunFacts;
  readonly period: Period;
  readonly policy: TimePolicy;
  readonly data: PeriodFacts;
  readonly people: WorkByPerson;
  readonly control: Control;
  readonly paid: PaidTotals;
  readonly payCodes: PayCodes;
  readonly findings: readonly RatedFinding[];
  /** By id, the work that the records of findings are about. */
  readonly works: ReadonlyMap<string, RecordWork>;
  readonly mapping: MappedEmployees;
}
