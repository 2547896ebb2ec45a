// @module-tag slow
import { appendFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore, STORE_NAME } from '../../src/store/openStore.js';
import { type SampleService, sampleOfDays, startSampleService } from '../support/employers/sampleService.js';
import { isBuilt, startChild, until } from '../support/programs/childExport.js';
import { expectNoSecrets } from '../support/programs/secrets.js';
import { digestsIn, expectSoundStore } from './faultBench.js';

const EXPORT = ['export', '2026-10', '--template', 'employee-days', '--template', 'hours', '--json'];

let service: SampleService;
let right: Readonly<Record<string, string>>;
const out = () => join(service.cwd, 'out', 'draft');
const requests = () => service.sandbox.stats().requests;

beforeEach(async () => {
  service = await startSampleService({
    employers: await sampleOfDays('2026-10-20', '2026-10-29'),
    limits: { enabled: false },
  });
  expect((await service.run([...EXPORT, '--out', 'right'])).status).toBe(0);
  right = digestsIn(join(service.cwd, 'right', 'draft'));
  service.sandbox.clearCounts();
});
afterEach(() => service.stop());

/** Complete files only: existing files are right at any moment. */
function expectWholeOutput(): void {
  const there = Object.entries(digestsIn(out())).filter(([name]) => !name.startsWith('.'));
  for (const [name, digest] of there) expect({ name, digest }).toEqual({ name, digest: right[name] });
}

function runsInStore(): number {
  const path = join(service.cwd, '.paytally', STORE_NAME);
  const store = openStore(path, { mode: 'read', now: () => new Date(0) });
  const count = store.runs().length;
  store.close();
  return count;
}

// The built program is missing only if vitest runs without a build.
describe.skipIf(!isBuilt)('a process (skipped if dist is not built)', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s during a hanging request: 130, nothing written',
    async (signal) => {
      service.sandbox.faults.add({ kind: 'hang', on: 'employees' });
      const child = startChild(service, [...EXPORT, '--verbose']);
      await until(() => (service.sandbox.stats().requestsByEndpoint.establishments ?? 0) > 0, child);
      child.process.kill(signal);
      const { status, stdout, stderr } = await child.ended;
      expect({ status, code: JSON.parse(stdout).error.code }).toEqual({ status: 130, code: 'INTERRUPTED' });
      expect(stderr).toContain('Nothing was written');
      expect(stderr).not.toContain('    at ');
      expect(existsSync(out())).toBe(false);
      expectSoundStore(service.cwd);
      expectNoSecrets([service.env.PAYTALLY_SANDBOX_SECRET ?? ''], service.cwd, { stdout, stderr });
    },
  );

  const MOMENTS: readonly [name: string, moment: () => boolean][] = [
    ['at the first request', () => requests() >= 1],
    ['in the middle of the read', () => requests() >= 6],
    ['late in the read', () => requests() >= 11],
    ['when the first file exists', () => existsSync(out()) && readdirSync(out()).length > 0],
    [
      'when a file is in place',
      () => existsSync(out()) && readdirSync(out()).some((name) => !name.startsWith('.')),
    ],
    [
      'when the log of the store is written',
      () => existsSync(join(service.cwd, '.paytally', `${STORE_NAME}-wal`)) && requests() >= 12,
    ],
  ];
  test.each(MOMENTS)('kill -9 %s: no file is incomplete, and the next run works', async (_name, moment) => {
    service.sandbox.faults.add({ kind: 'latency', latencyMs: 10 });
    const before = runsInStore();
    const child = startChild(service, EXPORT);
    await until(moment, child);
    child.process.kill('SIGKILL');
    const { status } = await child.ended;
    // Only the last moments may be too late for it.
    if (!_name.startsWith('when')) expect(status).toBeNull();
    expectWholeOutput();
    expectSoundStore(service.cwd);
    expect(runsInStore() - before).toBeLessThanOrEqual(1);

    service.sandbox.faults.clear();
    const next = startChild(service, EXPORT);
    expect(await next.ended).toMatchObject({ status: 0 });
    expectWholeOutput();
    expect(
      Object.keys(digestsIn(out()))
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual(Object.keys(right).sort());
    expectSoundStore(service.cwd);
  });

  test.each([['check', '2026-10'], ['doctor'], ['export', '2026-10', '--dry-run']])(
    '%s leaves no files next to the store',
    async (...argv) => {
      // A separate store: this process still has the store of its own export open.
      appendFileSync(join(service.cwd, 'paytally.yaml'), '\nstore: own-store\n');
      expect(await startChild(service, EXPORT).ended).toMatchObject({ status: 0 });
      const folder = join(service.cwd, 'own-store');
      expect((await startChild(service, argv).ended).status).toBe(0);
      // The export counts its requests for the other processes of the store.
      expect(readdirSync(folder).sort()).toEqual(['requests.sqlite', STORE_NAME]);
    },
  );

  test('two at once into the same folder and store: both complete', async () => {
    const before = runsInStore();
    const children = [startChild(service, EXPORT), startChild(service, EXPORT)];
    const ends = await Promise.all(children.map(({ ended }) => ended));
    expect(ends.map(({ status }) => status)).toEqual([0, 0]);
    expect(digestsIn(out())).toEqual(right);
    expectSoundStore(service.cwd);
    expect(runsInStore()).toBe(before + 2);
  });
});

test('three at once in one process', async () => {
  mkdirSync(out(), { recursive: true });
  const before = runsInStore();
  const runs = await Promise.all([service.run(EXPORT), service.run(EXPORT), service.run(EXPORT)]);
  expect(runs.map(({ status }) => status)).toEqual([0, 0, 0]);
  expect(digestsIn(out())).toEqual(right);
  expect(runsInStore()).toBe(before + 3);
});
