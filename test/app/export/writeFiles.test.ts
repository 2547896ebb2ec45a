import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeFiles } from '../../../src/app/export/writeFiles.js';
import type { OutputFile } from '../../../src/documents/outputFile.js';

const never = new AbortController().signal;

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'paytally-write-'));
}

function file(name: string, text: string): OutputFile {
  return { name, rows: 1, content: new TextEncoder().encode(text) };
}

function failing(name: string): OutputFile {
  return {
    name,
    rows: 0,
    content: (async function* () {
      yield new TextEncoder().encode('half');
      throw new Error('the renderer broke');
    })(),
  };
}

describe('writeFiles', () => {
  test('writes all files with private permissions, and reports them', async () => {
    const out = join(folder(), 'new', 'deep');
    const [written] = await writeFiles({ folder: out, files: [file('a.csv', 'abc')], signal: never });
    expect(written).toEqual({
      path: join(out, 'a.csv'),
      rows: 1,
      bytes: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    });
    expect(readFileSync(join(out, 'a.csv'), 'utf8')).toBe('abc');
    expect(statSync(join(out, 'a.csv')).mode & 0o777).toBe(0o600);
    expect(statSync(out).mode & 0o777).toBe(0o700);
  });

  test.runIf(process.platform !== 'win32').each([
    [0o640, 0o750],
    [0o440, 0o750],
    [0o400, 0o700],
  ] as const)('puts files of mode %o in a new folder that their readers can open', async (mode, ofFolder) => {
    const out = join(folder(), 'out', 'draft');
    await writeFiles({ folder: out, files: [file('a.csv', 'abc')], signal: never, mode });
    expect(statSync(join(out, 'a.csv')).mode & 0o777).toBe(mode);
    for (const made of [out, join(out, '..')]) expect(statSync(made).mode & 0o777).toBe(ofFolder);
  });

  test('replaces existing files', async () => {
    const out = folder();
    writeFileSync(join(out, 'a.csv'), 'old');
    await writeFiles({ folder: out, files: [file('a.csv', 'new')], signal: never });
    expect(readdirSync(out)).toEqual(['a.csv']);
    expect(readFileSync(join(out, 'a.csv'), 'utf8')).toBe('new');
  });

  test('leaves no files if a renderer fails halfway', async () => {
    const out = folder();
    await expect(
      writeFiles({ folder: out, files: [file('a.csv', 'a'), failing('b.csv')], signal: never }),
    ).rejects.toThrow('the renderer broke');
    expect(readdirSync(out)).toEqual([]);
  });

  test('stops before moving any file if a folder has the name of a file', async () => {
    const out = folder();
    writeFileSync(join(out, 'a.csv'), 'old');
    mkdirSync(join(out, 'b.csv', 'taken'), { recursive: true });
    await expect(
      writeFiles({ folder: out, files: [file('a.csv', 'new'), file('b.csv', 'b')], signal: never }),
    ).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITTEN',
      message: expect.stringContaining('a folder exists where the file should be'),
    });
    expect(readFileSync(join(out, 'a.csv'), 'utf8')).toBe('old');
    expect(readdirSync(out).sort()).toEqual(['a.csv', 'b.csv']);
  });

  test('restores the earlier files if sealing fails', async () => {
    const out = folder();
    writeFileSync(join(out, 'a.csv'), 'old');
    const seal = (): void => {
      expect(readFileSync(join(out, 'a.csv'), 'utf8')).toBe('new');
      throw new Error('the store is full');
    };
    const order = { folder: out, files: [file('a.csv', 'new'), file('b.csv', 'b')], signal: never, seal };
    await expect(writeFiles(order)).rejects.toThrow('the store is full');
    expect(readdirSync(out)).toEqual(['a.csv']);
    expect(readFileSync(join(out, 'a.csv'), 'utf8')).toBe('old');
  });

  test('leaves no files if the run is interrupted', async () => {
    const out = folder();
    const interrupted = AbortSignal.abort(new Error('interrupted'));
    await expect(
      writeFiles({ folder: out, files: [file('a.csv', 'a')], signal: interrupted }),
    ).rejects.toThrow('interrupted');
    expect(readdirSync(out)).toEqual([]);
  });

  test('refuses two files with the same name before writing any', async () => {
    const out = join(folder(), 'new');
    await expect(
      writeFiles({ folder: out, files: [file('a.csv', '1'), file('A.csv', '2')], signal: never }),
    ).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITTEN',
    });
    expect(existsSync(out)).toBe(false);
  });

  test('refuses a file that has the name of the output folder', async () => {
    const out = join(folder(), 'taken');
    writeFileSync(out, '');
    await expect(
      writeFiles({ folder: out, files: [file('a.csv', 'a')], signal: never }),
    ).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITTEN',
    });
  });
});
