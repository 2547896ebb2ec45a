import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dueWork, markRun } from '../../../src/app/schedule/dueWork.js';
import { absolutePeriodText, type ConfiguredSchedule } from '../../../src/app/schedule/employerSchedules.js';
import { configOf } from '../../../src/config/config.js';
import { parseConfig } from '../../../src/config/validateConfig.js';
import { parseCron } from '../../../src/domain/schedule/cron.js';
import { dueBetween } from '../../../src/domain/schedule/dueTimes.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';
import { openStore } from '../../../src/store/openStore.js';

const YEAR = [Date.UTC(2026, 0, 1) / 1000, Date.UTC(2027, 0, 1) / 1000] as const;

function schedule(name: string, cron: string, period: string, zoneName: string): ConfiguredSchedule {
  const config = configOf(
    {
      config: parseConfig(
        `baseUrl: http://127.0.0.1:1\nemployers: { bakery: { employerId: e, clientId: c, clientSecret: { env: S }, zone: ${zoneName} } }\nschedule: { ${name}: { cron: "${cron}", period: ${period} } }`,
        'p.yaml',
        {},
      ),
    },
    'bakery',
  );
  const settings = config.schedule[name];
  const times = parseCron(cron);
  if (settings === undefined || 'problem' in times) throw new Error(cron);
  const zone = zoneByName(zoneName);
  return { name, employer: 'bakery', times, zone, settings, config, employerZone: zone };
}

const SCHEDULES = [
  schedule('monthly', '30 2 L * *', 'this-month', 'Europe/Brussels'),
  schedule('weekly', '30 2 * * SUN', 'last-week', 'Europe/Brussels'),
  schedule('daily', '30 1,13 * * *', 'last-month', 'America/Havana'),
];

describe('a year with both clock changes, pauses and restarts', () => {
  test('each due time once: run, or covered by a later one of the same period', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 600, max: 60 * 86_400 }), { minLength: 8, maxLength: 24 }),
        (pauses) => {
          const path = join(mkdtempSync(join(tmpdir(), 'paytally-year-')), 'store.sqlite');
          const done: string[] = [];
          let now: number = YEAR[0];
          for (const pause of [0, ...pauses]) {
            now += pause;
            if (now > YEAR[1]) break;
            // Each check is a separate process.
            const store = openStore(path, { mode: 'write', now: () => new Date(now * 1000) });
            for (const time of dueWork(store, SCHEDULES, now, now)) {
              expect(time.due).toBeLessThanOrEqual(now);
              done.push(`${time.schedule.name} ${time.due}`);
              markRun(store, time, { state: 'done' });
            }
            expect(dueWork(store, SCHEDULES, now, now)).toEqual([]);
            store.close();
          }
          expect(new Set(done).size).toBe(done.length);
          for (const one of SCHEDULES) {
            const due = dueBetween([one], YEAR[0] - 15 * 60, Math.min(now, YEAR[1]));
            const seen = now > YEAR[1] ? due.filter((time) => time.due <= now) : due;
            const periods = new Set(
              seen.filter(({ due: at }) => at <= lastLook(pauses)).map(absolutePeriodText),
            );
            const made = done
              .filter((each) => each.startsWith(`${one.name} `))
              .map((each) => absolutePeriodText({ schedule: one, due: Number(each.split(' ')[1]) }));
            expect([...new Set(made)].sort()).toEqual([...periods].sort());
          }
        },
      ),
      { numRuns: 4, seed: 20261122 },
    );
  });
});

/** The last instant of the year at which a process checked. */
function lastLook(pauses: readonly number[]): number {
  let now: number = YEAR[0];
  for (const pause of pauses) {
    if (now + pause > YEAR[1]) break;
    now += pause;
  }
  return now;
}

test('an employer whose first turn comes long after the start of the process is looked at as of the start', () => {
  const due = Date.UTC(2026, 9, 31, 1, 30) / 1000;
  const turn = due + 3600;
  const found = (startedEpoch: number) => {
    const path = join(mkdtempSync(join(tmpdir(), 'paytally-turn-')), 'store.sqlite');
    const store = openStore(path, { mode: 'write', now: () => new Date(turn * 1000) });
    const times = dueWork(store, SCHEDULES.slice(0, 1), turn, startedEpoch).map((time) => time.due);
    store.close();
    return times;
  };
  expect(found(turn)).toEqual([]);
  expect(found(due + 60)).toEqual([due]);
});
