import type { MappingFile } from '../../config/inputFiles.js';
import { isInside, periodDays } from '../../domain/period/period.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import {
  LOSABLE_LISTS,
  type LosableList,
  type PeriodFacts,
  type ReadExtent,
  type SourceExtent,
} from '../../domain/records/periodData.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import type { Store, StoredRead } from '../../store/store.js';
import type { SourceRead } from '../source.js';
import { parseStoredLists } from './storedFacts.js';

interface GapQuestion {
  readonly employerId: string;
  readonly needed: Days | undefined;
  readonly mapping: MappingFile | undefined;
}

/** What a read lacks, as far as earlier finals and the mapping show it. */
export function knownGaps(
  store: Store,
  { employerId, needed, mapping }: GapQuestion,
  read: Pick<SourceRead, 'extent' | 'onlyOwner' | 'hasPlanning' | 'holidays' | 'digests'>,
): Pick<PeriodFacts, 'extent' | 'onlyOwner' | 'lostLists'> {
  const { extent, onlyOwner } = read;
  const reads = () => finalReads(store, employerId);
  return {
    lostLists: lostLists(finalReads(store, employerId, needed), daysOf(needed), read),
    ...(extent && { extent: { ...extent, lacking: lackingEntries(store, { employerId, needed }, extent) } }),
    ...(onlyOwner && othersThan(onlyOwner, peopleKnown(store, reads, mapping))),
  };
}

/** The reads of finals and corrections, the newest first. @param days only of runs with one of these days */
function* finalReads(store: Store, employerId: string, days?: Days): Iterable<StoredRead> {
  for (const { state, readId, period } of store.runs({ employerId })) {
    if (state === 'draft' || readId === null) continue;
    if (days !== undefined && (period.to < days.from || period.from > days.to)) continue;
    const read = store.read(readId);
    if (read !== undefined) yield read;
  }
}

/**
 * Planned shifts and holidays that finals of these days had, and this read has none of: a file that is gone, or one of
 * another year. Shifts of the Workforce API and of Kimai are there whenever planning can be read.
 */
function lostLists(
  finals: Iterable<StoredRead>,
  days: readonly LocalDate[],
  {
    extent,
    hasPlanning,
    holidays,
    digests,
  }: Pick<SourceRead, 'extent' | 'hasPlanning' | 'holidays' | 'digests'>,
): readonly LosableList[] {
  const years = new Set(holidays.map(({ date }) => date.slice(0, 4)));
  const hasShifts = hasPlanning && (extent === undefined || (digests.shifts?.records ?? 0) > 0);
  const lost = new Set<LosableList>();
  for (const [read, own] of newestByDay(finals, days)) {
    const then = parseStoredLists(read);
    if (then.holidays.some(({ date }) => own.has(date) && !years.has(date.slice(0, 4))))
      lost.add('public-holidays');
    if (then.hasShifts && !hasShifts) lost.add('shifts');
  }
  return LOSABLE_LISTS.filter((list) => lost.has(list));
}

function daysOf(days: Days | undefined): readonly LocalDate[] {
  return days === undefined ? [] : periodDays({ ...days, label: '' });
}

/** Each read with the days of which it is the newest; ends with the last day. */
function* newestByDay(
  reads: Iterable<StoredRead>,
  days: readonly LocalDate[],
): Iterable<readonly [StoredRead, ReadonlySet<LocalDate>]> {
  const open = new Set(days);
  if (open.size === 0) return;
  for (const read of reads) {
    const own = new Set([...open].filter((date) => isInside(date, read)));
    for (const date of own) open.delete(date);
    if (own.size > 0) yield [read, own];
    if (open.size === 0) return;
  }
}

/** One person can have lost a day by mistake; a day without any entry is rather a part that is missing. */
const FEWEST_PEOPLE = 2;

/** Entries of finals on days outside the extent, and on days inside on which several people worked and now no one. */
function lackingEntries(
  store: Store,
  { employerId, needed }: Pick<GapQuestion, 'employerId' | 'needed'>,
  { days, dates }: SourceExtent,
): ReadExtent['lacking'] {
  const isInDays = (date: LocalDate) => days !== undefined && isInside(date, days);
  const all = daysOf(needed);
  const outside = all.filter((date) => !isInDays(date));
  const holes = all.filter((date) => isInDays(date) && dates?.has(date) === false);
  return [
    ...workOn(store, finalReads(store, employerId), outside),
    ...workOn(store, finalReads(store, employerId, needed), holes).filter(
      ({ people }) => people >= FEWEST_PEOPLE,
    ),
  ]
    .map(({ date, entries }) => ({ date, entries }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

interface WorkOfDay {
  readonly date: LocalDate;
  entries: number;
  people: number;
}

/** The work of each of these days in the newest read that has the day; days without work are left out. */
function workOn(
  store: Store,
  reads: Iterable<StoredRead>,
  dates: readonly LocalDate[],
): readonly WorkOfDay[] {
  const found = new Map<LocalDate, WorkOfDay>();
  for (const [{ readId }, own] of newestByDay(reads, dates))
    for (const person of [...store.peopleOf(readId), null]) {
      const worked = workDatesOf(store, readId, person, own);
      for (const date of worked) {
        const work = found.get(date) ?? { date, entries: 0, people: 0 };
        found.set(date, { ...work, entries: work.entries + 1 });
      }
      for (const date of new Set(worked)) {
        const work = found.get(date);
        if (work !== undefined) work.people += 1;
      }
    }
  return [...found.values()];
}

/** The day of each entry on some days that is not cancelled. */
function workDatesOf(
  store: Store,
  readId: string,
  person: string | null,
  dates: ReadonlySet<LocalDate>,
): readonly LocalDate[] {
  return [...store.recordsOf(readId, person)].flatMap(({ list, relation, day, json }) =>
    list === 'time-entries' && relation === 'own' && day !== null && dates.has(day) && isWork(json)
      ? [day]
      : [],
  );
}

function isWork(json: string): boolean {
  const record: { readonly status?: unknown } = JSON.parse(json);
  return record.status !== 'Cancelled';
}

/** The people of the mapping, and of finals and corrections. */
function peopleKnown(
  store: Store,
  reads: () => Iterable<StoredRead>,
  mapping: MappingFile | undefined,
): ReadonlySet<string> {
  const people = new Set(mapping?.employees.byId.keys());
  for (const { readId } of reads()) for (const id of store.peopleOf(readId)) people.add(id);
  return people;
}

function othersThan(
  { id, name }: NonNullable<SourceRead['onlyOwner']>,
  people: ReadonlySet<string>,
): Pick<PeriodFacts, 'onlyOwner'> {
  const others = [...people].filter((each) => each !== id).length;
  return others === 0 ? {} : { onlyOwner: { name, others } };
}
