import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withClaims } from '../../src/sources/staging/withStore.js';
import { Claims, temporaryName } from '../../src/store/claims.js';
import { claimsFolder } from '../../src/store/claimsFolder.js';
import { finishInterrupted } from '../../src/store/openStore.js';
import { replaceFile, writeNewFolder } from '../../src/store/replaceFile.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paytally-replace-'));
});
afterEach(() => rm(folder, { recursive: true }));

const start = () => finishInterrupted({ folder: claimsFolder(folder), base: folder }, () => new Date(0));

it('writes complete files and folders, and leaves no temporary files', async () => {
  await withClaims(folder, async (claims) => {
    await replaceFile(join(folder, 'people.csv'), Buffer.from('new'), claims);
    const files = ['a', 'b'].map((name) => ({ path: join('x', name), content: Buffer.from(name) }));
    await writeNewFolder(join(folder, 'template'), files, claims);
  });
  expect(readFileSync(join(folder, 'people.csv'), 'utf8')).toBe('new');
  expect(readdirSync(folder).sort()).toEqual(['people.csv', 'template']);
  expect(readdirSync(join(folder, 'template'))).toEqual(['a', 'b']);
});

it('keeps all files of a running process, and unclaimed files of processes that have ended', async () => {
  const mine = join(folder, temporaryName('people.csv'));
  const stranger = join(folder, '.people.csv.0123456789ab.part');
  for (const path of [mine, stranger]) writeFileSync(path, 'Ann');
  const claims = new Claims(claimsFolder(folder));
  claims.track([mine]);
  start();
  expect([mine, stranger].map((path) => existsSync(path))).toEqual([true, true]);
  // The process ends without reporting that it removed the file.
  claims.close();
  start();
  expect([mine, stranger].map((path) => existsSync(path))).toEqual([false, true]);
  expect(readdirSync(folder)).toEqual(['.people.csv.0123456789ab.part']);
});

it('removes only files that are named like temporary files', async () => {
  const claims = new Claims(claimsFolder(folder));
  expect(() => claims.track([join(folder, 'people.csv')])).toThrow('no name of a temporary file');
  claims.close();
});
