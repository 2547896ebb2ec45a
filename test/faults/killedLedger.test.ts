// @module-tag slow
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomFor } from '../../samples/generator/random.js';
import type { EmployerData } from '../../src/sandbox/sandboxData.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.js';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleData,
  sampleOfDays,
  startSampleService,
} from '../support/employers/sampleService.js';
import { DIST } from '../support/programs/builtProgram.js';

const CHILD = join(import.meta.dirname, 'child', 'killedCommand.mjs');
const IS_LONG = process.env.PAYTALLY_LONG === '1';
/** The last steps are those of the files and the ledger; the read is stored before them. */
const LATE_STEPS = 30;
const KILLS = 3;
const FIRST = [1, 'before'] as const;
/**
 * For each kind in the long test, spread over all of its steps: the number that a quiet machine completes within an
 * hour.
 */
const LONG_KILLS = Number(process.env.PAYTALLY_KILLS ?? 300);

const PERIOD = '2026-10-05..2026-10-06';
/** The clock does not move, so waiting for a refused request would never end. */
const NO_LIMITS = { enabled: false };
const EXPORT = ['export', PERIOD, '--final', ...ACCEPT];
const CORRECTIONS = ['corrections', PERIOD, '--final'];

type Env = Record<string, string | undefined>;

let service: SampleService;
let other: Sandbox;
let later: Env = {};
let snapshots = '';

beforeAll(async () => {
  const employers = await sampleOfDays('2026-10-05', '2026-10-06');
  service = await startSampleService({ employers, limits: NO_LIMITS }, 'templates: [pay-lines]');
  other = await startSandbox({ ...(await sampleData()), employers: shorter(employers), limits: NO_LIMITS });
  later = { ...service.env, PAYTALLY_SANDBOX_URL: other.baseUrl };
  snapshots = mkdtempSync(join(tmpdir(), 'paytally-kill-'));
});
afterAll(async () => {
  await service.stop();
  await other.stop();
  rmSync(snapshots, { recursive: true, force: true });
});

/** An entry of the second day is ten minutes shorter than before. */
function shorter(employers: readonly EmployerData[]): EmployerData[] {
  return employers.map((employer) => {
    const entries = [...(employer.records['time-entries'] as Iterable<Record<string, unknown>>)];
    const changed = entries.find(
      ({ workDate, status, employeeId, workedMinutes }) =>
        workDate === '2026-10-06' &&
        status === 'Completed' &&
        employeeId !== null &&
        Number(workedMinutes) > 100,
    );
    const edited = entries.map((entry) =>
      entry === changed ? { ...entry, workedMinutes: Number(entry.workedMinutes) - 10 } : entry,
    );
    return { ...employer, records: { ...employer.records, 'time-entries': edited } } as EmployerData;
  });
}

/** A separate process. @returns how many steps it took; undefined if it was killed */
function inChild(argv: readonly string[], env: Env, step: number, when: string): Promise<number | undefined> {
  const args = [CHILD, DIST, String(step), when, String(AFTER), ...argv];
  const child = spawn(process.execPath, args, { cwd: service.cwd, env: { ...process.env, ...env } });
  let said = '';
  child.stdout.resume();
  child.stderr.on('data', (data: Buffer) => {
    said += data.toString();
  });
  return new Promise((resolve) =>
    child.on('close', (_code, signal) =>
      resolve(signal === 'SIGKILL' ? undefined : Number(/steps: (\d+)/.exec(said)?.[1])),
    ),
  );
}

const FOLDERS = ['out', '.paytally', '.paytally.witness'];

function keep(name: string): void {
  for (const folder of FOLDERS) {
    if (existsSync(join(service.cwd, folder)))
      cpSync(join(service.cwd, folder), join(snapshots, name, folder), { recursive: true });
  }
}

function bringBack(name: string): void {
  for (const folder of FOLDERS) {
    rmSync(join(service.cwd, folder), { recursive: true, force: true });
    if (existsSync(join(snapshots, name, folder)))
      cpSync(join(snapshots, name, folder), join(service.cwd, folder), { recursive: true });
  }
}

interface Run {
  readonly state: string;
  readonly digest?: string;
  readonly files: readonly { readonly path: string }[];
}

/** What any next command finds: a complete link with its files and the newest digest, or none of these. */
async function runsAfterStart(env: Env): Promise<readonly string[]> {
  const { runs }: { runs: readonly Run[] } = await service.json(['history'], { env });
  expect((await service.json(['verify'], { env })).status).toBe(0);
  const out = join(service.cwd, 'out');
  const names = existsSync(out) ? readdirSync(out) : [];
  const known = runs.flatMap(({ files }) => files.map(({ path }) => path));
  const chain = runs.length > 0 ? [join(out, 'bakery.chain')] : [];
  expect(names.map((name) => join(out, name)).sort()).toEqual([...known, ...chain].sort());
  if (runs[0] !== undefined)
    expect(readFileSync(join(out, 'bakery.chain'), 'utf8').trim()).toBe(runs[0].digest);
  return runs.map(({ state }) => state);
}

interface Kind {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The same command once more, if it had completed: refused, or without any work. */
  readonly again: readonly number[];
  readonly env: () => Env;
  readonly argv: () => Promise<readonly string[]>;
}

const KINDS: readonly (readonly [string, Kind])[] = [
  [
    'a final',
    {
      before: [],
      after: ['final'],
      again: [0, 5],
      env: () => ({ ...service.env }),
      argv: async () => EXPORT,
    },
  ],
  [
    'a correction',
    {
      before: ['final'],
      after: ['correction', 'final'],
      again: [0],
      env: () => later,
      argv: async () => CORRECTIONS,
    },
  ],
  [
    'a settlement',
    {
      before: ['final'],
      after: ['correction', 'final'],
      again: [0, 2],
      env: () => later,
      argv: async () => {
        const { runs } = await service.json(['corrections', PERIOD], { env: later });
        const lines: { line: string }[] = runs[0].lines;
        return [...CORRECTIONS, ...lines.flatMap(({ line }) => ['--settle', `${line}=paid in cash`])];
      },
    },
  ],
  [
    'a purge',
    {
      before: ['final'],
      after: ['purge', 'final'],
      again: [0],
      env: () => later,
      argv: async () => ['purge', '--before', '2026-11-01'],
    },
  ],
];

function killsOf(steps: number): (readonly [number, string])[] {
  const all = Array.from({ length: steps }, (_, index) => index + 1).flatMap((step) =>
    ['before', 'after'].map((when) => [step, when] as const),
  );
  if (IS_LONG) {
    const every = Math.max(1, all.length / LONG_KILLS);
    return all.filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every));
  }
  const random = randomFor('ledger kills');
  const late = all.slice(-2 * LATE_STEPS);
  const chosen = Array.from({ length: KILLS }, () => late[random.between(0, late.length - 1)] ?? FIRST);
  // And always the last one: the newest digest is written to its temporary file and not yet in place.
  return [...chosen, [steps, 'before']];
}

// The built program is missing only if vitest runs without a build.
describe.skipIf(!existsSync(DIST))('killed at a step, the next start finds a complete link or none', () => {
  test.each(KINDS)('%s', { timeout: IS_LONG ? 3_600_000 : 180_000 }, async (name, kind) => {
    bringBack('nothing');
    if (kind.before.length > 0)
      expect((await service.json(EXPORT, { env: { ...service.env } })).status).toBe(0);
    keep(name);
    const argv = await kind.argv();
    const env = kind.env();
    const steps = (await inChild(argv, env, 0, 'before')) ?? 0;
    expect(steps).toBeGreaterThan(1);
    expect(await runsAfterStart(env)).toEqual(kind.after);
    let [killed, done] = [0, 0];
    const startedMs = Date.now();
    for (const [step, when] of killsOf(steps)) {
      bringBack(name);
      if ((await inChild(argv, env, step, when)) === undefined) killed += 1;
      const moment = { step, when };
      const found = await runsAfterStart(env);
      expect([kind.before, kind.after].map((runs) => ({ moment, runs }))).toContainEqual({
        moment,
        runs: found,
      });
      const { status } = await service.json(argv, { env });
      if (found.length === kind.after.length) done += 1;
      const allowed = found.length === kind.after.length ? kind.again : [0];
      expect(allowed.map((each) => ({ moment, status: each }))).toContainEqual({ moment, status });
      expect({ moment, runs: await runsAfterStart(env) }).toEqual({ moment, runs: kind.after });
    }
    expect(killed).toBeGreaterThan(0);
    const each = ((Date.now() - startedMs) / 1000 / killed).toFixed(1);
    console.log(
      `${name}: ${killed} kills over ${steps} steps, ${done} left it done, ${killed - done} not begun; 0 lost, 0 twice; ${each} s each`,
    );
  });
});
