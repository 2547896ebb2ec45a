import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleOfDays } from '../support/employers/sampleService.js';
import {
  codeOf,
  digestsIn,
  EXPORT,
  expectSoundStore,
  type FaultBench,
  startFaultBench,
} from './faultBench.js';

const isRoot = process.getuid?.() === 0;

function mount(folder: string, options: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
}

/** Without waiting, although the store's driver may still keep a file open there. */
function unmount(folder: string): void {
  spawnSync('umount', ['-l', folder]);
}

/** Only root can mount a small disk, and not in every container. */
const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-mount-'));
  const works = isRoot && mount(folder, 'size=64k');
  if (works) unmount(folder);
  rmSync(folder, { recursive: true });
  return works;
})();

let bench: FaultBench;
let disk = '';
beforeEach(async () => {
  bench = await startFaultBench({ employers: await sampleOfDays('2026-10-24', '2026-10-27') });
  disk = join(bench.service.cwd, 'disk');
  mkdirSync(disk);
});
afterEach(async () => {
  if (canMount) unmount(disk);
  await bench.stop();
});

/** Leaves this many bytes free, in steps of a page. */
function fillUp(left: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - left));
}

const exportTo = (out: string) => bench.run([...EXPORT, '--out', out]);
const keepStoreAt = (folder: string) =>
  appendFileSync(join(bench.service.cwd, 'paytally.yaml'), `\nstore: ${folder}\n`);

describe.skipIf(!canMount)('a small disk (skipped if none can be mounted)', () => {
  test('full: status 6, and the old files stay', { tags: 'slow' }, async () => {
    mount(disk, 'size=1m');
    expect((await exportTo('disk/out')).status).toBe(0);
    const old = digestsIn(join(disk, 'out', 'draft'));
    fillUp(4096);
    const result = await exportTo('disk/out');
    expect({ code: codeOf(result), status: result.status }).toEqual({
      code: 'OUTPUT_NOT_WRITTEN',
      status: 6,
    });
    expect(result.stderr).toContain('the disk is full');
    expect(digestsIn(join(disk, 'out', 'draft'))).toEqual(old);
  });

  test('the disk of the store is full: status 6, and the old files stay', { tags: 'slow' }, async () => {
    mount(disk, 'size=2m');
    keepStoreAt('disk/store');
    expect((await exportTo('out')).status).toBe(0);
    const old = digestsIn(join(bench.service.cwd, 'out', 'draft'));
    fillUp(8192);
    const changed = await bench.run([...EXPORT, '--read', 'twice']);
    expect({ code: codeOf(changed), status: changed.status }).toEqual({ code: 'STORE_UNUSABLE', status: 6 });
    expect(digestsIn(join(bench.service.cwd, 'out', 'draft'))).toEqual(old);
    rmSync(join(disk, 'ballast'));
    expect((await exportTo('out')).status).toBe(0);
  });

  test('read-only: status 6, and the old files stay', async () => {
    mount(disk, 'size=1m');
    expect((await exportTo('disk/out')).status).toBe(0);
    const old = digestsIn(join(disk, 'out', 'draft'));
    spawnSync('mount', ['-o', 'remount,ro', disk]);
    const result = await exportTo('disk/out');
    expect({ code: codeOf(result), status: result.status }).toEqual({
      code: 'OUTPUT_NOT_WRITTEN',
      status: 6,
    });
    expect(result.stderr).toContain('the file system is read-only');
    expect(digestsIn(join(disk, 'out', 'draft'))).toEqual(old);
  });

  test('the store is read-only: status 6, and nothing is written', async () => {
    mount(disk, 'size=1m');
    spawnSync('mount', ['-o', 'remount,ro', disk]);
    keepStoreAt('disk/store');
    const result = await exportTo('out');
    expect({ code: codeOf(result), status: result.status }).toEqual({ code: 'STORE_UNUSABLE', status: 6 });
    expect(digestsIn(join(bench.service.cwd, 'out', 'draft'))).toEqual({});
  });
});

describe.skipIf(isRoot)('a folder without write permission (skipped as root, who can write anywhere)', () => {
  test('status 6, and the old files stay', async () => {
    expect((await exportTo('disk')).status).toBe(0);
    const old = digestsIn(join(disk, 'draft'));
    chmodSync(disk, 0o500);
    const result = await exportTo('disk');
    chmodSync(disk, 0o700);
    expect({ code: codeOf(result), status: result.status }).toEqual({
      code: 'OUTPUT_NOT_WRITTEN',
      status: 6,
    });
    expect(digestsIn(join(disk, 'draft'))).toEqual(old);
  });
});

test('a folder that has the name of a file: status 6, and the store has no such run', async () => {
  mkdirSync(join(disk, 'draft', 'bakery_2026-10_employee-days.csv'), { recursive: true });
  const result = await exportTo('disk');
  expect({ code: codeOf(result), status: result.status }).toEqual({ code: 'OUTPUT_NOT_WRITTEN', status: 6 });
  expectSoundStore(bench.service.cwd);
});
