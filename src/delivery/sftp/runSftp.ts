import { type ChildProcess, spawn } from 'node:child_process';
import { platform } from 'node:os';
import { kill } from 'node:process';
import type { KeyTarget } from './sftpTarget.js';

export interface SftpEnd {
  /** 0 where every command went well; undefined where the program is missing or was ended after its time. */
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly isMissing: boolean;
}

const MOST_OUTPUT = 1_000_000;

/** Runs the system's `sftp` with a batch of commands: the key alone, no questions, no host that is not known. */
export function runSftp(target: KeyTarget, batch: string): Promise<SftpEnd> {
  return runCommand('sftp', sftpArguments(target), batch, target);
}

export function sftpArguments({ host, port, user, key, knownHosts, timeoutMs }: KeyTarget): string[] {
  const options = [
    'BatchMode=yes',
    'StrictHostKeyChecking=yes',
    'UpdateHostKeys=no',
    'IdentitiesOnly=yes',
    'PreferredAuthentications=publickey',
    `ConnectTimeout=${Math.ceil(Math.min(timeoutMs, 20_000) / 1000)}`,
    'ServerAliveInterval=10',
    'ServerAliveCountMax=3',
    ...(knownHosts === undefined
      ? []
      : [`UserKnownHostsFile=${configQuoted(knownHosts)}`, 'GlobalKnownHostsFile=none']),
  ];
  const named = options.flatMap((option) => ['-o', option]);
  return ['-F', 'none', ...named, '-i', key, '-P', String(port), '-b', '-', `${user}@${bracketed(host)}`];
}

/** A path with blanks is one path for ssh only in quotes. */
function configQuoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`;
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Runs the program, and a watch over the pipe that this process holds open: if this process is killed, nobody may go on
 * to upload or rename. Status 127: there is no such program.
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

interface CommandOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** In which it runs. @default this process's own */
  readonly localFolder?: string;
}

/** Runs a program to its end, or ends it and what it has started after its time, or when it is asked to. */
export function runCommand(
  program: string,
  args: readonly string[],
  input: string,
  { timeoutMs, signal, localFolder }: CommandOptions,
): Promise<SftpEnd> {
  return new Promise((resolve) => {
    // `sftp` starts `ssh`, which would live on: as a group of their own they end together. On Windows they end with this
    // process.
    const isWindows = platform() === 'win32';
    const [file, given] = isWindows ? [program, args] : ['/bin/sh', ['-c', WATCHED, 'sh', program, ...args]];
    const child = spawn(file, given, {
      cwd: localFolder,
      detached: !isWindows,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    });
    const { stdin, stdout: out, stderr: err } = child;
    if (stdin === null || out === null || err === null) throw new Error('a child without pipes');
    let [stdout, stderr] = ['', ''];
    const settle = (status: number | undefined, isMissing: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      resolve({ status, stdout, stderr, isMissing });
    };
    const giveUp = () => {
      endGroup(child);
      for (const pipe of child.stdio) pipe?.destroy();
      settle(undefined, false);
    };
    const timer = setTimeout(giveUp, timeoutMs);
    out.setEncoding('utf8').on('data', (text: string) => {
      if (stdout.length < MOST_OUTPUT) stdout += text;
    });
    err.setEncoding('utf8').on('data', (text: string) => {
      if (stderr.length < MOST_OUTPUT) stderr += text;
    });
    stdin.on('error', () => undefined);
    child.on('error', () => settle(undefined, true));
    child.on('close', (code) => settle(code ?? undefined, code === NO_SUCH_PROGRAM));
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted) giveUp();
    else stdin.end(input);
  });
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || platform() === 'win32') {
    child.kill('SIGKILL');
    return;
  }
  try {
    kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
