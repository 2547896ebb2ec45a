import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { message } from '../../i18n/message.js';
import { excerpt } from '../../runtime/outsideText.js';
import { type ProgramEnd, startProgram } from '../../runtime/startProgram.js';
import { type DeliveryFailure, failedDelivery, UnansweredDelivery } from '../deliveryFailure.js';
import type { StagedContent, StagedPaths } from '../outgoingFile.js';
import {
  foldersOf,
  type KeyTarget,
  localCopies,
  type SftpSteps,
  type StepEnd,
  uncertainUpload,
} from './sftpTarget.js';

/** Uses the system's `sftp`: batches of commands, and its answers. */
export function systemSftpSteps(target: KeyTarget): SftpSteps {
  const run = async (batch: readonly string[]): Promise<StepEnd> => {
    const end = await runSftp(target, `${batch.join('\n')}\n`);
    const failure = end.status === 0 ? undefined : await describeSftpFailure(end, target);
    return { failure, sizes: parseFileSizes(end.stdout) };
  };
  // With "-" a missing file is not a failure.
  const lookAt = async (commands: readonly string[]) => {
    const { status, stdout } = await runSftp(target, commands.map((command) => `-${command}\n`).join(''));
    return status === 0 ? parseFileSizes(stdout) : undefined;
  };
  return {
    put: (files) =>
      withCopies(target, files, () =>
        run(
          files.flatMap(({ temporary }) => [
            `put ${posix.basename(temporary)} ${quotePath(temporary)}`,
            `-ls -ln ${escapePattern(temporary)}`,
          ]),
        ),
      ),
    putDirect: (files) =>
      withCopies(target, files, async () => {
        const batch = files.map(
          ({ temporary, path }) => `put ${posix.basename(temporary)} ${quotePath(path)}\n`,
        );
        const end = await runSftp(target, batch.join(''));
        return {
          failure: end.status === 0 ? undefined : await describeDirectFailure(end, target, files),
          sizes: new Map(),
        };
      }),
    rename: (files) =>
      run(files.map(({ temporary, path }) => `rename ${quotePath(temporary)} ${quotePath(path)}`)),
    look: (paths) => lookAt(paths.map((path) => `ls -ln ${escapePattern(path)}`)),
    digests: async (files) => {
      await lookAt(
        files.map(({ path, temporary }) => `get ${escapePattern(path)} ${posix.basename(temporary)}`),
      );
      return digestsOfCopies(target, files);
    },
    reach: () => run(foldersOf(target).map((folder) => `cd ${quotePath(folder)}`)),
    remove: (paths) => run(paths.map((path) => `rm ${escapePattern(path)}`)),
  };
}

/** `sftp` reads files, not memory: makes copies that no other user may read, and removes them at the end. */
async function withCopies<Result>(
  { localFolder }: KeyTarget,
  files: readonly StagedContent[],
  use: () => Promise<Result>,
): Promise<Result> {
  const copies = localCopies(localFolder, files);
  try {
    for (const [index, copy] of copies.entries())
      await writeFile(copy, files[index]?.content ?? '', { mode: 0o600, flag: 'wx' }).catch((cause) => {
        throw failedDelivery(message('delivery.sftp.noCopy', { folder: localFolder }), { cause });
      });
    return await use();
  } finally {
    for (const copy of copies) await rm(copy, { force: true });
  }
}

async function digestsOfCopies(
  { localFolder }: KeyTarget,
  files: readonly StagedPaths[],
): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const [index, copy] of localCopies(localFolder, files).entries()) {
    const content = await readFile(copy).catch(() => undefined);
    const path = files[index]?.path;
    if (content !== undefined && path !== undefined)
      digests.set(path, createHash('sha256').update(content).digest('hex'));
    await rm(copy, { force: true });
  }
  return digests;
}

/** Sizes in the output of `ls -ln`, by path as printed. */
export function parseFileSizes(printed: string): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const line of printed.split(/\r?\n/)) {
    const found = /^-\S{9}\S*\s+\S+\s+\S+\s+\S+\s+(\d+)\s+\S+\s+\S+\s+\S+\s+(.+)$/.exec(line);
    if (found !== null) sizes.set(found[2] ?? '', Number(found[1]));
  }
  return sizes;
}

function quotePath(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`;
}

/** Commands with patterns also expand them within quotes; outside quotes a backslash escapes each character. */
function escapePattern(path: string): string {
  return path.replace(/[\s"'\\*?[\]#]/g, '\\$&');
}

interface SftpEnd extends ProgramEnd {
  readonly stdout: string;
}

const MOST_OUTPUT = 1_000_000;

/** Runs the system's `sftp` with a batch of commands: only with the key, without prompts, and only to known hosts. */
function runSftp(target: KeyTarget, batch: string): Promise<SftpEnd> {
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

interface CommandOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The working folder. @default this process's own */
  readonly localFolder?: string;
}

/** Runs a program to its end, or ends it and its children after a timeout or on abort. */
export async function runCommand(
  program: string,
  args: readonly string[],
  input: string,
  { timeoutMs, signal, localFolder: folder }: CommandOptions,
): Promise<SftpEnd> {
  const { output, ended } = startProgram(program, args, { timeoutMs, signal, folder, input });
  let stdout = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    if (stdout.length < MOST_OUTPUT) stdout += text;
  });
  return { ...(await ended), stdout };
}

const LONGEST_ANSWER = 200;
const SCAN = { timeoutMs: 15_000 };

/** Describes the error of `sftp` and its remedy. Shows the fingerprint of an unknown server, but never accepts it. */
export async function describeSftpFailure(end: SftpEnd, target: KeyTarget): Promise<DeliveryFailure> {
  const { host, port, user, key } = target;
  const server = `${host}:${port}`;
  if (end.isMissing) return failedDelivery(message('delivery.sftp.noProgram'));
  if (end.status === undefined)
    return new UnansweredDelivery('failed', message('delivery.sftp.timeout', { server }));
  const said = end.stderr;
  if (/REMOTE HOST IDENTIFICATION HAS CHANGED/.test(said))
    return failedDelivery(
      message('delivery.sftp.otherHostKey', { server, ...(await scanServerKeys(target)) }),
    );
  if (/Host key verification failed|No .* host key is known/i.test(said)) {
    const scanned = await scanServerKeys(target);
    const file = target.knownHosts ?? '~/.ssh/known_hosts';
    return failedDelivery(message('delivery.sftp.unknownHost', { server, ...scanned, host, port, file }));
  }
  if (/Identity file .* not accessible|bad permissions|UNPROTECTED PRIVATE KEY/i.test(said))
    return failedDelivery(message('delivery.sftp.keyFile', { path: key }));
  if (/Permission denied \(/.test(said))
    return failedDelivery(message('delivery.sftp.keyRefused', { server, user }));
  const answer = excerpt(said.trim().split('\n').slice(-2).join('; '), LONGEST_ANSWER);
  return failedDelivery(
    answer === ''
      ? message('delivery.sftp.lost', { server })
      : message('delivery.sftp.failed', { server, answer }),
  );
}

/** `sftp` prints each command of a batch as it begins it, and stops at the first that fails. */
const BEGUN_PUT = /^sftp> put /gm;
/** The server did not open the file; the words depend on the version of `sftp`. */
const NOT_OPENED = /^(?:dest open|remote open|Couldn't open|open) ?\(?"/m;

async function describeDirectFailure(
  end: SftpEnd,
  target: KeyTarget,
  files: readonly StagedContent[],
): Promise<DeliveryFailure> {
  const failure = await describeSftpFailure(end, target);
  const file = files[(end.stdout.match(BEGUN_PUT) ?? []).length - 1];
  // A manifest alone is no delivery.
  const isBegun = file !== undefined && !file.isManifest && !NOT_OPENED.test(end.stderr);
  return isBegun ? uncertainUpload(file, failure) : failure;
}

/** The server's current fingerprints; they prove nothing, and are only for comparison. */
async function scanServerKeys({ host, port }: KeyTarget): Promise<{ keyCount: number; keys: string }> {
  const scan = await runCommand('ssh-keyscan', ['-T', '5', '-p', String(port), host], '', SCAN);
  if (scan.stdout.trim() === '') return { keyCount: 0, keys: '' };
  const listed = await runCommand('ssh-keygen', ['-l', '-f', '-'], scan.stdout, SCAN);
  const keys = [...listed.stdout.matchAll(/^\d+ (\S+) .*\((\S+)\)$/gm)].map(
    ([, print, kind]) => `${kind} ${print}`,
  );
  return { keyCount: keys.length, keys: keys.join(', ') };
}
