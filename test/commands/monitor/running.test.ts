import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/sources/transport/effects.js';
import { openStore, STORE_NAME } from '../../../src/store/openStore.js';
import {
  startWatchedService,
  WATCHED,
  type WatchedService,
  workedEntry,
} from '../../support/employers/watchedEmployer.js';
import { isBuilt, startChild, until } from '../../support/programs/childExport.js';
import { editEntry } from '../../support/service/edits.js';

const DAYS = { people: 2, from: '2026-09-28', to: '2026-10-30', workedTo: '2026-10-19' };
const START = Date.parse('2026-10-20T12:00:00Z');

const opened: WatchedService[] = [];
afterEach(async () => {
  for (const service of opened.splice(0)) {
    await service.stop();
    rmSync(service.cwd, { recursive: true, force: true });
  }
});

async function started(every: string, more: Partial<typeof DAYS> = {}): Promise<WatchedService> {
  const service = await startWatchedService({ ...DAYS, ...more }, `monitor: { every: ${every} }`);
  opened.push(service);
  return service;
}

interface Pass {
  readonly at: string;
  readonly requests: number;
}

/**
 * The running monitor on a clock that only its own waits move.
 * @param meanwhile is called before each wait
 * @param leastMs how long each wait is at least
 */
async function watch(
  service: WatchedService,
  until: string,
  meanwhile: (now: string) => void = () => undefined,
  leastMs = 0,
) {
  let nowMs = START;
  const stop = new AbortController();
  const passes: Pass[] = [];
  const count = () => service.sandbox.stats().requestsByEndpoint['time-entries'] ?? 0;
  let counted = count();
  const clock = {
    nowMs: () => nowMs,
    sleep: async (ms: number) => {
      const at = new Date(nowMs).toISOString().slice(0, 16);
      if (count() > counted) passes.push({ at, requests: count() - counted });
      counted = count();
      meanwhile(at);
      nowMs += Math.max(ms, leastMs);
      if (nowMs >= Date.parse(until)) stop.abort();
    },
  };
  const run = await service.run(['monitor', '--json'], { context: { clock }, signal: stop.signal });
  return {
    ...run,
    passes,
    printed: run.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

const instants = (passes: readonly Pass[]) => passes.map(({ at }) => at);

describe('the running monitor', () => {
  test('passes once at the start and then at its interval; Ctrl-C ends it with status 0', async () => {
    const service = await started('20m');
    const { status, stderr, passes, printed } = await watch(service, '2026-10-20T12:45:00Z');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(instants(passes)).toEqual(['2026-10-20T12:00', '2026-10-20T12:20', '2026-10-20T12:40']);
    expect(printed.map(({ employers }) => employers[0].employer)).toEqual(['watched', 'watched', 'watched']);
  });

  test('passes at the times of a cron line, in the zone of the employer', async () => {
    const service = await started('"10,50 13 * * *"');
    const { passes } = await watch(service, '2026-10-20T13:55:00Z');
    expect(instants(passes)).toEqual(['2026-10-20T12:00', '2026-10-20T13:10', '2026-10-20T13:50']);
  });

  test('reads the finals with the first pass of each day, and reports each change once', async () => {
    const service = await started('4h');
    const final = [
      'export',
      '2026-09-28..2026-09-30',
      '--final',
      '--quiet',
      '--accept',
      'SHIFT_NO_ENTRY=known',
    ];
    expect(await service.run(final, { nowMs: START })).toMatchObject({ status: 0 });
    const change = (at: string) => {
      if (at === '2026-10-20T12:00') service.edit(editEntry.put(workedEntry(0, 1, '2026-09-29', 300)));
    };
    const { passes, printed } = await watch(service, '2026-10-21T09:00:00Z', change, 3_600_000);
    expect(instants(passes)).toEqual([
      ...['2026-10-20T12:00', '2026-10-20T16:00', '2026-10-20T20:00'],
      ...['2026-10-21T00:00', '2026-10-21T04:00', '2026-10-21T08:00'],
    ]);
    const changes = printed.map(({ employers }) => employers[0].changes.length);
    expect(changes).toEqual([0, 0, 0, 1, 0, 0]);
  });

  test('an employer that fails is reported each time, and the others continue', async () => {
    const service = await started('20m');
    const path = join(service.cwd, 'paytally.yaml');
    const broken = `employers:
  broken: { employerId: ${WATCHED.replace('a0c6', 'a0c7')}, clientId: client, clientSecret: { env: SECRET } }`;
    writeFileSync(path, readFileSync(path, 'utf8').replace('employers:', broken));
    const { status, passes, printed } = await watch(service, '2026-10-20T12:30:00Z');
    expect(status).toBe(0);
    expect(passes.length).toBe(2);
    const ends = printed.map(({ employers: [end] }) => `${end.employer} ${end.error?.code ?? 'read'}`);
    expect(ends).toEqual([
      ...[expect.stringMatching(/^broken [A-Z_]+$/), 'watched read'],
      ...[expect.stringMatching(/^broken [A-Z_]+$/), 'watched read'],
    ]);
  });
});

function storeOf(service: WatchedService) {
  return openStore(join(service.cwd, '.paytally', STORE_NAME), { mode: 'read', now: () => new Date() });
}

describe.skipIf(!isBuilt)('its process (skipped if dist is not built)', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s during a request: it ends at once, and the pass leaves nothing in the store',
    { tags: 'slow' },
    async (signal) => {
      const service = await started('15m');
      service.sandbox.faults.add({ kind: 'hang', on: 'employees' });
      const child = startChild(service, ['monitor', '--json']);
      await until(() => (service.sandbox.stats().requestsByEndpoint['time-entries'] ?? 0) > 0, child);
      child.process.kill(signal);
      const { status, stdout } = await child.ended;
      expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
      expect(existsSync(join(service.cwd, '.paytally', `${STORE_NAME}-wal`))).toBe(false);
      const store = storeOf(service);
      expect(store.mirror.reads(WATCHED)).toEqual([]);
      store.close();
    },
  );
});

test('a concurrent export makes its requests first, and none are refused', {
  tags: 'slow',
  timeout: 240_000,
}, async () => {
  // The monitor needs about 35 of 40 requests a minute, and can have half of these.
  const service = await startWatchedService(
    { people: 120, from: '2026-09-28', to: '2026-11-30', workedTo: '2026-10-19' },
    'limits: { perAddress: 40, perEmployer: 40 }',
    { limits: { ipRequests: { requests: 40 }, dataRequests: { requests: 40 } } },
  );
  opened.push(service);
  const requests = () => service.sandbox.stats().requests;
  const context = { clock: { ...systemClock, nowMs: () => START + performance.now() } };
  let isWatching = true;
  const monitor = service.run(['monitor', '--once', '--json'], { context }).finally(() => {
    isWatching = false;
  });
  while (requests() < 15 && isWatching) await wait(5);
  const exported = await service.run(['export', '2026-10-05..2026-10-08', '--quiet'], { context });
  expect({ status: exported.status, isWatching }).toEqual({ status: 0, isWatching: true });
  const { status, stdout } = await monitor;
  const [employer] = JSON.parse(stdout).employers;
  expect({ status, isLarge: employer.requests > 30 }).toEqual({ status: 0, isLarge: true });
  expect(service.sandbox.stats().tooMany).toBe(0);
});
