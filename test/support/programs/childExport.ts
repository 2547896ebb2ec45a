import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { SampleService } from '../employers/sampleService.js';
import { MAIN } from './builtProgram.js';

/** A process needs the built program; `npm test` builds it first. */
export const isBuilt = existsSync(MAIN);

export interface ChildExport {
  readonly process: ChildProcess;
  /** The exit status, null if a signal ended it, and the output. */
  readonly ended: Promise<{
    readonly status: number | null;
    readonly stdout: string;
    readonly stderr: string;
  }>;
}

/** Runs a command line in a separate process; `node`: options of Node itself. */
export function startChild(
  service: Pick<SampleService, 'cwd' | 'env'>,
  argv: readonly string[],
  node: readonly string[] = [],
): ChildExport {
  const child = spawn(process.execPath, [...node, MAIN, ...argv], {
    cwd: service.cwd,
    env: { ...process.env, ...service.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  const ended = once(child, 'close').then(([status]) => ({
    status: status as number | null,
    stdout,
    stderr,
  }));
  return { process: child, ended };
}

/** Waits until a given moment, or until the process ends. */
export async function until(moment: () => boolean, child: ChildExport): Promise<void> {
  let hasEnded = false;
  void child.ended.then(() => {
    hasEnded = true;
  });
  while (!moment() && !hasEnded) await wait(1);
}
