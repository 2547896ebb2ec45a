import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readZip } from '../../../src/workbook/zip/readZip.js';
import { writeZip, type ZipEntry } from '../../../src/workbook/zip/writeZip.js';
import { programOf, pythonWith, runPython } from '../../support/programs/pythonWith.js';
import { collect } from '../../support/workbooks/collect.js';

const folder = mkdtempSync(join(tmpdir(), 'paytally-zip-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Text that compresses like a worksheet, the same in every run. */
function sheetLike(bytes: number): Buffer {
  let state = 1;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return state;
  };
  const lines: string[] = [];
  let size = 0;
  while (size < bytes) {
    const line = `<row r="${lines.length}"><c r="A1"><v>${next()}</v></c><c t="inlineStr"><is><t>é${next() % 50}</t></is></c></row>`;
    lines.push(line);
    size += line.length;
  }
  return Buffer.from(lines.join(''), 'utf8').subarray(0, bytes);
}

function pieces(content: Buffer, size: number): Iterable<Uint8Array> {
  return {
    *[Symbol.iterator]() {
      for (let at = 0; at < content.byteLength; at += size) yield content.subarray(at, at + size);
    },
  };
}

const large = sheetLike(3_000_000);
const CONTENTS: ReadonlyMap<string, Buffer> = new Map([
  ['[Content_Types].xml', Buffer.from('<Types/>')],
  ['empty', Buffer.alloc(0)],
  ['folder/é ü 日.xml', Buffer.from('ü'.repeat(9))],
  ['xl/worksheets/sheet1.xml', large],
  ['exactly-two-chunks', large.subarray(0, 1024 * 1024)],
  ['streamed-empty', Buffer.alloc(0)],
]);

function entriesOf(pieceBytes: number): ZipEntry[] {
  return [...CONTENTS].map(([name, content]) => ({
    name,
    content: /sheet1|exactly|streamed/.test(name) ? pieces(content, pieceBytes) : content,
  }));
}

/** name -> sha256 of the content, as an independent reader sees it. */
const expected = Object.fromEntries([...CONTENTS].map(([name, content]) => [name, sha256(content)]));

const PYTHON_READER = `
import sys, json, zipfile, hashlib
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps({i.filename: hashlib.sha256(z.read(i)).hexdigest() for i in z.infolist()}))
`;

const VARIANTS = [
  { name: 'plain', options: {} },
  { name: 'level 1', options: { level: 1 } },
  { name: 'ZIP64 sizes and offsets', options: { limits: { max32: 1000, max16: 0xffff } } },
  { name: 'ZIP64 entry count', options: { limits: { max32: 0xffff_ffff, max16: 3 } } },
];

describe('writeZip, read by other programs', () => {
  for (const { name, options } of VARIANTS) {
    const path = join(folder, `${name.replaceAll(' ', '-')}.zip`);

    it(`${name}: our reader (yauzl) reads every part back`, async () => {
      const file = await collect(writeZip(entriesOf(70_001), options));
      writeFileSync(path, file);
      const parts = await readZip(file, 'test.zip');
      expect(Object.fromEntries([...parts].map(([part, content]) => [part, sha256(content)]))).toEqual(
        expected,
      );
    });

    it(`${name}: Python's zipfile reads every part back`, (context) => {
      const python = pythonWith('zipfile');
      if (python === undefined) return context.skip();
      expect(runPython(python, PYTHON_READER, path)).toEqual(expected);
    });

    it(`${name}: unzip -t finds no fault`, (context) => {
      const unzip = programOf('unzip', '-v');
      if (unzip === undefined) return context.skip();
      const run = spawnSync(unzip, ['-tqq', path], { encoding: 'utf8' });
      expect(`${run.status} ${run.stdout}${run.stderr}`).toBe('0 ');
    });
  }

  it('65,536 entries: more than a classic zip file can count', {
    tags: 'slow',
    timeout: 180_000,
  }, async (context) => {
    const python = pythonWith('zipfile');
    const many = Array.from({ length: 65_536 }, (_, index) => ({
      name: `p/${index}`,
      content: Buffer.from('x'),
    }));
    const file = await collect(writeZip(many));
    if (python === undefined) return context.skip();
    const path = join(folder, 'many.zip');
    writeFileSync(path, file);
    const program = 'import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).namelist()))';
    expect(runPython(python, program, path)).toBe(65_536);
  });
});

describe('writeZip', () => {
  it('gives the same bytes however the content was split', async () => {
    const one = await collect(writeZip(entriesOf(70_001)));
    const other = await collect(writeZip(entriesOf(1_999_999)));
    expect(sha256(one)).toBe(sha256(other));
  });

  it('lets the consumer set the pace', async () => {
    let made = 0;
    const endless = {
      *[Symbol.iterator]() {
        for (; made < 1000; made += 1) yield large.subarray(0, 512 * 1024);
      },
    };
    const file = writeZip([{ name: 'a', content: endless }]);
    for (let taken = 0; taken < 5; taken += 1) await file.next();
    await file.return(undefined);
    expect(made).toBeLessThan(20);
  });

  it('passes on an error of the content', async () => {
    const failing = {
      *[Symbol.iterator]() {
        yield large;
        throw new Error('row 7 is bad');
      },
    };
    await expect(collect(writeZip([{ name: 'a', content: failing }]))).rejects.toThrow('row 7 is bad');
  });
});
