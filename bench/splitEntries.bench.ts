import { DateTime } from 'luxon';
import { attributeMinutes } from '../src/domain/time/attribution.js';
import { toLocalDate } from '../src/domain/time/localDate.js';
import { parseStamp, type Stamp } from '../src/domain/time/stamp.js';
import { zoneByName } from '../src/domain/time/tzdata.js';
import type { Bench, Outcome } from './benchResult.js';

const ENTRIES = 1_000_000;
/** Luxon needs minutes for a million entries; the results of the first ones are compared. */
const COMPARED_ENTRIES = 100_000;
/** Created before the timing; each is reused for other employees. */
const DIFFERENT_ENTRIES = 20_000;
const EMPLOYEES = 499;
const ZONES = ['Europe/Brussels', 'Europe/London', 'America/New_York'];
const FIRST_SECOND = Date.UTC(2026, 0, 1) / 1000;
const YEAR_SECONDS = 364 * 86_400;

/** An entry as the service sends it. */
interface RawEntry {
  readonly zone: string;
  readonly workDate: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly workedMinutes: number;
}

type MinutesByDay = Map<string, Map<string, number>>;

/** About every third entry spans midnight. */
function rawEntry(index: number): RawEntry {
  const zone = ZONES[index % ZONES.length] ?? 'Etc/UTC';
  const start = FIRST_SECOND + Math.floor(((index * 7_919_977) % YEAR_SECONDS) / 60) * 60;
  const end = start + (240 + ((index * 37) % 360)) * 60;
  const startsAt = written(start, zone);
  const workedMinutes = (end - start) / 60 - 30;
  return {
    zone,
    workDate: startsAt.slice(0, 10),
    startsAt,
    endsAt: written(end, zone),
    workedMinutes,
  };
}

function written(epochSeconds: number, zone: string): string {
  const offset = zoneByName(zone).offsetAt(epochSeconds);
  const local = new Date((epochSeconds + offset) * 1000).toISOString().slice(0, 19);
  return `${local}${offset < 0 ? '-' : '+'}0${Math.abs(offset) / 3600}:00`;
}

function addMinutes(totals: MinutesByDay, employee: string, date: string, minutes: number): void {
  const days = totals.get(employee) ?? new Map<string, number>();
  totals.set(employee, days.set(date, (days.get(date) ?? 0) + minutes));
}

function stampOf(text: string): Stamp {
  const stamp = parseStamp(text);
  if (typeof stamp === 'string') throw new RangeError(stamp);
  return stamp;
}

function splitByPaytally(entry: RawEntry, employee: string, totals: MinutesByDay): void {
  const span = {
    startEpoch: stampOf(entry.startsAt).epochSeconds,
    endEpoch: stampOf(entry.endsAt).epochSeconds,
    workDate: toLocalDate(entry.workDate),
    workedMinutes: entry.workedMinutes,
  };
  for (const part of attributeMinutes(span, zoneByName(entry.zone), 'split')) {
    addMinutes(totals, employee, part.date, part.minutes);
  }
}

/** Typical code with luxon that splits minutes in the same way. */
function splitByLuxon(entry: RawEntry, employee: string, totals: MinutesByDay): void {
  const end = DateTime.fromISO(entry.endsAt, { zone: entry.zone });
  let start = DateTime.fromISO(entry.startsAt, { zone: entry.zone });
  const elapsed = end.toSeconds() - start.toSeconds();
  const parts: { date: string; exact: number; minutes: number }[] = [];
  while (start < end) {
    const next = DateTime.min(start.startOf('day').plus({ days: 1 }), end);
    const exact = ((next.toSeconds() - start.toSeconds()) * entry.workedMinutes) / elapsed;
    parts.push({ date: start.toISODate() ?? '', exact, minutes: Math.floor(exact) });
    start = next;
  }
  let missing = entry.workedMinutes - parts.reduce((sum, part) => sum + part.minutes, 0);
  for (const part of parts.toSorted((a, b) => b.exact - b.minutes - (a.exact - a.minutes))) {
    if (missing > 0) part.minutes += 1;
    missing -= 1;
  }
  for (const part of parts) addMinutes(totals, employee, part.date, part.minutes);
}

type Split = (entry: RawEntry, employee: string, totals: MinutesByDay) => void;

function splitAll(entries: readonly RawEntry[], count: number, compared: number, split: Split): Outcome {
  const totals: MinutesByDay = new Map();
  let result = '';
  for (let done = 0; done < count; ) {
    for (const entry of entries.slice(0, count - done)) {
      split(entry, `employee-${done % EMPLOYEES}`, totals);
      done += 1;
      if (done === compared) result = fingerprintOf(totals);
    }
  }
  return { units: count, result };
}

function fingerprintOf(totals: MinutesByDay): string {
  let [minutes, fingerprint] = [0, 0];
  for (const days of totals.values()) {
    for (const [date, worked] of days) {
      minutes += worked;
      fingerprint = (fingerprint + worked * Number(date.replaceAll('-', ''))) % 1_000_000_007;
    }
  }
  return `${minutes} minutes, ${fingerprint}`;
}

function candidate(name: string, entryCount: number, split: Split) {
  return {
    name,
    prepare: (scale: number) => {
      const entries = Array.from({ length: DIFFERENT_ENTRIES }, (_, index) => rawEntry(index));
      return () => splitAll(entries, entryCount * scale, COMPARED_ENTRIES * scale, split);
    },
  };
}

export const bench: Bench = {
  title: 'Entries split at local midnights and added up per employee and day (parsing included)',
  unit: 'entries',
  candidates: [
    candidate('paytally', ENTRIES, splitByPaytally),
    candidate('luxon, straightforward', COMPARED_ENTRIES, splitByLuxon),
  ],
};
