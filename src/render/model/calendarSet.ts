import { groupBy } from '../../domain/collections.js';
import { payCodeLabel } from '../../domain/computed/computedPeriod.js';
import { periodDays } from '../../domain/period/period.js';
import { employerZones } from '../../domain/records/periodData.js';
import { type LocalDate, weekdayOf } from '../../domain/time/localDate.js';
import type { Stamp } from '../../domain/time/stamp.js';
import type { PersonDay, WorkedEntry } from '../../domain/timesheet/timesheet.js';
import type { DataSet } from '../dataSet.js';
import { calendarFields } from './calendarFields.js';
import { clockOffsets } from './clockOffsets.js';
import { differenceMinutes } from './dayDataSets.js';
import { employeeFields } from './employeeFields.js';
import { clockTime } from './entriesSet.js';
import { field, makeDataSet } from './fieldOf.js';
import { establishmentNames, joinedWorkFields } from './joinedWorkFields.js';
import type { Lookups } from './modelLookups.js';
import type { SetInput } from './peopleSets.js';
import { workByDay } from './workOfRecords.js';

interface CalendarDay extends Pick<PersonDay, 'date' | 'plannedMinutes' | 'workedMinutes' | 'entryCount'> {
  readonly employeeId: string;
  /** Labels of the day's absences, with their minutes or part of the day. */
  readonly absence: string;
  /** Entries that begin to count on the day. */
  readonly entries: readonly WorkedEntry[];
}

/** Every calendar day of the period for everybody with a minute in it, worked or not. */
export function calendarSet(input: SetInput, find: Lookups): DataSet {
  const person = employeeFields<CalendarDay>(({ employeeId }) => find.person(employeeId), input.mapping);
  const workOf = workByDay(input.timesheet.exported, ({ employeeId }) => employeeId);
  return makeDataSet<CalendarDay>(
    'calendar',
    [
      ...person,
      field('date', 'date', 'Local day', ({ date }) => date),
      field('weekday', 'integer', 'ISO weekday, 1 is Monday', ({ date }) => weekdayOf(date)),
      ...calendarFields<CalendarDay>(({ date }) => date, input.timesheet.period),
      field('holiday', 'text', 'Holiday granted on the day', ({ date }) => find.holiday(date)),
      field('startTime', 'text', 'Clock at the first start, HH:MM', ({ entries }) => {
        return clockTime(firstStart(entries)?.text);
      }),
      field('endTime', 'text', 'Clock at the last end, HH:MM', ({ entries }) => {
        return clockTime(lastEnd(entries)?.text);
      }),
      ...clockOffsets<CalendarDay>(
        { startOffset: 'the first start', endOffset: 'the last end' },
        ({ entries }) => ({ startOffset: firstStart(entries), endOffset: lastEnd(entries) }),
        employerZones(input.data),
      ),
      establishmentNames<CalendarDay>(({ employeeId, date }) => workOf(employeeId, date), find),
      ...joinedWorkFields<CalendarDay>(({ employeeId, date }) => workOf(employeeId, date), find),
      field('plannedMinutes', 'minutes', 'Planned minutes', ({ plannedMinutes }) => plannedMinutes),
      field('workedMinutes', 'minutes', 'Worked minutes', ({ workedMinutes }) => workedMinutes),
      field('differenceMinutes', 'minutes', 'Worked less planned', differenceMinutes),
      field(
        'entries',
        'integer',
        'Completed entries with a minute on the day',
        ({ entryCount }) => entryCount,
      ),
      field(
        'absence',
        'text',
        'Absences of the day, from the file of absences',
        ({ absence }) => absence || null,
      ),
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
    const started = startedOn(entries.get(employeeId) ?? []);
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

/** Employee -> date -> what stands for the day's absences. */
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

/** The latest end, whichever entry it belongs to; unknown where an entry without an end goes on after all others. */
function lastEnd(entries: readonly WorkedEntry[]): Stamp | undefined {
  const ends = entries.flatMap(({ entry }) => entry.end ?? []);
  const last = ends.sort((a, b) => b.epochSeconds - a.epochSeconds)[0];
  if (last === undefined) return undefined;
  const goesOn = entries.some(
    ({ entry }) => entry.end === null && entry.start.epochSeconds >= last.epochSeconds,
  );
  return goesOn ? undefined : last;
}

function startedOn(entries: readonly WorkedEntry[]): Map<LocalDate | undefined, WorkedEntry[]> {
  return groupBy(entries, ({ inside }) => inside[0]?.date);
}
