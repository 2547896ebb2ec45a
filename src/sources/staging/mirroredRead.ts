import type { ListName } from '../../domain/records/records.js';
import { isoWeekStart, type LocalDate, toLocalDate } from '../../domain/time/localDate.js';
import type { MirroredRead, MirrorScope } from '../../store/mirror.js';
import type { StoredRecord } from '../../store/recordParts.js';
import type { ReadHeader, Store } from '../../store/store.js';
import { holidayYears, spanOfWindows, yearOf } from '../records/readWindows.js';
import { DigestSum } from '../records/recordDigest.js';
import type { HolidaysToRead, ListDigests } from '../source.js';
import { parseStoredDigests, parseStoredFacts } from './storedFacts.js';

type Days = Pick<ReadHeader, 'from' | 'to'>;
type Window = Omit<ReadHeader, 'startedAt'>;

/**
 * The digests of an earlier complete read of the same days: that of an earlier run, or the days that the monitor read
 * in the last 24 hours, whichever is newer.
 */
export function earlierDigests(store: Store, window: Window, read: 'once' | 'twice'): ListDigests {
  const stored = store.latestRead(window);
  // A single pass uses them only to estimate the number of records.
  const mirrored = read === 'twice' ? findMirrored(store, window) : undefined;
  if (mirrored === undefined || (stored !== undefined && stored.completedAt >= mirrored.completedAt))
    return parseStoredDigests(stored);
  return digestsWithin(store, mirrored, window) ?? parseStoredDigests(stored);
}

/** The newest read of the monitor that has all days of a window and is not older than a day. */
function findMirrored(store: Store, { employerId, from, to }: Window): MirroredRead | undefined {
  return store.mirror
    .reads(employerId)
    .find(({ isFresh, windows }) => isFresh && windows.some((days) => days.from <= from && to <= days.to));
}

/** undefined if records have no day, because it is then unknown whether they belong to the window. */
function digestsWithin(store: Store, { readId }: MirroredRead, window: Window): ListDigests | undefined {
  const sums = { shifts: newCount(), 'time-entries': newCount() };
  for (const { list, day, digest } of ownRecords(store, readId)) {
    if (list !== 'shifts' && list !== 'time-entries') continue;
    if (day === null) return undefined;
    if (day < window.from || day > window.to) continue;
    sums[list].records += 1;
    sums[list].sum.add(digest);
  }
  const dated = Object.entries(sums).map(([list, { records, sum }]) => [
    list,
    { records, digest: sum.text() },
  ]);
  return { ...parseStoredDigests(store.read(readId)), ...Object.fromEntries(dated) };
}

function newCount(): { records: number; readonly sum: DigestSum } {
  return { records: 0, sum: new DigestSum() };
}

/** The records of a read of one employee, or without an employee, each once. */
function* ownRecords(store: Store, readId: string): Iterable<StoredRecord> {
  for (const person of [...store.peopleOf(readId), null])
    for (const record of store.recordsOf(readId, person)) if (record.relation === 'own') yield record;
}

/**
 * The holidays that a pass reads: those of the years of its windows. Holidays of other years that are granted on these
 * days hardly ever change: they are taken from the newest pass, and read again once a week.
 * @returns undefined: all years that can grant a holiday in these days
 */
export function holidaysToRead(
  store: Store,
  employerId: string,
  { windows, scope, today }: { windows: readonly Days[]; scope: MirrorScope; today: LocalDate },
): HolidaysToRead | undefined {
  const passes = store.mirror.reads(employerId);
  const [pass] = passes;
  const whole = passes.find((each) => each.scope === 'whole');
  const wholeDay = toLocalDate((whole?.startedAt ?? new Date(0)).toISOString().slice(0, 10));
  if (pass === undefined || (scope === 'whole' && isoWeekStart(wholeDay) !== isoWeekStart(today)))
    return undefined;
  const read = store.read(pass.readId);
  if (read === undefined) return undefined;
  const earlier = holidayYears(spanOfWindows(pass.windows));
  const isTouched = (year: number) =>
    windows.some(({ from, to }) => yearOf(from) <= year && year <= yearOf(to));
  const years = holidayYears(spanOfWindows(windows)).filter(
    (year) => isTouched(year) || !earlier.includes(year),
  );
  return {
    years,
    known: parseStoredFacts(read).holidays.filter(
      ({ date, originalDate = date }) => !years.includes(yearOf(originalDate)),
    ),
  };
}

/** A read, and its days that count. */
export interface RetainedRead {
  readonly readId: string;
  readonly days: readonly Days[];
}

/** The IDs of a list in stored reads; for lists with days, those on the days that count. */
export function* retainedIds(store: Store, reads: readonly RetainedRead[], list: ListName): Iterable<string> {
  for (const { readId, days } of reads) {
    const read = store.read(readId);
    if (read === undefined) continue;
    if (list !== 'shifts' && list !== 'time-entries') {
      yield* listedIds(parseStoredFacts(read), list);
      continue;
    }
    for (const record of ownRecords(store, readId))
      if (record.list === list && hasOwnId(record) && isWithin(record.day, days)) yield record.id;
  }
}

function listedIds(facts: ReturnType<typeof parseStoredFacts>, list: ListName): readonly string[] {
  const lists: Partial<Record<ListName, readonly { readonly id: string }[]>> = {
    establishments: facts.establishments,
    employees: facts.employees ?? [],
    'agency-workers': facts.agencyWorkers,
    teams: facts.teams,
    tasks: facts.tasks,
  };
  return (lists[list] ?? []).map(({ id }) => id);
}

/** A record without a usable ID is stored under its position, which its text does not contain. */
function hasOwnId({ id, json }: StoredRecord): boolean {
  return json.includes(JSON.stringify(id));
}

function isWithin(day: LocalDate | null, days: readonly Days[]): boolean {
  return day !== null && days.some(({ from, to }) => from <= day && day <= to);
}
