import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { randomFor } from '../../samples/generator/random.js';
import { ACCEPT, type SampleService, sampleOfDays, startSampleService } from '../cli/sampleService.js';
import { IS_GATE } from '../gate.js';
import { digestsIn } from './faultBench.js';
import { buildShim, type Call, type Fate, runWatched } from './matrix/faultShim.js';
import { MATRIX_COMMANDS, type MatrixCommand } from './matrix/matrixCommands.js';

const DIST = join(import.meta.dirname, '..', '..', 'dist', 'src');
const MAIN = join(DIST, 'main.js');
const MANY = join(import.meta.dirname, 'matrix', 'manyCommands.mjs');
/** `whole`: every cell; otherwise a share of 5 %, chosen by a seed. */
const IS_WHOLE = process.env.PAYTALLY_MATRIX === 'whole';
const SEED = process.env.PAYTALLY_SEED ?? String(Date.now() % 1_000_000);
const SHARE = IS_GATE ? 0.003 : 0.05;
const ONLY = process.env.PAYTALLY_MATRIX_COMMAND;
const AT_ONCE = Number(process.env.PAYTALLY_MATRIX_JOBS ?? 2);

/** Calls that name a path can also be denied, and lack a descriptor. */
const OF_PATHS = ['open', 'mkdir', 'rename', 'link', 'unlink', 'rmdir'];
/** Temporary files, ours and SQLite's, that must not remain once the next command has started. */
const TEMPORARY = /\.part$|\.old$|\.sig$|\.work$|\.claim|-journal$|-wal$|-shm$/;
/** Any command can be the next; one needs no store and no configuration. */
const NEXT = [['--version'], ['history'], ['templates']] as const;
const CONFIGURATION = `
deliveries: { archive: { to: folder, path: inbox, templates: [pay-lines] } }
schedule: { monthly: { cron: "0 6 3 * *", period: 2026-10-07..2026-10-07, final: true, deliver: [archive], accept: { OPEN_ENTRY: known, UNREVIEWED: known, OVERLAP: known, MISSING_END: known, NET_EXCEEDS_GROSS: known, INVALID_RECORD: known } } }
templates: [pay-lines]`;

const VERIFY = ['verify', '--json'];
/** Files of the store while the process that reads the folder has it open. */
const OPEN_HERE = /sqlite-(wal|shm)$/;

const historyAnswer = z.object({
  runs: z.array(
    z.object({
      state: z.string(),
      period: z.object({ from: z.string() }),
      sentTo: z.array(z.string()).default([]),
    }),
  ),
});

interface Cell {
  readonly command: MatrixCommand;
  readonly call: Call;
  readonly fate: Fate;
}

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly files: readonly string[];
}

const shim = existsSync(DIST) ? buildShim() : undefined;

describe.skipIf(shim === undefined)('a fault at a system call that writes, links, renames or deletes', () => {
  let service: SampleService;
  let base = '';
  let runId = '';
  let cells: readonly Cell[] = [];
  let all = 0;

  beforeAll(async () => {
    const employers = await sampleOfDays('2026-10-05', '2026-10-07');
    service = await startSampleService({ employers, limits: { enabled: false } }, CONFIGURATION);
    base = mkdtempSync(join(tmpdir(), 'paytally-matrix-'));
    mkdirSync(join(service.cwd, 'inbox'));
    mkdirSync(join(service.cwd, 'tmp'));
    const final = await many(service.cwd, [
      ['export', '2026-10-05..2026-10-05', '--final', ...ACCEPT, '--json'],
    ]);
    runId = JSON.parse(final[0]?.stdout ?? '').runs[0].runId;
    await many(service.cwd, [
      ['backup', 'saved.sqlite'],
      ['export', '2026-10-06..2026-10-06'],
    ]);
    const found: Cell[] = [];
    for (const command of MATRIX_COMMANDS) {
      if (ONLY !== undefined && command.name !== ONLY) continue;
      const cwd = copyOfProject(`trace-${found.length}`);
      const { status, said, calls } = await watched(cwd, command);
      expect(command.statuses, said).toContain(status);
      expect(calls.length, command.name).toBeGreaterThan(0);
      found.push(...cellsOf(command, calls));
      rmSync(cwd, { recursive: true });
    }
    all = found.length;
    const random = randomFor(SEED);
    cells = IS_WHOLE ? found : found.filter(() => random.between(0, 9999) < SHARE * 10_000);
  }, 600_000);
  afterAll(async () => {
    await service?.stop();
    if (base !== '') rmSync(base, { recursive: true, force: true });
  });

  function copyOfProject(name: string): string {
    const cwd = join(base, name);
    cpSync(service.cwd, cwd, { recursive: true });
    return cwd;
  }

  const envOf = (cwd: string) => ({
    ...service.env,
    TMPDIR: join(cwd, 'tmp'),
    SQLITE_TMPDIR: join(cwd, 'tmp'),
  });

  const watched = (cwd: string, { argv }: MatrixCommand, at?: { number: number; fate: Fate }) =>
    runWatched(shim ?? '', [MAIN, ...argv(runId)], { cwd, env: envOf(cwd), roots: [cwd] }, at);

  /** Command lines, one after the other, in one other process. */
  async function many(cwd: string, lines: readonly (readonly string[])[]): Promise<readonly Ended[]> {
    const child = spawn(process.execPath, [MANY, DIST, JSON.stringify(lines)], {
      cwd,
      env: { ...process.env, ...envOf(cwd) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (data: Buffer) => {
      said += data.toString();
    });
    await new Promise((resolve) => child.on('close', resolve));
    return JSON.parse(said);
  }

  /** What is wrong after a fault in a cell; empty if nothing is. */
  async function tried({ command, call, fate }: Cell, index: number): Promise<readonly string[]> {
    const cwd = copyOfProject(String(index));
    const wrong: string[] = [];
    const need = (holds: boolean, what: string) => {
      if (!holds) wrong.push(what);
    };
    const { status, said, calls } = await watched(cwd, command, { number: call.number, fate });
    const isHit = calls.length > 0;
    if (isHit && fate === 'kill') need(status === null, `ended with ${status}`);
    if (fate !== 'kill')
      need(status !== null && status !== 1 && !said.includes('BUG'), `status ${status}: ${said}`);
    // After an error the command has cleaned up itself, and only one that opens the store finds SQLite's files.
    const next = fate === 'kill' ? NEXT[index % NEXT.length] : ['history'];
    wrong.push(...(await afterwards(cwd, command, next ?? NEXT[0])));
    rmSync(cwd, { recursive: true });
    return wrong;
  }

  /**
   * After any next command no temporary file is left, the records hold, the command can be repeated, and nothing is twice
   * or missing.
   */
  async function afterwards(
    cwd: string,
    { name, argv, statuses }: MatrixCommand,
    next: readonly string[],
  ): Promise<readonly string[]> {
    const wrong: string[] = [];
    const need = (end: Ended | undefined, allowed: readonly number[], what: string) => {
      if (!allowed.includes(end?.status ?? -1))
        wrong.push(`${what}: ${end?.status} ${end?.stdout} ${end?.stderr}`);
    };
    const rest = [VERIFY, argv(runId), ['send', 'last', '--json'], ['history', '--json'], VERIFY];
    // It replaces the configuration.
    const [first, before, again, sent, history, after] = await many(
      cwd,
      name === 'init' ? [next] : [next, ...rest],
    );
    need(first, [0], `${next}`);
    const left = (first?.files ?? []).filter((file) => TEMPORARY.test(file) && !OPEN_HERE.test(file));
    if (left.length > 0) wrong.push(`left: ${left}`);
    if (name === 'init') return wrong;
    need(before, [0], 'verify');
    need(again, statuses, 'again');
    need(sent, [0, 7], 'send');
    need(after, [0], 'verify at the end');
    return [...wrong, ...doubles(history, Object.keys(digestsIn(join(cwd, 'inbox'))))];
  }

  test(IS_WHOLE ? 'at every one' : `at a share of them (seed ${SEED})`, {
    timeout: IS_WHOLE ? 24 * 3_600_000 : 3_600_000,
  }, async () => {
    const atOnce = pLimit(AT_ONCE);
    const outcomes = await Promise.all(
      cells.map((cell, index) =>
        atOnce(async () => {
          const wrong = await tried(cell, index);
          if (wrong.length > 0) console.info(`${nameOf(cell)}: ${wrong.join('; ').slice(0, 1500)}`);
          return { cell, wrong };
        }),
      ),
    );
    console.info(table(outcomes, all));
    const failed = outcomes.filter(({ wrong }) => wrong.length > 0);
    expect(failed.map(({ cell, wrong }) => [nameOf(cell), wrong])).toEqual([]);
  });
});

/** Finals of the same day, and deliveries that are recorded as sent and are not there. */
function doubles(history: Ended | undefined, inbox: readonly string[]): readonly string[] {
  const { runs } = historyAnswer.parse(JSON.parse(history?.stdout ?? '{}'));
  const finals = runs.filter(({ state }) => state === 'final');
  const days = finals.map(({ period }) => period.from);
  const sent = finals.filter(({ sentTo }) => sentTo.some((to) => !to.endsWith('(unknown)')));
  return [
    ...(new Set(days).size < days.length ? [`finals twice: ${days}`] : []),
    ...(sent.length > inbox.length ? [`${sent.length} sent, there are ${inbox}`] : []),
  ];
}

function nameOf({ command, fate, call }: Cell): string {
  return `${command.name}: ${fate} at ${call.number} ${call.call} ${basename(call.path)}`;
}

/** Of calls in a row that do the same to the same file, the first and the last. */
function cellsOf(command: MatrixCommand, calls: readonly Call[]): readonly Cell[] {
  const isLike = (one: Call, other: Call | undefined) =>
    one.call === other?.call && basename(one.path) === basename(other.path);
  const chosen = calls.filter((call, at) => !isLike(call, calls[at - 1]) || !isLike(call, calls[at + 1]));
  return chosen.flatMap((call) => fatesOf(call).map((fate) => ({ command, call, fate })));
}

function fatesOf({ call }: Call): readonly Fate[] {
  return OF_PATHS.includes(call) ? ['kill', 'ENOSPC', 'EIO', 'EACCES', 'EMFILE'] : ['kill', 'ENOSPC', 'EIO'];
}

/** A row for each command, with the number of cells of each fate, and of those in which something was wrong. */
function table(
  outcomes: readonly { readonly cell: Cell; readonly wrong: readonly string[] }[],
  all: number,
): string {
  const fates: readonly Fate[] = ['kill', 'ENOSPC', 'EIO', 'EACCES', 'EMFILE'];
  const rows = MATRIX_COMMANDS.map(({ name }) => {
    const own = outcomes.filter(({ cell }) => cell.command.name === name);
    const counts = fates.map((fate) => own.filter(({ cell }) => cell.fate === fate).length);
    return [name, ...counts, own.length, own.filter(({ wrong }) => wrong.length > 0).length];
  });
  const lines = [['command', ...fates, 'cells', 'wrong'], ...rows].map((row) =>
    row.map((cell, at) => (at === 0 ? String(cell).padEnd(26) : String(cell).padStart(7))).join(''),
  );
  return [`${outcomes.length} of ${all} cells, seed ${SEED}`, ...lines].join('\n');
}
