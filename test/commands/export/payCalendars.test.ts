// @module-tag slow
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';

/** Two periods a month: the sample month in halves, and periods over the ends of months. */
const CONFIGURATION = `templates: [pay-lines, adp-run]
calendars: { half: { fromDays: [1, 16] }, offset: { fromDays: [11, 26] } }
variables: { adp-run: { iid: R1ABC, frequency: S } }
payCodes: { NORMAL: { external: REG } }
payRules: { base: [{ code: NORMAL }] }
schedule:
  halves: { cron: "0 6 3,18 * *", period: half }`;

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService({}, CONFIGURATION);
});
afterAll(() => service.stop());

const minutesIn = (path: string): number => {
  const [heading = '', ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const at = heading.split(',').indexOf('minutes');
  return rows.reduce((sum, row) => sum + Number(row.split(',')[at]), 0);
};

describe('a pay calendar with two periods a month', () => {
  test.each([
    ['half@2026-10-15', '2026-10-01', '2026-10-15'],
    ['half@2026-10-16', '2026-10-16', '2026-10-31'],
    ['offset@2026-10-10', '2026-09-26', '2026-10-10'],
    ['offset@2026-10-31', '2026-10-26', '2026-11-10'],
  ])('%s is %s to %s', async (period, from, to) => {
    const { status, runs } = await service.json(['check', period], {
      nowMs: Date.parse('2026-11-20T08:00Z'),
    });
    expect([status, runs[0].period]).toMatchObject([0, { from, to }]);
  });

  test('the last period is the one that ended before today', async () => {
    const { runs } = await service.json(['check', 'half'], { nowMs: Date.parse('2026-11-03T08:00Z') });
    expect(runs[0].period).toMatchObject({ from: '2026-10-16', to: '2026-10-31' });
  });

  test('the halves have all minutes of the month once, also for ADP RUN', async () => {
    const export_ = async (period: string) => {
      const { status, runs, error } = await service.json(['export', period, '--out', period], {
        nowMs: Date.parse('2026-11-20T08:00Z'),
      });
      expect([status, error?.message]).toEqual([0, undefined]);
      return runs[0].files.map(({ path }: { path: string }) => path);
    };
    const [first, second] = [await export_('half@2026-10-01'), await export_('half@2026-10-16')];
    expect(first[1]).toMatch(/Semimonthly-10012026-10152026\.csv$/);
    expect(second[1]).toMatch(/Semimonthly-10162026-10312026\.csv$/);
    const month = await service.json(['export', '2026-10', '--template', 'pay-lines'], {
      nowMs: Date.parse('2026-11-20T08:00Z'),
    });
    const whole = minutesIn(month.runs[0].files[0].path);
    expect(whole).toBeGreaterThan(0);
    expect(minutesIn(first[0]) + minutesIn(second[0])).toBe(whole);
  });

  test('ADP RUN refuses a month under the frequency of half a month', async () => {
    const { status, error } = await service.json(['export', '2026-10', '--template', 'adp-run'], {
      nowMs: Date.parse('2026-11-20T08:00Z'),
    });
    expect([status, error.code]).toEqual([5, 'RENDER_REFUSED']);
    expect(error.message).toContain('13 to 16 days');
  });

  test('a schedule is due for the half that has ended', async () => {
    const argv = ['schedule', 'list', '--from', '2026-10-01T00:00:00Z', '--count', '3', '--json'];
    const { stdout } = await service.run(argv, { nowMs: Date.parse('2026-10-01T08:00Z') });
    const due: { period: { from: string; to: string } }[] = JSON.parse(stdout).times;
    expect(due.map(({ period }) => `${period.from} ${period.to}`)).toEqual([
      '2026-09-16 2026-09-30',
      '2026-10-01 2026-10-15',
      '2026-10-16 2026-10-31',
    ]);
  });
});
