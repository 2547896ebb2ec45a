import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { noPostgres, startPostgres } from '../test/support/servers/postgresServer.js';
import type { Bench, Candidate, Outcome } from './benchResult.js';
import { finalOf, writeManyFinals, writeManySharedFinals } from './whole/manyFinals.js';

const run = promisify(execFile);
const child = fileURLToPath(new URL('whole/exportChild.js', import.meta.url));
const EMPLOYERS = 2000;
const FINALS = 24;
/** Without a limit, V8 may delay garbage collection, and the peak would be meaningless. */
const HEAP = '--max-old-space-size=128';

/** A time after the newest final and before the next is due. */
function newestMonth(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 4));
}

const STORES = ['SQLite', 'PostgreSQL'] as const;
type StoreName = (typeof STORES)[number];
const folderVariable = (store: StoreName) => `BENCH_${store.toUpperCase()}_FOLDER`;

/**
 * Creates both stores, which are deleted when this process ends. @returns the place of each; none for PostgreSQL if it
 * is not installed
 */
async function writeStores(scale: number): Promise<Readonly<Record<string, string>>> {
  const folders: Record<string, string> = {};
  const employers = Math.max(10, Math.round(EMPLOYERS * scale));
  const order = { employers, finals: FINALS, people: 30, now: newestMonth() };
  for (const store of STORES) {
    if (store === 'PostgreSQL' && noPostgres !== undefined) continue;
    const folder = mkdtempSync(join(tmpdir(), 'paytally-bench-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    folders[folderVariable(store)] = folder;
    if (store === 'SQLite') writeManyFinals(folder, order);
    else {
      const postgres = await startPostgres();
      process.on('exit', () => postgres.stop());
      await writeManySharedFinals(folder, order, postgres.database());
    }
  }
  return folders;
}

/** Runs each command in a separate process: processor time and memory are those of the whole process. */
function commands(store: StoreName): Candidate[] {
  return [
    ['status'],
    ['history', '--limit', '50'],
    ['history', finalOf(3, FINALS - 1)],
    ['send', finalOf(3, FINALS - 1)],
    ['schedule', 'run', '--due'],
  ].map((argv) => ({
    name: `${store}: ${argv.join(' ')}`,
    prepare: () => async (): Promise<Outcome> => {
      const folder = process.env[folderVariable(store)];
      if (folder === undefined) return { units: 1, result: '', skipped: String(noPostgres) };
      const { stdout } = await run(process.execPath, [HEAP, child, ...argv, '--quiet'], {
        cwd: folder,
        env: { ...process.env, BENCH_SECRET: 'secret' },
        maxBuffer: 2 ** 26,
      });
      const { cpuMs, peakBytes, status } = JSON.parse(stdout);
      return { units: 1, result: `status ${status}`, outside: { cpuMs, peakBytes } };
    },
  }));
}

export const bench: Bench = {
  title: `a store of ${EMPLOYERS} employers with ${FINALS} finals each: at most 2 s of processor time and 200 MB`,
  unit: 'commands',
  share: writeStores,
  candidates: STORES.flatMap(commands),
};
