import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { type Call, callsIn } from './faultShim.js';

const MANY = join(import.meta.dirname, 'manyCommands.mjs');

/** The call that fails: the how many of those to a file, and the number of its error. */
interface StepFault {
  readonly at: number;
  readonly call: string;
  /** Of the file; # stands for the digits of a random name. */
  readonly name: string;
  readonly error: number;
}

/** A command line, and the call of it that fails. */
export interface Step {
  readonly argv: readonly string[];
  readonly fault?: StepFault;
}

export interface StepEnd {
  /** 1 as well for a failure that no caller caught. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** All names in the folder after the step. */
  readonly files: readonly string[];
}

export interface Order {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly steps: readonly Step[];
}

/** A process that carries out command lines one after the other: a start takes longer than most commands. */
export class CommandProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;
  readonly #folder = mkdtempSync(join(tmpdir(), 'paytally-calls-'));
  /** Orders that it has carried out. */
  orders = 0;

  /** @param shim undefined: no call can fail */
  constructor(dist: string, shim: string | undefined) {
    writeFileSync(this.#log, '');
    this.#child = spawn(process.execPath, ['--expose-gc', MANY, dist], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...(shim === undefined ? {} : { LD_PRELOAD: shim, SHIM_LOG: this.#log }) },
    });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  get #log(): string {
    return join(this.#folder, 'log');
  }

  /** The ends of the steps; undefined if the process died or took too long, and is of no more use. */
  async carryOut(order: Order, mostMs: number): Promise<readonly StepEnd[] | undefined> {
    this.orders += 1;
    truncateSync(this.#log);
    this.#child.stdin.write(`${JSON.stringify(order)}\n`);
    const clock = setTimeout(() => this.#child.kill('SIGKILL'), mostMs);
    const { value, done } = await this.#lines.next();
    clearTimeout(clock);
    return done === true ? undefined : JSON.parse(value);
  }

  /** The calls that failed in the last order. */
  calls(): readonly Call[] {
    return callsIn(readFileSync(this.#log, 'utf8'));
  }

  stop(): void {
    this.#child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
