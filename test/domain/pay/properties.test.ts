import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import type { PayLine } from '../../../src/domain/pay/payLine.js';
import { byDateAndCode, configured, payOf } from '../../support/records/payFixture.js';
import { minuteByMinute } from './minuteByMinute.js';
import { type CaseShape, payCases, SETTINGS } from './payCases.js';

const ANY: CaseShape = { breaks: 'some', settings: SETTINGS, dst: ['elapsed', 'wallclock'], entries: 9 };

const sum = (lines: readonly PayLine[]): number => lines.reduce((total, { minutes }) => total + minutes, 0);
const paying = (lines: readonly PayLine[]): readonly PayLine[] =>
  lines.filter(({ kind }) => kind !== 'loading');

describe('totals', () => {
  it('are exact for each entry, day and period, whatever the policies', () => {
    fc.assert(
      fc.property(payCases(ANY), (payCase) => {
        const { lines, entries } = payOf(payCase);
        expect(entries).toHaveLength(payCase.work.length);
        for (const entry of entries) {
          const own = lines.filter(({ entryId }) => entryId === entry.entryId);
          expect(sum(paying(own))).toBe(entry.paidMinutes);
          const adjusted = entry.adjustments.reduce(
            (total, { minutes }) => total + minutes,
            entry.workedMinutes,
          );
          expect(entry.paidMinutes).toBe(adjusted);
          for (const day of entry.days) {
            expect(sum(paying(own).filter(({ date }) => date === day.date))).toBe(day.paidMinutes);
          }
          expect(entry.days.reduce((total, day) => total + day.workedMinutes, 0)).toBe(entry.workedMinutes);
        }
        expect(sum(paying(lines))).toBe(entries.reduce((total, { paidMinutes }) => total + paidMinutes, 0));
        for (const { minutes, fromEpoch, toEpoch } of lines) {
          expect(Number.isInteger(minutes) && minutes > 0 && toEpoch >= fromEpoch).toBe(true);
        }
        // A loading never has more minutes than were paid for work, and an unconditional loading has all of them.
        const base = sum(lines.filter(({ kind }) => kind === 'base'));
        const all = lines.filter(({ payCode }) => payCode === 'ALL');
        if (payCase.config.payRules.loadings.some(({ code }) => code === 'ALL')) expect(sum(all)).toBe(base);
      }),
      { numRuns: 80 },
    );
  });

  it('without rounding, clock policy and minimum are the worked minutes of each day', () => {
    fc.assert(
      fc.property(payCases({ ...ANY, settings: [''], dst: ['elapsed'] }), (payCase) => {
        for (const { days, adjustments } of payOf(payCase).entries) {
          expect(adjustments).toEqual([]);
          for (const day of days) expect(day.paidMinutes).toBe(day.workedMinutes);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('do not depend on the order of entries', () => {
    fc.assert(
      fc.property(payCases(ANY), (payCase) => {
        const named = payCase.work.map((work, index) => ({ ...work, id: work.id ?? `entry-${index}` }));
        expect(payOf({ ...payCase, work: [...named].reverse() })).toEqual(payOf(payCase));
      }),
      { numRuns: 60 },
    );
  });

  it('of successive periods count every minute once', () => {
    fc.assert(
      fc.property(payCases({ ...ANY, dst: ['elapsed'] }), fc.integer({ min: 0, max: 9 }), (payCase, days) => {
        const start = payCase.work[0]?.start.slice(0, 10) ?? '';
        const edge = DateTime.fromISO(`${start}T00:00:00Z`, { zone: 'utc' }).plus({ days: days - 5 });
        const iso = (date: DateTime): string => date.toISODate() ?? '';
        const before = payOf({ ...payCase, period: ['2000-01-01', iso(edge)] });
        const after = payOf({ ...payCase, period: [iso(edge.plus({ days: 1 })), '2037-01-01'] });
        expect(byDateAndCode([...before.lines, ...after.lines])).toEqual(byDateAndCode(payOf(payCase).lines));
      }),
      { numRuns: 60 },
    );
  });
});

describe('without breaks, every line', () => {
  it('is the same as counting minute by minute', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(payCases({ breaks: 'none', settings: [''], dst: ['elapsed'], entries: 6 }), (payCase) => {
        expect(byDateAndCode(payOf(payCase).lines)).toEqual(minuteByMinute(payCase));
      }),
      { numRuns: 60 },
    );
  });
});

describe('rounded times', () => {
  /** The local minutes of a time in winter, rounded to the step; counted from midnight. */
  const roundedTo = (step: number, second: number): number => {
    const minute = Math.floor(second / 60);
    return minute - (minute % step) + (2 * (minute % step) >= step ? step : 0);
  };
  const stamp = (second: number): string =>
    new Date(Date.UTC(2026, 10, 9) + second * 1000).toISOString().replace('.000Z', '+00:00');
  const WAYS = [Math.floor, Math.round, Math.ceil] as const;

  it.each([1, 5, 6, 15, 30])(
    'to %i minutes: without a break the whole span, with one at most the span, however the service rounds',
    (step) => {
      const config = configured(
        `{ rounding: { level: stamp, step: ${step} }, breaks: { allocate: halves }, payRules: { base: [{ code: N }], loadings: [{ code: LATE, clock: ["16:00", "24:00"] }] } }`,
      );
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 43_200 }),
          fc.integer({ min: 0, max: 36_000 }),
          fc.integer({ min: 0, max: 120 }),
          fc.constantFrom(...WAYS),
          (from, seconds, breakMinutes, way) => {
            const minutes = Math.max(way((seconds - breakMinutes * 60) / 60), 0);
            const work = [
              { start: stamp(from), end: stamp(from + seconds), minutes, zone: 'Africa/Abidjan' },
            ];
            const { entries, lines } = payOf({ work, config });
            const span = roundedTo(step, from + seconds) - roundedTo(step, from);
            const paid = entries[0]?.paidMinutes ?? -1;
            expect(paid).toBeLessThanOrEqual(span);
            if (breakMinutes === 0) expect(paid).toBe(span);
            else if (breakMinutes * 60 <= seconds) {
              expect(Math.abs(paid - Math.max(span - breakMinutes, 0))).toBeLessThanOrEqual(1);
            }
            expect(sum(paying(lines))).toBe(paid);
          },
        ),
        { numRuns: 60 },
      );
    },
  );
});
