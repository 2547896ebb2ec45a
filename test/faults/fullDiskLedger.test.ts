// @module-tag slow
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import {
  type Entry,
  type LedgerBench,
  startLedgerBench,
  withEntries,
} from '../support/employers/ledgerBench.js';
import { ACCEPT } from '../support/employers/sampleService.js';

const DAYS = '2026-10-05..2026-10-05';
const CORRECT = ['corrections', DAYS, '--final', ...ACCEPT, '--out', 'disk/out'];

function mount(folder: string, size: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0;
}
function unmount(folder: string): void {
  spawnSync('umount', ['-l', folder]);
}

/** Only root can mount a small disk, and not in every container. */
const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-mount-'));
  const works = process.getuid?.() === 0 && mount(folder, '64k');
  if (works) unmount(folder);
  rmSync(folder, { recursive: true });
  return works;
})();

let bench: LedgerBench;
let disk = '';

describe.skipIf(!canMount)(
  'a full disk (skipped if none can be mounted)',
  {
    timeout: 180_000,
  },
  () => {
    beforeEach(async () => {
      bench = await startLedgerBench(
        ['2026-10-05', '2026-10-05'],
        'templates: [pay-lines]\nstore: disk/store',
      );
      disk = join(bench.service.cwd, 'disk');
      mkdirSync(disk);
      mount(disk, '4m');
    });
    afterEach(async () => {
      unmount(disk);
      await bench.stop();
    });

    const ballast = () => join(disk, 'ballast');
    const PAGE = 4096;
    /** Numbers of free bytes: some writes fit and the next does not, at any step of a command. */
    const ROOMS = [0, 4, 16, 48, 96, 160, 224, 320].map((pages) => pages * PAGE);
    const EVERY_PAGE = Array.from({ length: 56 }, (_, index) => (1 + index) * PAGE);

    /** The ledger's records, and the files on disk. */
    async function standing() {
      const { runs } = await bench.json(['history']);
      const verified = await bench.json(['verify']);
      return {
        runs: runs.map(({ runId, state }: Record<string, string>) => `${runId} ${state}`),
        purged: verified.runs.filter(({ purged }: { purged?: boolean }) => purged).length,
        sound: verified.runs.every(({ ok }: { ok: boolean }) => ok),
        files: filesIn(join(disk, 'out')),
      };
    }

    /**
     * No work is half done: the command completed, or ended with status 6 and changed nothing. Another process reads
     * the store meanwhile: its files next to the database exist, so that a command reaches its own writes.
     */
    async function expectWholeOrNothing(argv: readonly string[], env = bench.service.env, rooms = ROOMS) {
      const before = await standing();
      const reader = new DatabaseSync(join(disk, 'store', 'store.sqlite'));
      reader.prepare('SELECT count(*) FROM run').get();
      let refused = 0;
      for (const room of rooms) {
        await closeConnections();
        const { bavail, bsize } = statfsSync(disk);
        writeFileSync(ballast(), Buffer.alloc(Math.max(0, bavail * bsize - room)));
        const { status } = await bench.json(argv, { env });
        rmSync(ballast());
        const after = await standing();
        if (status === 0) {
          expect({ room, sound: after.sound }).toEqual({ room, sound: true });
          break;
        }
        refused += 1;
        expect({ room, status, ...after }).toEqual({ room, status: 6, ...before, sound: true });
      }
      reader.close();
      expect(refused).toBeGreaterThan(1);
      const after = await standing();
      expect({ sound: after.sound, isDone: after.runs.length > before.runs.length }).toEqual({
        sound: true,
        isDone: true,
      });
    }

    const FINAL = ['export', DAYS, '--final', ...ACCEPT, '--out', 'disk/out'];
    const shorter = () =>
      bench.changed((records) =>
        withEntries(records, (entries) =>
          entries.map(
            (entry): Entry =>
              (entry.workedMinutes ?? 0) > 100
                ? { ...entry, workedMinutes: (entry.workedMinutes ?? 0) - 30 }
                : entry,
          ),
        ),
      );

    test('during a final', async () => {
      expect((await bench.json(['export', DAYS, '--out', 'disk/out'])).status).toBe(0);
      await expectWholeOrNothing(FINAL);
      expect(filesIn(join(disk, 'out'))).toEqual(['bakery.chain', `bakery_${DAYS}_pay-lines.csv`, 'draft']);
    });

    test('during a correction', async () => {
      expect((await bench.json(FINAL)).status).toBe(0);
      const env = await shorter();
      await expectWholeOrNothing(CORRECT, env);
      expect((await bench.json(['corrections', DAYS, '--out', 'disk/out'], { env })).runs[0].lines).toEqual(
        [],
      );
    });

    test('during a settlement', async () => {
      expect((await bench.json(FINAL)).status).toBe(0);
      const env = await shorter();
      const listed = await bench.json(['corrections', DAYS, '--out', 'disk/out'], { env });
      const settled = listed.runs[0].lines.flatMap(({ line }: { line: string }) => [
        '--settle',
        `${line}=in cash`,
      ]);
      await expectWholeOrNothing([...CORRECT, ...settled], env);
      expect((await bench.json(['corrections', DAYS, '--out', 'disk/out'], { env })).runs[0].lines).toEqual(
        [],
      );
    });

    test('during a purge', async () => {
      expect((await bench.json(FINAL)).status).toBe(0);
      const order = ['purge', '--before', '2026-11-01', '--reason', 'asked for'];
      await expectWholeOrNothing(order, bench.service.env, EVERY_PAGE);
      expect((await bench.json(['verify'])).runs[0]).toMatchObject({ ok: true, purged: true });
    });
  },
);

/**
 * A closed connection keeps its deleted files as long as its statements are in memory: a command that frees them would
 * have more room than it was given.
 */
async function closeConnections(): Promise<void> {
  setFlagsFromString('--expose-gc');
  for (let turn = 0; turn < 2; turn += 1) {
    runInNewContext('gc')();
    await setImmediate();
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
