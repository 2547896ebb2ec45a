import type { EmployerState } from './employerState.js';
import type { SeededRandom } from './faults.js';
import type { DayRange } from './recordLists.js';
import { dateOfDayNumber, dayNumberOf, type ListName, type RecordInputOf } from './records.js';
import { localStamp } from './wireRecord.js';

export type ChurnKind = 'change' | 'appear' | 'vanish' | 'move';

const KINDS: readonly ChurnKind[] = ['change', 'appear', 'vanish', 'move'];
const TRIES = 20;
const DAY_MS = 86_400_000;

type AnyRecord = RecordInputOf[ListName] & { readonly id: string };

/** Makes a random edit in the list and days that were just read. Returns false if there is nothing to edit. */
export function editRandomly(
  employer: EmployerState,
  list: ListName,
  range: DayRange | null,
  wanted: ChurnKind | 'any',
  random: SeededRandom,
): boolean {
  const record = pickRecord(employer, list, range, random);
  if (record === undefined) return false;
  const kind = wanted === 'any' ? (KINDS[random.below(KINDS.length)] ?? 'change') : wanted;
  switch (kind) {
    case 'vanish':
      return employer.edit({ list, delete: record.id });
    case 'appear':
      return employer.edit({ list, put: { ...record, id: random.uuid() } });
    case 'move':
      return employer.edit({ list, put: moved(employer, record, random.next() < 0.5 ? -1 : 1) });
    case 'change':
      return employer.edit({ list, put: changed(record) });
  }
}

function pickRecord(
  employer: EmployerState,
  list: ListName,
  range: DayRange | null,
  random: SeededRandom,
): AnyRecord | undefined {
  if (list === 'shifts' || list === 'time-entries') {
    if (range === null) return undefined;
    const days = dayNumberOf(range.to) - dayNumberOf(range.from) + 1;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const day = dateOfDayNumber(dayNumberOf(range.from) + random.below(days));
      const records = [...employer.lists[list].read({ from: day, to: day }, null)];
      if (records.length > 0) return records[random.below(records.length)];
    }
    return undefined;
  }
  const records = [...employer.lists[list].read(null, null)];
  return records[random.below(Math.max(1, records.length))];
}

/** Changes a value, and the position in the list at most slightly. */
function changed(record: AnyRecord): AnyRecord {
  if ('workDate' in record) {
    return record.workedMinutes === undefined
      ? { ...record, reviewedAtUtc: '2026-01-01T00:00:00Z' }
      : { ...record, workedMinutes: record.workedMinutes + 1 };
  }
  if ('startsAt' in record) return replanned({ ...record, breakMinutes: (record.breakMinutes ?? 0) + 1 });
  if ('lastName' in record) return { ...record, firstName: `${record.firstName}*` };
  return { ...record, name: `${record.name}*` };
}

function moved(employer: EmployerState, record: AnyRecord, days: number): AnyRecord {
  if ('workDate' in record) {
    const zone = zoneOf(employer, record.establishmentId);
    const endsAt = record.endsAt ? shiftStamp(record.endsAt, days, zone) : (record.endsAt ?? null);
    return {
      ...record,
      workDate: shiftDay(record.workDate, days),
      startsAt: shiftStamp(record.startsAt, days, zone),
      endsAt,
    };
  }
  if (!('startsAt' in record)) return changed(record);
  const zone = zoneOf(employer, record.establishmentId);
  return replanned({
    ...record,
    date: shiftDay(record.date, days),
    startsAt: shiftStamp(record.startsAt, days, zone),
    endsAt: shiftStamp(record.endsAt, days, zone),
  });
}

/** Planned minutes depend on the times and the break, so the old ones would be wrong. */
function replanned(shift: RecordInputOf['shifts']): RecordInputOf['shifts'] {
  const { plannedMinutes: _, ...others } = shift;
  return others;
}

function zoneOf(employer: EmployerState, establishmentId: string): string {
  return employer.lists.establishments.get(establishmentId)?.zone ?? 'UTC';
}

function shiftDay(date: string, days: number): string {
  return dateOfDayNumber(dayNumberOf(date) + days);
}

/** The same local time, this number of days later or earlier, with the zone's offset at that time. */
function shiftStamp(stamp: string, days: number, zone: string): string {
  const local = Date.parse(`${stamp.slice(0, 19)}Z`) + days * DAY_MS;
  const near = Date.parse(stamp) + days * DAY_MS;
  return `${new Date(local).toISOString().slice(0, 19)}${localStamp(near, zone).slice(-6)}`;
}
