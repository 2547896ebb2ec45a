import { runSftp } from './runSftp.js';
import { sftpFailure } from './sftpFailure.js';
import {
  foldersOf,
  type KeyTarget,
  remotePath,
  type SftpSteps,
  stagedPath,
  type Upload,
} from './sftpTarget.js';

/** By the system's `sftp`: batches of commands for it, and what it answers. */
export function systemSteps(target: KeyTarget): SftpSteps {
  const run = async (batch: readonly string[]) => {
    const end = await runSftp(target, `${batch.join('\n')}\n`);
    const failure = end.status === 0 ? undefined : await sftpFailure(end, target);
    return { failure, sizes: sizesIn(end.stdout) };
  };
  const staged = (upload: Upload) => stagedPath(target, upload);
  const named = (upload: Upload) => remotePath(target.path, upload.name);
  return {
    put: (uploads) =>
      run(
        uploads.flatMap((upload) => [
          `put ${quoted(upload.local)} ${quoted(staged(upload))}`,
          `ls -ln ${quoted(staged(upload))}`,
        ]),
      ),
    rename: (uploads) =>
      run(uploads.map((upload) => `rename ${quoted(staged(upload))} ${quoted(named(upload))}`)),
    look: async (uploads) => {
      // With "-" what is not there is no failure.
      const paths = uploads.flatMap((upload) => [quoted(staged(upload)), literal(named(upload))]);
      const { status, stdout } = await runSftp(target, paths.map((path) => `-ls -ln ${path}\n`).join(''));
      return status === 0 ? sizesIn(stdout) : undefined;
    },
    reach: () => run(foldersOf(target).map((folder) => `cd ${quoted(folder)}`)),
    remove: async (uploads) => {
      await runSftp(target, uploads.map((upload) => `-rm ${quoted(staged(upload))}\n`).join(''));
    },
  };
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

/** `ls` takes patterns, also in quotes: outside of them a backslash makes each sign stand for itself. */
function literal(path: string): string {
  return path.replace(/[\s"'\\*?[\]#]/g, '\\$&');
}
