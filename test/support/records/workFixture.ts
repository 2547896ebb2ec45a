import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TimeEntry } from '../../../src/domain/records/records.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';
import { findBreaches } from '../../../src/domain/workingTime/breaches.js';
import { limitBook, type WorkingTimeSettings } from '../../../src/domain/workingTime/limits.js';
import type { Breach } from '../../../src/domain/workingTime/workingTime.js';
import { entry } from './periodFixture.js';

/** A table row: some work, and its breaches. */
export interface WorkCase {
  readonly name: string;
  readonly settings: WorkingTimeSettings;
  /**
   * `02 08:00-17:00 -30; 03 22:00-06:00`: days of the month, 30 minutes of break; in Brussels unless stated otherwise.
   */
  readonly work: string;
  /** @default November 2026, which begins on a Sunday, in winter time */
  readonly month?: string;
  /** @default those of Brussels */
  readonly offsets?: readonly [string, string];
  readonly absent?: readonly string[];
  /** `WT_BREAK 03`, in order. */
  readonly found: readonly string[];
}

/** A case of the data file: from a law, an authority, a court or a publisher, or constructed from an article. */
export interface SourcedCase extends WorkCase {
  readonly kind: 'law' | 'authority' | 'court' | 'published' | 'constructed';
  readonly source: string;
}

/** Independent of the program's results: the Python oracle computes each of them too. */
export function readWorkedCases(): readonly SourcedCase[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'workedCases.json'), 'utf8'));
}

export function entriesOf({ work, month = '2026-11', offsets }: WorkCase): TimeEntry[] {
  const lines = work.split(';').filter((line) => line.trim() !== '');
  return lines.flatMap((line, index) => {
    const match = /^\s*(\d\d)(?:\.\.(\d\d))? (\d\d:\d\d)-(\d\d:\d\d)(?: -(\d+))?\s*$/.exec(line);
    if (match === null) throw new Error(`not a line of work: ${line}`);
    const [, first = '', last = first, start = '', end = '', pause = '0'] = match;
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, step) => {
      const day = Number(first) + step;
      const until = end <= start ? day + 1 : day;
      const made = entry({
        id: `e${index}-${day}`,
        start: `${month}-${pad(day)}T${start}:00${offsets?.[0] ?? offsetAt(`${month}-${pad(day)}T${start}`)}`,
        end: `${month}-${pad(until)}T${end}:00${offsets?.[1] ?? offsetAt(`${month}-${pad(until)}T${end}`)}`,
      });
      return { ...made, workedMinutes: (made.workedMinutes ?? 0) - Number(pause) };
    });
  });
}

function offsetAt(local: string): string {
  const seconds = Date.parse(`${local}:00+01:00`) / 1000;
  return zoneByName('Europe/Brussels').offsetAt(seconds) === 3600 ? '+01:00' : '+02:00';
}

function pad(day: number): string {
  return String(day).padStart(2, '0');
}

export function breachesOf(which: WorkCase): Breach[] {
  const { settings, month = '2026-11', absent } = which;
  const period = { from: toLocalDate(`${month}-01`), to: toLocalDate(`${month}-28`) };
  return findBreaches(
    {
      employeeId: 'ann',
      entries: entriesOf(which),
      limitsOf: limitBook(settings)('ann'),
      clockOf: () => zoneByName('Europe/Brussels'),
      known: { from: toLocalDate('2000-01-01'), to: toLocalDate('2099-12-31') },
      history: { knows: () => true, minutesOf: () => new Map() },
      absentDays:
        absent === undefined ? undefined : new Set(absent.map((day) => toLocalDate(`${month}-${day}`))),
    },
    period,
  );
}
