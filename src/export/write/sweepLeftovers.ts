import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Longer than any run takes to write its files. */
const LEFT_AFTER_MS = 3_600_000;
const LEFTOVER = /^\.(.+)\.[0-9a-f]{12}\.part(\.old)?$/;

interface FreshFile {
  readonly path: string;
  /** Written just now: its time is what the disk's clock says. */
  readonly temporary: string;
}

/** Takes away what runs that were killed left of these files: they hold people's data. */
export async function sweepLeftovers(folder: string, fresh: readonly FreshFile[]): Promise<void> {
  const [first] = fresh;
  if (first === undefined) return;
  const { mtimeMs: nowMs } = await stat(first.temporary);
  const ours = new Set(fresh.map(({ path }) => basename(path)));
  for (const name of await readdir(folder)) {
    if (!ours.has(LEFTOVER.exec(name)?.[1] ?? '')) continue;
    const path = join(folder, name);
    const left = await stat(path).catch(() => undefined);
    if (left !== undefined && nowMs - left.mtimeMs > LEFT_AFTER_MS) await rm(path, { force: true });
  }
}
