import { describe, expect, test } from 'vitest';
import { instantOf, offsetSecondsAt, stampOf } from '../../samples/generator/sampleZones.js';
import { findZonePython } from '../support/programs/zonePython.js';

const python = findZonePython('2026f');
const FIRST_YEAR = 2024;
const LAST_YEAR = 2037;

describe.skipIf(python === undefined)('the clock changes of the sample match zoneinfo', () => {
  test.each(['Europe/Brussels', 'Africa/Cairo'] as const)('%s, 2024 to 2037', (zone) => {
    const args = ['offsets', zone, String(FIRST_YEAR), String(LAST_YEAR)];
    const changes = python?.('sample_proof.py', args) as [instant: number, offset: number][];
    expect(changes).toHaveLength(1 + 2 * (LAST_YEAR - FIRST_YEAR + 1));
    for (const [index, [instant, offset]] of changes.entries()) {
      expect(offsetSecondsAt(zone, instant)).toBe(offset);
      const before = changes[index - 1];
      if (before !== undefined) expect(offsetSecondsAt(zone, instant - 1)).toBe(before[1]);
    }
  });
});

const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

test.each([
  ['a plain time', 'Europe/Brussels', '2026-10-06', 8 * 60, '2026-10-06T08:00:00+02:00'],
  ['after midnight', 'Europe/Brussels', '2026-10-06', 30 * 60, '2026-10-07T06:00:00+02:00'],
  ['before midnight', 'Europe/Brussels', '2026-10-01', -6, '2026-09-30T23:54:00+02:00'],
  ['a repeated hour: the first pass', 'Europe/Brussels', '2026-10-25', 150, '2026-10-25T02:30:00+02:00'],
  ['the same across midnight', 'Africa/Cairo', '2026-10-29', 23 * 60 + 30, '2026-10-29T23:30:00+03:00'],
  ['a skipped hour: the offset before it', 'Europe/Brussels', '2026-03-29', 150, '2026-03-29T03:30:00+02:00'],
] as const)('instantOf: %s', (_name, zone, date, minute, expected) => {
  expect(stampOf(zone, instantOf(zone, dayNumber(date), minute))).toBe(expected);
});
