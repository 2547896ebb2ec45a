import { type ChildProcess, spawn } from 'node:child_process';
import { platform } from 'node:os';
import { kill } from 'node:process';
import type { Readable } from 'node:stream';

/** How a program ended. */
export interface ProgramEnd {
  /** The status; undefined if the program is missing, or was ended after a timeout or on abort. */
  readonly status: number | undefined;
  /** The end of what it wrote to its standard error. */
  readonly stderr: string;
  readonly isMissing: boolean;
}

export interface ProgramOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The working folder. @default this process's own */
  readonly folder?: string | undefined;
  /** What it reads from its standard input. @default nothing */
  readonly input?: string;
}

/** A program that runs without a shell of its own. Its output must be read to its end. */
export interface RunningProgram {
  readonly output: Readable;
  readonly ended: Promise<ProgramEnd>;
}

/**
 * Runs the program, and a watcher of the pipe that this process keeps open. If this process is killed, the watcher
 * kills the program, so that it does not continue on its own. Status 127: there is no such program.
 */
const WATCHED = [
  'exec 4<&0',
  '"$@" <&4 3<&- 4<&- &',
  'program=$!',
  '{ read -r _; kill -9 0; } <&3 4<&- >/dev/null 2>&1 &',
  'watch=$!',
  'exec 4<&-',
  'wait "$program"; status=$?',
  'exec 2>/dev/null; kill "$watch"; wait "$watch"',
  'exit "$status"',
].join('\n');
const NO_SUCH_PROGRAM = 127;
const MOST_STDERR = 1_000_000;

/** Starts a program with arguments as they are; ends it and its children after a timeout or on abort. */
export function startProgram(
  program: string,
  args: readonly string[],
  { timeoutMs, signal, folder, input = '' }: ProgramOptions,
): RunningProgram {
  // A program such as `sftp` starts another one, which would continue to run: as a process group they end together. On
  // Windows they end with this process.
  const isWindows = platform() === 'win32';
  const [file, given] = isWindows ? [program, args] : ['/bin/sh', ['-c', WATCHED, 'sh', program, ...args]];
  const child = spawn(file, given, {
    cwd: folder,
    detached: !isWindows,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const { stdin, stdout: output, stderr: errors } = child;
  if (stdin === null || output === null || errors === null) throw new Error('a child without pipes');
  let stderr = '';
  errors.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MOST_STDERR);
  });
  stdin.on('error', () => undefined);
  const ended = new Promise<ProgramEnd>((resolve) => {
    const settle = (status: number | undefined, isMissing: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      resolve({ status, stderr, isMissing });
    };
    const giveUp = () => {
      settle(undefined, false);
      endGroup(child);
      for (const pipe of child.stdio) pipe?.destroy();
    };
    const timer = setTimeout(giveUp, timeoutMs);
    child.on('error', () => settle(undefined, true));
    child.on('close', (code) => settle(code ?? undefined, code === NO_SUCH_PROGRAM));
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted) giveUp();
    else stdin.end(input);
  });
  return { output, ended };
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || platform() === 'win32') {
    child.kill('SIGKILL');
    return;
  }
  try {
    kill(-child.pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
