import { groupBy } from '../../domain/collections.js';
import { isPaid, type PayLine } from '../../domain/pay/payLine.js';
import type { Person } from '../../domain/people/peopleDirectory.js';
import { periodDays } from '../../domain/period/period.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import type { PersonDay } from '../../domain/timesheet/timesheet.js';
import { SEVERAL_NUMBERS } from '../dataSet.js';
import { differenceMinutes, sumOver, workByDay } from './daySets.js';
import { type ColumnarSet, type FieldDefinition, field, makeDataSet } from './fieldDefinition.js';
import type { Lookups, SetInput } from './modelLookups.js';
import { employeeFields, establishmentNames, joinedWorkFields } from './sharedFields.js';

interface PersonTotal {
  readonly personId: string | null;
  /** The days with anything in the period, in order. */
  readonly dates: readonly LocalDate[];
  readonly days: readonly PersonDay[];
  readonly entries: number;
  readonly paidMinutes: number;
}

/** A row per employee with the period's totals. */
export function employeesSet(input: SetInput, find: Lookups): ColumnarSet {
  const workOf = workByDay(input.timesheet.exported, ({ employeeId }) => employeeId);
  return makeDataSet<PersonTotal>(
    'employees',
    [
      ...employeeFields<PersonTotal>(
        ({ personId, dates }) => personOfDays(dates, personId, input, find),
        input.mapping,
      ),
      field('numbers', 'text', 'employeeNumbers', ({ personId, dates }) => numbersOn(dates, personId, find)),
      establishmentNames<PersonTotal>(({ personId }) => workOf(personId), find),
      ...joinedWorkFields<PersonTotal>(({ personId }) => workOf(personId), find),
      ...totalFields(),
      field('holidayDates', 'text', 'holidayDates', ({ personId }) =>
        personId === null ? null : find.list(periodDays(input.period).filter(input.holidayOn)) || null,
      ),
    ],
    personTotals(input),
    'employee.id',
  );
}

function personTotals({ timesheet, pay }: SetInput): PersonTotal[] {
  const groups = groupBy(timesheet.days, ({ personId }) => personId);
  const entries = groupBy(timesheet.exported, ({ entry }) => entry.employeeId);
  const paid = groupBy<PayLine, string | null>(
    pay.lines.filter(({ kind }) => isPaid(kind)),
    ({ employeeId }) => employeeId,
  );
  // An employee with only a paid holiday has no worked or planned day.
  const ids = [...new Set([...groups.keys(), ...paid.keys()])];
  return ids.map((personId) => ({
    personId,
    dates: datesOf([...(groups.get(personId) ?? []), ...(paid.get(personId) ?? [])]),
    days: groups.get(personId) ?? [],
    entries: entries.get(personId)?.length ?? 0,
    paidMinutes: sumOver(paid.get(personId) ?? [], ({ minutes }) => minutes),
  }));
}

function datesOf(dated: readonly { readonly date: LocalDate }[]): LocalDate[] {
  return [...new Set(dated.map(({ date }) => date))].sort();
}

/** The payroll IDs of days: `101 / 202` for a rehired person. */
function numbersOn(dates: readonly LocalDate[], personId: string | null, find: Lookups): string | null {
  return eachOnce(dates.map((date) => find.person(personId, date)?.number));
}

/** Values of days, each once, in order: `A / B`; null if there is none. */
function eachOnce(values: readonly (string | null | undefined)[]): string | null {
  return [...new Set(values.filter((value) => value))].join(SEVERAL_NUMBERS) || null;
}

/**
 * A person with the columns of the mapping of all their days: `A / B` if one changes in the period, so that the hours
 * under A are not shown under B alone. The payroll ID is the last; `numbers` has all of them.
 */
function personOfDays(
  dates: readonly LocalDate[],
  personId: string | null,
  { mapping: { byId, extraColumns } }: Pick<SetInput, 'mapping'>,
  find: Lookups,
): Person | undefined {
  const person = find.person(personId, spanOf(dates));
  if (person === undefined || (byId.get(person.id)?.length ?? 0) < 2) return person;
  const each = dates.flatMap((date) => find.person(personId, date) ?? []);
  return {
    ...person,
    extra: Object.fromEntries(
      extraColumns.flatMap((column) => {
        const text = eachOnce(each.map(({ extra }) => extra[column]));
        return text === null ? [] : [[column, text]];
      }),
    ),
  };
}

function spanOf(dates: readonly LocalDate[]): Days | undefined {
  const [from, to] = [dates[0], dates.at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

function totalFields(): FieldDefinition<PersonTotal>[] {
  return [
    field(
      'days',
      'integer',
      'daysWorked',
      ({ days }) => days.filter((day) => day.workedMinutes !== 0).length,
    ),
    field('entries', 'integer', 'exportedEntries', ({ entries }) => entries),
    field('plannedMinutes', 'minutes', 'planned', plannedTotal),
    field('workedMinutes', 'minutes', 'worked', workedTotal),
    field('differenceMinutes', 'minutes', 'difference', (total) =>
      differenceMinutes({ plannedMinutes: plannedTotal(total), workedMinutes: workedTotal(total) }),
    ),
    field('paidMinutes', 'minutes', 'paid', ({ paidMinutes }) => paidMinutes),
    field('estimatedMinutes', 'minutes', 'estimatedApart', ({ days }) =>
      sumOver(days, (day) => day.estimatedMinutes ?? 0),
    ),
  ];
}

function plannedTotal({ days }: PersonTotal): number | null {
  if (days.some((day) => day.plannedMinutes === null)) return null;
  return sumOver(days, (day) => day.plannedMinutes ?? 0);
}

function workedTotal({ days }: PersonTotal): number {
  return sumOver(days, (day) => day.workedMinutes);
}
