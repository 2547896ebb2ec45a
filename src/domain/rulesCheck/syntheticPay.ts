import { storedMessage } from '../../i18n/formatMessage.js';
import { type AnyMessage, joined, message } from '../../i18n/message.js';
import { holidaysEverywhere } from '../holidays/holidayCalendar.js';
import { computePay, type Pay } from '../pay/computePay.js';
import { type Conditions, type Limit, listMinimums, type PayRules, type Reference } from '../pay/payRules.js';
import { weekStart } from '../pay/payWindow.js';
import { type EmployeePayFacts, NO_PAY_FACTS, referencePeriodAt } from '../pay/referencePeriod.js';
import { isList } from '../pay/ruleScope.js';
import type { Days } from '../period/repeatingPeriod.js';
import type { PeriodData } from '../records/periodData.js';
import type { TimeEntry } from '../records/records.js';
import { instantsAtReading } from '../time/clockChanges.js';
import {
  addDays,
  daysBetween,
  type LocalDate,
  toEpochDay,
  toLocalDate,
  weekdayNumber,
} from '../time/localDate.js';
import { createStamp, type Stamp } from '../time/stamp.js';
import { SECONDS_PER_DAY, type Zone } from '../time/zone.js';
import { buildTimesheet } from '../timesheet/buildTimesheet.js';
import type { TimePolicy } from '../timesheet/timesheet.js';

/** Work in clock times: from a time of a day, for a number of minutes on the clock. */
export interface SyntheticWork {
  readonly date: LocalDate;
  /** Minutes since midnight. */
  readonly from: number;
  /** Minutes on the clock until its end; after 24:00 it is the next day. */
  readonly until: number;
}

/** A person of the check, with the person's work. */
export interface SyntheticPerson {
  readonly id: string;
  readonly persona: Persona;
  readonly work: readonly SyntheticWork[];
}

/** The pay settings of the configuration, and where they apply. */
export interface RulesInUse {
  readonly rules: PayRules;
  readonly policy: TimePolicy;
  readonly zone: Zone;
}

const PLACE = 'place of the check';

/** The pay of synthetic work, line by line. */
export function computeSyntheticPay(
  people: readonly SyntheticPerson[],
  { rules, policy, zone }: RulesInUse,
  holidays: readonly LocalDate[],
): Pay {
  const period = { from: toLocalDate('2000-01-01'), to: toLocalDate('2100-12-31'), label: 'check' };
  const places = new Set(people.map(({ persona }) => persona.establishmentId ?? PLACE));
  const granted = holidays.map((date) => ({ date, name: 'Holiday', originalDate: undefined }));
  const data: PeriodData = {
    establishments: [...places].map((id) => ({ id, zone: zone.name, label: undefined })),
    holidays: granted,
    employees: [],
    rememberedEmployees: [],
    agencyWorkers: [],
    teams: [],
    tasks: [],
    shifts: [],
    entries: people.flatMap((person) => person.work.map((work, index) => entryOf(person, work, index, zone))),
    invalid: [],
    changedWhileReading: [],
    goneEstablishments: [],
    unavailable: [],
    readBeganEpoch: 0,
    employerZone: zone.name,
  };
  const timesheet = buildTimesheet(data, period, policy);
  const columns = new Map(people.map(({ id, persona }) => [id, persona.columns]));
  return computePay({
    worked: [...timesheet.exported, ...timesheet.outside],
    period,
    policy,
    rules,
    holidaysAt: holidaysEverywhere(granted),
    columnsOf: (id) => columns.get(id),
    factsOf: () => SYNTHETIC_FACTS,
  });
}

/** A contract from Monday to Friday. */
const SYNTHETIC_FACTS: EmployeePayFacts = {
  ...NO_PAY_FACTS,
  isRestDay: (date) => weekdayNumber(date) > 5,
};

function entryOf(
  { id, persona }: SyntheticPerson,
  { date, from, until }: SyntheticWork,
  index: number,
  zone: Zone,
): TimeEntry {
  const start = stampAt(date, from, zone);
  const end = stampAt(date, until, zone);
  return {
    id: `${id} ${index}`,
    workDate: date,
    status: 'Completed',
    start,
    end,
    workedMinutes: Math.floor((end.epochSeconds - start.epochSeconds) / 60),
    shiftId: null,
    employeeId: id,
    reviewedAtUtc: null,
    establishmentId: persona.establishmentId ?? PLACE,
    teamId: persona.teamId,
    taskId: persona.taskId,
    agencyId: null,
    agencyWorkerId: null,
  };
}

/** The first instant at which the zone's clock shows it. */
function stampAt(date: LocalDate, minutes: number, zone: Zone): Stamp {
  const reading = toEpochDay(date) * SECONDS_PER_DAY + minutes * 60;
  const [epochSeconds = reading] = instantsAtReading(reading, zone);
  return createStamp(epochSeconds, zone.offsetAt(epochSeconds));
}

/** The same work on several days in a row. */
export function repeatOnDays(
  first: LocalDate,
  count: number,
  { from, until }: Omit<SyntheticWork, 'date'>,
): SyntheticWork[] {
  return Array.from({ length: count }, (_, index) => ({ date: addDays(first, index), from, until }));
}

/** An example person for the rules: the work location, team and task, and the mapping columns. */
export interface Persona {
  /** `everyone`, or the conditions that this person meets. */
  readonly name: AnyMessage;
  readonly establishmentId: string | null;
  readonly teamId: string | null;
  readonly taskId: string | null;
  readonly columns: Readonly<Record<string, string>>;
}

/** The values of limit columns in the check: a day of 7:36, a week of 38 hours, and a quarter of such weeks. */
const SAMPLE_LIMIT = { day: '456', week: '2280', average: '2280', reference: '29640' } as const;
const SAMPLE_UNITS = ['day', 'week', 'average', 'reference'] as const;

/** A person that meets no condition on people and places, and one for each set of such conditions. */
export function personas(rules: PayRules): Persona[] {
  const all = [...rules.base, ...rules.loadings, ...(rules.counts ?? []), ...listMinimums(rules)];
  const columns = neutralColumns(all, rules.base);
  const special = all.filter(isSpecial).map((rule) => buildPersona(rule, columns));
  const neutral = {
    name: message('rules.everyone'),
    establishmentId: null,
    teamId: null,
    taskId: null,
    columns,
  };
  return [...new Map([neutral, ...special].map((each) => [storedMessage(each.name), each])).values()];
}

function isSpecial({ establishments, teams, tasks, employees }: Conditions): boolean {
  return [establishments, teams, tasks, employees].some((condition) => condition !== undefined);
}

function buildPersona(rule: Conditions, neutral: Persona['columns']): Persona {
  const own = Object.entries(rule.employees ?? {}).map(([column, condition]) => {
    if (isList(condition)) return [column, condition[0] ?? ''] as const;
    return [
      column,
      condition.from ?? (condition.before === undefined ? '' : addDays(condition.before, -1)),
    ] as const;
  });
  const [establishmentId = null, teamId = null, taskId = null] = [
    rule.establishments?.[0],
    rule.teams?.[0],
    rule.tasks?.[0],
  ];
  const words = [
    ...(establishmentId === null ? [] : [message('rules.group.establishment', { id: establishmentId })]),
    ...(teamId === null ? [] : [message('rules.group.team', { id: teamId })]),
    ...(taskId === null ? [] : [message('rules.group.task', { id: taskId })]),
    ...own.map(([column, value]) => `${column} ${value}`),
  ];
  const columns = { ...neutral, ...Object.fromEntries(own) };
  return { name: joined(words, ', '), establishmentId, teamId, taskId, columns };
}

function neutralColumns(rules: readonly Conditions[], base: PayRules['base']): Persona['columns'] {
  const columns: Record<string, string> = {};
  for (const { employees = {} } of rules) for (const column of Object.keys(employees)) columns[column] = '';
  for (const { over } of base) {
    for (const unit of SAMPLE_UNITS) {
      const column = columnOf(over?.[unit]);
      if (column !== undefined) columns[column] = SAMPLE_LIMIT[unit];
    }
  }
  return columns;
}

function columnOf(limit: Limit | undefined): string | undefined {
  return typeof limit === 'object' ? limit.column : undefined;
}

const HOUR = 60;
const WEEKS_DAYS = 14;

/** Holidays of the check: Wednesday and Sunday of the second week. */
export function syntheticHolidays(asOf: LocalDate): readonly LocalDate[] {
  const monday = weekStart(asOf, 'monday');
  return [addDays(monday, 9), addDays(monday, 13)];
}

/** The rules (`payRules.base[1]`) that take minutes of, or count, many kinds of work. */
export function findAppliedRules(inUse: RulesInUse, asOf: LocalDate): ReadonlySet<string> {
  const people = personas(inUse.rules).flatMap((persona, index) =>
    probes(inUse.rules, asOf).map((work, probe) => ({ id: `probe ${index} ${probe}`, persona, work })),
  );
  return new Set(computeSyntheticPay(people, inUse, syntheticHolidays(asOf)).lines.map(({ rule }) => rule));
}

/**
 * Work round the clock from midnight and from noon, eight hours from every hour, and an hour at each end of the day, in
 * two weeks and on the days of rules; round the clock in a reference period.
 */
function probes(rules: PayRules, asOf: LocalDate): SyntheticWork[][] {
  const monday = weekStart(asOf, 'monday');
  const spans = [{ first: monday, days: WEEKS_DAYS }, ...namedDays(rules, addDays(monday, WEEKS_DAYS))];
  const shift = (from: number, until: number): SyntheticWork[] =>
    spans.flatMap(({ first, days }) => repeatOnDays(first, days, { from, until }));
  return [
    shift(0, 24 * HOUR),
    shift(12 * HOUR, 36 * HOUR),
    ...Array.from({ length: 24 }, (_, hour) => shift(hour * HOUR, (hour + 8) * HOUR)),
    [...shift(0, HOUR), ...shift(23 * HOUR, 24 * HOUR)],
    ...(rules.reference === undefined ? [] : [roundTheClock(nextReferencePeriod(asOf, rules.reference))]),
  ];
}

/** The first reference period that begins after a day. */
export function nextReferencePeriod(after: LocalDate, reference: Reference): Days {
  return referencePeriodAt(addDays(referencePeriodAt(after, reference).to, 1), reference);
}

function roundTheClock({ from, to }: Days): SyntheticWork[] {
  return repeatOnDays(from, daysBetween(from, to) + 1, { from: 0, until: 24 * HOUR });
}

/** Three days around the next occurrence of each date that rules name; each day once. */
function namedDays(
  rules: PayRules,
  after: LocalDate,
): { readonly first: LocalDate; readonly days: number }[] {
  const monthDays = [...rules.base, ...rules.loadings, ...(rules.counts ?? [])].flatMap(({ dates = [] }) =>
    dates.map((date) => (typeof date === 'string' ? date : date.date)),
  );
  const years = [0, 1, 2, 3, 4].map((more) => Number(after.slice(0, 4)) + more);
  const days = monthDays.flatMap((monthDay) => {
    const date = years
      .map((year) => dateIn(year, monthDay))
      .find((each) => each !== undefined && each > after);
    return date === undefined ? [] : [addDays(date, -1), date, addDays(date, 1)];
  });
  return [...new Set(days)]
    .filter((date) => date > after)
    .sort()
    .map((first) => ({ first, days: 1 }));
}

/** Not every year has a 29 February. */
function dateIn(year: number, monthDay: string): LocalDate | undefined {
  const isLeapDay = monthDay === '02-29' && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0));
  return isLeapDay ? undefined : toLocalDate(`${year}-${monthDay}`);
}
