import { type Message, message } from '../../i18n/message.js';
import { type ColumnSource, columnMinutes, contractDate, limitMinutes } from '../pay/mappingColumns.js';
import type { EarlierPay, PayLine } from '../pay/payLine.js';
import type { CounterRule, Opening, PayRules } from '../pay/payRules.js';
import { applicableOpening, counterYear, referencePeriodAt } from '../pay/referencePeriod.js';
import type { Period } from '../period/period.js';
import type { Days } from '../period/repeatingPeriod.js';
import type { LocalDate } from '../time/localDate.js';
import { type Finding, finding } from './finding.js';

/** An employee whose balances are checked. */
export interface BalancedPerson extends Omit<ColumnSource, 'path'> {
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
      reachedCounters(counter, { ...person, path: `payRules.counters[${index}]` }, period),
    ),
  ];
}

/** Days before the period that limits need and no final covers. @param asked see `balanceDays` */
export function unknownDayFindings(earlier: EarlierPay, asked: Days | undefined): Finding[] {
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
  { from }: Period,
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
  const begun = contractDate(person, 'contractFrom');
  const empty = openings.flatMap((opening) => {
    if (opening === undefined || (begun !== undefined && begun > opening.until)) return [];
    const { column } = opening;
    const minutes = columnMinutes(column, { ...person, path: 'payRules' });
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

/** An opening balance is usable if its period contains the first exported day. */
function usedOpening(opening: Opening | undefined, days: Days, from: LocalDate): Opening | undefined {
  const used = applicableOpening(opening, from);
  return used !== undefined && used.until >= days.from ? used : undefined;
}

/** A finding for each year of the period in which the counter reached its limit. */
function reachedCounters(
  counter: CounterRule,
  person: BalancedPerson & ColumnSource,
  period: Period,
): Finding[] {
  const limit = limitMinutes(counter.limit, person);
  if (limit === undefined) return [];
  const years = new Map([period.from, period.to].map((date) => [counterYear(date, counter.from).from, date]));
  return [...years.values()].flatMap((date) => {
    const year = counterYear(date, counter.from);
    const minutes = countMinutes(counter, person, year, period.from);
    if (minutes < limit) return [];
    const { employeeId } = person;
    const { name } = counter;
    const record = `${employeeId} ${name} ${year.from}`;
    const facts = { name, minutes, limitMinutes: limit, from: year.from };
    return [finding('COUNTER_REACHED', { employeeId, record }, facts)];
  });
}

function countMinutes(
  { of, opening, from: yearBegin }: CounterRule,
  person: BalancedPerson & ColumnSource,
  year: Days,
  from: LocalDate,
): number {
  const used = usedOpening(opening, counterYear(from, yearBegin), from);
  const isUsed = used !== undefined && used.until >= year.from;
  const before = isUsed ? (columnMinutes(used.column, person) ?? 0) : 0;
  const lines = [...(person.earlierLines ?? []).filter(({ date }) => date < from), ...person.lines];
  return lines
    .filter(({ payCode, date }) => of.includes(payCode) && date >= year.from && date <= year.to)
    .filter(({ date }) => !isUsed || date > used.until)
    .reduce((sum, { minutes }) => sum + minutes, before);
}
