import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/openStore.js';
import { DIST } from '../support/programs/builtProgram.js';

const CHILD = join(import.meta.dirname, 'child', 'writeRuns.mjs');
/** Three files: created, set aside if one is replaced, put in place, and the old ones deleted. */
const STEPS = 11;
const RANDOM_KILLS = process.env.PAYTALLY_LONG === '1' ? Number(process.env.PAYTALLY_KILLS ?? 400) : 8;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paytally-kill-'));
  mkdirSync(join(folder, 'out'));
});
const storePath = (): string => join(folder, '.paytally', 'store.sqlite');

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly said: string;
}

/** A separate process that writes a run; it ends at a step, or after some milliseconds. */
function write(number: number, step: number, when: 'before' | 'after', afterMs?: number): Promise<Ended> {
  const args = [CHILD, DIST, join(folder, 'out'), storePath(), String(number), String(step), when];
  const child = spawn(process.execPath, args);
  let said = '';
  child.stdout.on('data', (data: Buffer) => {
    said += data.toString();
  });
  if (afterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), afterMs);
  return new Promise((resolve) => child.on('close', (_code, signal) => resolve({ signal, said })));
}

/** What the next start of any command finds. @returns the last run that was recorded */
function afterNextStart(number: number): number {
  const store = openStore(storePath(), { mode: 'read', now: () => new Date() });
  const last = Number(store.runs()[0]?.runId.slice('run-'.length) ?? 0);
  store.close();
  const names = readdirSync(join(folder, 'out'));
  expect(names.filter((name) => name.startsWith('.'))).toEqual([]);
  expect(readdirSync(join(folder, '.paytally')).filter((name) => name.endsWith('.work'))).toEqual([]);
  const contentOf = (name: string): string => readFileSync(join(folder, 'out', name), 'utf8');
  if (last > 0) for (const name of ['a.csv', 'b.csv']) expect(contentOf(name)).toBe(`run ${last} of ${name}`);
  expect(names.includes(`only-${number}.csv`)).toBe(last === number);
  return last;
}

describe.skipIf(!existsSync(DIST))('a run that is killed while it writes', () => {
  const kills = Array.from({ length: STEPS }, (_, index) => index + 1).flatMap((step) =>
    (['before', 'after'] as const).map((when) => [step, when] as const),
  );

  test('has as many steps as are tested here', async () => {
    expect((await write(1, 0, 'before')).signal).toBeNull();
    expect(Number((await write(2, 0, 'before')).said)).toBe(STEPS);
  });

  test('leaves all of its files or none at every step, and no others', {
    tags: 'slow',
    timeout: 120_000,
  }, async () => {
    await write(1, 0, 'before');
    let recorded = 1;
    for (const [index, [step, when]] of kills.entries()) {
      const number = index + 2;
      expect([step, when, (await write(number, step, when)).signal]).toEqual([step, when, 'SIGKILL']);
      const last = afterNextStart(number);
      expect([recorded, number]).toContain(last);
      recorded = last;
    }
    // The old files are deleted after the run was recorded: so both outcomes occurred.
    expect(recorded).toBeGreaterThan(1);
  });

  test(`at ${RANDOM_KILLS} random moments as well`, {
    tags: 'slow',
    timeout: 60_000 + RANDOM_KILLS * 8_000,
  }, async () => {
    let killed = 0;
    for (let number = 1; number <= RANDOM_KILLS; number += 1) {
      const { signal } = await write(number, 0, 'before', 200 + Math.random() * 400);
      if (signal !== null) killed += 1;
      if (existsSync(storePath())) afterNextStart(number);
    }
    console.log(
      `${killed} of ${RANDOM_KILLS} processes were killed before they had ended; 0 runs lost, 0 files twice`,
    );
  });
});
