import type { Work } from '../../domain/computed/computedPeriod.js';
import type { MappedEmployees } from '../../domain/mapping/employeeRows.js';
import { fullName, type Person } from '../../domain/people/peopleDirectory.js';
import type { Period } from '../../domain/period/period.js';
import { isAmbiguousReading } from '../../domain/time/clockChanges.js';
import {
  addDays,
  isoWeek,
  isoWeekStart,
  type LocalDate,
  weekdayNumber,
} from '../../domain/time/localDate.js';
import type { Stamp } from '../../domain/time/stamp.js';
import { formatOffset, type Zone } from '../../domain/time/zone.js';
import type { KeyOf } from '../../i18n/message.js';
import { message } from '../../i18n/message.js';
import { type FieldDefinition, field } from './fieldDefinition.js';
import type { Lookups } from './modelLookups.js';

/** The `employee.*` fields of a data set whose items may belong to a person. */
export function employeeFields<Item>(
  findPerson: (item: Item) => Person | undefined,
  mapping: MappedEmployees,
): FieldDefinition<Item>[] {
  const personOf = memoizeLast(findPerson);
  return [
    field('employee.id', 'text', 'employeeId', (item) => personOf(item)?.id ?? null),
    field('employee.number', 'text', 'employeeNumber', (item) => personOf(item)?.number ?? null),
    field('employee.firstName', 'text', 'firstName', (item) => personOf(item)?.firstName ?? null),
    field('employee.lastName', 'text', 'lastName', (item) => personOf(item)?.lastName ?? null),
    field('employee.name', 'text', 'employeeName', (item) => {
      const person = personOf(item);
      return person ? fullName(person) : null;
    }),
    field('employee.active', 'boolean', 'employeeActive', (item) => personOf(item)?.isActive ?? null),
    ...mapping.extraColumns.map((column) =>
      field<Item>(`employee.${column}`, 'text', message('model.mappingColumn', { column }), (item) => {
        return personOf(item)?.extra[column] ?? null;
      }),
    ),
  ];
}

/** The fields of a row's only work; undefined for rows with several. */
export function workFields<Item>(
  workOf: (item: Item) => Work | undefined,
  find: Lookups,
): FieldDefinition<Item>[] {
  const work = memoizeLast(workOf);
  return [
    field('establishment.id', 'text', 'establishmentId', (item) => {
      return work(item)?.establishmentId ?? null;
    }),
    field('establishment.name', 'text', 'establishmentName', (item) => {
      return find.establishment(work(item)?.establishmentId ?? null);
    }),
    field('team.id', 'text', 'teamId', (item) => work(item)?.teamId ?? null),
    field('team.name', 'text', 'teamName', (item) => find.team(work(item)?.teamId ?? null)),
    field('task.id', 'text', 'taskId', (item) => work(item)?.taskId ?? null),
    field('task.name', 'text', 'taskName', (item) => find.task(work(item)?.taskId ?? null)),
    field('entry.reviewed', 'boolean', 'entryReviewed', (item) => work(item)?.isReviewed ?? null),
  ];
}

/** The fields of one row are requested one after the other. */
function memoizeLast<Item, Value>(of: (item: Item) => Value): (item: Item) => Value {
  let last: { readonly item: Item; readonly value: Value } | undefined;
  return (item) => {
    if (last === undefined || last.item !== item) last = { item, value: of(item) };
    return last.value;
  };
}

/**
 * The fields about the work of a row that adds up several entries: distinct values, sorted and joined by `; `. They
 * have their own names, so that `Cairo; Ghent` does not look like an establishment; workbook bands grouped by
 * `establishment.name` must not search for such a row.
 */
export function joinedWorkFields<Item>(
  workOf: (item: Item) => readonly Work[],
  find: Lookups,
): FieldDefinition<Item>[] {
  const work = memoizeLast(workOf);
  const joined = (item: Item, textOf: (each: Work) => string | null): string | null => {
    const works = work(item);
    const [only] = works;
    // Most days have one entry.
    if (only !== undefined && works.length === 1) return textOf(only);
    const texts = new Set(works.flatMap((each) => textOf(each) ?? []));
    return texts.size === 0 ? null : find.list([...texts].sort());
  };
  return [
    field('establishmentIds', 'text', 'establishmentIds', (item) => {
      return joined(item, ({ establishmentId }) => establishmentId);
    }),
    field('teams', 'text', 'teams', (item) => {
      return joined(item, ({ teamId }) => find.team(teamId));
    }),
    field('teamIds', 'text', 'teamIds', (item) => joined(item, ({ teamId }) => teamId)),
    field('tasks', 'text', 'tasks', (item) => {
      return joined(item, ({ taskId }) => find.task(taskId));
    }),
    field('taskIds', 'text', 'taskIds', (item) => joined(item, ({ taskId }) => taskId)),
    field('reviewed', 'boolean', 'allReviewed', (item) => {
      return work(item).length === 0 ? null : work(item).every(({ isReviewed }) => isReviewed === true);
    }),
  ];
}

/** Names of the establishments worked in; null if there was no work. */
export function establishmentNames<Item>(
  workOf: (item: Item) => readonly Work[],
  find: Lookups,
): FieldDefinition<Item> {
  return field('establishments', 'text', 'establishments', (item) => {
    const names = new Set(
      workOf(item).flatMap(({ establishmentId }) => find.establishment(establishmentId) ?? []),
    );
    return names.size === 0 ? null : find.list([...names].sort());
  });
}

interface DateFacts {
  readonly isoWeek: string;
  readonly weekStart: LocalDate;
  readonly isWeekCut: boolean;
  readonly month: string;
  readonly quarter: string;
}

/** The day of an item, its weekday and the fields to group by. */
export function dateFields<Item>(
  description: KeyOf<'model'>,
  dateOf: (item: Item) => LocalDate,
  period: Period,
): FieldDefinition<Item>[] {
  return [
    field('date', 'date', description, dateOf),
    field('weekday', 'integer', 'weekday', (item) => weekdayNumber(dateOf(item))),
    ...calendarFields(dateOf, period),
  ];
}

/**
 * The fields to group, sort and total rows by week, month or quarter, of a data set whose items have a date.
 * null in rows without one.
 */
export function calendarFields<Item>(
  dateOf: (item: Item) => LocalDate | null,
  period: Period,
): FieldDefinition<Item>[] {
  const known = knownDates(period);
  const facts = (item: Item): DateFacts | undefined => {
    const date = dateOf(item);
    if (date === null) return undefined;
    const found = known.get(date) ?? computeDateFacts(date, period);
    known.set(date, found);
    return found;
  };
  return [
    field('isoWeek', 'text', 'isoWeek', (item) => facts(item)?.isoWeek ?? null),
    field('weekStart', 'date', 'weekStart', (item) => facts(item)?.weekStart ?? null),
    field('weekCut', 'boolean', 'weekCut', (item) => {
      return facts(item)?.isWeekCut ?? null;
    }),
    field('month', 'text', 'month', (item) => facts(item)?.month ?? null),
    field('quarter', 'text', 'quarter', (item) => facts(item)?.quarter ?? null),
  ];
}

/** All employees have the same days: facts are looked up once. */
const KNOWN_DATES = new WeakMap<Period, Map<LocalDate, DateFacts>>();

function knownDates(period: Period): Map<LocalDate, DateFacts> {
  const known = KNOWN_DATES.get(period) ?? new Map<LocalDate, DateFacts>();
  KNOWN_DATES.set(period, known);
  return known;
}

function computeDateFacts(date: LocalDate, { from, to }: Period): DateFacts {
  const weekStart = isoWeekStart(date);
  const quarter = Math.ceil(Number(date.slice(5, 7)) / 3);
  return {
    isoWeek: isoWeek(date),
    weekStart,
    isWeekCut: weekStart < from || addDays(weekStart, 6) > to,
    month: date.slice(0, 7),
    quarter: `${date.slice(0, 4)}-Q${quarter}`,
  };
}

/** Name of a field -> the stamp of its offset. */
type StampsByField = Readonly<Record<string, Stamp | null | undefined>>;

/**
 * Text fields such as `+02:00`, for the clock times of one row: null unless a clock time alone would be ambiguous. All
 * times of the row then have their offset, so that the time between them can be checked.
 * @param fields name -> description
 */
export function clockOffsetFields<Item>(
  fields: Readonly<Record<string, KeyOf<'model'>>>,
  stampsOf: (item: Item) => StampsByField,
  zones: readonly Zone[],
): FieldDefinition<Item>[] {
  const offsets = memoizeLast((item: Item) => offsetsShown(stampsOf(item), zones));
  return Object.entries(fields).map(([name, description]) =>
    field(name, 'text', description, (item) => offsets(item)[name] ?? null),
  );
}

function offsetsShown(stamps: StampsByField, zones: readonly Zone[]): Readonly<Record<string, string>> {
  const known = Object.entries(stamps).flatMap(([name, stamp]) => (stamp ? [{ name, stamp }] : []));
  const differ = new Set(known.map(({ stamp }) => stamp.offsetSeconds)).size > 1;
  // If no zone is known, clock changes are derived from the stamps.
  const isUnclear = zones.length > 0 && known.some(({ stamp }) => isAmbiguousReading(zones, stamp));
  if (!differ && !isUnclear) return {};
  return Object.fromEntries(known.map(({ name, stamp }) => [name, formatOffset(stamp.offsetSeconds)]));
}
