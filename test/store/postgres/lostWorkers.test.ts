// @module-tag slow
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SampleService } from '../../support/employers/sampleService.js';
import { type MailServer, startMailServer } from '../../support/servers/mailServer.js';
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

const IS_LONG = process.env.PAYTALLY_LONG === '1';
const EMPLOYERS = IS_LONG ? 160 : 40;
/** Longer than a process may be silent, 20 seconds. */
const STOPPED_SECONDS = IS_LONG ? 120 : 26;
const FREE_WITHIN_SECONDS = 30;
const JOBS = 2;

interface Begun {
  readonly employer: string;
  /** As the queue knows it; empty if the job was released. */
  readonly worker: string | undefined;
  readonly atSeconds: number;
}

describe.skipIf(withoutPostgres)('workers that are lost, unresponsive, or asked to stop', () => {
  const postgres = usePostgres();
  const workers: Worker[] = [];
  let service: SampleService;
  let url = '';

  beforeAll(async () => {
    url = postgres().database();
    const order = { people: 2, latencyMs: 150 };
    service = (await startEmployers(EMPLOYERS, `worker: { address: "\${ADDRESS}" }`, url, order)).service;
  }, 120_000);
  afterAll(async () => {
    for (const { process: child } of workers) child.kill('SIGKILL');
    await service?.stop();
  });

  const rows = (sql: string) => postgres().sql(sql, url).split('\n').filter(Boolean);
  const said = () => workers.map((worker) => worker.output().slice(-2000)).join('\n---\n');
  const finals = () => Number(rows('SELECT count(*) FROM paytally."ledgerLink"')[0]);

  /** Requests as many employers at once as other workers leave. */
  function start(jobs: number): Worker {
    const name = `worker ${workers.length}`;
    const worker = startWorker(service, name, ['--jobs', String(jobs)], { ADDRESS: name });
    workers.push(worker);
    return worker;
  }

  /**
   * For each job that was begun, or released before it was done, in order: the queue deletes which worker had a job.
   */
  const NOTE_BEGUN = `CREATE TABLE begun (employer text, worker text, at timestamptz DEFAULT clock_timestamp());
    CREATE FUNCTION note_begun() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO public.begun VALUES (NEW.payload->>'employer', NEW.locked_by); RETURN NULL; END $$;
    CREATE TRIGGER note_begun AFTER UPDATE ON graphile_worker._private_jobs FOR EACH ROW
      WHEN (NEW.locked_by IS DISTINCT FROM OLD.locked_by) EXECUTE FUNCTION note_begun();`;
  const begunSince = (epochSeconds: number): readonly Begun[] =>
    rows(
      `SELECT employer, worker, extract(epoch FROM at) FROM public.begun WHERE at > to_timestamp(${epochSeconds}) ORDER BY at`,
    ).map((row) => {
      const [employer = '', worker, at] = row.split('|');
      return { employer, worker, atSeconds: Number(at) };
    });
  const now = () => Number(rows('SELECT extract(epoch FROM clock_timestamp())')[0]);
  const jobsUnderWay = () =>
    rows(
      `SELECT payload->>'employer', locked_by FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL`,
    );
  /** Ids by which the queue knows a process. */
  const idOf = (worker: Worker) =>
    rows(`SELECT workers[1] FROM paytally.instance WHERE id LIKE '%:${worker.process.pid}:%'`)[0];
  const employersOf = (worker: Worker) => {
    const id = idOf(worker);
    return jobsUnderWay().flatMap((row) => (row.endsWith(`|${id}`) ? [row.split('|')[0] ?? ''] : []));
  };

  test('their jobs restart within 30 seconds, before all others; a delayed one loses and repeats nothing', async () => {
    const [killed, stopped] = [start(1), start(1)];
    const areThere = `SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL`;
    await until(() => rows(areThere)[0] === 't', 240_000, said);
    postgres().sql(NOTE_BEGUN, url);
    const other = start(JOBS);
    const isBusy = (worker: Worker, jobs: number) => () => employersOf(worker).length === jobs;
    await until(() => isBusy(other, JOBS)() && finals() > 2, 240_000, said);
    const id = idOf(other);
    await until(isBusy(killed, 1), 240_000, said);
    const lostAt = now();
    killed.process.kill('SIGKILL');
    const lost = [...employersOf(killed)];
    // In the midst of its work: it has begun a run, whose final is not in the record yet.
    const unfinished = `SELECT count(*) FROM paytally.employer WHERE holder LIKE '%:${stopped.process.pid}:%'
      AND NOT EXISTS (SELECT 1 FROM paytally."ledgerLink" AS link WHERE link."ofEmployer" = employer."employerId")`;
    const stop = async () => {
      stopped.process.kill('SIGSTOP');
      // What it has said before is still to be received.
      await new Promise((resolve) => setTimeout(resolve, 100));
      const events = (kind: string) => stopped.output().split(`"event":"${kind}"`).length;
      const isInRun = events('due') > events('done');
      if (isInRun && rows(unfinished)[0] === '1' && isBusy(stopped, 1)()) return true;
      stopped.process.kill('SIGCONT');
      return false;
    };
    await until(stop, 240_000, said);
    const stoppedAt = now();
    lost.push(...employersOf(stopped));
    expect(lost).toHaveLength(2);
    const noted = () => begunSince(lostAt);
    const again = () => noted().filter(({ employer, worker }) => lost.includes(employer) && worker === id);
    await until(() => again().length >= 2, 240_000, said);
    const [first, second] = lost.map((employer, index) => {
      const since = index === 0 ? lostAt : stoppedAt;
      const free = noted().find((each) => each.employer === employer && each.worker === '')?.atSeconds ?? 0;
      const taken = again().find((each) => each.employer === employer)?.atSeconds ?? 0;
      // The other worker takes it as soon as it is free, and no other job before it.
      const before = noted().filter(
        (each) => each.worker === id && each.atSeconds > free && each.atSeconds < taken,
      );
      expect(before.map((each) => each.employer).filter((each) => !lost.includes(each))).toEqual([]);
      return { free: free - since, taken: taken - since };
    });
    console.info(`after so many seconds: ${JSON.stringify([first, second])}`);
    for (const each of [first, second]) {
      expect(each?.free).toBeGreaterThan(15);
      expect(each?.free).toBeLessThan(FREE_WITHIN_SECONDS);
    }
    const waiting = 'SELECT count(*) FROM graphile_worker.jobs WHERE locked_at IS NULL AND run_at <= now()';
    expect(rows(waiting)[0]).not.toBe('0');

    const areFinal = `SELECT count(*) FROM paytally."ledgerLink" JOIN paytally.employer USING ("employerId")
      WHERE "employerKey" IN ('${lost.join("', '")}')`;
    await until(() => rows(areFinal)[0] === '2' && now() > stoppedAt + STOPPED_SECONDS, 240_000, said);
    stopped.process.kill('SIGCONT');
    await until(() => /STORE_TAKEN_OVER/.test(stopped.output()), 240_000, said);
    await until(() => finals() === EMPLOYERS, 600_000, said);
    await until(() => jobsUnderWay().length === 0, 240_000, said);
    expect(
      rows('SELECT count(*), count(DISTINCT "employerId"), max(position) FROM paytally."ledgerLink"'),
    ).toEqual([`${EMPLOYERS}|${EMPLOYERS}|0`]);
    expect(rows('SELECT state, count(*), max(attempts) FROM paytally.delivery GROUP BY 1')).toEqual([
      `sent|${EMPLOYERS}|1`,
    ]);
    expect(Object.keys(filesIn(join(service.cwd, 'inbox')))).toHaveLength(EMPLOYERS);
  }, 900_000);

  test('one that is asked to stop does so within ten seconds, and leaves its started jobs to others', async () => {
    // Everything is due once more, as drafts that are not delivered.
    const configuration = join(service.cwd, 'paytally.yaml');
    const text = readFileSync(configuration, 'utf8');
    writeFileSync(
      configuration,
      text.replace('monthly:', 'again:').replace(/final: true, deliver: \[.*?\],/, ''),
    );
    for (const { process: child } of workers) child.kill('SIGTERM');
    await Promise.all(workers.map(({ ended }) => ended));
    const drafts = () => Number(rows(`SELECT count(*) FROM paytally.run WHERE state = 'draft'`)[0]);
    rows('UPDATE graphile_worker._private_jobs SET run_at = now()');
    const asked = start(JOBS);
    await until(() => drafts() > 0 && employersOf(asked).length === JOBS, 240_000, said);
    const startedMs = performance.now();
    asked.process.kill('SIGTERM');
    expect(await asked.ended).toBe(0);
    const seconds = (performance.now() - startedMs) / 1000;
    console.info(`ended after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThan(10);
    expect(jobsUnderWay()).toEqual([]);
    const left = rows(`SELECT payload->>'employer' FROM graphile_worker._private_jobs WHERE priority < 0`);
    expect(left.length).toBeGreaterThan(0);
    expect(rows('SELECT "employerKey" FROM paytally.employer WHERE holder IS NOT NULL')).toEqual([]);
    const made = drafts();
    const endedAt = now();
    const next = start(1);
    await until(() => begunSince(endedAt).length > 0, 240_000, said);
    const [first] = begunSince(endedAt);
    // Before those that were never begun.
    expect(left).toContain(first?.employer);
    await until(() => drafts() === EMPLOYERS, 300_000, said);
    expect(made).toBeLessThan(EMPLOYERS);
    expect(rows('SELECT DISTINCT "employerId" FROM paytally.run WHERE state = \'draft\'')).toHaveLength(
      EMPLOYERS,
    );
    next.process.kill('SIGTERM');
    expect(await next.ended).toBe(0);
  }, 600_000);
});

/** Every check-out is followed at once by one of another process. */
const TAKE_OVER = `CREATE FUNCTION public.take_over() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE paytally.employer SET fence = fence + 1 WHERE "employerId" = NEW."employerId"; RETURN NULL; END $$;
  CREATE TRIGGER take_over AFTER UPDATE OF holder ON paytally.employer FOR EACH ROW
    WHEN (NEW.holder IS NOT NULL) EXECUTE FUNCTION public.take_over();`;

describe.skipIf(withoutPostgres)('a process whose employer was taken over by another one', () => {
  const postgres = usePostgres();
  let service: SampleService;
  let mail: MailServer;
  let url = '';

  beforeAll(async () => {
    url = postgres().database();
    mail = await startMailServer();
    service = (await startEmployers(1, '', url, { mailPort: mail.port })).service;
  });
  afterAll(async () => {
    await service?.stop();
    await mail?.close();
  });

  test('sends no notice that its run failed; the other one sends it once', async () => {
    // A run cannot write its files.
    writeFileSync(join(service.cwd, 'out'), '');
    const due = () => service.run(['schedule', 'run', '--due'], { nowMs: DUE_MS });
    expect((await service.run(['status'], { nowMs: DUE_MS })).status).toBe(0);
    postgres().sql(TAKE_OVER, url);
    expect((await due()).stderr).toContain('STORE_TAKEN_OVER');
    expect(mail.mails).toEqual([]);
    const kept = `SELECT (SELECT count(*) FROM paytally.notice), (SELECT count(*) FROM paytally."scheduleDone")`;
    expect(postgres().sql(kept, url)).toBe('0|0');

    postgres().sql('DROP TRIGGER take_over ON paytally.employer', url);
    await due();
    await due();
    expect(mail.mails.map(({ recipients }) => recipients)).toEqual([['owner@example.com']]);
  });
});
