import { remotePath, type SftpTarget, stagedPath, type Upload } from './sftpTarget.js';

/** Puts every file under its temporary name, and lists it with its size. */
export function uploadBatch(target: SftpTarget, uploads: readonly Upload[]): string {
  return lines(
    uploads.flatMap((upload) => [
      `put ${quoted(upload.local)} ${quoted(stagedPath(target, upload))}`,
      `ls -ln ${quoted(stagedPath(target, upload))}`,
    ]),
  );
}

/** Gives every file its name. */
export function renameBatch(target: SftpTarget, uploads: readonly Upload[]): string {
  return lines(
    uploads.map(
      (upload) =>
        `rename ${quoted(stagedPath(target, upload))} ${quoted(remotePath(target.path, upload.name))}`,
    ),
  );
}

/** Lists files wherever they are now; what is not there is no failure. */
export function lookBatch(target: SftpTarget, uploads: readonly Upload[]): string {
  return lines(
    uploads.flatMap((upload) => [
      `-ls -ln ${quoted(stagedPath(target, upload))}`,
      `-ls -ln ${literal(remotePath(target.path, upload.name))}`,
    ]),
  );
}

export function removeBatch(target: SftpTarget, uploads: readonly Upload[]): string {
  return lines(uploads.map((upload) => `-rm ${quoted(stagedPath(target, upload))}`));
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

function lines(commands: readonly string[]): string {
  return `${commands.join('\n')}\n`;
}

function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`;
}

/** `ls` takes patterns, also in quotes: outside of them a backslash makes each sign stand for itself. */
function literal(path: string): string {
  return path.replace(/[\s"'\\*?[\]#]/g, '\\$&');
}
