import { groupBy } from '../../domain/collections.js';
import { isPaid, type PayLine } from '../../domain/pay/payLine.js';
import { weekdayOf } from '../../domain/time/localDate.js';
import type { PersonDay } from '../../domain/timesheet/timesheet.js';
import type { DataSet } from '../dataSet.js';
import { calendarFields } from './calendarFields.js';
import { employeeFields } from './employeeFields.js';
import { type FieldOf, field, makeDataSet } from './fieldOf.js';
import { establishmentNames, joinedWorkFields } from './joinedWorkFields.js';
import type { Lookups } from './modelLookups.js';
import type { SetInput } from './peopleSets.js';
import { type WorkOfDay, workByDay } from './workOfRecords.js';

/** A row per employee and local day with worked or planned minutes. */
export function employeeDaysSet(input: SetInput, find: Lookups): DataSet {
  const person = employeeFields<PersonDay>((day) => find.person(day.personId), input.mapping);
  const workOf = workByDay(input.timesheet.exported, ({ employeeId }) => employeeId);
  const fields = [...person, ...dayFields(input, find, workOf)];
  return {
    ...makeDataSet('employee-days', fields, input.timesheet.days),
    orderedBy: ['employee.id', 'date'],
  };
}

/** The same table for agency workers. */
export function agencyDaysSet(input: SetInput, find: Lookups): DataSet {
  const worker: FieldOf<PersonDay>[] = [
    field('agencyWorker.id', 'text', 'Id of the agency worker', (day) => day.personId),
    field('agencyWorker.name', 'text', 'Name of the agency worker', (day) => find.agencyWorker(day.personId)),
  ];
  const workOf = workByDay(input.timesheet.agency, ({ agencyWorkerId }) => agencyWorkerId);
  return makeDataSet(
    'agency-days',
    [...worker, ...dayFields(input, find, workOf)],
    input.timesheet.agencyDays,
  );
}

interface PersonTotal {
  readonly personId: string | null;
  readonly days: readonly PersonDay[];
  readonly entries: number;
  readonly paidMinutes: number;
}

/** A row per employee with the period's totals. */
export function employeesSet(input: SetInput, find: Lookups): DataSet {
  const workOf = workByDay(input.timesheet.exported, ({ employeeId }) => employeeId);
  return makeDataSet<PersonTotal>(
    'employees',
    [
      ...employeeFields<PersonTotal>((total) => find.person(total.personId), input.mapping),
      establishmentNames<PersonTotal>(({ personId }) => workOf(personId), find),
      ...joinedWorkFields<PersonTotal>(({ personId }) => workOf(personId), find),
      ...totalFields(),
    ],
    personTotals(input),
  );
}

function personTotals({ timesheet, pay }: SetInput): PersonTotal[] {
  const groups = groupBy(timesheet.days, ({ personId }) => personId);
  const entries = groupBy(timesheet.exported, ({ entry }) => entry.employeeId);
  const paid = groupBy<PayLine, string | null>(
    pay.lines.filter(({ kind }) => isPaid(kind)),
    ({ employeeId }) => employeeId,
  );
  // Who only had a holiday that is paid without work has no day of work or plan.
  const ids = [...new Set([...groups.keys(), ...paid.keys()])];
  return ids.map((personId) => ({
    personId,
    days: groups.get(personId) ?? [],
    entries: entries.get(personId)?.length ?? 0,
    paidMinutes: sum(paid.get(personId) ?? [], ({ minutes }) => minutes),
  }));
}

function totalFields(): FieldOf<PersonTotal>[] {
  return [
    field(
      'days',
      'integer',
      'Days with worked minutes',
      ({ days }) => days.filter((day) => day.workedMinutes !== 0).length,
    ),
    field('entries', 'integer', 'Exported entries', ({ entries }) => entries),
    field('plannedMinutes', 'minutes', 'Planned minutes', plannedTotal),
    field('workedMinutes', 'minutes', 'Worked minutes', workedTotal),
    field('differenceMinutes', 'minutes', 'Worked less planned', (total) =>
      differenceMinutes({ plannedMinutes: plannedTotal(total), workedMinutes: workedTotal(total) }),
    ),
    field('paidMinutes', 'minutes', 'Paid minutes', ({ paidMinutes }) => paidMinutes),
    field(
      'estimatedMinutes',
      'minutes',
      'Minutes of shifts that stand in for entries; never among the worked ones',
      ({ days }) => sum(days, (day) => day.estimatedMinutes ?? 0),
    ),
  ];
}

function dayFields({ timesheet }: SetInput, find: Lookups, workOf: WorkOfDay): FieldOf<PersonDay>[] {
  return [
    field('date', 'date', 'Local day', (day) => day.date),
    field('weekday', 'integer', 'ISO weekday, 1 is Monday', (day) => weekdayOf(day.date)),
    ...calendarFields<PersonDay>(({ date }) => date, timesheet.period),
    field('holiday', 'text', 'Holiday granted on the day', (day) => find.holiday(day.date)),
    field('establishments', 'text', 'Names of the establishments worked in', (day) =>
      day.establishments.join('; '),
    ),
    ...joinedWorkFields<PersonDay>(({ personId, date }) => workOf(personId, date), find),
    field(
      'plannedMinutes',
      'minutes',
      'Planned minutes; empty without planning',
      (day) => day.plannedMinutes,
    ),
    field('workedMinutes', 'minutes', 'Worked minutes', (day) => day.workedMinutes),
    field('differenceMinutes', 'minutes', 'Worked less planned', differenceMinutes),
    field('entries', 'integer', 'Completed entries with a minute on the day', (day) => day.entryCount),
    field(
      'estimatedMinutes',
      'minutes',
      'Minutes of shifts that stand in for entries; never among the worked ones',
      (day) => day.estimatedMinutes ?? 0,
    ),
  ];
}

export function differenceMinutes(day: Pick<PersonDay, 'plannedMinutes' | 'workedMinutes'>): number | null {
  return day.plannedMinutes === null ? null : day.workedMinutes - day.plannedMinutes;
}

function plannedTotal({ days }: PersonTotal): number | null {
  if (days.some((day) => day.plannedMinutes === null)) return null;
  return sum(days, (day) => day.plannedMinutes ?? 0);
}

function workedTotal({ days }: PersonTotal): number {
  return sum(days, (day) => day.workedMinutes);
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
