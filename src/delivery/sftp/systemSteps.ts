import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { DeliveryFailure } from '../deliveryFailure.js';
import type { FilledFile, PlacedFile } from '../stagedFile.js';
import { runSftp } from './runSftp.js';
import { sftpFailure } from './sftpFailure.js';
import { foldersOf, type KeyTarget, localCopies, type SftpSteps, type StepEnd } from './sftpTarget.js';

/** By the system's `sftp`: batches of commands for it, and what it answers. */
export function systemSteps(target: KeyTarget): SftpSteps {
  const run = async (batch: readonly string[]): Promise<StepEnd> => {
    const end = await runSftp(target, `${batch.join('\n')}\n`);
    const failure = end.status === 0 ? undefined : await sftpFailure(end, target);
    return { failure, sizes: sizesIn(end.stdout) };
  };
  // With "-" what is not there is no failure.
  const lookAt = async (commands: readonly string[]) => {
    const { status, stdout } = await runSftp(target, commands.map((command) => `-${command}\n`).join(''));
    return status === 0 ? sizesIn(stdout) : undefined;
  };
  return {
    put: (files) =>
      withCopies(target, files, () =>
        run(
          files.flatMap(({ temporary }) => [
            `put ${posix.basename(temporary)} ${quoted(temporary)}`,
            `-ls -ln ${literal(temporary)}`,
          ]),
        ),
      ),
    rename: (files) => run(files.map(({ temporary, path }) => `rename ${quoted(temporary)} ${quoted(path)}`)),
    look: (paths) => lookAt(paths.map((path) => `ls -ln ${literal(path)}`)),
    digests: async (files) => {
      await lookAt(files.map(({ path, temporary }) => `get ${literal(path)} ${posix.basename(temporary)}`));
      return digestsOf(target, files);
    },
    reach: () => run(foldersOf(target).map((folder) => `cd ${quoted(folder)}`)),
    remove: (paths) => run(paths.map((path) => `rm ${literal(path)}`)),
  };
}

/** `sftp` reads files, not memory: copies that nobody else may read, removed again at the end. */
async function withCopies<Result>(
  { localFolder }: KeyTarget,
  files: readonly FilledFile[],
  use: () => Promise<Result>,
): Promise<Result> {
  const copies = localCopies(localFolder, files);
  try {
    for (const [index, copy] of copies.entries())
      await writeFile(copy, files[index]?.content ?? '', { mode: 0o600, flag: 'wx' }).catch((cause) => {
        throw new DeliveryFailure(
          'failed',
          `No copy for the upload can be written to ${localFolder}.`,
          'Check its free space and rights; "paytally send RUN" tries again.',
          cause,
        );
      });
    return await use();
  } finally {
    for (const copy of copies) await rm(copy, { force: true });
  }
}

async function digestsOf(
  { localFolder }: KeyTarget,
  files: readonly PlacedFile[],
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

/** Sizes in what `ls -ln` printed, by path as it stands there. */
export function sizesIn(printed: string): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const line of printed.split(/\r?\n/)) {
    const found = /^-\S{9}\S*\s+\S+\s+\S+\s+\S+\s+(\d+)\s+\S+\s+\S+\s+\S+\s+(.+)$/.exec(line);
    if (found !== null) sizes.set(found[2] ?? '', Number(found[1]));
  }
  return sizes;
}

function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`;
}

/** Commands that take patterns take them in quotes too: outside of them a backslash makes each sign stand for itself. */
function literal(path: string): string {
  return path.replace(/[\s"'\\*?[\]#]/g, '\\$&');
}
