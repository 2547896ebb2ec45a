import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG } from '../gate.js';
import {
  ACCEPT,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../support/employers/sampleService.js';
import { isBuilt } from '../support/programs/childExport.js';
import { startFaultProxy } from '../support/servers/faultProxy.js';
import { chosenCases, SEED } from './chosenCases.js';
import { type HostileAnswer, hostileAnswers, type Where } from './hostileAnswers.js';
import { runLimited, whatIsWrong } from './limitedRun.js';

const DAY = '2026-10-05..2026-10-05';
const FILE = `bakery_${DAY}_pay-lines.csv`;

/** A host to which a service that was taken over sends its clients. */
let elsewhere: Server;
const stolen: string[] = [];

/** Some, by a seed: all take ten minutes, since a broken answer is tried again for half a minute. */
const NAMED = Object.entries(hostileAnswers('http://elsewhere.invalid')).flatMap(
  ([name, { where, mostMs }]) =>
    (where === undefined ? (['token', 'page'] as const) : [where]).map((at) => ({ name, at, mostMs })),
);
const CASES = IS_LONG ? NAMED : NAMED.filter(({ mostMs }) => mostMs === undefined);

/** A wait that the service asks for is not hostile; nobody waits for it here. */
const SHORT_WAITS = 'limits: { maxWaitSeconds: 5 }';
const LONG_WAITS = 'limits: { maxWaitSeconds: 90 }';

describe.skipIf(!isBuilt)(`an answer of a service (seed ${SEED})`, { tags: 'slow', concurrent: true }, () => {
  let service: SampleService;
  let answers: Readonly<Record<string, HostileAnswer>>;
  let right: Buffer;
  beforeAll(async () => {
    const employers = await sampleOfDays('2026-10-05', '2026-10-05');
    service = await startSampleService(
      { employers, limits: { enabled: false } },
      `templates: [pay-lines]\n${SHORT_WAITS}`,
    );
    elsewhere = createServer((request, response) => {
      stolen.push(`${request.url} ${request.headers.authorization}`);
      response.end('{}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    answers = hostileAnswers(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`);
    const { cwd, end } = await exportFinal(undefined, 'page');
    expect(end.status, end.said).toBe(0);
    right = readFileSync(join(cwd, 'out', FILE));
  }, 120_000);
  afterAll(async () => {
    elsewhere.close();
    await service.stop();
  });

  const isAt = (path: string, where: Where) =>
    where === 'token' ? path.endsWith('/oauth/customer/token') : path.endsWith('/time-entries');

  async function exportFinal(hostile: HostileAnswer | undefined, at: Where) {
    const proxy = await startFaultProxy(service.sandbox.baseUrl);
    proxy.choose = (path) => (isAt(path, at) ? hostile?.answer : undefined);
    const cwd = mkdtempSync(join(tmpdir(), 'paytally-hostile-'));
    cpSync(service.cwd, cwd, { recursive: true });
    if (hostile?.mostMs !== undefined) {
      const path = join(cwd, 'paytally.yaml');
      writeFileSync(path, readFileSync(path, 'utf8').replace(SHORT_WAITS, LONG_WAITS));
    }
    const env = { ...service.env, PAYTALLY_SANDBOX_URL: proxy.baseUrl };
    const argv = ['export', DAY, '--final', ...ACCEPT];
    const end = await runLimited(argv, { cwd, env, mostMs: hostile?.mostMs });
    await proxy.stop();
    return { cwd, end };
  }

  const cases = chosenCases(CASES, { inGate: 1, inSuite: 45 });
  test.each(cases)('$name, as $at', { timeout: 420_000 }, async ({ name, at }) => {
    const hostile = answers[name];
    const { cwd, end } = await exportFinal(hostile, at);
    expect(whatIsWrong(end, hostile?.mostMs)).toBeUndefined();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal obeys
    expect(end.said).not.toMatch(/[\u001b\u0007\u009b\u202e]/);
    expect(stolen).toEqual([]);
    const file = join(cwd, 'out', FILE);
    if (hostile?.isHarmless) expect(end.status, end.said).toBe(0);
    if (end.status === 0) expect(readFileSync(file).equals(right)).toBe(true);
    else {
      expect(end.said).toMatch(hostile?.says ?? /\b[A-Z]+(_[A-Z]+)+\b/);
      expect(existsSync(join(cwd, 'out')) ? readdirSync(join(cwd, 'out')) : []).toEqual([]);
      const history = await runLimited(['history', '--json'], { cwd, env: service.env });
      expect(JSON.parse(history.said).runs).toEqual([]);
    }
    console.info(`${name}, as ${at}: ${(end.ms / 1000).toFixed(1)} s, ${end.megabytes.toFixed(0)} MB`);
    rmSync(cwd, { recursive: true, force: true });
  });
});
