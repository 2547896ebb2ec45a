import { findText } from '../../i18n/catalogue.js';
import { languageOf } from '../../i18n/language.js';
import type { AnyMessage } from '../../i18n/message.js';
import type { PersonAccount } from '../account/accountFindings.js';
import type { Figures, RunComparison } from '../changes/runComparison.js';
import { groupBy } from '../collections.js';
import type { RatedFinding } from '../exceptions/finding.js';
import { type PortalLinks, type RecordLink, recordLink } from '../exceptions/portalLinks.js';
import type { FindingReport } from '../exceptions/workList.js';
import type { DayHoliday } from '../holidays/dayHoliday.js';
import type { HolidayCalendar } from '../holidays/holidayCalendar.js';
import type { MappedEmployees } from '../mapping/employeeRows.js';
import type { Pay } from '../pay/computePay.js';
import type { CostCenters } from '../pay/costCenter.js';
import type { PaidTotals } from '../pay/paidTotals.js';
import type { PayAmounts } from '../pay/payAmounts.js';
import { createNameDirectory } from '../people/peopleDirectory.js';
import type { Period } from '../period/period.js';
import type { PeriodData, PeriodFacts } from '../records/periodData.js';
import type { References, Shift } from '../records/records.js';
import type { LocalDate } from '../time/localDate.js';
import type { Control, Tally } from '../timesheet/controlTotals.js';
import type { TimePolicy, Timesheet } from '../timesheet/timesheet.js';
import type { WorkingTimeGaps } from '../workingTime/weeks.js';
import type { PersonWorkingTime } from '../workingTime/workingTime.js';

/** Whether a run is recorded as final. */
export type ExportState = 'draft' | 'final';

/** Facts about a run that a document may show. Nothing here depends on the clock. */
export interface RunFacts {
  /** Key of the employer. */
  readonly employer: string;
  /** The name shown to people. */
  readonly employerName: string;
  readonly employerId: string;
  readonly state: ExportState;
  readonly tzdata: string;
  readonly version: string;
  readonly language: string;
  /** How hours are written for people; `h:mm` by default. */
  readonly hours?: 'clock' | 'decimal' | undefined;
  /** Digest of the configuration; runs of older versions have none. */
  readonly links?: PortalLinks | undefined;
  /** The name of the source; undefined for the Workforce API. */
  readonly source?: AnyMessage | undefined;
}

interface PayCode {
  /** Code of the payroll system. */
  readonly external: string;
  /** The second key that some systems require. */
  readonly secondary?: string | undefined;
  /** The label, by language (`en`, `de`, `fr`, `nl`). */
  readonly label?: Readonly<Record<string, string | undefined>> | undefined;
}

/** By internal pay code. */
export type PayCodes = Readonly<Record<string, PayCode>>;

/** The label of a pay code in a language, or its usual meaning, or the code itself. */
export function payCodeLabel(payCode: string, payCodes: PayCodes, language: string): string {
  const { label } = (Object.hasOwn(payCodes, payCode) ? payCodes[payCode] : undefined) ?? {};
  return label?.[language.slice(0, 2)] ?? usualMeaning(payCode, language) ?? payCode;
}

/** The meaning of a common pay code such as HOLIDAY in a language; undefined for other codes. */
export function usualMeaning(payCode: string, language: string): string | undefined {
  return findText(languageOf(language), `payCode.${payCode}`);
}

/** The labels of the pay codes that have one. */
export function payCodeLabels(payCodes: PayCodes, language: string): Readonly<Record<string, string>> {
  const labelled = Object.keys(payCodes).map(
    (code) => [code, payCodeLabel(code, payCodes, language)] as const,
  );
  return Object.fromEntries(labelled.filter(([code, label]) => label !== code));
}

/** The computed work of one employee, of entries without an employee (null), or of all employees of a small period. */
export interface ComputedWork {
  readonly data: PeriodData;
  /** Shifts of others on which these people worked. */
  readonly relatedShifts: readonly Shift[];
  readonly timesheet: Timesheet;
  readonly pay: Pay;
  /** The holiday of a day at the person's place, by the person's mapping row. */
  readonly holidayOn: (date: LocalDate) => DayHoliday | undefined;
  /** The input of working-time limits; undefined if none are set. */
  readonly workingTime?: PersonWorkingTime | undefined;
  /** The hours account; undefined without one. */
  readonly account?: PersonAccount | undefined;
}

/** The balances of an hours account before and at the end of a period, in minutes; undefined if it has not begun. */
export interface AccountBalances {
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** At the end of each day of the period; null before the account begins. */
  readonly byDay: readonly (number | null)[];
  /** Digest of what the days add to the account, whatever the balance before them. */
  readonly digest: string;
}

/** Work by employee. Each request computes it again; no result is cached. */
export interface WorkByPerson {
  /** IDs of employees with a record, sorted. */
  readonly ids: readonly string[];
  /** With null, the work without an employee. */
  readonly of: (personId: string | null) => ComputedWork;
}

/** Where an employee worked, with which team, on which task, and whether the work has been reviewed. */
export interface Work extends Pick<References, 'establishmentId' | 'teamId' | 'taskId'> {
  /** null if there is nothing to review. */
  readonly isReviewed: boolean | null;
}

/** The work of a finding's record, and its employee. */
export interface RecordWork extends Work {
  readonly kind: 'place' | 'shift' | 'entry';
  readonly employeeId: string | null;
  readonly agencyWorkerId: string | null;
}

/** All data for documents. The data of an employee is computed on request. */
export interface ComputedPeriod {
  readonly run: RunFacts;
  readonly period: Period;
  readonly policy: TimePolicy;
  readonly data: PeriodFacts;
  /** All holidays of the employer, by place and person. */
  readonly holidays: HolidayCalendar;
  readonly people: WorkByPerson;
  /** Employees with worked or planned minutes, an absence or a paid holiday in the period, sorted. */
  readonly peopleWithRows: readonly string[];
  readonly control: Control;
  readonly paid: PaidTotals;
  /** The amounts of all pay lines, premiums and absences included. */
  readonly amounts: PayAmounts;
  /** Absences and their minutes, which the fetched and paid minutes exclude. */
  readonly absences: Tally;
  readonly payCodes: PayCodes;
  /** The cost centres of places, teams and tasks, which override the employee's own. */
  readonly costCenters?: CostCenters | undefined;
  readonly findings: readonly RatedFinding[];
  /** The days that working-time limits could not check; undefined if there are none. */
  readonly workingTimeGaps?: WorkingTimeGaps | undefined;
  /** The work of the records of findings, by ID. */
  readonly works: ReadonlyMap<string, RecordWork>;
  readonly mapping: MappedEmployees;
  /** The totals of the period for each employee. */
  readonly figures: Figures;
  /** The hours accounts by employee; undefined in data that was computed without them. */
  readonly accounts?: ReadonlyMap<string, AccountBalances> | undefined;
  /** Employee ID and date, with a space between -> worked minutes, for days with findings. */
  readonly workedOn: ReadonlyMap<string, number>;
  /** The ledger's data about the period; undefined if it was not read. */
  readonly comparison?: RunComparison | undefined;
}

/** A computed period without its employees: data that spans employees, and facts of the run. */
export type PeriodSummary = Omit<ComputedPeriod, 'people'>;

/** The facts of a period that are known before its employees are computed. */
export type PeriodFrame = Pick<
  ComputedPeriod,
  'run' | 'period' | 'policy' | 'data' | 'holidays' | 'payCodes' | 'costCenters' | 'mapping' | 'comparison'
>;

/** Groups work by employee that was computed for all employees together. */
export function groupWorkByPerson({ data, timesheet, pay, holidayOn }: ComputedWork): WorkByPerson {
  const ownerOf = (item: { readonly employeeId: string | null }): string | null => item.employeeId;
  const ownerOfEntry = ({ entry }: { readonly entry: { readonly employeeId: string | null } }) =>
    entry.employeeId;
  const by = {
    entries: groupBy(data.entries, ownerOf),
    shifts: groupBy(data.shifts ?? [], ownerOf),
    exported: groupBy(timesheet.exported, ownerOfEntry),
    outside: groupBy(timesheet.outside, ownerOfEntry),
    excluded: groupBy(timesheet.excluded, ownerOfEntry),
    days: groupBy(timesheet.days, ({ personId }) => personId),
    lines: groupBy(pay.lines, ({ employeeId }) => employeeId),
    outsideLines: groupBy(pay.outsideLines, ({ employeeId }) => employeeId),
  };
  const owners = new Map(data.entries.map(({ id, employeeId }) => [id, employeeId]));
  const paid = groupBy(pay.entries, ({ entryId }) => owners.get(entryId) ?? null);
  const ids = new Set([...by.entries.keys(), ...by.shifts.keys(), ...by.days.keys(), ...by.lines.keys()]);
  return {
    ids: [...ids].filter((id) => id !== null).sort(),
    of: (personId) => ({
      holidayOn,
      data: {
        ...data,
        entries: by.entries.get(personId) ?? [],
        shifts: data.shifts === null ? null : (by.shifts.get(personId) ?? []),
      },
      relatedShifts: (data.shifts ?? []).filter(({ employeeId }) => employeeId !== personId),
      timesheet: {
        ...timesheet,
        exported: by.exported.get(personId) ?? [],
        outside: by.outside.get(personId) ?? [],
        excluded: by.excluded.get(personId) ?? [],
        days: by.days.get(personId) ?? [],
        agency: personId === null ? timesheet.agency : [],
        agencyDays: personId === null ? timesheet.agencyDays : [],
      },
      pay: {
        lines: by.lines.get(personId ?? '') ?? [],
        outsideLines: by.outsideLines.get(personId ?? '') ?? [],
        entries: paid.get(personId) ?? [],
      },
    }),
  };
}

/** The findings of a computed period with the names of their employees and places. */
export function buildFindingReport({
  findings,
  data,
  works,
  mapping,
  run,
  period,
  workingTimeGaps,
}: PeriodSummary): FindingReport & { readonly period: Period } {
  const agencyNames = new Map(data.agencyWorkers.map(({ id, label }) => [id, label ?? id]));
  const labels = new Map(data.establishments.map(({ id, label }) => [id, label ?? id]));
  const ids = [...new Set(findings.flatMap(({ employeeId }) => employeeId ?? []))];
  const nameOf = createNameDirectory(data, mapping, period);
  const names = new Map(ids.map((id) => [id, nameOf(id)]));
  const places = new Map<string, string>();
  for (const { record } of findings) {
    const work = works.get(record);
    if (work === undefined || work.kind === 'place') continue;
    const { employeeId, agencyWorkerId, establishmentId } = work;
    const name = agencyNames.get(agencyWorkerId ?? '');
    if (employeeId === null && name !== undefined) names.set(record, name);
    if (establishmentId !== null) places.set(record, labels.get(establishmentId) ?? establishmentId);
  }
  const links = new Map<string, RecordLink>();
  for (const finding of findings) {
    const link = findingLink(run.links, works, finding);
    if (link !== undefined) links.set(finding.record, link);
  }
  const { language, hours } = run;
  return { findings, names, places, links, language, hours, period, workingTimeGaps };
}

/**
 * The page where a finding can be corrected: that of its record, or else of its employee; undefined if neither has an
 * address.
 */
export function findingLink(
  links: PortalLinks | undefined,
  works: ComputedPeriod['works'],
  { code, record, employeeId, facts }: RatedFinding,
): RecordLink | undefined {
  if (links === undefined) return undefined;
  // The finding covers all entries of a time zone, and names the first.
  const first = code === 'OFFSET_MISMATCH' && typeof facts.first === 'string' ? facts.first : undefined;
  const work = works.get(record);
  const owner = work?.employeeId ?? employeeId;
  if (work?.kind === 'shift') return recordLink(links, { kind: 'shift', id: record }, owner);
  const entryId = work?.kind === 'entry' ? record : first;
  return recordLink(links, entryId === undefined ? undefined : { kind: 'timeEntry', id: entryId }, owner);
}
