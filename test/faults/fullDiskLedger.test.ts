import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ACCEPT,
  type Entry,
  type LedgerBench,
  startLedgerBench,
  withEntries,
} from '../cli/ledger/ledgerBench.js';

const DAYS = '2026-10-05..2026-10-05';
const CORRECT = ['corrections', DAYS, '--final', ...ACCEPT, '--out', 'disk/out'];

function mount(folder: string, size: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0;
}
function unmount(folder: string): void {
  spawnSync('umount', ['-l', folder]);
}

/** A small disk can be mounted by root only, and not in every container. */
const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-mount-'));
  const works = process.getuid?.() === 0 && mount(folder, '64k');
  if (works) unmount(folder);
  rmSync(folder, { recursive: true });
  return works;
})();

let bench: LedgerBench;
let disk = '';

describe.skipIf(!canMount)('a disk that is full (skipped where none can be mounted)', () => {
  beforeEach(async () => {
    bench = await startLedgerBench(['2026-10-05', '2026-10-05'], 'templates: [pay-lines]\nstore: disk/store');
    disk = join(bench.service.cwd, 'disk');
    mkdirSync(disk);
    mount(disk, '4m');
  });
  afterEach(async () => {
    unmount(disk);
    await bench.stop();
  });

  const ballast = () => join(disk, 'ballast');
  /** From a disk on which nothing fits to one on which nearly everything does. */
  const ROOM = [0, 16_384, 65_536] as const;

  /** What the ledger says, and which files stand there. */
  async function standing() {
    const { runs } = await bench.json(['history']);
    const verified = await bench.json(['verify']);
    return {
      runs: runs.map(({ runId, state }: Record<string, string>) => `${runId} ${state}`),
      sound: verified.runs.every(({ ok }: { ok: boolean }) => ok),
      files: filesIn(join(disk, 'out')),
    };
  }

  /** Nothing is half: the command did all of it, or ended with status 6 and changed nothing. */
  async function expectWholeOrNothing(argv: readonly string[], env = bench.service.env) {
    for (const room of ROOM) {
      const before = await standing();
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(ballast(), Buffer.alloc(Math.max(0, bavail * bsize - room)));
      const { status } = await bench.json(argv, { env });
      rmSync(ballast());
      const after = await standing();
      if (status === 0) {
        expect({ room, sound: after.sound }).toEqual({ room, sound: true });
        return;
      }
      expect({ room, status, ...after }).toEqual({ room, status: 6, ...before, sound: true });
    }
    expect((await bench.json(argv, { env })).status).toBe(0);
    expect((await standing()).sound).toBe(true);
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

  test('under a final', async () => {
    await bench.json(['history']);
    await expectWholeOrNothing(FINAL);
    expect(filesIn(join(disk, 'out'))).toEqual(['bakery.chain', `bakery_${DAYS}_pay-lines.csv`]);
  });

  test('under a correction', async () => {
    expect((await bench.json(FINAL)).status).toBe(0);
    const env = await shorter();
    await expectWholeOrNothing(CORRECT, env);
    expect((await bench.json(['corrections', DAYS, '--out', 'disk/out'], { env })).runs[0].lines).toEqual([]);
  });

  test('under a settlement', async () => {
    expect((await bench.json(FINAL)).status).toBe(0);
    const env = await shorter();
    const listed = await bench.json(['corrections', DAYS, '--out', 'disk/out'], { env });
    const settled = listed.runs[0].lines.flatMap(({ line }: { line: string }) => [
      '--settle',
      `${line}=in cash`,
    ]);
    await expectWholeOrNothing([...CORRECT, ...settled], env);
    expect((await bench.json(['corrections', DAYS, '--out', 'disk/out'], { env })).runs[0].lines).toEqual([]);
  });

  test('under a purge', async () => {
    expect((await bench.json(FINAL)).status).toBe(0);
    await expectWholeOrNothing(['purge', '--before', '2026-11-01', '--reason', 'asked for']);
    expect((await bench.json(['verify'])).runs[0]).toMatchObject({ ok: true, purged: true });
  });
});

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
