// @module-tag slow
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomFor } from '../../../samples/generator/random.js';
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
import { isChange } from './changingStatements.js';
import { type Fate, type StatementProxy, startStatementProxy } from './statementProxy.js';

const IS_LONG = process.env.PAYTALLY_LONG === '1';
const EMPLOYERS = IS_LONG ? 320 : 24;
const PEOPLE = 5;
const WORKERS = 3;
/** Longer than the 20 seconds that a process may be silent. */
const STOPPED_MS = 24_000;
const PAUSE_MS = 500;
const SEED = process.env.PAYTALLY_SEED ?? '1';

const FAULTS = ['stop', 'cut', 'kill', 'restart'] as const;
/** A cut waits for a statement; some come too late for one. */
const LEAST_CUTS = IS_LONG ? 200 : 5;
const TIMES: Readonly<Record<(typeof FAULTS)[number], number>> = IS_LONG
  ? { stop: 40, cut: 220, kill: 15, restart: 5 }
  : { stop: 1, cut: 8, kill: 1, restart: 1 };
const CUT_AT: readonly Fate[] = ['lost', 'partial', 'unheard', 'answer-lost'];
type Fault = (typeof FAULTS)[number];

/** A worker, and the connection that can be cut at its next statement that changes something. */
interface Station {
  readonly worker: Worker;
  readonly proxy: StatementProxy;
  readonly cutNext: (fate: Fate) => void;
  isStopped: boolean;
}

describe.skipIf(withoutPostgres)(`${WORKERS} workers, killed, stopped and disconnected at random`, () => {
  const postgres = usePostgres();
  const stations: Station[] = [];
  const struck: Record<Fault, number> = { stop: 0, cut: 0, kill: 0, restart: 0 };
  const random = randomFor(SEED);
  let mail: MailServer;
  let shared: SampleService;
  let embedded: SampleService;
  let url = '';
  let cuts = 0;
  let wakeLast = Promise.resolve();

  beforeAll(async () => {
    url = postgres().database();
    mail = await startMailServer();
    const order = { people: PEOPLE, mailPort: mail.port };
    const more = `worker: { jobs: 1, address: "\${ADDRESS}" }`;
    shared = (await startEmployers(EMPLOYERS, more, `\${STORE_URL}`, order)).service;
    embedded = (await startEmployers(EMPLOYERS, '', undefined, order)).service;
  }, 120_000);
  afterAll(async () => {
    for (const { worker, proxy } of stations) {
      worker.process.kill('SIGKILL');
      proxy.stop();
    }
    await shared?.stop();
    await embedded?.stop();
    await mail?.close();
  });

  const rows = (sql: string) => postgres().sql(sql, url).split('\n').filter(Boolean);
  const count = (from: string): number => {
    const there = postgres().sql(`SELECT to_regclass('paytally."ledgerLink"') IS NOT NULL`, url) === 't';
    return there ? Number(postgres().sql(`SELECT count(*) FROM paytally.${from}`, url)) : 0;
  };
  const finals = () => count('"ledgerLink"');
  const said = () =>
    stations.map(({ worker }) => worker.output().split('\n').slice(-12).join('\n')).join('\n---\n');

  async function start(): Promise<void> {
    let next: Fate = 'passes';
    const proxy = await startStatementProxy(
      url,
      (text) => {
        if (!isChange(text)) return 'passes';
        const fate = next;
        next = 'passes';
        return fate;
      },
      () => {
        cuts += 1;
      },
    );
    const name = `worker ${stations.length}`;
    const worker = startWorker(shared, name, [], { STORE_URL: proxy.url, ADDRESS: name });
    const cutNext = (fate: Fate) => {
      next = fate;
    };
    stations.push({ worker, proxy, cutNext, isStopped: false });
  }

  const running = () =>
    stations.filter(
      ({ worker, isStopped }) =>
        worker.process.exitCode === null && worker.process.signalCode === null && !isStopped,
    );

  /** A worker that is processing an employer now, if there is one. */
  async function victim(): Promise<Station> {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const holders = rows('SELECT holder FROM paytally.employer WHERE holder IS NOT NULL');
      const busy = running().filter(({ worker }) =>
        holders.some((each) => each.includes(`:${worker.process.pid}:`)),
      );
      const [one] = busy.length > 0 ? [busy[random.between(0, busy.length - 1)]] : [];
      if (one !== undefined) return one;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const [one] = running();
    if (one === undefined) throw new Error(`no worker runs\n${said()}`);
    return one;
  }

  async function strike(fault: Fault): Promise<void> {
    struck[fault] += 1;
    if (fault === 'restart') return postgres().restart();
    const one = await victim();
    if (fault === 'cut') return one.cutNext(CUT_AT[random.between(0, CUT_AT.length - 1)] ?? 'lost');
    if (fault === 'kill') {
      one.worker.process.kill('SIGKILL');
      await one.worker.ended;
      one.proxy.stop();
      return start();
    }
    one.worker.process.kill('SIGSTOP');
    one.isStopped = true;
    wakeLast = new Promise((resolve) =>
      setTimeout(() => {
        one.worker.process.kill('SIGCONT');
        one.isStopped = false;
        resolve();
      }, STOPPED_MS),
    );
  }

  /** Every fault as often as planned, in random order; only one worker is stopped at a time. */
  async function strikeUntilDone(): Promise<void> {
    const planned = FAULTS.flatMap((fault) => Array.from({ length: TIMES[fault] }, () => fault));
    while (planned.length > 0) {
      const isOneStopped = stations.some(({ isStopped }) => isStopped);
      const free = [...planned.keys()].filter((at) => planned[at] !== 'stop' || !isOneStopped);
      const at = free[random.between(0, free.length - 1)];
      if (at === undefined) await wakeLast;
      const before = finals();
      for (const fault of at === undefined ? [] : planned.splice(at, 1)) await strike(fault);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      // Faults that come faster than finals would prove nothing.
      await until(() => finals() > before || finals() === EMPLOYERS, 300_000, said);
    }
    await wakeLast;
    await until(() => finals() === EMPLOYERS, 300_000, said);
  }

  test(`${EMPLOYERS} employers: each final once, each message once or unknown, files as in the embedded store`, async () => {
    const startedMs = performance.now();
    for (let index = 0; index < WORKERS; index += 1) await start();
    await until(() => finals() >= 1, 240_000, said);
    await strikeUntilDone();
    const settled = `delivery WHERE state IN ('sent', 'unknown')`;
    await until(() => count(settled) === 2 * EMPLOYERS, 300_000, said);
    const seconds = (performance.now() - startedMs) / 1000;
    for (const { worker } of running()) worker.process.kill('SIGTERM');
    await Promise.all(stations.map(({ worker }) => worker.ended));

    expect(
      Object.values(struck).every((times) => times > 0),
      JSON.stringify(struck),
    ).toBe(true);
    expect(cuts).toBeGreaterThanOrEqual(LEAST_CUTS);
    expect(
      rows('SELECT count(*), count(DISTINCT "employerId"), max(position) FROM paytally."ledgerLink"'),
    ).toEqual([`${EMPLOYERS}|${EMPLOYERS}|0`]);
    const env = { ...shared.env, STORE_URL: url, ADDRESS: 'last' };
    const verified = await shared.run(['verify', '--json'], { nowMs: DUE_MS, env });
    expect(verified.status, verified.stdout).toBe(0);
    expect(JSON.parse(verified.stdout).runs).toHaveLength(EMPLOYERS);
    const unknown = checkMessages();
    await compareFiles(unknown);
    console.info(
      `${EMPLOYERS} employers of ${PEOPLE} in ${seconds.toFixed(0)} s; ${JSON.stringify(struck)}, ${cuts} cuts at a statement, seed ${SEED}, ${unknown.length} deliveries unknown`,
    );
  }, 3_600_000);

  /** @returns names of the deliveries whose arrival is unknown */
  function checkMessages(): readonly string[] {
    const received = new Map<string, number>();
    for (const { content } of mail.mails) {
      const [, id = ''] = /^Message-ID: (.+)$/im.exec(content.toString('latin1')) ?? [];
      received.set(id.trim(), (received.get(id.trim()) ?? 0) + 1);
    }
    const sent = rows(`SELECT "messageId", state FROM paytally.delivery WHERE name = 'office' ORDER BY 1`);
    expect(new Set(sent.map((line) => line.split('|')[0])).size).toBe(EMPLOYERS);
    const wrong = sent.filter((line) => {
      const [id = '', state] = line.split('|');
      const times = received.get(id) ?? 0;
      return state === 'sent' ? times !== 1 : times > 1;
    });
    expect(wrong).toEqual([]);
    return rows(`SELECT name FROM paytally.delivery WHERE state = 'unknown'`);
  }

  async function compareFiles(unknown: readonly string[]): Promise<void> {
    const clock = skippingClock();
    const once = await embedded.run(['schedule', 'run', '--due', '--json'], { context: { clock } });
    expect(once.status, once.stderr).toBe(0);
    const of = ({ cwd }: SampleService, folder: string) => filesIn(join(cwd, folder));
    expect(of(shared, 'out')).toEqual(of(embedded, 'out'));
    const [inbox, wanted] = [of(shared, 'inbox'), of(embedded, 'inbox')];
    for (const [name, digest] of Object.entries(inbox)) expect([name, digest]).toEqual([name, wanted[name]]);
    const missing = Object.keys(wanted).length - Object.keys(inbox).length;
    expect(missing).toBeLessThanOrEqual(unknown.filter((name) => name === 'archive').length);
    expect(new Set(Object.values(wanted)).size).toBeGreaterThan(1);
    expect(readFileSync(join(shared.cwd, 'paytally.yaml'), 'utf8')).toContain('worker:');
  }
});

/** Waiting for the limits takes no time. */
function skippingClock() {
  let nowMs = DUE_MS;
  return {
    nowMs: () => nowMs,
    sleep: async (durationMs: number, signal: AbortSignal) => {
      const end = nowMs + durationMs;
      await turn();
      signal.throwIfAborted();
      nowMs = Math.max(nowMs, end);
    },
  };
}
