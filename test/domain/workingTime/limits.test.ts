import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LEGAL_PACKS, NUMBER_KEYS, PACK_NAMES } from '../../../src/domain/workingTime/limits.js';
import { breachesOf, readWorkedCases, type WorkCase } from '../../support/records/workFixture.js';

function told(which: Omit<WorkCase, 'found'>): string[] {
  return breachesOf({ ...which, found: [] }).map(({ code, date }) => `${code} ${date.slice(8)}`);
}

describe('cases from laws, authorities and courts, and constructed from articles', () => {
  test('are at least 500, each with its source', () => {
    const cases = readWorkedCases();
    expect(cases.length).toBeGreaterThanOrEqual(500);
    expect(cases.filter(({ source, name }) => source === '' || name === '')).toEqual([]);
    expect(new Set(cases.map(({ name, source }) => `${name} ${source}`)).size).toBe(cases.length);
  });

  test.each(readWorkedCases())('$name ($source)', ({ found, ...which }) => {
    expect(told(which).sort()).toEqual([...found].sort());
  });
});

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Each limit of each pack separately: at the limit, and one minute beyond it. */
describe.each(PACK_NAMES)('the limits of %s, each at its boundary', (name) => {
  const { limits } = LEGAL_PACKS[name];
  const only = (key: string, more = {}) => ({
    pack: name,
    limits: {
      ...Object.fromEntries(
        [...NUMBER_KEYS, 'breaks'].filter((each) => each !== key).map((each) => [each, null]),
      ),
      ...more,
    },
  });

  test.skipIf(limits.maxDayHours === undefined)('longest day', () => {
    const minutes = (limits.maxDayHours?.value ?? 0) * 60;
    const work = (length: number) => `02 06:00-${clock(360 + length)}`;
    expect(told({ name, settings: only('maxDayHours'), work: work(minutes) })).toEqual([]);
    expect(told({ name, settings: only('maxDayHours'), work: work(minutes + 1) })).toEqual([
      'WT_DAY_LENGTH 02',
    ]);
  });

  test.skipIf(limits.maxWeekHours === undefined)('longest week', () => {
    const minutes = ((limits.maxWeekHours?.value ?? 0) * 60) / 6;
    const work = (more: number) =>
      `02..06 06:00-${clock(360 + minutes)}; 07 06:00-${clock(360 + minutes + more)}`;
    expect(told({ name, settings: only('maxWeekHours'), work: work(0) })).toEqual([]);
    expect(told({ name, settings: only('maxWeekHours'), work: work(1) })).toEqual(['WT_WEEK_LENGTH 08']);
  });

  test.skipIf(limits.maxAverageWeekHours === undefined)('average, over one week', () => {
    const minutes = ((limits.maxAverageWeekHours?.value ?? 0) * 60) / 5;
    const work = (more: number) =>
      `02..05 06:00-${clock(360 + minutes)}; 06 06:00-${clock(360 + minutes + more)}`;
    const settings = only('maxAverageWeekHours', { averageWeeks: 1 });
    expect(told({ name, settings, work: work(0) })).toEqual([]);
    expect(told({ name, settings, work: work(1) })).toEqual(['WT_WEEK_AVERAGE 08']);
  });

  test.skipIf(limits.minDailyRestHours === undefined)('daily rest: between two duties, and after one', () => {
    const rest = (limits.minDailyRestHours?.value ?? 0) * 60;
    const start = 22 * 60 + rest - 24 * 60;
    const settings = only('minDailyRestHours');
    const two = (from: number) => `02 14:00-22:00; 03 ${clock(from)}-20:00`;
    expect(told({ name, settings, work: two(start) })).toEqual([]);
    expect(told({ name, settings, work: two(start - 1) })).toEqual(['WT_DAILY_REST 03']);
    const one = (length: number) => `02 06:00-${clock(360 + length)}`;
    expect(told({ name, settings, work: one(24 * 60 - rest) })).toEqual([]);
    expect(told({ name, settings, work: one(24 * 60 - rest + 1) })).toEqual(['WT_DAILY_REST 02']);
  });

  test.skipIf(limits.minWeeklyRestHours === undefined)('weekly rest, from Saturday 12:00', () => {
    const rest = (limits.minWeeklyRestHours?.value ?? 0) * 60;
    const settings = only('minWeeklyRestHours');
    const work = (length: number) => {
      const until = 12 * 60 + length;
      const day = 7 + Math.floor(until / 1440);
      return `01..06 06:00-12:00; 07 06:00-12:00; ${String(day).padStart(2, '0')} ${clock(until % 1440)}-23:59; 10..12 06:00-12:00`;
    };
    expect(told({ name, settings, work: work(rest) })).not.toContain('WT_WEEKLY_REST 08');
    expect(told({ name, settings, work: work(rest - 1) })).toContain('WT_WEEKLY_REST 08');
  });

  test.each(limits.breaks?.value ?? [])('break after $afterHours hours', ({ afterHours, minMinutes }) => {
    const settings = only('breaks', { breaks: [{ afterHours, minMinutes }] });
    const most = Math.floor(afterHours * 60);
    const work = (worked: number, pause: number) => `02 06:00-${clock(360 + worked + pause)} -${pause}`;
    expect(told({ name, settings, work: work(most, 0) })).toEqual([]);
    expect(told({ name, settings, work: work(most + 1, minMinutes) })).toEqual([]);
    expect(told({ name, settings, work: work(most + 1, minMinutes - 1) })).toEqual(['WT_BREAK 02']);
  });

  test.skipIf(limits.maxNightHours === undefined)('night work: its length, and its minutes at night', () => {
    const most = (limits.maxNightHours?.value ?? 0) * 60;
    const { night } = LEGAL_PACKS[name];
    const settings = only('maxNightHours');
    const least = night.over === undefined ? (night.atLeast ?? 0) : night.over + 1;
    const ends = (Number(night.from.slice(0, 2)) * 60 + least) % 1440;
    const starts = (ends - most - 1 + 2880) % 1440;
    const work = (from: number, to: number) =>
      `02 ${clock((from + 1440) % 1440)}-${clock((to + 1440) % 1440)}`;
    expect(told({ name, settings, work: work(starts, ends) })).toEqual(['WT_NIGHT 02']);
    expect(told({ name, settings, work: work(starts + 1, ends) })).toEqual([]);
    expect(told({ name, settings, work: work(starts - 1, ends - 1) })).toEqual([]);
  });

  test('the document has every value with its article', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/working-time.md'), 'utf8');
    for (const [key, limit] of Object.entries(limits)) {
      expect(page).toContain(`| \`${key}\` | `);
      const compared = limit.checked === null ? 'not compared' : `](${limit.checked})`;
      expect(
        page
          .split('\n')
          .some((line) => line.includes(`| ${limit.article} | ${limit.since} | `) && line.includes(compared)),
      ).toBe(true);
    }
  });
});
