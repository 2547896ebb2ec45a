import type { Absence } from '../../domain/absences/absenceDays.js';
import { plannedMinutesInside } from '../../domain/absences/minutesInside.js';
import { accountDayFacts } from '../../domain/account/accountDayFacts.js';
import {
  type AccountAdjustment,
  type AccountOfPeriod,
  type AccountPerson,
  accountDays,
  couldHaveBegun,
} from '../../domain/account/accountDays.js';
import {
  accountFindings,
  contractEnd,
  ignoredRows,
  type PersonAccount,
} from '../../domain/account/accountFindings.js';
import { groupBy } from '../../domain/collections.js';
import type { Finding } from '../../domain/exceptions/finding.js';
import type { EmployeeRow } from '../../domain/mapping/employeeRows.js';
import type { AccountRules } from '../../domain/pay/accountRules.js';
import {
  type EarlierPay,
  NO_EARLIER_PAY,
  type PayLine,
  type RecordsWithEarlierPay,
} from '../../domain/pay/payLine.js';
import type { PayRules } from '../../domain/pay/payRules.js';
import { isInside } from '../../domain/period/period.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import type { TimeEntry } from '../../domain/records/records.js';
import { addDays, type LocalDate } from '../../domain/time/localDate.js';
import { createZoneLookup } from '../../domain/timesheet/buildTimesheet.js';
import type { EmployerInputs } from './employerInputs.js';
import { absencesOf, activeIds, type UnworkedRecords } from './unworkedOfPeople.js';

/** One person's records, as far as an account depends on them. */
type AccountRecords = Pick<UnworkedRecords, 'shifts' | 'columnsOn' | 'holidayOn'> & {
  readonly entries: readonly Pick<TimeEntry, 'workDate'>[];
};

/** The hours accounts of all people of a period. */
export interface AccountsOfPeople {
  /** Employees whose accounts go on without a record in the period, or who have rows for an account. */
  readonly ids: readonly string[];
  /** The account of a person in the period; undefined without accounts. @throws PaytallyError MAPPING_INVALID, ABSENCES_INVALID */
  readonly of: (
    employeeId: string,
    records: AccountRecords,
    lines: readonly PayLine[],
  ) => PersonAccount | undefined;
  /** The rows for the account of a person who has none: they change nothing. */
  readonly ignoredRows: (employeeId: string) => readonly Finding[];
  /** The account on some days of the period, by rules that may be another run's, from a known balance. */
  readonly between: (
    employeeId: string,
    records: AccountRecords,
    lines: readonly PayLine[],
    span: AccountSpan,
  ) => AccountOfPeriod;
}

/** Days of an account. */
export interface AccountSpan {
  readonly days: Days;
  /** All days of their final: whoever has a record on one of them is employed, as when it was made. */
  readonly final: Days;
  readonly rules: AccountRules;
  /** The balance before the days; undefined begins with the opening balance. */
  readonly before: number | undefined;
}

export function accountsOfPeople(
  records: RecordsWithEarlierPay,
  period: Days,
  prepared: Pick<EmployerInputs, 'mapping' | 'absences'>,
  { account: rules, weekStartsOn }: Pick<PayRules, 'account' | 'weekStartsOn'>,
): AccountsOfPeople {
  const { facts, earlier = NO_EARLIER_PAY } = records;
  const { byId } = prepared.mapping.employees;
  const zoneOf = createZoneLookup(facts.establishments);
  const active = activeIds(facts);
  const adjusted: ReadonlyMap<string, readonly Absence[]> =
    rules === undefined ? new Map() : absencesOf(records, period, prepared, 'adjustments');
  const adjustmentsOf = (id: string): AccountAdjustment[] => (adjusted.get(id) ?? []).map(toAdjustment);
  const isLeftOut = (id: string): boolean => !(byId.get(id) ?? []).some(isInAccounts);
  const personOf = (
    employeeId: string,
    own: AccountRecords,
    lines: readonly PayLine[],
    days: Days,
  ): AccountPerson => ({
    employeeId,
    columnsOn: own.columnsOn,
    holidayOn: own.holidayOn,
    planOf: planByDay(own.shifts, zoneOf),
    lines,
    adjustments: adjustmentsOf(employeeId),
    isEmployed:
      facts.employees === null ||
      active.has(employeeId) ||
      earlier.wasActive(employeeId, days) ||
      hasRecord(own, days) ||
      (byId.get(employeeId) ?? []).some(hasContractEnd),
  });
  return {
    ids:
      rules === undefined
        ? []
        : [
            ...new Set([
              ...[...byId].flatMap(([id, rows]) => (rows.some(mayHaveBegun(period)) ? id : [])),
              ...adjusted.keys(),
            ]),
          ],
    ignoredRows: (employeeId) =>
      isLeftOut(employeeId) ? ignoredRows(employeeId, adjustmentsOf(employeeId)) : [],
    of: (employeeId, own, lines) => {
      if (rules === undefined || isLeftOut(employeeId)) return undefined;
      const person = personOf(employeeId, own, lines, period);
      const known = balanceBefore(rules, person, period.from, earlier);
      const before = 'unknownDays' in known ? undefined : known.minutes;
      const account = accountDays(rules, person, { ...period, weekStartsOn }, before);
      // An account that was given up needs no balance: finals after its last day have none.
      const isUnknown =
        'unknownDays' in known || (known.interrupted !== undefined && account.days.length > 0);
      const findings = accountFindings(rules, person, account, period, isUnknown ? known : undefined);
      const facts = accountDayFacts(rules, person, account.days);
      const endsOn = contractEnd(person, account);
      return { ...account, employeeId, isRestarted: isUnknown, endsOn, findings, facts };
    },
    between: (employeeId, own, lines, { days, final, rules: by, before }) =>
      accountDays(by, personOf(employeeId, own, lines, final), { ...days, weekStartsOn }, before),
  };
}

/** An account that begins in the period, or could not have begun before it, needs nothing from the ledger. */
function balanceBefore(
  rules: AccountRules,
  person: AccountPerson,
  from: LocalDate,
  earlier: EarlierPay,
): ReturnType<EarlierPay['balanceOf']> {
  if (rules.from >= from) return { minutes: undefined };
  const known = earlier.balanceOf(person.employeeId, addDays(from, -1), rules);
  const isWhole = !('unknownDays' in known) && known.interrupted === undefined;
  return isWhole || couldHaveBegun(rules, person, from) ? known : { minutes: undefined };
}

/** A balance outlives the row with which it began. */
function mayHaveBegun({ to }: Days): (row: EmployeeRow) => boolean {
  return (row) => isInAccounts(row) && (row.from ?? to) <= to;
}

function isInAccounts({ extra }: EmployeeRow): boolean {
  return (extra.account ?? '').trim().toLowerCase() !== 'no';
}

/** Whether a person has an entry or a shift in the period: a read also has days around it. */
function hasRecord({ entries, shifts }: AccountRecords, period: Days): boolean {
  return (
    entries.some(({ workDate }) => isInside(workDate, period)) ||
    (shifts ?? []).some(({ date }) => isInside(date, period))
  );
}

function hasContractEnd({ extra }: EmployeeRow): boolean {
  return (extra.contractTo ?? '').trim() !== '';
}

function toAdjustment({ from, amount, adjusts = {}, line }: Absence): AccountAdjustment {
  const minutes = 'minutes' in amount ? amount.minutes : 0;
  return { date: from, minutes, payCode: adjusts.payCode, reason: adjusts.reason, line };
}

/** Published shifts by their date. */
function planByDay(
  shifts: AccountRecords['shifts'],
  zoneOf: ReturnType<typeof createZoneLookup>,
): AccountPerson['planOf'] {
  const byDate = groupBy(shifts ?? [], ({ date }) => date);
  return (date) => {
    const own = byDate.get(date) ?? [];
    return {
      plannedMinutes:
        shifts === null ? null : own.reduce((sum, { plannedMinutes }) => sum + plannedMinutes, 0),
      plannedInside: (windows) => plannedMinutesInside(own, date, windows, zoneOf),
    };
  };
}
