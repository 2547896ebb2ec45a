import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../../src/cli/program.js';
import type { Context } from '../../../src/context.js';
import { createContext } from '../../../src/createContext.js';
import type { ExitStatus } from '../../../src/errors.js';
import { validateOutput } from './validateOutput.js';

export interface ProgramRun {
  readonly status: ExitStatus;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** A fixed wall clock, for anything that depends on today; waits then take no time. */
  readonly nowMs?: number;
  /** Width of a terminal on stdout; undefined: no terminal. */
  readonly columns?: number;
  /** Any other part of the environment that a test replaces. */
  readonly context?: Partial<Context>;
}

export const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs a command line in this process, with the real network and disk, and captures its output. */
export async function runPaytally(argv: readonly string[], options: RunOptions): Promise<ProgramRun> {
  const stdout = new Catcher();
  const stderr = new Catcher();
  const real = createContext({
    env: options.env ?? {},
    cwd: options.cwd,
    streams: { stdout: Object.assign(stdout, terminalOf(options.columns)), stderr },
    signal: options.signal ?? new AbortController().signal,
    packageFolder: PROJECT,
  });
  const { nowMs } = options;
  const clock = nowMs === undefined ? real.clock : { nowMs: () => nowMs, sleep: real.clock.sleep };
  const context = { ...real, clock, ...options.context };
  const status = await runProgram(argv, context);
  validateOutput(argv, stdout.text);
  return { status, stdout: stdout.text, stderr: stderr.text };
}

function terminalOf(columns: number | undefined): { isTTY?: boolean; columns?: number } {
  return columns === undefined ? {} : { isTTY: true, columns };
}

class Catcher extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}
