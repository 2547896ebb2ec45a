// @module-tag slow
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SampleService } from '../../support/employers/sampleService.js';
import { usePostgres } from '../../support/servers/postgresCase.js';
import { withoutPostgres } from '../../support/servers/postgresServer.js';
import {
  DUE_MS,
  filesIn,
  startEmployers,
  startWorker,
  until,
  type Worker,
} from '../../support/servers/workerBench.js';

const EMPLOYERS = 6;
const MONITOR = 'monitor: { every: 15m, back: 35d }';

describe.skipIf(withoutPostgres)('workers', () => {
  const postgres = usePostgres();
  const workers: Worker[] = [];
  let shared: SampleService;
  let embedded: SampleService;
  let url = '';

  beforeAll(async () => {
    url = postgres().database();
    shared = (await startEmployers(EMPLOYERS, `worker: { jobs: 2 }\n${MONITOR}`, url)).service;
    embedded = (await startEmployers(EMPLOYERS, MONITOR)).service;
  });
  afterAll(async () => {
    for (const { process: child } of workers) child.kill('SIGKILL');
    await shared?.stop();
    await embedded?.stop();
  });

  const start = (...argv: readonly string[]) => {
    const worker = startWorker(shared, `worker ${workers.length}`, argv);
    workers.push(worker);
    return worker;
  };
  const board = async (service: SampleService) =>
    JSON.parse(
      (await service.run(['status', '--json'], { nowMs: DUE_MS })).stdout
        .replaceAll(service.cwd, 'CWD')
        .replaceAll(/"since":"[^"]+"/g, '"since":0'),
    );
  const said = () => workers.map((worker) => worker.output()).join('\n');
  /** 0 before the first worker has created the tables. */
  const count = (from: string): number => {
    const there = postgres().sql(`SELECT to_regclass('paytally."ledgerLink"') IS NOT NULL`, url) === 't';
    return there ? Number(postgres().sql(`SELECT count(*) FROM paytally.${from}`, url)) : 0;
  };
  const finals = () => count('"ledgerLink"');
  const sent = () => count(`delivery WHERE state = 'sent'`);

  test('make each final once and deliver it, although one is killed; the files match those of the embedded store', async () => {
    const [first] = [start(), start('--listen', '127.0.0.1:0')];
    await until(() => finals() >= 1, 60_000, said);
    first?.process.kill('SIGKILL');
    // Its jobs are then free, and are taken before others.
    await until(() => count(`instance WHERE workers <> '{}'`) === 1, 30_000, said);
    await until(() => finals() === EMPLOYERS && sent() === EMPLOYERS, 150_000, said);
    const once = await embedded.run(['schedule', 'run', '--due', '--json'], { nowMs: DUE_MS });
    expect(once.status, once.stderr).toBe(0);
    const { status, stdout } = await shared.run(['verify', '--json'], { nowMs: DUE_MS });
    expect(status, stdout).toBe(0);
    expect(JSON.parse(stdout).runs).toHaveLength(EMPLOYERS);
    // At its start, that command removed what the killed worker left.
    for (const folder of ['out', 'inbox'])
      expect(filesIn(join(shared.cwd, folder))).toEqual(filesIn(join(embedded.cwd, folder)));
  }, 300_000);

  test('read every employer once for the monitor, and plan the next pass', async () => {
    await until(() => count('mirror') === EMPLOYERS, 90_000, said);
    expect(count(`mirror WHERE scope = 'whole'`)).toBe(EMPLOYERS);
    const next = `SELECT count(*) FROM graphile_worker.jobs WHERE locked_at IS NULL
      AND run_at > now() + interval '5 minutes' AND run_at <= now() + interval '15 minutes'`;
    await until(() => Number(postgres().sql(next, url)) === EMPLOYERS, 60_000, said);
    const [one, other] = [await board(shared), await board(embedded)];
    expect(one).toEqual(other);
    expect(one.employers).toHaveLength(EMPLOYERS);
  }, 180_000);

  test('give monitoring data without names', async () => {
    const [, url = ''] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(workers[1]?.output() ?? '') ?? [];
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics.match(/^# TYPE paytally_\w+/gm)?.length).toBeGreaterThanOrEqual(6);
    expect(metrics).toMatch(/^paytally_requests_total\{status="200"\} \d+$/m);
    expect(metrics).toMatch(/^paytally_outbox_items\{state="sent"\} 6$/m);
    expect(metrics).not.toMatch(/e0000000|bakery|owner@/);
  });

  test('add a job again within a minute that the queue has lost or given up', async () => {
    const jobs = 'graphile_worker._private_jobs';
    const waiting = `SELECT payload->>'employer' FROM ${jobs} WHERE locked_at IS NULL AND attempts < max_attempts
      AND run_at > now() + interval '5 minutes' ORDER BY 1`;
    const planned = () => postgres().sql(waiting, url).split('\n').filter(Boolean);
    const all = planned();
    expect(all).toHaveLength(EMPLOYERS);
    const passes = () => Number(postgres().sql('SELECT max("startedAt") FROM paytally.read', url));
    const before = passes();
    postgres().sql(
      `DELETE FROM ${jobs} WHERE payload->>'employer' = 'e1';
       UPDATE ${jobs} SET attempts = max_attempts, priority = 7 WHERE payload->>'employer' = 'e2'`,
      url,
    );
    expect(planned()).toEqual(all.filter((employer) => employer !== 'e1' && employer !== 'e2'));
    await until(() => planned().length === EMPLOYERS, 75_000, said);
    expect(planned()).toEqual(all);
    // What was done is not done again.
    expect([passes(), finals(), sent()]).toEqual([before, EMPLOYERS, EMPLOYERS]);
    const given = `SELECT priority FROM ${jobs} WHERE payload->>'employer' IN ('e1', 'e2')`;
    expect(postgres().sql(given, url).split('\n')).toEqual(['0', '0']);
  }, 120_000);

  test('stop within ten seconds when asked to', async () => {
    const startedMs = performance.now();
    workers[1]?.process.kill('SIGTERM');
    expect(await workers[1]?.ended).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });
});
