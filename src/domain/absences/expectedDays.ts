import {
  EXCEPTIONS,
  type ExceptionCode,
  type Finding,
  finding,
  type Severity,
} from '../exceptions/finding.js';
import type { ColumnsOn } from '../mapping/employeeRows.js';
import { contractDate, isInContract } from '../pay/mappingColumns.js';
import type { Days } from '../period/repeatingPeriod.js';
import type { PeriodFacts } from '../records/periodData.js';
import { addDays, type LocalDate, weekdayNumber } from '../time/localDate.js';
import { zoneByName } from '../time/tzdata.js';
import { localDateAt } from '../time/zone.js';
import { contractWeekdays } from './contractDay.js';

/** What tells on which days a person should have worked, and on which the person did. */
export interface ExpectedPerson {
  readonly employeeId: string;
  /** Further columns of the person's row of the mapping file that holds on a day. */
  readonly columnsOn: ColumnsOn;
  /** Whether the service lists the person as active: a contract without an end date is then still running. */
  readonly isEmployed: boolean;
  /** Days with work, also work that has not ended. */
  readonly worked: ReadonlySet<LocalDate>;
  /** Days with an absence. */
  readonly absent: ReadonlySet<LocalDate>;
  readonly isHoliday: (date: LocalDate) => boolean;
}

/**
 * The weekdays of the person's contract without work, absence or holiday. A person without the column
 * `contractWeekdays` has none.
 * @throws PaytallyError MAPPING_INVALID for a column that cannot be read
 */
export function findExpectedDays(person: ExpectedPerson, { from, to }: Days): Finding[] {
  const { employeeId } = person;
  const found: Finding[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const isKnown = person.worked.has(date) || person.absent.has(date) || person.isHoliday(date);
    if (isKnown || !isContractDay(person, date)) continue;
    found.push(finding('EXPECTED_DAY', { employeeId, date, record: `${employeeId} ${date}` }, { date }));
  }
  return found;
}

function isContractDay(person: ExpectedPerson, date: LocalDate): boolean {
  const { employeeId, columnsOn, isEmployed } = person;
  if (!isInContract(person, date)) return false;
  const contract = { employeeId, columns: columnsOn(date) };
  if (!isEmployed && contractDate(contract, 'contractTo') === undefined) return false;
  return contractWeekdays(contract)?.includes(weekdayNumber(date)) ?? false;
}

/** Whether a configuration asks for such days. */
export function areDaysExpected(severities: Partial<Readonly<Record<ExceptionCode, Severity>>>): boolean {
  return (severities.EXPECTED_DAY ?? EXCEPTIONS.EXPECTED_DAY.severity) !== 'off';
}

/** The days of a period that were over when the read began. */
export function daysOver(period: Days, facts: Pick<PeriodFacts, 'readBeganEpoch' | 'employerZone'>): Days {
  const today = localDateAt(facts.readBeganEpoch, zoneByName(facts.employerZone ?? 'Etc/UTC'));
  const yesterday = addDays(today, -1);
  const isOver = period.to < yesterday;
  return { from: period.from, to: isOver ? period.to : yesterday };
}
