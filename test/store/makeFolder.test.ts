import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/store/makeFolder.js';

const folder = mkdtempSync(join(tmpdir(), 'make-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('makeFolder', () => {
  it('creates all missing folders, privately, and accepts existing ones', () => {
    const path = join(folder, 'a', 'b', 'c');
    makeFolder(path);
    makeFolder(path);
    for (const part of [path, join(folder, 'a')]) expect(statSync(part).mode & 0o777).toBe(0o700);
  });

  it.runIf(process.platform !== 'win32')('gives access to a group if asked to, whatever the umask', () => {
    const modeOf = (path: string): number => statSync(path).mode & 0o7777;
    const shared = join(folder, 'shared');
    const there = join(folder, 'there');
    mkdirSync(there, { mode: 0o700 });
    mkdirSync(shared);
    // A folder created below one with this bit belongs to the same group, and passes the bit on (Linux).
    chmodSync(shared, 0o2750);
    const mask = process.umask(0o077);
    try {
      makeFolder(join(shared, 'out', 'draft'), 0o750);
      makeFolder(join(there, 'draft'), 0o750);
    } finally {
      process.umask(mask);
    }
    const bit = process.platform === 'linux' ? 0o2000 : 0;
    for (const made of ['out', 'out/draft']) expect(modeOf(join(shared, made))).toBe(0o750 | bit);
    expect(modeOf(join(there, 'draft'))).toBe(0o750);
    expect(modeOf(there)).toBe(0o700);
  });

  it.each([
    ['a file with its name', 'EEXIST', 'file'],
    ['a file with the name of its parent', 'ENOTDIR', 'file/below'],
  ])('reports %s', (_, code, name) => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => makeFolder(join(folder, name))).toThrow(expect.objectContaining({ code }));
  });

  it.runIf(existsSync('/proc/self'))('fails if the system refuses a folder, however deep', () => {
    expect(() => makeFolder('/proc/paytally/out')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});
