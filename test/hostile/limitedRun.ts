import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { MAIN } from '../support/programs/builtProgram.js';

const MOST_MS = 60_000;
const MOST_MEGABYTES = 512;
const LOOK_MS = 25;

export interface LimitedEnd {
  readonly status: number | null;
  readonly said: string;
  readonly ms: number;
  readonly megabytes: number;
}

/** Runs a command line, or another program; one that needs more time or memory than it may is killed. */
export async function runLimited(
  argv: readonly string[],
  {
    cwd,
    env,
    program = MAIN,
    mostMs = MOST_MS,
    openFiles,
  }: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly program?: string | undefined;
    readonly mostMs?: number | undefined;
    /** How many files it may have open at once. @default what this process may */
    readonly openFiles?: number;
  },
): Promise<LimitedEnd> {
  const startedMs = performance.now();
  const [command, ...words] = commandLine([process.execPath, program, ...argv], openFiles);
  const child = spawn(command, words, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, megabytes] = ['', 0];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      if (said.length < 100_000) said += data.toString();
    });
  const look = setInterval(() => {
    megabytes = Math.max(megabytes, peakMegabytes(child.pid));
    if (megabytes > MOST_MEGABYTES || performance.now() > startedMs + mostMs) child.kill('SIGKILL');
  }, LOOK_MS);
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(look);
  return { status, said, ms: performance.now() - startedMs, megabytes };
}

function commandLine(
  words: readonly [string, ...string[]],
  openFiles: number | undefined,
): [string, ...string[]] {
  return openFiles === undefined
    ? [...words]
    : ['/bin/sh', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`, ...words];
}

function peakMegabytes(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}

/** What is wrong with the end of a command that was given hostile input; undefined if it was read or refused by name. */
export function whatIsWrong(
  { status, said, megabytes, ms }: LimitedEnd,
  mostMs = MOST_MS,
): string | undefined {
  if (megabytes > MOST_MEGABYTES) return `took ${megabytes.toFixed(0)} MB`;
  if (ms > mostMs) return `took ${(ms / 1000).toFixed(0)} s`;
  if (status === null || status === 1 || said.includes('BUG'))
    return `status ${status}: ${said.slice(0, 600)}`;
  // A terminal must not obey what a file says.
  if (said.includes('\u001b]') || said.includes('\u001b[2J'))
    return `control characters: ${JSON.stringify(said.slice(0, 300))}`;
  return undefined;
}
