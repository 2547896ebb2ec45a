import { type Message, message } from '../../i18n/message.js';
import {
  type Columns,
  columnMinutes,
  contractDate,
  lastColumnsIn,
  limitMinutes,
} from '../pay/mappingColumns.js';
import type { EarlierPay, PayLine } from '../pay/payLine.js';
import type { CounterRule, Opening, PayRules } from '../pay/payRules.js';
import { applicableOpening, counterYear, referencePeriodAt } from '../pay/referencePeriod.js';
import type { Period } from '../period/period.js';
import type { Days } from '../period/repeatingPeriod.js';
import type { LocalDate } from '../time/localDate.js';
import { type Finding, finding } from './finding.js';

/** An employee whose balances are checked. */
export interface BalancedPerson {
  readonly employeeId: string;
  /** The columns of the row that the employee has on a day. */
  readonly columnsOn: (date: LocalDate) => Columns;
  /** Lines on days before the period; undefined if the employee was purged from a run with such lines. */
  readonly earlierLines: readonly PayLine[] | undefined;
  /** Lines of the period. */
  readonly lines: readonly PayLine[];
}

type Rules = Pick<PayRules, 'reference' | 'counters'>;

/**
 * Counters that reached their limits, and counters whose balance before the period is unknown.
 * @throws PaytallyError MAPPING_INVALID for a column that cannot be read
 */
export function balanceFindings(rules: Rules, person: BalancedPerson, period: Period): Finding[] {
  const { counters = [] } = rules;
  if (counters.length === 0 && rules.reference === undefined) return [];
  return [
    ...unknownBalances(rules, person, period),
    ...counters.flatMap((counter, index) =>
      reachedCounters(counter, person, period, `payRules.counters[${index}]`),
    ),
  ];
}

/** Days before the period that limits need and no final covers. @param asked see `balanceDays` */
export function unknownDayFindings(
  earlier: Pick<EarlierPay, 'unknownDays'>,
  asked: Days | undefined,
): Finding[] {
  if (asked === undefined) return [];
  return earlier
    .unknownDays(asked)
    .map(({ from, to }) =>
      unknownBalance(null, `${from}..${to}`, message('exceptions.balance.days', { from, to })),
    );
}

function unknownBalance(employeeId: string | null, record: string, why: Message): Finding {
  return finding('BALANCE_UNKNOWN', { employeeId, record }, { why });
}

/**
 * The employee's earlier lines were purged, or the mapping has no opening balance although the employee started before
 * the period ended.
 */
function unknownBalances(
  { reference, counters = [] }: Rules,
  person: BalancedPerson,
  { from, to }: Period,
): Finding[] {
  const { employeeId } = person;
  const purged =
    person.earlierLines === undefined
      ? [unknownBalance(employeeId, employeeId, message('exceptions.balance.purged'))]
      : [];
  const openings = [
    ...(reference === undefined
      ? []
      : [usedOpening(reference.opening, referencePeriodAt(from, reference), from)]),
    ...counters.map(({ opening, ...counter }) => usedOpening(opening, counterYear(from, counter.from), from)),
  ];
  const columns = person.columnsOn(from) ?? lastColumnsIn({ from, to }, person.columnsOn);
  const begun = contractDate({ employeeId, columns }, 'contractFrom');
  const empty = openings.flatMap((opening) => {
    if (opening === undefined || (begun !== undefined && begun > opening.until)) return [];
    const { column } = opening;
    const minutes = openingMinutes(opening, person, 'payRules');
    return minutes === undefined
      ? [
          unknownBalance(
            employeeId,
            `${employeeId} ${column}`,
            message('exceptions.balance.opening', { column }),
          ),
        ]
      : [];
  });
  return [...purged, ...empty];
}

/** An opening balance is in the row of its day. @throws PaytallyError MAPPING_INVALID */
function openingMinutes(
  { column, until }: Opening,
  { employeeId, columnsOn }: BalancedPerson,
  path: string,
): number | undefined {
  return columnMinutes(column, { employeeId, columns: columnsOn(until), path });
}

/** An opening balance is usable if its period contains the first exported day. */
function usedOpening(opening: Opening | undefined, days: Days, from: LocalDate): Opening | undefined {
  const used = applicableOpening(opening, from);
  return used !== undefined && used.until >= days.from ? used : undefined;
}

/**
 * A finding for each year of the period in which the counter reached its limit: that of the last day of the year in the
 * period on which the employee has a row.
 */
function reachedCounters(
  counter: CounterRule,
  person: BalancedPerson,
  period: Period,
  path: string,
): Finding[] {
  const { employeeId } = person;
  const years = new Map([period.from, period.to].map((date) => [counterYear(date, counter.from).from, date]));
  return [...years.values()].flatMap((date) => {
    const year = counterYear(date, counter.from);
    const columns = lastColumnsIn(daysInCommon(year, period), person.columnsOn);
    const limit = limitMinutes(counter.limit, { employeeId, columns, path });
    const minutes = countMinutes(counter, person, { year, from: period.from, path });
    if (limit === undefined || minutes < limit) return [];
    const { name } = counter;
    const record = `${employeeId} ${name} ${year.from}`;
    const facts = { name, minutes, limitMinutes: limit, from: year.from };
    return [finding('COUNTER_REACHED', { employeeId, record }, facts)];
  });
}

function daysInCommon(a: Days, b: Days): Days {
  const [, from = a.from] = [a.from, b.from].sort();
  const [to = a.to] = [a.to, b.to].sort();
  return { from, to };
}

interface CountedYear {
  readonly year: Days;
  /** The first day of the period. */
  readonly from: LocalDate;
  /** The rule's path in the configuration. */
  readonly path: string;
}

function countMinutes(
  { of, opening, from: yearBegin }: CounterRule,
  person: BalancedPerson,
  { year, from, path }: CountedYear,
): number {
  const used = usedOpening(opening, counterYear(from, yearBegin), from);
  const isUsed = used !== undefined && used.until >= year.from;
  const before = isUsed ? (openingMinutes(used, person, path) ?? 0) : 0;
  const lines = [...(person.earlierLines ?? []).filter(({ date }) => date < from), ...person.lines];
  return lines
    .filter(({ payCode, kind }) => of.includes(payCode) && kind !== 'surplus')
    .filter(({ date }) => date >= year.from && date <= year.to)
    .filter(({ date }) => !isUsed || date > used.until)
    .reduce((sum, { minutes }) => sum + minutes, before);
}
