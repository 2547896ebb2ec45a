import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/store/makeFolder.js';

const folder = mkdtempSync(join(tmpdir(), 'make-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('makeFolder', () => {
  it('makes all that is missing, for nobody else, and is content with what is there', () => {
    const path = join(folder, 'a', 'b', 'c');
    makeFolder(path);
    makeFolder(path);
    for (const part of [path, join(folder, 'a')]) expect(statSync(part).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['a file in its place', 'EEXIST', 'file'],
    ['a file above it', 'ENOTDIR', 'file/below'],
  ])('says so of %s', (_, code, name) => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => makeFolder(join(folder, name))).toThrow(expect.objectContaining({ code }));
  });

  it.runIf(existsSync('/proc/self'))('ends where the system will not have a folder, however deep', () => {
    expect(() => makeFolder('/proc/paytally/out')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});
