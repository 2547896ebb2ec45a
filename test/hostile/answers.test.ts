import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCEPT, type SampleService, sampleOfDays, startSampleService } from '../cli/sampleService.js';
import { isBuilt } from '../faults/childExport.js';
import { sampleInGate } from '../gate.js';
import { type FaultProxy, startFaultProxy } from '../read/faultProxy.js';
import { type HostileAnswer, hostileAnswers, type Where } from './hostileAnswers.js';
import { runLimited, whatIsWrong } from './limitedRun.js';

const DAY = '2026-10-05..2026-10-05';
const FILE = `bakery_${DAY}_pay-lines.csv`;

/** A host to which a service that was taken over sends its clients. */
let elsewhere: Server;
const stolen: string[] = [];
const ADDRESS_HERE = 'http://elsewhere.invalid';

const CASES = Object.entries(hostileAnswers(ADDRESS_HERE)).flatMap(([name, { where }]) =>
  (where === undefined ? (['token', 'page'] as const) : [where]).map((at) => ({ name, at })),
);

describe.skipIf(!isBuilt)('an answer of a service', () => {
  let service: SampleService;
  let proxy: FaultProxy;
  let answers: Readonly<Record<string, HostileAnswer>>;
  let right: Buffer;
  beforeAll(async () => {
    const employers = await sampleOfDays('2026-10-05', '2026-10-05');
    service = await startSampleService(
      { employers, limits: { enabled: false } },
      // A wait that the service asks for is not hostile; nobody waits for it here.
      'templates: [pay-lines]\nlimits: { maxWaitSeconds: 5 }',
    );
    proxy = await startFaultProxy(service.sandbox.baseUrl);
    elsewhere = createServer((request, response) => {
      stolen.push(`${request.url} ${request.headers.authorization}`);
      response.end('{}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    answers = hostileAnswers(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`);
    const { cwd, end } = await exportFinal();
    expect(end.status, end.said).toBe(0);
    right = readFileSync(join(cwd, 'out', FILE));
  }, 120_000);
  afterAll(async () => {
    elsewhere.close();
    await proxy.stop();
    await service.stop();
  });

  async function exportFinal() {
    const cwd = mkdtempSync(join(tmpdir(), 'paytally-hostile-'));
    cpSync(service.cwd, cwd, { recursive: true });
    const env = { ...service.env, PAYTALLY_SANDBOX_URL: proxy.baseUrl };
    const end = await runLimited(['export', DAY, '--final', ...ACCEPT], { cwd, env });
    return { cwd, end };
  }

  const isAt = (path: string, where: Where) =>
    where === 'token' ? path.endsWith('/oauth/customer/token') : path.endsWith('/time-entries');

  test.each(sampleInGate(CASES, 4))('$name, as $at', { timeout: 90_000 }, async ({ name, at }) => {
    const { answer, isHarmless } = answers[name] ?? {};
    proxy.choose = (path) => (isAt(path, at) ? answer : undefined);
    const { cwd, end } = await exportFinal();
    proxy.choose = () => undefined;
    expect(whatIsWrong(end)).toBeUndefined();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal obeys
    expect(end.said).not.toMatch(/[\u001b\u0007\u009b\u202e]/);
    expect(stolen).toEqual([]);
    const file = join(cwd, 'out', FILE);
    if (isHarmless) expect(end.status, end.said).toBe(0);
    if (end.status === 0) expect(readFileSync(file).equals(right)).toBe(true);
    else {
      expect(end.said).toMatch(/\b[A-Z]+(_[A-Z]+)+\b/);
      expect(existsSync(join(cwd, 'out')) ? readdirSync(join(cwd, 'out')) : []).toEqual([]);
      const history = await runLimited(['history', '--json'], { cwd, env: service.env });
      expect(JSON.parse(history.said).runs).toEqual([]);
    }
    rmSync(cwd, { recursive: true, force: true });
  });
});
