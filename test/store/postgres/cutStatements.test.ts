// @module-tag slow
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomFor } from '../../../samples/generator/random.js';
import { ServerSlots } from '../../../src/store/postgres/serverSlots.js';
import { useServer } from '../../../src/store/postgres/serverUse.js';
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
import { isChange, kindOf, listChangingStatements } from './changingStatements.js';
import { type Fate, type StatementProxy, startStatementProxy } from './statementProxy.js';

const FATES: readonly Fate[] = ['lost', 'partial', 'unheard', 'answer-lost'];
const IS_LONG = process.env.PAYTALLY_LONG === '1';
const SEED = process.env.PAYTALLY_SEED ?? String(Date.now() % 1_000_000);
const WORKERS = IS_LONG
  ? [
      { workers: 1, jobs: 3, employers: 40 },
      { workers: 3, jobs: 1, employers: 40 },
    ]
  : [{ workers: 3, jobs: 1, employers: 12 }];
/** With three workers 200 cuts in all: after those that every statement needs, any other. */
const MOST_CUTS = 200;
/** Between two cuts of one connection: a program that retries must have come through once. */
const PAUSE_MS = 1000;
const MOST_RESTARTS = 40;
/** After a process is lost, its lease ends after 20 seconds; another process then takes over and does the work. */
const LONGEST_WAIT_MS = 90_000;
/** A process that ended without a word: its jobs are to be freed. */
const DEAD_PROCESS = `INSERT INTO paytally.instance VALUES ('dead:' || random(), paytally.clock() - interval '1 h', '', '{gone}')`;

/** All fates of a statement in the long test; otherwise the one that the seed chooses. */
function fatesOf(kind: string): readonly Fate[] {
  return IS_LONG ? FATES : [FATES[randomFor(`${SEED}/${kind}`).between(0, FATES.length - 1)] ?? 'lost'];
}

/** Statements that were cut, with their fates. Two may begin with the same text. */
const cut = new Map<string, Set<Fate>>();

function note(text: string, fate: Fate): void {
  cut.set(text, (cut.get(text) ?? new Set()).add(fate));
}

/** The statements of a file, or of all, that were not cut in enough ways, with those in which they were. */
function missingIn(only?: string): readonly string[] {
  return listChangingStatements().flatMap(({ file, text, pattern }) => {
    if (file !== (only ?? file)) return [];
    const fates = new Set([...cut].flatMap(([sent, each]) => (pattern.test(sent) ? [...each] : [])));
    return fates.size >= (IS_LONG ? FATES.length : 1) ? [] : [`${file}: ${kindOf(text)} (${[...fates]})`];
  });
}

describe.skipIf(withoutPostgres).each(WORKERS)(
  '$workers of the workers',
  ({ workers: count, jobs, employers }) => {
    const postgres = usePostgres();
    const random = randomFor(`${SEED}/${count}`);
    const seen = new Set<string>();
    const done = new Set<string>();
    const workers: { readonly worker: Worker; readonly proxy: StatementProxy }[] = [];
    let service: SampleService;
    let url = '';
    let cuts = 0;
    let starts = 0;

    beforeAll(async () => {
      url = postgres().database();
      const order = { people: 2 };
      const more = `worker: { jobs: ${jobs}, address: "\${ADDRESS}" }`;
      service = (await startEmployers(employers, more, `\${STORE_URL}`, order)).service;
      await useServer(url, async () => undefined);
    }, 120_000);
    afterAll(async () => {
      for (const { worker, proxy } of workers) {
        worker.process.kill('SIGKILL');
        proxy.stop();
      }
      await service?.stop();
    });

    /** The next untried fate of this statement, if the last cut is long enough ago. */
    function chooser(): (text: string) => Fate {
      let lastMs = performance.now();
      return (text) => {
        if (!isChange(text)) return 'passes';
        const kind = kindOf(text);
        seen.add(kind);
        const untried = fatesOf(kind).filter((fate) => !done.has(`${kind} ${fate}`));
        const isMore = IS_LONG && cuts < MOST_CUTS;
        const fate = untried[0] ?? (isMore ? FATES[random.between(0, FATES.length - 1)] : undefined);
        if (fate === undefined || performance.now() < lastMs + PAUSE_MS) return 'passes';
        lastMs = performance.now();
        done.add(`${kind} ${fate}`);
        note(text, fate);
        cuts += 1;
        return fate;
      };
    }

    async function start(): Promise<void> {
      const proxy = await startStatementProxy(url, chooser());
      starts += 1;
      const name = `worker ${starts}`;
      workers.push({
        proxy,
        worker: startWorker(service, name, [], { STORE_URL: proxy.url, ADDRESS: name }),
      });
    }

    /** What a worker does once a minute, it does first when it starts. */
    async function restart(): Promise<void> {
      for (const { worker, proxy } of workers.splice(0, 1)) {
        worker.process.kill('SIGTERM');
        expect(await worker.ended, worker.output()).toBe(0);
        proxy.stop();
      }
      await start();
      await until(() => workers.at(-1)?.worker.output().includes('"started"') ?? false, 90_000, said);
    }

    const rows = (sql: string) => postgres().sql(sql, url).split('\n').filter(Boolean);
    const finals = () => Number(rows('SELECT count(*) FROM paytally."ledgerLink"')[0]);
    const said = () => workers.map(({ worker }) => worker.output().slice(-3000)).join('\n---\n');

    test('make each final once, whatever statement is cut, and wait for none longer than a lease', async () => {
      const startedMs = performance.now();
      for (let index = 0; index < count; index += 1) await start();
      let longestMs = 0;
      while (finals() < employers) {
        const before = finals();
        postgres().sql(DEAD_PROCESS, url);
        longestMs = Math.max(longestMs, await until(() => finals() > before, LONGEST_WAIT_MS, said));
      }
      const settled = `SELECT count(*) FROM paytally.delivery WHERE state IN ('sent', 'unknown')`;
      await until(() => rows(settled)[0] === String(employers), LONGEST_WAIT_MS, said);
      for (
        let again = 0;
        again < MOST_RESTARTS && IS_LONG && missingIn('runWorker.ts').length > 0;
        again += 1
      )
        await restart();
      // Each worker has outlived every cut, and ends as one that was never cut.
      for (const { worker } of workers) {
        expect([worker.process.exitCode, worker.process.signalCode], worker.output()).toEqual([null, null]);
        worker.process.kill('SIGTERM');
      }
      for (const { worker } of workers) expect(await worker.ended, worker.output()).toBe(0);
      expect(rows('SELECT "employerKey" FROM paytally.employer WHERE holder IS NOT NULL')).toEqual([]);
      expect(
        rows('SELECT count(*), count(DISTINCT "employerId"), max(position) FROM paytally."ledgerLink"'),
      ).toEqual([`${employers}|${employers}|0`]);
      const unknown = Number(rows(`SELECT count(*) FROM paytally.delivery WHERE state = 'unknown'`)[0]);
      const delivered = Object.keys(filesIn(join(service.cwd, 'inbox'))).length;
      expect(delivered).toBeLessThanOrEqual(employers);
      expect(delivered).toBeGreaterThanOrEqual(employers - unknown);
      const env = { ...service.env, STORE_URL: url, ADDRESS: 'last' };
      const verified = await service.run(['verify', '--json'], { nowMs: DUE_MS, env });
      expect(verified.status, verified.stdout).toBe(0);
      expect(JSON.parse(verified.stdout).runs).toHaveLength(employers);
      console.info(
        `${count} workers, seed ${SEED}: ${cuts} cuts, ${done.size} cells of ${seen.size} statements, ${employers} finals in ${((performance.now() - startedMs) / 1000).toFixed(0)} s, longest wait for a final ${(longestMs / 1000).toFixed(1)} s, ${unknown} deliveries unknown`,
      );
    }, 900_000);
  },
);

describe.skipIf(withoutPostgres).each(FATES)('the limits of requests, with statements cut: %s', (fate) => {
  const postgres = usePostgres();
  const LIMIT = 5;
  const bucket = '["address","here"]';

  test.each([
    { name: 'pause', pattern: /^INSERT INTO pause/ },
    { name: 'those of dead processes', pattern: /^UPDATE slot .* WHERE \(bucket, place\) IN \(/s },
    { name: 'those of a lost answer', pattern: /^UPDATE slot SET "freeAt" = '-infinity'/ },
    { name: 'all at the end', pattern: /^UPDATE slot .* WHERE holder = \$1$/s },
    { name: 'the process itself', pattern: /^DELETE FROM instance WHERE id = \$1/ },
  ])(
    '$name',
    async ({ name, pattern }) => {
      const url = postgres().database();
      await useServer(url, async () => undefined);
      let isArmed = true;
      let commitFate: Fate = 'passes';
      const proxy = await startStatementProxy(url, (text) => {
        if (text === 'COMMIT') return commitFate;
        if (!isArmed || !pattern.test(text)) return 'passes';
        isArmed = false;
        note(text, fate);
        return fate;
      });
      const slots = new ServerSlots(proxy.url);
      const ask = (count: number) =>
        slots.exchange({ answered: [], unused: [], wanted: [{ bucket, limit: LIMIT, count }] });
      const countOf = (grants: Awaited<ReturnType<typeof ask>>) =>
        typeof grants === 'string' ? 0 : grants.flatMap((each) => ('slots' in each ? each.slots : [])).length;
      let granted = countOf(await ask(2));
      if (name === 'those of a lost answer') {
        commitFate = 'answer-lost';
        expect(await ask(2)).toBe('busy');
        commitFate = 'passes';
      }
      for (let turn = 0; turn < 4; turn += 1) granted += countOf(await ask(LIMIT));
      expect(granted).toBe(LIMIT);
      await slots.pause([bucket], 1000);
      await slots.close();
      proxy.stop();
      expect(isArmed).toBe(false);
      const left = `SELECT (SELECT count(*) FROM paytally.slot WHERE holder IS NOT NULL), (SELECT count(*) FROM paytally.instance),
      (SELECT count(*) FROM paytally.pause)`;
      expect(postgres().sql(left, url)).toBe('0|0|1');
    },
    60_000,
  );
});

describe.skipIf(withoutPostgres)('every statement in the code that changes something', () => {
  test(IS_LONG ? 'was cut before, within, during and after' : `was cut in one way (seed ${SEED})`, () => {
    expect(missingIn()).toEqual([]);
  });
});
