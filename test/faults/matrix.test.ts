// @module-tag slow
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { randomFor } from '../../samples/generator/random.js';
import {
  ACCEPT,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../support/employers/sampleService.js';
import { DIST, MAIN } from '../support/programs/builtProgram.js';
import { digestsIn } from './faultBench.js';
import { CommandProcess, type Step, type StepEnd } from './matrix/commandProcess.js';
import { buildShim, ERROR_NUMBERS, runWatched } from './matrix/faultShim.js';
import { type Cell, type CellList, digestOfFolder, listCells, type Trace } from './matrix/matrixCells.js';
import { MATRIX_COMMANDS, type MatrixCommand } from './matrix/matrixCommands.js';
import { MatrixResults } from './matrix/matrixResults.js';

const MANY = join(import.meta.dirname, 'matrix', 'manyCommands.mjs');
/** `whole`: every cell; otherwise a share of 5 %, chosen by a seed. */
const IS_WHOLE = process.env.PAYTALLY_MATRIX === 'whole';
const SEED = process.env.PAYTALLY_SEED ?? String(Date.now() % 1_000_000);
const SHARE = 0.05;
const ONLY = process.env.PAYTALLY_MATRIX_COMMAND;
const AT_ONCE = Number(process.env.PAYTALLY_MATRIX_JOBS ?? 2);
/** A file to which outcomes are added; cells that were right in it are not tried again. */
const RESULTS = process.env.PAYTALLY_MATRIX_RESULTS;
/** After that time no further cell is begun: another run with the same results goes on. */
const MOST_MINUTES = Number(process.env.PAYTALLY_MATRIX_MINUTES ?? 24 * 60);
const CELL_MS = 120_000;
/** A process that has carried out that many cells is replaced. */
const MOST_ORDERS = 60;

/** Temporary files, ours and SQLite's, that must not remain once the next command has started. */
const TEMPORARY = /\.part$|\.old$|\.sig$|\.work$|\.claim|-journal$|-wal$|-shm$/;
/** Any command that does something can be the next; one needs no store and no configuration. */
const NEXT = [['templates'], ['history']] as const;
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

const shim = existsSync(DIST) ? buildShim() : undefined;

describe.skipIf(shim === undefined)('a fault at a system call that writes, links, renames or deletes', () => {
  const results = new MatrixResults(RESULTS);
  let service: SampleService;
  let base = '';
  let runId = '';
  let list: CellList = { cells: [], all: 0, withoutRows: 0, sameFiles: 0, sameCode: 0 };
  let chosen: readonly Cell[] = [];

  beforeAll(async () => {
    const employers = await sampleOfDays('2026-10-05', '2026-10-07');
    service = await startSampleService({ employers, limits: { enabled: false } }, CONFIGURATION);
    base = mkdtempSync(join(tmpdir(), 'paytally-matrix-'));
    await prepareProject();
    const commands = MATRIX_COMMANDS.filter(({ name }) => ONLY === undefined || name === ONLY);
    const traces: Trace[] = [];
    for (const command of commands) traces.push(await traced(command));
    list = listCells(traces);
    const random = randomFor(SEED);
    const share = IS_WHOLE ? list.cells : list.cells.filter(() => random.between(0, 9999) < SHARE * 10_000);
    const left = share.filter((cell) => !results.isRight(cell));
    chosen = shuffled(left, random);
    dropUnusedCopies();
  }, 900_000);
  afterAll(async () => {
    await service?.stop();
    if (base !== '') rmSync(base, { recursive: true, force: true });
  });

  async function prepareProject(): Promise<void> {
    for (const name of ['inbox', 'tmp']) mkdirSync(join(service.cwd, name));
    writeFileSync(join(service.cwd, 'register.csv'), 'employeeNumber,payCode,hours\n00101,WORK,8\n');
    writeFileSync(join(service.cwd, 'list.csv'), 'number,lastName,firstName\n00101,Van den Broeck,Lieve\n');
    const steps: readonly Step[] = [
      { argv: ['export', '2026-10-05..2026-10-05', '--final', ...ACCEPT, '--json'] },
      { argv: ['backup', 'saved.sqlite'] },
      { argv: ['export', '2026-10-06..2026-10-06'] },
    ];
    const [final] = await inProcess(undefined, service.cwd, steps);
    runId = JSON.parse(final?.stdout ?? '').runs[0].runId;
  }

  const copiesOf = ({ name }: MatrixCommand) => join(base, 'copies', name.replaceAll(/\W+/g, '-'));

  /** The calls of a command in a process of its own, and the files before each of them. */
  async function traced(command: MatrixCommand): Promise<Trace> {
    const cwd = copyOfProject('trace');
    const copies = copiesOf(command);
    mkdirSync(copies, { recursive: true });
    const { status, said, calls } = await watched(cwd, command, { copies });
    rmSync(cwd, { recursive: true });
    expect(command.statuses, `${command.name}: ${said}`).toContain(status);
    expect(calls.length, command.name).toBeGreaterThan(0);
    const states = new Map(calls.map(({ number }) => [number, digestOfFolder(join(copies, String(number)))]));
    return { command, calls, states };
  }

  function dropUnusedCopies(): void {
    const used = new Set(
      chosen
        .filter(({ fate }) => fate === 'kill')
        .map(({ command, call }) => `${command.name} ${call.number}`),
    );
    for (const command of MATRIX_COMMANDS)
      for (const name of existsSync(copiesOf(command)) ? readdirSync(copiesOf(command)) : [])
        if (!used.has(`${command.name} ${name}`)) rmSync(join(copiesOf(command), name), { recursive: true });
  }

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

  /** A command in a process of its own. */
  const watched = (
    cwd: string,
    { argv }: MatrixCommand,
    more: Pick<Parameters<typeof runWatched>[2], 'at' | 'copies'>,
  ) => {
    const words = argv(runId);
    const [first] = words;
    const args = first === 'window' ? ['--expose-gc', MANY, DIST, JSON.stringify(words)] : [MAIN, ...words];
    return runWatched(shim ?? '', args, { cwd, env: envOf(cwd), ...more });
  };

  async function inProcess(
    shared: CommandProcess | undefined,
    cwd: string,
    steps: readonly Step[],
  ): Promise<readonly StepEnd[]> {
    const process = shared ?? new CommandProcess(DIST, undefined);
    const ends = await process.carryOut({ cwd, env: envOf(cwd), steps }, CELL_MS);
    if (shared === undefined) process.stop();
    return ends ?? [];
  }

  /**
   * What is wrong after a fault, tried in a shared process: after an error the command goes on in it; what a kill leaves
   * was copied when the calls were listed.
   */
  async function triedInShared(cell: Cell, cwd: string, shared: CommandProcess): Promise<readonly string[]> {
    const { command, call, fate } = cell;
    if (fate === 'kill') {
      renameSync(join(copiesOf(command), String(call.number)), cwd);
      return afterwards(command, cwd, await inProcess(shared, cwd, followers(cell)));
    }
    cpSync(service.cwd, cwd, { recursive: true });
    const { ordinal: at, fileName: name } = cell;
    const fault = { at, call: call.call, name, error: ERROR_NUMBERS[fate] };
    const steps = [{ argv: command.argv(runId), fault }, ...followers(cell)];
    const [end, ...rest] = await inProcess(shared, cwd, steps);
    if (shared.calls().length === 0) return ['there was no such call'];
    return [...afterError(end?.status, `${end?.stdout} ${end?.stderr}`), ...afterwards(command, cwd, rest)];
  }

  /** The same with processes of its own for the command and for those that follow. */
  async function triedApart(cell: Cell, cwd: string): Promise<readonly string[]> {
    const { command, call, fate } = cell;
    cpSync(service.cwd, cwd, { recursive: true });
    const { status, said, calls } = await watched(cwd, command, { at: { number: call.number, fate } });
    const wrong =
      fate === 'kill'
        ? calls.length > 0 && status !== null
          ? [`ended with ${status}`]
          : []
        : afterError(status ?? undefined, said);
    return [...wrong, ...afterwards(command, cwd, await inProcess(undefined, cwd, followers(cell)))];
  }

  /** Any command can follow a kill. After an error only one that opens the store finds SQLite's files. */
  function followers({ command, call, fate }: Cell): readonly Step[] {
    const next = fate === 'kill' ? NEXT[call.number % NEXT.length] : NEXT[1];
    const rest = [VERIFY, command.argv(runId), ['send', 'last', '--json'], ['history', '--json'], VERIFY];
    return [next ?? NEXT[0], ...(command.isLast === true ? [] : rest)].map((argv) => ({ argv }));
  }

  /**
   * After any next command no temporary file is left, the records hold, the command can be repeated, and nothing is twice
   * or missing.
   */
  function afterwards(
    { statuses, sendStatuses = [0, 7], isLast }: MatrixCommand,
    cwd: string,
    [first, before, again, sent, history, after]: readonly StepEnd[],
  ): readonly string[] {
    const wrong: string[] = [];
    const need = (end: StepEnd | undefined, allowed: readonly number[], what: string) => {
      if (!allowed.includes(end?.status ?? -1))
        wrong.push(`${what}: ${end?.status} ${end?.stdout} ${end?.stderr}`);
    };
    need(first, [0], 'next');
    const left = (first?.files ?? []).filter((file) => TEMPORARY.test(file) && !OPEN_HERE.test(file));
    if (left.length > 0) wrong.push(`left: ${left}`);
    if (isLast === true) return wrong;
    need(before, [0], 'verify');
    need(again, statuses, 'again');
    need(sent, sendStatuses, 'send');
    need(after, [0], 'verify at the end');
    return [...wrong, ...doubles(history, Object.keys(digestsIn(join(cwd, 'inbox'))))];
  }

  /** One process for cells, one after the other, until none is left or the time is over. */
  async function tryCells(cells: Iterator<Cell>, endMs: number): Promise<void> {
    let shared = new CommandProcess(DIST, shim);
    for (let next = cells.next(); next.done !== true && performance.now() < endMs; next = cells.next()) {
      const cell = next.value;
      const cwd = join(base, 'cells', String(triedCells++));
      let wrong = await triedInShared(cell, `${cwd}-shared`, shared);
      const isSuspect = wrong.length > 0;
      if (isSuspect) wrong = await triedApart(cell, `${cwd}-apart`);
      if (isSuspect || shared.orders >= MOST_ORDERS) {
        shared.stop();
        shared = new CommandProcess(DIST, shim);
      }
      for (const each of ['shared', 'apart']) rmSync(`${cwd}-${each}`, { recursive: true, force: true });
      results.add({ key: cell.key, wrong: wrong.map((text) => text.slice(0, 1500)), apart: isSuspect });
      if (wrong.length > 0) console.info(`${cell.key}: ${wrong.join('; ').slice(0, 1500)}`);
    }
    shared.stop();
  }
  let triedCells = 0;

  test(IS_WHOLE ? 'at every one' : `at a share of them (seed ${SEED})`, {
    timeout: IS_WHOLE ? 24 * 3_600_000 : 3_600_000,
  }, async () => {
    mkdirSync(join(base, 'cells'));
    const cells = chosen[Symbol.iterator]();
    const endMs = performance.now() + MOST_MINUTES * 60_000;
    await Promise.all(Array.from({ length: AT_ONCE }, () => tryCells(cells, endMs)));
    console.info(`seed ${SEED}: ${results.table(list)}`);
    expect(results.wrong(list.cells)).toEqual([]);
  });
});

/** In any order, so that a part of the cells is a sample of them. */
function shuffled(cells: readonly Cell[], random: ReturnType<typeof randomFor>): readonly Cell[] {
  const placed = cells.map((cell) => ({ cell, place: random.between(0, 1_000_000) }));
  return placed.sort((one, other) => one.place - other.place).map(({ cell }) => cell);
}

/** What is wrong with the end of a command at one of whose calls there was an error. */
function afterError(status: number | undefined, said: string): readonly string[] {
  return status === undefined || status === 1 || said.includes('BUG') ? [`status ${status}: ${said}`] : [];
}

/** Finals of the same day, and deliveries that are recorded as sent and are not there. */
function doubles(history: StepEnd | undefined, inbox: readonly string[]): readonly string[] {
  const { runs } = historyAnswer.parse(JSON.parse(history?.stdout || '{"runs":[]}'));
  const finals = runs.filter(({ state }) => state === 'final');
  const days = finals.map(({ period }) => period.from);
  const sent = finals.filter(({ sentTo }) => sentTo.some((to) => !to.endsWith('(unknown)')));
  return [
    ...(new Set(days).size < days.length ? [`finals twice: ${days}`] : []),
    ...(finals.length === 0 ? ['no final is left'] : []),
    ...(sent.length > inbox.length ? [`${sent.length} sent, there are ${inbox}`] : []),
  ];
}
