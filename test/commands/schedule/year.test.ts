// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomFor } from '../../../samples/generator/random.js';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

const YEAR_ENDS = Date.parse('2027-07-01T00:00:00Z');

/** As `schedule list` lists them, which is checked against cron lines parsed in Python (test/domain/schedule). */
interface Listed {
  readonly name: string;
  readonly at: string;
}

describe('a year of the running program', () => {
  let service: SampleService;
  beforeAll(async () => {
    const employers = await sampleOfDays('2026-10-30', '2026-10-30');
    // Brussels changes its clocks at 02:00 and 03:00: two of these times are in the gap and the repeated hour.
    const schedule = `schedule:
  sundays: { cron: "30 2 * * SUN#L", period: this-month }
  paydays: { workday: 3, at: "06:00", period: last-month }
  ends: { cron: "15 3 L * *", period: last-month }`;
    service = await startSampleService({ employers, limits: { enabled: false } }, schedule);
  });
  afterAll(() => service.stop());

  test('each due time occurs once, across both clock changes, pauses and restarts', async () => {
    const random = randomFor('year');
    let nowMs = Date.parse('2026-07-01T00:00:00Z');
    const start = new Date(nowMs).toISOString();
    const done: string[] = [];
    let restarts = 0;
    while (nowMs < YEAR_ENDS) {
      const stop = new AbortController();
      const stopsAtMs = nowMs + random.between(1, 40 * 24 * 60) * 60_000;
      const clock = {
        nowMs: () => nowMs,
        // The machine sleeps or its clock is set forward: waits take longer than requested.
        sleep: async (durationMs: number) => {
          nowMs += durationMs + random.between(0, 900) * 60_000;
          if (nowMs >= Math.min(stopsAtMs, YEAR_ENDS)) stop.abort();
          stop.signal.throwIfAborted();
        },
      };
      const run = await service.run(['schedule', 'run', '--log', 'json'], {
        signal: stop.signal,
        context: { clock },
      });
      expect(run.status).toBe(0);
      for (const line of run.stderr.trim().split('\n')) {
        const { event, schedule, due } = JSON.parse(line);
        if (event === 'done') done.push(`${schedule} ${due}`);
      }
      restarts += 1;
      // Off for a while, at times for longer than the interval between two times.
      nowMs += random.chance(0.5) ? 0 : random.between(1, 20) * 3_600_000;
    }
    const list = await service.run(['schedule', 'list', '--from', start, '--count', '60', '--json']);
    const listed: Listed[] = JSON.parse(list.stdout).times;
    const due = listed.filter(({ at }) => Date.parse(at) < YEAR_ENDS).map(({ name, at }) => `${name} ${at}`);
    expect(restarts).toBeGreaterThan(10);
    expect(due).toHaveLength(36);
    expect(due).toEqual(
      expect.arrayContaining(['sundays 2026-10-25T02:30:00+02:00', 'sundays 2027-03-28T03:00:00+02:00']),
    );
    // No pause is long enough to contain two times of one period, so no time is covered by a later one.
    expect(done.sort()).toEqual(due.sort());
  }, 300_000);
});
