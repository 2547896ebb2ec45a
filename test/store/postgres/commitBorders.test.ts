// @module-tag slow
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SampleService } from '../../support/employers/sampleService.js';
import { DIST } from '../../support/programs/builtProgram.js';
import { usePostgres } from '../../support/servers/postgresCase.js';
import { withoutPostgres } from '../../support/servers/postgresServer.js';
import { CHILD, DUE_MS, filesIn, startEmployers } from '../../support/servers/workerBench.js';
import { type Fate, startCommitProxy } from './statementProxy.js';

/** Each part has a store of its own, and can be run alone: `-t "part 7"`. */
const PARTS = process.env.PAYTALLY_LONG === '1' ? 10 : 1;
const TIMES = 30;
/** Runs that are not interrupted: the first one also creates the tables. */
const WHOLE = 3;
const AT_ONCE = 3;
/** After the end of a process, everything that it locked is free. */
const ALL_STALE = `CREATE OR REPLACE FUNCTION paytally.clock() RETURNS timestamptz LANGUAGE sql VOLATILE
  AS $$ SELECT clock_timestamp() + interval '1 hour' $$`;

interface Broken {
  readonly employer: string;
  readonly fate: Fate;
  readonly commit: number;
  readonly isKilled: boolean;
}

const parts = Array.from({ length: PARTS }, (_, part) => part);

describe.skipIf(withoutPostgres).each(parts)('a final that is interrupted at a COMMIT, part %i', (part) => {
  const postgres = usePostgres();
  let service: SampleService;
  let url = '';

  beforeAll(async () => {
    url = postgres().database();
    service = (await startEmployers(TIMES + WHOLE, `worker: { address: "\${ADDRESS}" }`, `\${STORE_URL}`))
      .service;
  }, 120_000);
  afterAll(() => service?.stop());

  /**
   * Makes the final of one employer. @returns its status, null if it was killed, the number of commits begun, and
   * whether it came to the one where it is interrupted
   */
  async function due({ employer, fate, commit, isKilled }: Broken) {
    let kill = (): void => undefined;
    let isBroken = false;
    const proxy = await startCommitProxy(
      url,
      (each) => (each === commit ? fate : 'passes'),
      () => {
        isBroken = true;
        kill();
      },
    );
    const env = { ...service.env, STORE_URL: proxy.url, ADDRESS: employer.slice(-1) };
    const argv = ['schedule', 'run', '--due', '--employer', employer];
    try {
      if (!isKilled) {
        const { status, stderr } = await service.run(argv, { nowMs: DUE_MS, env });
        return { status, said: stderr, commits: proxy.commits(), isBroken };
      }
      const child = spawn(process.execPath, [CHILD, DIST, String(DUE_MS), ...argv], {
        cwd: service.cwd,
        env: { ...process.env, ...env },
        stdio: 'ignore',
      });
      kill = () => void child.kill('SIGKILL');
      const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
      return { status, said: '', commits: proxy.commits(), isBroken };
    } finally {
      proxy.stop();
    }
  }

  const rows = (sql: string) => postgres().sql(sql, url).split('\n').filter(Boolean);

  test(`is made once, ${TIMES} times`, async () => {
    const counts: number[] = [];
    for (let number = 0; number < WHOLE; number += 1) {
      const whole = await due({ employer: `e${number}`, fate: 'passes', commit: 0, isKilled: false });
      expect(whole.status, whole.said).toBe(0);
      counts.push(whole.commits);
    }
    // On a busy machine a run may report its requests once more often.
    const commits = Math.min(...counts);
    expect(commits).toBeGreaterThan(3);
    const broken = Array.from({ length: TIMES }, (_, index): Broken => {
      const number = part * TIMES + index;
      const fate = number % 2 === 0 ? 'lost' : 'answer-lost';
      const commit = 1 + (Math.floor(number / 4) % commits);
      return { employer: `e${index + WHOLE}`, fate, commit, isKilled: number % 4 < 2 };
    });
    const atOnce = pLimit(AT_ONCE);
    const ends = await Promise.all(
      broken.map((each) => atOnce(async () => ({ each, end: await due(each) }))),
    );
    for (const { each, end } of ends)
      expect({ ...each, status: end.status }, end.said).toEqual({
        ...each,
        status: each.isKilled && end.isBroken ? null : 0,
      });
    const interrupted = ends.filter(({ end }) => end.isBroken).length;
    expect(interrupted).toBeGreaterThanOrEqual(TIMES - 1);

    postgres().sql(ALL_STALE, url);
    const env = { ...service.env, STORE_URL: url, ADDRESS: 'last' };
    const rest = await service.run(['schedule', 'run', '--due'], { nowMs: DUE_MS, env });
    const unknown = rows(`SELECT "runId" FROM paytally.delivery WHERE state <> 'sent'`);
    // Someone must look whether these have arrived.
    expect(rest.status, rest.stderr).toBe(unknown.length > 0 ? 7 : 0);

    const all = TIMES + WHOLE;
    expect(
      rows('SELECT count(*), count(DISTINCT "employerId"), max(position) FROM paytally."ledgerLink"'),
    ).toEqual([`${all}|${all}|0`]);
    expect(rows('SELECT count(*), count(DISTINCT "messageId") FROM paytally.delivery')).toEqual([
      `${all}|${all}`,
    ]);
    const states = rows('SELECT DISTINCT state FROM paytally.delivery').filter((state) => state !== 'sent');
    expect(states.filter((state) => state !== 'unknown')).toEqual([]);
    expect(readdirSync(join(service.cwd, 'inbox')).length).toBeGreaterThanOrEqual(all - unknown.length);
    expect(readdirSync(join(service.cwd, 'inbox')).length).toBeLessThanOrEqual(all);

    const files = Object.entries(filesIn(join(service.cwd, 'out')));
    expect(files.filter(([name]) => !name.endsWith('.csv'))).toEqual([]);
    expect(files).toHaveLength(2 * all);
    // All employers have the same work.
    expect(new Set(files.map(([, digest]) => digest)).size).toBe(2);
    const verified = await service.run(['verify', '--json'], { nowMs: DUE_MS, env });
    expect(verified.status, verified.stdout).toBe(0);
    expect(JSON.parse(verified.stdout).runs).toHaveLength(all);
    console.info(`${interrupted} breaks at ${commits} commits, ${unknown.length} deliveries unknown`);
  }, 1_800_000);
});
