import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ATTRIBUTIONS,
  type Attribution,
  attributeMinutes,
  splitIntoSegments,
  type WorkedSpan,
} from '../../../src/domain/time/attribution.js';
import { addDays, type LocalDate, toEpochDay, toLocalDate } from '../../../src/domain/time/localDate.js';
import { zoneByName, zoneNames } from '../../../src/domain/time/tzdata.js';
import { localDateAt, type Zone } from '../../../src/domain/time/zone.js';
import { isBeyondMargin, marginDays } from '../../../src/domain/timesheet/buildTimesheet.js';

interface Entry {
  readonly span: WorkedSpan;
  readonly zone: Zone;
}

const FIRST_DAY = toEpochDay(toLocalDate('2000-02-01'));
const LAST_DAY = toEpochDay(toLocalDate('2037-10-01'));

/** Zones with unusual days occur as often as all others together. */
const ODD_ZONES = [
  'Atlantic/Azores',
  'Africa/Cairo',
  'America/St_Johns',
  'Antarctica/Troll',
  'Australia/Lord_Howe',
];
const anyZone = fc.oneof(fc.constantFrom(...zoneNames), fc.constantFrom(...ODD_ZONES)).map(zoneByName);

/** Half of the entries begin within a day of a clock change, if there is one. */
function nearChange(zone: Zone, epochSeconds: number, toChange: boolean): number {
  const [change] = toChange ? zone.transitionsBetween(epochSeconds, epochSeconds + 200 * 86_400) : [];
  return change === undefined ? epochSeconds : change.epochSeconds - (epochSeconds % 86_400);
}

const anyEntry: fc.Arbitrary<Entry> = fc
  .record({
    zone: anyZone,
    startEpoch: fc.integer({ min: FIRST_DAY * 86_400, max: LAST_DAY * 86_400 }),
    toChange: fc.boolean(),
    elapsedSeconds: fc.oneof(
      fc.nat(86_400),
      fc.nat(1440).map((minutes) => minutes * 60),
    ),
    netPercent: fc.nat(110),
  })
  .map(({ zone, startEpoch, toChange, elapsedSeconds, netPercent }) => {
    const start = nearChange(zone, startEpoch, toChange);
    const workedMinutes = Math.floor((elapsedSeconds / 60) * (netPercent / 100));
    const span = {
      startEpoch: start,
      endEpoch: start + elapsedSeconds,
      workDate: localDateAt(start, zone),
      workedMinutes,
    };
    return { zone, span };
  });

/** What a run over the period counts: it reads the entries of the period and its margin, and drops those outside. */
function minutesOfPeriod(
  entries: readonly Entry[],
  from: LocalDate,
  to: LocalDate,
  attribution: Attribution,
): number {
  const margin = addDays(from, attribution === 'start' ? 0 : -marginDays({ attribution }));
  const read = entries.filter(({ span }) => span.workDate >= margin && span.workDate <= to);
  const parts = read.flatMap(({ span, zone }) => attributeMinutes(span, zone, attribution));
  return parts
    .filter(({ date }) => date >= from && date <= to)
    .reduce((sum, { minutes }) => sum + minutes, 0);
}

test.each(ATTRIBUTIONS)('successive periods count each minute exactly once: %s', (attribution) => {
  const periods = fc.record({
    daysBefore: fc.integer({ min: 4, max: 8 }),
    lengths: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 9, maxLength: 9 }),
  });
  fc.assert(
    fc.property(
      fc.array(anyEntry, { minLength: 1, maxLength: 4 }),
      periods,
      (entries, { daysBefore, lengths }) => {
        for (const entry of entries) {
          const parts = attributeMinutes(entry.span, entry.zone, attribution);
          fc.pre(!isBeyondMargin(parts, entry.span.workDate, { attribution }));
          let from = addDays(entry.span.workDate, -daysBefore);
          let counted = 0;
          for (const length of [...lengths, daysBefore]) {
            const to = addDays(from, length - 1);
            counted += minutesOfPeriod([entry], from, to, attribution);
            from = addDays(to, 1);
          }
          expect(counted).toBe(entry.span.workedMinutes);
        }
      },
    ),
  );
});

test('the parts of an entry are consecutive, each on the day of its seconds, and keep the minutes', () => {
  fc.assert(
    fc.property(anyEntry, ({ span, zone }) => {
      const parts = attributeMinutes(span, zone, 'split');
      expect(parts.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(span.workedMinutes);
      expect(parts.reduce((sum, part) => sum + part.elapsedSeconds, 0)).toBe(span.endEpoch - span.startEpoch);
      expect(new Set(parts.map(({ date }) => date)).size).toBe(parts.length);
      for (const { date, startEpoch, endEpoch } of parts) {
        expect(localDateAt(startEpoch, zone)).toBe(date);
        expect(localDateAt(Math.max(startEpoch, endEpoch - 1), zone)).toBe(date);
      }
    }),
    { numRuns: 500 },
  );
});

test('the segments of an entry refine its parts, and each has one offset', () => {
  fc.assert(
    fc.property(anyEntry, ({ span, zone }) => {
      const pieces = splitIntoSegments(span.startEpoch, span.endEpoch, zone);
      const elapsedOf = new Map<string, number>();
      pieces.forEach((piece, index) => {
        expect(piece.startEpoch).toBe(pieces[index - 1]?.endEpoch ?? span.startEpoch);
        expect(piece.endEpoch).toBeGreaterThan(piece.startEpoch);
        expect([piece.startEpoch, piece.endEpoch - 1].map((at) => zone.offsetAt(at))).toEqual([
          piece.offsetSeconds,
          piece.offsetSeconds,
        ]);
        expect(zone.transitionsBetween(piece.startEpoch, piece.endEpoch - 1)).toEqual([]);
        elapsedOf.set(piece.date, (elapsedOf.get(piece.date) ?? 0) + piece.endEpoch - piece.startEpoch);
      });
      const parts = attributeMinutes(span, zone, 'split').filter(({ elapsedSeconds }) => elapsedSeconds > 0);
      expect([...elapsedOf]).toEqual(parts.map(({ date, elapsedSeconds }) => [date, elapsedSeconds]));
    }),
    { numRuns: 500 },
  );
});
