import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';

/** The errors that a system call is made to return, with their numbers on Linux. */
export const ERROR_NUMBERS = { ENOSPC: 28, EIO: 5, EACCES: 13, EMFILE: 24 } as const;
export type Fate = 'kill' | keyof typeof ERROR_NUMBERS;

/** A system call that creates, writes, flushes, links, renames or deletes a file. */
export interface Call {
  /** From 1. */
  readonly number: number;
  readonly call: string;
  readonly path: string;
}

export interface Watched {
  /** The folder whose files count. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The call that meets its fate. @default none, and all calls are listed */
  readonly at?: { readonly number: number; readonly fate: Fate };
  /** Gets a copy of the folder before each call, named by the call's number. */
  readonly copies?: string;
}

export interface WatchedEnd {
  readonly status: number | null;
  readonly said: string;
  readonly calls: readonly Call[];
}

/** Builds the library; undefined, after a line that says why, where that is impossible. */
export function buildShim(): string | undefined {
  const source = join(import.meta.dirname, 'faultShim.c');
  const path = join(mkdtempSync(join(tmpdir(), 'paytally-shim-')), 'shim.so');
  const built =
    platform === 'linux'
      ? spawnSync('gcc', ['-shared', '-fPIC', '-O1', '-o', path, source, '-ldl', '-lpthread'])
      : undefined;
  if (built?.status === 0) return path;
  console.warn('skipped: faults at system calls need Linux with gcc and glibc');
  return undefined;
}

/** Runs a program of Node.js to its end, with a fault or with a list of its calls. */
export async function runWatched(
  shim: string,
  args: readonly string[],
  { cwd, env, at, copies }: Watched,
): Promise<WatchedEnd> {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-calls-'));
  const log = join(folder, 'log');
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...env,
      LD_PRELOAD: shim,
      SHIM_ROOT: cwd,
      SHIM_LOG: log,
      SHIM_AT: String(at?.number ?? 0),
      SHIM_FATE: at === undefined || at.fate === 'kill' ? 'kill' : String(ERROR_NUMBERS[at.fate]),
      SHIM_COPIES: copies,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      said += data.toString();
    });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const calls = existsSync(log) ? callsIn(readFileSync(log, 'utf8')) : [];
  rmSync(folder, { recursive: true });
  return { status, said, calls };
}

/** The calls in a log of the library. */
export function callsIn(log: string): readonly Call[] {
  return log.split('\n').filter(Boolean).map(parseCall);
}

function parseCall(line: string): Call {
  const [number = '', call = '', ...path] = line.split(' ');
  return { number: Number(number), call, path: path.join(' ') };
}
