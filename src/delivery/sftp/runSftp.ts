import { spawn } from 'node:child_process';
import type { SftpTarget } from './sftpTarget.js';

export interface SftpEnd {
  /** 0 where every command went well; undefined where the program is missing or was ended after its time. */
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly isMissing: boolean;
}

const MOST_OUTPUT = 1_000_000;

/** Runs the system's `sftp` with a batch of commands: the key alone, no questions, no host that is not known. */
export function runSftp(target: SftpTarget, batch: string): Promise<SftpEnd> {
  return runCommand('sftp', sftpArguments(target), batch, target.timeoutMs, target.signal);
}

export function sftpArguments({ host, port, user, key, knownHosts, timeoutMs }: SftpTarget): string[] {
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

/** Runs a program to its end, or ends it after its time. */
export function runCommand(
  program: string,
  args: readonly string[],
  input: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<SftpEnd> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      ...(signal === undefined ? {} : { signal }),
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (stdout.length < MOST_OUTPUT) stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (stderr.length < MOST_OUTPUT) stderr += text;
    });
    child.stdin.on('error', () => undefined);
    child.on('error', (error) =>
      resolve({ status: undefined, stdout, stderr, isMissing: error.name !== 'AbortError' }),
    );
    child.on('close', (code) => resolve({ status: code ?? undefined, stdout, stderr, isMissing: false }));
    child.stdin.end(input);
  });
}
