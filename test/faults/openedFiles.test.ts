// @module-tag slow
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LedgerBench, startLedgerBench } from '../support/employers/ledgerBench.js';
import { ACCEPT } from '../support/employers/sampleService.js';

const DAYS = '2026-10-05..2026-10-05';
const FINAL = ['export', DAYS, '--final', ...ACCEPT];
const AGAIN = [...FINAL, '--supersede', 'wrong mapping'];

let bench: LedgerBench;
beforeEach(async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-05'], 'templates: [pay-lines, employee-days]');
});
afterEach(() => bench.stop());

const contents = (): string[][] =>
  readdirSync(bench.at())
    .sort()
    .map((name) => [name, readFileSync(bench.at(name), 'utf8')]);

test('a final that a program reads while another replaces it is read to its end unchanged', async () => {
  await bench.json(FINAL);
  const path = bench.at(`bakery_${DAYS}_pay-lines.csv`);
  const was = readFileSync(path);
  const opened = openSync(path, 'r');
  const bytes = Buffer.alloc(was.length + 1);
  let read = readSync(opened, bytes, 0, 10, 0);
  expect((await bench.json(AGAIN)).status).toBe(0);
  read += readSync(opened, bytes, read, bytes.length - read, read);
  closeSync(opened);
  expect(bytes.subarray(0, read).equals(was)).toBe(true);
  expect((await bench.json(['verify'])).status).toBe(0);
});

/** A mounted file cannot be replaced, like a file that a spreadsheet program has open on Windows. */
function mount(path: string): boolean {
  return process.getuid?.() === 0 && spawnSync('mount', ['--bind', path, path]).status === 0;
}
function unmount(path: string): void {
  spawnSync('umount', ['-l', path]);
}

/** Only root can do this, and not in every container. */
const canMount = (() => {
  const path = join(mkdtempSync(join(tmpdir(), 'paytally-mount-')), 'file');
  writeFileSync(path, '');
  const works = mount(path);
  if (works) unmount(path);
  return works;
})();

describe.skipIf(!canMount)('a file that another program has open (skipped if none can be mounted)', () => {
  test.each(['pay-lines', 'employee-days'])('%s: nothing changes, and it works afterwards', async (held) => {
    await bench.json(FINAL);
    const path = bench.at(`bakery_${DAYS}_${held}.csv`);
    const before = contents();
    const { runs } = await bench.json(['history']);
    expect(mount(path)).toBe(true);
    try {
      const refused = await bench.json(AGAIN);
      expect(refused).toMatchObject({
        status: 6,
        error: {
          code: 'OUTPUT_NOT_WRITTEN',
          message: expect.stringContaining('another program has the file open'),
          record: path,
          remedy: expect.stringContaining('Close the file'),
        },
      });
    } finally {
      unmount(path);
    }
    expect(contents()).toEqual(before);
    expect((await bench.json(['history'])).runs).toEqual(runs);
    expect((await bench.json(['verify'])).status).toBe(0);
    expect((await bench.json(AGAIN)).status).toBe(0);
  });
});
