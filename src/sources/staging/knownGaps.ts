import type { MappingFile } from '../../config/inputFiles.js';
import { isInside, periodDays } from '../../domain/period/period.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import type { PeriodFacts, SourceExtent } from '../../domain/records/periodData.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import type { Store, StoredRead } from '../../store/store.js';
import type { SourceRead } from '../source.js';

interface GapQuestion {
  readonly employerId: string;
  readonly needed: Days | undefined;
  readonly mapping: MappingFile | undefined;
}

/** What a read lacks, as far as earlier finals and the mapping show it. */
export function knownGaps(
  store: Store,
  { employerId, needed, mapping }: GapQuestion,
  { extent, onlyOwner }: Pick<SourceRead, 'extent' | 'onlyOwner'>,
): Pick<PeriodFacts, 'extent' | 'onlyOwner'> {
  const reads = () => finalReads(store, employerId);
  return {
    ...(extent && { extent: { ...extent, lacking: lackingEntries(store, reads, extent, needed) } }),
    ...(onlyOwner && othersThan(onlyOwner, peopleKnown(store, reads, mapping))),
  };
}

/** The reads of finals and corrections, the newest first. */
function* finalReads(store: Store, employerId: string): Iterable<StoredRead> {
  for (const { state, readId } of store.runs({ employerId })) {
    const read = state === 'draft' || readId === null ? undefined : store.read(readId);
    if (read !== undefined) yield read;
  }
}

/** Entries of days outside the extent, each day in the newest read that has it. */
function lackingEntries(
  store: Store,
  reads: () => Iterable<StoredRead>,
  { days }: SourceExtent,
  needed: Days | undefined,
) {
  const isLacking = (date: LocalDate) => days === undefined || !isInside(date, days);
  const open = new Set(needed === undefined ? [] : periodDays({ ...needed, label: '' }).filter(isLacking));
  const entriesOn = new Map<LocalDate, number>();
  if (open.size === 0) return [];
  for (const read of reads()) {
    const own = new Set([...open].filter((date) => isInside(date, read)));
    for (const date of own) open.delete(date);
    if (own.size > 0) countEntries(store, read.readId, own, entriesOn);
    if (open.size === 0) break;
  }
  return [...entriesOn]
    .map(([date, entries]) => ({ date, entries }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

function countEntries(
  store: Store,
  readId: string,
  days: ReadonlySet<LocalDate>,
  entriesOn: Map<LocalDate, number>,
): void {
  for (const person of [...store.peopleOf(readId), null])
    for (const { list, relation, day, json } of store.recordsOf(readId, person))
      if (list === 'time-entries' && relation === 'own' && day !== null && days.has(day) && isWork(json))
        entriesOn.set(day, (entriesOn.get(day) ?? 0) + 1);
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
