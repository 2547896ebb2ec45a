// @module-tag slow
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import type { Clock } from '../../../src/sources/transport/effects.js';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

const MANY = 200;
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const keyOf = (index: number) => `e${String(index).padStart(3, '0')}`;
/** The fault of the first ones: their token is refused. */
const BROKEN = 3;

/** A clock that moves only while a process waits: hours pass in seconds, for the service and its client alike. */
function virtualClock(startMs: number): Clock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    sleep: async (durationMs, signal) => {
      const until = nowMs + durationMs;
      await turn();
      signal.throwIfAborted();
      nowMs = Math.max(nowMs, until);
    },
  };
}

describe(`one process for ${MANY} employers`, () => {
  let service: SampleService;
  const clock = virtualClock(Date.parse('2026-11-03T05:01:00Z'));

  beforeAll(async () => {
    const [sample] = await sampleOfDays('2026-10-30', '2026-10-30');
    if (sample === undefined) throw new Error('no sample');
    const { 'time-entries': entries = [], shifts: _, employees = [], ...records } = sample.records;
    const few = [...(entries as Iterable<{ employeeId: string | null; status: string }>)].filter(
      ({ employeeId, status }) => employeeId !== null && status === 'Completed',
    );
    const employers = Array.from({ length: MANY }, (_each, index): EmployerData => {
      const own = few.slice(0, 1 + (index % 3));
      return {
        ...sample,
        employerId: idOf(index),
        name: keyOf(index),
        integrations: (sample.integrations ?? [])
          .slice(0, 1)
          .map((integration) => ({ ...integration, clientId: keyOf(index) })),
        records: {
          establishments: records.establishments ?? [],
          'public-holidays': records['public-holidays'] ?? [],
          employees: [...employees].filter(({ id }) => own.some(({ employeeId }) => employeeId === id)),
          'time-entries': own as never,
        },
      };
    });
    // The service's actual limits.
    service = await startSampleService({ employers, now: () => clock.nowMs(), limits: {} });
    const lines = Array.from(
      { length: MANY },
      (_each, index) =>
        `  ${keyOf(index)}: { employerId: ${idOf(index)}, clientId: ${index < BROKEN ? 'nobody' : keyOf(index)}, clientSecret: { env: PAYTALLY_SANDBOX_SECRET }, zone: Europe/Brussels }`,
    );
    const schedule =
      'schedule: { monthly: { cron: "0 6 3 * *", period: last-month, retry: { everyMinutes: 60, forHours: 3 } } }';
    const base = readFileSync(join(service.cwd, 'paytally.yaml'), 'utf8')
      .split('\n')
      .find((line) => line.startsWith('baseUrl:'));
    writeFileSync(
      join(service.cwd, 'paytally.yaml'),
      `${base}\nemployers:\n${lines.join('\n')}\ntemplates: [employee-days]\n${schedule}\n`,
    );
  }, 60_000);
  afterAll(() => service.stop());

  test('keeps the limits, makes each run once, and keeps the board correct', async () => {
    const run = () =>
      service.run(['schedule', 'run', '--due', '--json', '--log', 'json'], { context: { clock } });
    const first = await run();
    const runs: { employer: string }[] = JSON.parse(first.stdout).runs;
    expect(runs.map(({ employer }) => employer).sort()).toEqual(
      Array.from({ length: MANY - BROKEN }, (_each, index) => keyOf(index + BROKEN)),
    );
    expect(first.status).toBe(3);
    const { tooMany, requests, answersByStatus } = service.sandbox.stats();
    // More requests than one minute allows, and never refused for rate.
    expect(requests).toBeGreaterThan(1000);
    expect({ tooMany, answersByStatus }).toMatchObject({ tooMany: 0 });
    const board = JSON.parse(
      (await service.run(['status', '--json'], { context: { clock } })).stdout,
    ).employers;
    expect(board).toHaveLength(MANY);
    const inState = (wanted: string) =>
      (board as { employer: string; state: string }[])
        .filter(({ state }) => state === wanted)
        .map(({ employer }) => employer);
    expect(inState('unread')).toEqual(Array.from({ length: BROKEN }, (_each, index) => keyOf(index)));
    expect(inState('ready')).toHaveLength(MANY - BROKEN);
    const again = await run();
    expect(JSON.parse(again.stdout).runs).toEqual([]);
    expect(service.sandbox.stats().requests - requests).toBeLessThan(50);
  }, 600_000);
});
