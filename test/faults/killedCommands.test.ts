import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomFor } from '../../samples/generator/random.js';
import { IS_GATE } from '../gate.js';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../support/employers/sampleService.js';
import { DIST } from '../support/programs/builtProgram.js';

const CHILD = join(import.meta.dirname, 'child', 'killedAnywhere.mjs');
const IS_LONG = process.env.PAYTALLY_LONG === '1';
/** Temporary files, ours and SQLite's, that must not remain once the next command has started. */
const TEMPORARY = /\.part$|\.old$|\.sig$|\.work$|\.claim|-journal$|-wal$|-shm$/;
const DELIVERY = `
deliveries: { archive: { to: folder, path: inbox, templates: [pay-lines] } }
templates: [pay-lines]`;

let service: SampleService;
/** All files of the project before a kill, and the folder of its processes' temporary files. */
let before = '';
let temporary = '';

beforeAll(async () => {
  const employers = await sampleOfDays('2026-10-05', '2026-10-06');
  // The clock does not move, so waiting for a refused request would never end.
  service = await startSampleService({ employers, limits: { enabled: false } }, DELIVERY);
  temporary = mkdtempSync(join(tmpdir(), 'paytally-kills-tmp-'));
  before = mkdtempSync(join(tmpdir(), 'paytally-kills-'));
  mkdirSync(join(service.cwd, 'inbox'));
  const final = ['export', '2026-10-05..2026-10-05', '--final', ...ACCEPT, '--json'];
  const { status, stdout } = await service.run(final, { nowMs: AFTER });
  expect(status).toBe(0);
  runId = JSON.parse(stdout).runs[0].runId;
  expect((await service.run(['backup', 'saved.sqlite'], { nowMs: AFTER })).status).toBe(0);
  cpSync(service.cwd, before, { recursive: true });
});
afterAll(async () => {
  await service.stop();
  for (const folder of [before, temporary]) rmSync(folder, { recursive: true, force: true });
});

let runId = '';

interface Ended {
  readonly wasKilled: boolean;
  readonly status: number | null;
  readonly said: string;
}

/** A separate process in the project; it ends at the given step. */
function run(argv: readonly string[], step = 0, when: 'before' | 'after' = 'before'): Promise<Ended> {
  const args = [CHILD, DIST, String(step), when, String(AFTER), ...argv];
  const env = { ...process.env, ...service.env, TMPDIR: temporary, SQLITE_TMPDIR: temporary };
  const child = spawn(process.execPath, args, { cwd: service.cwd, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      said += data.toString();
    });
  return new Promise((resolve) =>
    child.on('close', (status, signal) => resolve({ wasKilled: signal === 'SIGKILL', status, said })),
  );
}

function bringBack(): void {
  for (const name of readdirSync(service.cwd)) rmSync(join(service.cwd, name), { recursive: true });
  cpSync(before, service.cwd, { recursive: true });
}

function left(): readonly string[] {
  return [service.cwd, temporary].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => TEMPORARY.test(name)),
  );
}

/** A command line for the existing run, and its exit status after a kill. */
const COMMANDS: readonly (readonly [string, () => readonly string[], readonly number[]])[] = [
  [
    'a final with a delivery',
    () => ['export', '2026-10-06..2026-10-06', '--final', '--deliver', ...ACCEPT],
    [0, 5],
  ],
  ['a draft', () => ['export', '2026-10-06..2026-10-06'], [0]],
  ['history pack', () => ['history', 'pack', '2026-10'], [0]],
  ['employees sync', () => ['employees', 'sync'], [0]],
  ['rerun', () => ['rerun', runId, '--out', 'again'], [0]],
  ['send', () => ['send', runId], [0, 7]],
  ['purge', () => ['purge', '--before', '2026-11-01'], [0]],
  ['backup', () => ['backup', join('saved', 'store.sqlite'), '--check'], [0]],
  ['restore', () => ['restore', 'saved.sqlite'], [0]],
  ['templates new', () => ['templates', 'new', 'mine', '--from', 'pay-lines'], [0, 2]],
  ['schedule print', () => ['schedule', 'print', '--out', 'units'], [0]],
  ['doctor', () => ['doctor'], [0, 2, 3, 4, 5, 6]],
  ['init', () => ['init', '--sandbox', '--force', '--no-check'], [0]],
];

/** Any command can be the next; one needs no store and no configuration. */
const NEXT = [['--version'], ['history'], ['templates']] as const;

describe.skipIf(!existsSync(DIST))('killed at a write, a flush, a rename or a removal', () => {
  test.each(IS_GATE ? COMMANDS.filter(([name]) => name === 'a draft') : COMMANDS)(
    '%s: after the next start of any command, no temporary file remains',
    {
      timeout: IS_LONG ? 7_200_000 : 240_000,
    },
    async (name, argvOf, allowed) => {
      const argv = argvOf();
      bringBack();
      const whole = await run(argv);
      expect([name, whole.status, whole.said]).toEqual([
        name,
        expect.toBeOneOf([...allowed]),
        expect.anything(),
      ]);
      const steps = Number(/steps: (\d+)/.exec(whole.said)?.[1]);
      expect(steps).toBeGreaterThan(0);
      expect({ name, left: left() }).toEqual({ name, left: [] });
      let killed = 0;
      for (const [step, when] of killsOf(name, steps)) {
        bringBack();
        if ((await run(argv, step, when)).wasKilled) killed += 1;
        const moment = { name, step, when, steps };
        const next = NEXT[step % NEXT.length] ?? NEXT[0];
        const ended = await run(next);
        expect({ ...moment, next, status: ended.status, left: left() }).toEqual({
          ...moment,
          next,
          status: 0,
          left: [],
        });
        if (name === 'init') continue;
        const verified = await run(['verify']);
        expect({ ...moment, said: verified.said, status: verified.status }).toMatchObject({
          ...moment,
          status: 0,
        });
        const again = await run(argv);
        expect(allowed.map((status) => ({ ...moment, status }))).toContainEqual({
          ...moment,
          status: again.status,
        });
      }
      expect(killed).toBeGreaterThan(0);
      console.log(`${name}: ${killed} kills over ${steps} steps; nothing temporary was left, nothing lost`);
    },
  );
});

/** All of them in the long test; otherwise a random one. */
function killsOf(name: string, steps: number): readonly (readonly [number, 'before' | 'after'])[] {
  const all = Array.from({ length: steps }, (_, index) => index + 1).flatMap((step) =>
    (['before', 'after'] as const).map((when) => [step, when] as const),
  );
  if (IS_LONG) return all;
  const chosen = all[randomFor(`kill ${name}`).between(0, all.length - 1)];
  return chosen === undefined ? [] : [chosen];
}
