import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const LEAST_BYTES = 4 * 1024 ** 3;

let folder: string | undefined;

/**
 * Tests write their temporary files to memory where there is room for them: each final waits for its disk several times,
 * which is a third of what the suite takes. What is left behind goes at the end. A `TMPDIR` that is set is kept.
 */
export function setup(): void {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  folder = mkdtempSync(join(MEMORY, 'paytally-tests-'));
  // Servers under test run as users of their own.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
}

/** Removes the folder of `setup`. */
export function teardown(): void {
  if (folder === undefined) return;
  delete process.env.TMPDIR;
  rmSync(folder, { recursive: true, force: true });
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= LEAST_BYTES;
  } catch {
    return false;
  }
}
