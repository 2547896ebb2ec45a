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
import {
  fileMode,
  folderModeOf,
  planFiles,
  refuseLongNames,
  writeFiles,
} from '../../../src/app/export/writeFiles.js';
import type { OutputFile } from '../../../src/documents/outputFile.js';
import { PaytallyError } from '../../../src/errors.js';
import { verbatim } from '../../../src/i18n/message.js';

const never = new AbortController().signal;

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'paytally-write-'));
}

const temporaries = { track: () => undefined, untrack: () => undefined };

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
    const [written] = await writeFiles({
      folder: out,
      files: [file('a.csv', 'abc')],
      signal: never,
      temporaries,
    });
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
    await writeFiles({ folder: out, files: [file('a.csv', 'abc')], signal: never, temporaries, mode });
    expect(statSync(join(out, 'a.csv')).mode & 0o777).toBe(mode);
    for (const made of [out, join(out, '..')]) expect(statSync(made).mode & 0o777).toBe(ofFolder);
  });

  test('replaces existing files', async () => {
    const out = folder();
    writeFileSync(join(out, 'a.csv'), 'old');
    await writeFiles({ folder: out, files: [file('a.csv', 'new')], signal: never, temporaries });
    expect(readdirSync(out)).toEqual(['a.csv']);
    expect(readFileSync(join(out, 'a.csv'), 'utf8')).toBe('new');
  });

  test('leaves no files if a renderer fails halfway', async () => {
    const out = folder();
    await expect(
      writeFiles({ folder: out, files: [file('a.csv', 'a'), failing('b.csv')], signal: never, temporaries }),
    ).rejects.toThrow('the renderer broke');
    expect(readdirSync(out)).toEqual([]);
  });

  test('stops before moving any file if a folder has the name of a file', async () => {
    const out = folder();
    writeFileSync(join(out, 'a.csv'), 'old');
    mkdirSync(join(out, 'b.csv', 'taken'), { recursive: true });
    await expect(
      writeFiles({
        folder: out,
        files: [file('a.csv', 'new'), file('b.csv', 'b')],
        signal: never,
        temporaries,
      }),
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
    const order = {
      folder: out,
      files: [file('a.csv', 'new'), file('b.csv', 'b')],
      signal: never,
      temporaries,
      seal,
    };
    await expect(writeFiles(order)).rejects.toThrow('the store is full');
    expect(readdirSync(out)).toEqual(['a.csv']);
    expect(readFileSync(join(out, 'a.csv'), 'utf8')).toBe('old');
  });

  test('leaves no files if the run is interrupted', async () => {
    const out = folder();
    const interrupted = AbortSignal.abort(new Error('interrupted'));
    await expect(
      writeFiles({ folder: out, files: [file('a.csv', 'a')], signal: interrupted, temporaries }),
    ).rejects.toThrow('interrupted');
    expect(readdirSync(out)).toEqual([]);
  });

  test('refuses two files with the same name before writing any', async () => {
    const out = join(folder(), 'new');
    await expect(
      writeFiles({
        folder: out,
        files: [file('a.csv', '1'), file('A.csv', '2')],
        signal: never,
        temporaries,
      }),
    ).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITTEN',
    });
    expect(existsSync(out)).toBe(false);
  });

  test('refuses a file that has the name of the output folder', async () => {
    const out = join(folder(), 'taken');
    writeFileSync(out, '');
    await expect(
      writeFiles({ folder: out, files: [file('a.csv', 'a')], signal: never, temporaries }),
    ).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITTEN',
    });
  });
});

describe('permissions of the files that a run writes', () => {
  test.each([
    ['draft', 'owner', 0o600, 0o700],
    ['draft', 'group', 0o640, 0o750],
    ['final', 'owner', 0o400, 0o700],
    ['final', 'group', 0o440, 0o750],
    ['correction', 'owner', 0o400, 0o700],
    ['correction', 'group', 0o440, 0o750],
  ] as const)('a %s with outputMode %s', (state, readers, mode, ofFolder) => {
    expect(fileMode(state, readers)).toBe(mode);
    expect(folderModeOf(mode)).toBe(ofFolder);
  });
});

describe('a file name that is too long', () => {
  test.each([
    ['a name of 231 bytes is accepted', 'a'.repeat(226), 'xlsx', false],
    ['a name of 232 bytes is refused', 'a'.repeat(227), 'xlsx', true],
    ['the limit counts bytes, not characters', 'é'.repeat(114), 'xlsx', true],
    ['few characters with many bytes', '李'.repeat(80), 'csv', true],
    ['the name of an ordinary run', 'bakery_2026-10_monthly-hours', 'xlsx', false],
  ])('%s', (_name, stem, extension, isRefused) => {
    const refusing = () => refuseLongNames([file('short.csv', ''), file(`${stem}.${extension}`, '')]);
    if (isRefused) expect(refusing).toThrow(expect.objectContaining({ code: 'OUTPUT_NOT_WRITTEN' }));
    else expect(refusing).not.toThrow();
  });
});

/** A file whose values can only be found not to fit while it is written. */
function refusing(name: string): OutputFile {
  return {
    name,
    rows: 0,
    content: (async function* () {
      yield Buffer.from('begun');
      throw new PaytallyError('RENDER_REFUSED', verbatim(`${name}: too long`));
    })(),
  };
}

const refusedFiles = (): OutputFile[] => [
  refusing('a.xlsx'),
  { name: 'b.csv', rows: 1, content: Buffer.from('b') },
  refusing('c.xlsx'),
];
const refused = { code: 'RENDER_REFUSED', message: 'a.xlsx: too long\nc.xlsx: too long' };

test('reports all files that are refused during writing in one error, and leaves none behind', async () => {
  const out = folder();
  await expect(
    writeFiles({ folder: out, files: refusedFiles(), signal: never, temporaries }),
  ).rejects.toMatchObject(refused);
  expect(readdirSync(out)).toEqual([]);
});

test('a dry run reports the same errors', async () => {
  await expect(planFiles('nowhere', refusedFiles(), never)).rejects.toMatchObject(refused);
});

test('a dry run refuses two files with the same name, as an export does', async () => {
  const twice = refusedFiles().map((file) => ({ ...file, name: 'same.csv' }));
  await expect(planFiles('nowhere', twice, never)).rejects.toMatchObject({ code: 'OUTPUT_NOT_WRITTEN' });
});
