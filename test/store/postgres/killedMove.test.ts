// @module-tag slow
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SampleService } from '../../support/employers/sampleService.js';
import { MAIN } from '../../support/programs/builtProgram.js';
import { usePostgres } from '../../support/servers/postgresCase.js';
import { withoutPostgres } from '../../support/servers/postgresServer.js';
import { DUE_MS, startEmployers } from '../../support/servers/workerBench.js';

const EMPLOYERS = 4;

describe.skipIf(withoutPostgres)('a move that is killed', () => {
  const postgres = usePostgres();
  let service: SampleService;
  let url = '';

  beforeAll(async () => {
    url = postgres().database();
    service = (await startEmployers(EMPLOYERS, '')).service;
    const made = await service.run(['schedule', 'run', '--due', '--json'], { nowMs: DUE_MS });
    expect(made.status, made.stderr).toBe(0);
  });
  afterAll(() => service?.stop());

  const use = (store: string) => {
    const path = join(service.cwd, 'paytally.yaml');
    const text = readFileSync(path, 'utf8').replace(/^store: .*\n/m, '');
    writeFileSync(path, `store: ${store}\n${text}`);
  };
  /** Killed once it has reported this many employers as copied. @returns whether it was */
  const killedAfter = (employers: number, target: string) =>
    new Promise<boolean>((resolve) => {
      const env = { ...process.env, ...service.env };
      const child = spawn(process.execPath, [MAIN, 'store', 'move', target], { cwd: service.cwd, env });
      let said = '';
      child.stderr.on('data', (data: Buffer) => {
        said += data.toString();
        if ((said.match(/\n/g)?.length ?? 0) >= employers) child.kill('SIGKILL');
      });
      child.on('close', (_, signal) => resolve(signal === 'SIGKILL'));
    });
  // All began in the same millisecond, and have no order.
  const inOrder = ({ runs, ...more }: { readonly runs: readonly { readonly runId: string }[] }) => ({
    ...more,
    runs: [...runs].sort((one, other) => (one.runId < other.runId ? -1 : 1)),
  });
  const recorded = async () => ({
    history: inOrder(await service.json(['history'], { nowMs: DUE_MS })),
    verify: inOrder(await service.json(['verify'], { nowMs: DUE_MS })),
    status: await service.json(['status'], { nowMs: DUE_MS }),
  });

  test('continues where it ended, in both directions, and ends with the same digests', async () => {
    const before = await recorded();
    expect(before.history.runs).toHaveLength(EMPLOYERS);
    for (const target of [url, 'again']) {
      expect(await killedAfter(1, target)).toBe(true);
      expect(await killedAfter(3, target)).toBe(true);
      const { stderr, ...moved } = await service.json(['store', 'move', target], { nowMs: DUE_MS });
      expect(moved, stderr).toMatchObject({ status: 0, employers: EMPLOYERS });
      use(target);
      expect(await recorded()).toEqual(before);
    }
  }, 300_000);
});
