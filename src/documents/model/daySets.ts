import { groupBy } from '../../domain/collections.js';
import { type ComputedPeriod, payCodeLabel, type Work } from '../../domain/computed/computedPeriod.js';
import { entryWork } from '../../domain/computed/recordWork.js';
import { periodDays } from '../../domain/period/period.js';
import { employerZones } from '../../domain/records/periodData.js';
import type { TimeEntry } from '../../domain/records/records.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import type { Stamp } from '../../domain/time/stamp.js';
import type { PersonDay, Timesheet, WorkedEntry } from '../../domain/timesheet/timesheet.js';
import type { DataSet } from '../dataSet.js';
import { clockTime } from './entrySets.js';
import { type ColumnarSet, type FieldDefinition, field, makeDataSet } from './fieldDefinition.js';
import { holidayName } from './holidayTexts.js';
import type { Lookups, SetInput } from './modelLookups.js';
import {
  clockOffsetFields,
  dateFields,
  employeeFields,
  establishmentNames,
  joinedWorkFields,
} from './sharedFields.js';

/** A row per employee and local day with worked or planned minutes. */
export function employeeDaysSet(input: SetInput, find: Lookups): ColumnarSet {
  const person = employeeFields<PersonDay>((day) => find.person(day.personId, day.date), input.mapping);
  const workOf = workByDay(input.timesheet.exported, ({ employeeId }) => employeeId);
  const fields = [...person, ...dayFields(input, find, workOf)];
  return {
    ...makeDataSet('employee-days', fields, input.timesheet.days),
    orderedBy: ['employee.id', 'date'],
  };
}

/** The same table for agency workers. */
export function agencyDaysSet(input: SetInput, find: Lookups): ColumnarSet {
  const worker: FieldDefinition<PersonDay>[] = [
    field('agencyWorker.id', 'text', 'agencyWorkerId', (day) => day.personId),
    field('agencyWorker.name', 'text', 'agencyWorkerName', (day) => find.agencyWorker(day.personId)),
  ];
  const workOf = workByDay(input.timesheet.agency, ({ agencyWorkerId }) => agencyWorkerId);
  return makeDataSet(
    'agency-days',
    [...worker, ...dayFields(input, find, workOf)],
    input.timesheet.agencyDays,
  );
}

function dayFields(
  { timesheet, holidayOn }: SetInput,
  find: Lookups,
  workOf: WorkOfDay,
): FieldDefinition<PersonDay>[] {
  return [
    ...dateFields<PersonDay>('localDay', ({ date }) => date, timesheet.period),
    field('holiday', 'text', 'holiday', ({ date }) => holidayName(holidayOn(date))),
    field('holidayText', 'text', 'holidayText', ({ date }) => find.holidayText(holidayOn(date))),
    field('establishments', 'text', 'establishments', (day) => day.establishments.join('; ')),
    ...joinedWorkFields<PersonDay>(({ personId, date }) => workOf(personId, date), find),
    field('plannedMinutes', 'minutes', 'plannedIfKnown', (day) => day.plannedMinutes),
    field('workedMinutes', 'minutes', 'worked', (day) => day.workedMinutes),
    field('differenceMinutes', 'minutes', 'difference', differenceMinutes),
    field('entries', 'integer', 'dayEntries', (day) => day.entryCount),
    field('estimatedMinutes', 'minutes', 'estimatedApart', (day) => day.estimatedMinutes ?? 0),
  ];
}

export function differenceMinutes(day: Pick<PersonDay, 'plannedMinutes' | 'workedMinutes'>): number | null {
  return day.plannedMinutes === null ? null : day.workedMinutes - day.plannedMinutes;
}

export function sumOver<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

export interface Day extends Pick<PersonDay, 'plannedMinutes' | 'workedMinutes' | 'entryCount'> {
  readonly date: LocalDate;
  readonly employeesAtWork: number;
}

/** Every calendar day of the period with the sums of all employees, including days without work. */
export function daysSet(
  { period }: Pick<ComputedPeriod, 'period'>,
  find: Lookups,
  days: Iterable<Day>,
): DataSet {
  return makeDataSet<Day>(
    'days',
    [
      ...dateFields<Day>('periodDay', ({ date }) => date, period),
      field('holiday', 'text', 'holiday', ({ date }) => find.holiday(date)),
      field('plannedMinutes', 'minutes', 'plannedOfAll', (day) => {
        return day.plannedMinutes;
      }),
      field('workedMinutes', 'minutes', 'workedOfAll', (day) => day.workedMinutes),
      field('differenceMinutes', 'minutes', 'difference', differenceMinutes),
      field('entries', 'integer', 'dayEntriesOfAll', (day) => day.entryCount),
      field('employees', 'integer', 'employeesOnDay', (day) => day.employeesAtWork),
    ],
    days,
    'date',
  );
}

/** Daily sums over all employees, added one at a time. */
export class DayTotals {
  readonly #days: Map<LocalDate, Day>;

  constructor({ period, data }: Pick<ComputedPeriod, 'period' | 'data'>) {
    const plannedMinutes = data.hasPlanning ? 0 : null;
    this.#days = new Map(
      periodDays(period).map((date): [LocalDate, Day] => [
        date,
        { date, plannedMinutes, workedMinutes: 0, entryCount: 0, employeesAtWork: 0 },
      ]),
    );
  }

  add({ days }: Pick<Timesheet, 'days'>): void {
    for (const day of days) {
      const before = this.#days.get(day.date);
      if (before !== undefined) this.#days.set(day.date, addToDay(before, day));
    }
  }

  all(): readonly Day[] {
    return [...this.#days.values()];
  }
}

function addToDay(day: Day, { plannedMinutes, workedMinutes, entryCount }: PersonDay): Day {
  return {
    date: day.date,
    plannedMinutes: day.plannedMinutes === null ? null : day.plannedMinutes + (plannedMinutes ?? 0),
    workedMinutes: day.workedMinutes + workedMinutes,
    entryCount: day.entryCount + entryCount,
    employeesAtWork: day.employeesAtWork + (workedMinutes === 0 ? 0 : 1),
  };
}

interface CalendarDay extends Pick<PersonDay, 'date' | 'plannedMinutes' | 'workedMinutes' | 'entryCount'> {
  readonly employeeId: string;
  /** Labels of the day's absences, with their minutes or part of the day. */
  readonly absence: string;
  /** Entries that first count on the day. */
  readonly entries: readonly WorkedEntry[];
}

/** Every calendar day of the period for all employees with a minute in it, worked or not. */
export function calendarSet(input: SetInput, find: Lookups): ColumnarSet {
  const person = employeeFields<CalendarDay>(
    ({ employeeId, date }) => find.person(employeeId, date),
    input.mapping,
  );
  const workOf = workByDay(input.timesheet.exported, ({ employeeId }) => employeeId);
  return makeDataSet<CalendarDay>(
    'calendar',
    [
      ...person,
      ...dateFields<CalendarDay>('localDay', ({ date }) => date, input.timesheet.period),
      field('holiday', 'text', 'holiday', ({ date }) => holidayName(input.holidayOn(date))),
      field('holidayText', 'text', 'holidayText', ({ date }) => find.holidayText(input.holidayOn(date))),
      field('startTime', 'text', 'firstStart', ({ entries }) => {
        return clockTime(firstStart(entries)?.text);
      }),
      field('endTime', 'text', 'lastEnd', ({ entries }) => {
        return clockTime(lastEnd(entries)?.text);
      }),
      ...clockOffsetFields<CalendarDay>(
        { startOffset: 'offset.firstStart', endOffset: 'offset.lastEnd' },
        ({ entries }) => ({ startOffset: firstStart(entries), endOffset: lastEnd(entries) }),
        employerZones(input.data),
      ),
      establishmentNames<CalendarDay>(({ employeeId, date }) => workOf(employeeId, date), find),
      ...joinedWorkFields<CalendarDay>(({ employeeId, date }) => workOf(employeeId, date), find),
      field('plannedMinutes', 'minutes', 'planned', ({ plannedMinutes }) => plannedMinutes),
      field('workedMinutes', 'minutes', 'worked', ({ workedMinutes }) => workedMinutes),
      field('differenceMinutes', 'minutes', 'difference', differenceMinutes),
      field('entries', 'integer', 'dayEntries', ({ entryCount }) => entryCount),
      field('absence', 'text', 'absence', ({ absence }) => absence || null),
    ],
    calendarDays(input),
  );
}

function calendarDays(input: SetInput): CalendarDay[] {
  const { timesheet, data } = input;
  const dates = periodDays(timesheet.period);
  const entries = groupBy(timesheet.exported, ({ entry }) => entry.employeeId);
  const noPlan = data.shifts === null ? null : 0;
  const absences = absencesByPerson(input);
  const people = groupBy(timesheet.days, ({ personId }) => personId);
  const ids = [...new Set([...people.keys(), ...absences.keys()])].flatMap((id) => id ?? []);
  return ids.sort().flatMap((employeeId) => {
    const days = people.get(employeeId) ?? [];
    const absent = absences.get(employeeId);
    const byDate = new Map(days.map((day) => [day.date, day]));
    const started = groupByStartDate(entries.get(employeeId) ?? []);
    return dates.map((date) => ({
      employeeId,
      date,
      plannedMinutes: byDate.get(date)?.plannedMinutes ?? noPlan,
      workedMinutes: byDate.get(date)?.workedMinutes ?? 0,
      entryCount: byDate.get(date)?.entryCount ?? 0,
      absence: absent?.get(date)?.join('; ') ?? '',
      entries: started.get(date) ?? [],
    }));
  });
}

/** Employee -> date -> the text of the day's absences. */
function absencesByPerson({
  pay,
  payCodes,
  run,
}: SetInput): ReadonlyMap<string, ReadonlyMap<LocalDate, readonly string[]>> {
  const people = new Map<string, Map<LocalDate, string[]>>();
  for (const { kind, employeeId, date, payCode, minutes, quantity } of pay.lines) {
    if (kind !== 'absence') continue;
    const days = people.get(employeeId) ?? new Map<LocalDate, string[]>();
    const amount = quantity === undefined ? ` ${minutes} min` : quantity === 1 ? '' : ` ${quantity}`;
    const label = payCodeLabel(payCode, payCodes, run.language);
    days.set(date, [...(days.get(date) ?? []), `${label}${amount}`]);
    people.set(employeeId, days);
  }
  return people;
}

function firstStart(entries: readonly WorkedEntry[]): Stamp | undefined {
  const starts = entries.map(({ entry }) => entry.start);
  return starts.sort((a, b) => a.epochSeconds - b.epochSeconds)[0];
}

/** The latest end of all entries; unknown if an entry without an end continues after all others. */
function lastEnd(entries: readonly WorkedEntry[]): Stamp | undefined {
  const ends = entries.flatMap(({ entry }) => entry.end ?? []);
  const last = ends.sort((a, b) => b.epochSeconds - a.epochSeconds)[0];
  if (last === undefined) return undefined;
  const goesOn = entries.some(
    ({ entry }) => entry.end === null && entry.start.epochSeconds >= last.epochSeconds,
  );
  return goesOn ? undefined : last;
}

function groupByStartDate(entries: readonly WorkedEntry[]): Map<LocalDate | undefined, WorkedEntry[]> {
  return groupBy(entries, ({ inside }) => inside[0]?.date);
}

interface PersonWork {
  readonly all: Work[];
  readonly byDate: Map<string, Work[]>;
}

type PersonOf = (entry: TimeEntry) => string | null;

/** The work of a person's day: all entries with a minute on it. Without a date, the work of the whole period. */
type WorkOfDay = (personId: string | null, date?: string) => readonly Work[];

export function workByDay(worked: readonly WorkedEntry[], personOf: PersonOf): WorkOfDay {
  const byPerson = new Map<string | null, PersonWork>();
  for (const { entry, inside } of worked) {
    const dates = new Set(inside.filter(({ minutes }) => minutes !== 0).map(({ date }) => date));
    if (dates.size === 0) continue;
    const person = byPerson.get(personOf(entry)) ?? { all: [], byDate: new Map<string, Work[]>() };
    byPerson.set(personOf(entry), person);
    const work = entryWork(entry);
    person.all.push(work);
    for (const date of dates) {
      const there = person.byDate.get(date);
      if (there === undefined) person.byDate.set(date, [work]);
      else there.push(work);
    }
  }
  return (personId, date) => {
    const person = byPerson.get(personId);
    return (date === undefined ? person?.all : person?.byDate.get(date)) ?? [];
  };
}
