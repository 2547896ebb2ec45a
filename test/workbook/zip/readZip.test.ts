// @module-tag slow
import { describe, expect, it } from 'vitest';
import { WorkbookError } from '../../../src/workbook/workbookError.js';
import { readZip, UNPACK_LIMITS } from '../../../src/workbook/zip/readZip.js';
import { writeZip, type ZipEntry } from '../../../src/workbook/zip/writeZip.js';
import { wordsOf } from '../../support/workbooks/checked.js';
import { collect } from '../../support/workbooks/collect.js';

const text = (content: string) => Buffer.from(content);
const zip = (...entries: ZipEntry[]) => collect(writeZip(entries));

/** Replaces bytes with others of equal length, wherever they occur. */
function forge(file: Buffer, from: string, to: string): Buffer {
  return Buffer.from(file.toString('latin1').replaceAll(from, to), 'latin1');
}

/** Sets a number in the first central directory record. */
function forgeDirectory(file: Buffer, at: number, value: number): Buffer {
  const forged = Buffer.from(file);
  forged.writeUInt32LE(value, forged.indexOf('PK\x01\x02') + at);
  return forged;
}

const CASES: readonly { name: string; file: () => Promise<Buffer>; limits?: object; problem: RegExp }[] = [
  { name: 'not a zip file', file: async () => text('hello, this is text'), problem: /not a readable zip/ },
  { name: 'empty file', file: async () => Buffer.alloc(0), problem: /not a readable zip/ },
  {
    name: 'cut short',
    file: async () => (await zip({ name: 'a', content: text('x'.repeat(5000)) })).subarray(0, 40),
    problem: /not a readable zip/,
  },
  {
    name: 'too many entries',
    file: () => zip(...Array.from({ length: 9 }, (_, index) => ({ name: `${index}`, content: text('') }))),
    limits: { entries: 8 },
    problem: /9 parts. At most 8/,
  },
  {
    name: '10,000 sheets',
    file: () =>
      zip(
        ...Array.from({ length: 10_000 }, (_, i) => ({
          name: `xl/worksheets/sheet${i}.xml`,
          content: text(''),
        })),
      ),
    problem: /10000 parts. At most 2000/,
  },
  {
    name: 'too large in all',
    file: () =>
      zip({ name: 'a', content: text('ab'.repeat(600)) }, { name: 'b', content: text('ab'.repeat(600)) }),
    limits: { totalBytes: 2000 },
    problem: /more than 2000 bytes/,
  },
  {
    name: 'a bomb: 100 MB of zeros',
    file: () => zip({ name: 'a', content: Buffer.alloc(100 * 1024 * 1024) }),
    problem: /more than 200 times its size/,
  },
  {
    name: 'a bomb of small parts: 20 of 1,000,000 zeros',
    file: () =>
      zip(...Array.from({ length: 20 }, (_, i) => ({ name: `p${i}`, content: Buffer.alloc(1_000_000) }))),
    problem: /^template\.xlsx unpacks to more than 200 times its size/,
  },
  {
    name: 'a part with a name of 10,000 letters',
    file: () => zip({ name: 'n'.repeat(10_000), content: Buffer.alloc(4 * 1024 * 1024) }),
    problem: /^Part "n{1,80}…n{1,40}" of template\.xlsx unpacks/,
  },
  {
    name: 'declares 4 GB',
    file: async () => forgeDirectory(await zip({ name: 'a', content: text('abc') }), 24, 0xfffffff0),
    problem: /more than 134217728 bytes/,
  },
  {
    name: 'unpacks to more than it declares',
    file: async () => forgeDirectory(await zip({ name: 'a', content: text('abc') }), 24, 2),
    problem: /Part "a" of template\.xlsx is damaged/,
  },
  {
    name: 'wrong checksum',
    file: async () => forgeDirectory(await zip({ name: 'a', content: text('abc') }), 16, 1),
    problem: /checksum does not match/,
  },
  {
    name: 'leaves the folder',
    file: async () => forge(await zip({ name: 'xx/evil', content: text('') }), 'xx/evil', '../evil'),
    problem: /\.\.\/evil/,
  },
  {
    name: 'absolute path',
    file: async () => forge(await zip({ name: 'xevil', content: text('') }), 'xevil', '/evil'),
    problem: /absolute path/,
  },
  {
    name: 'backslashes that lead out of the file',
    file: async () => forge(await zip({ name: 'xx.evil', content: text('') }), 'xx.evil', '..\\evil'),
    problem: /invalid relative path/,
  },
  {
    name: 'the same name twice, in other letters',
    file: () => zip({ name: 'xl/A.xml', content: text('') }, { name: 'xl/a.XML', content: text('') }),
    problem: /"xl\/a.XML" twice/,
  },
  {
    name: 'encrypted',
    file: async () => forgeDirectory(await zip({ name: 'a', content: text('abc') }), 6, 0x00010014),
    problem: /unknown method|encrypted/,
  },
];

describe('readZip refuses', () => {
  for (const { name, file, limits, problem } of CASES) {
    it(name, async () => {
      const reading = readZip(await file(), 'template.xlsx', { ...UNPACK_LIMITS, ...limits });
      const error = await reading.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(WorkbookError);
      expect(error).toMatchObject({ code: 'TEMPLATE_INVALID', record: 'template.xlsx' });
      expect(wordsOf((error as WorkbookError).text)).toMatch(problem);
    });
  }
});

describe('readZip', () => {
  it('reads parts in order, without folders', async () => {
    const file = await zip(
      { name: 'b/', content: text('') },
      { name: 'b/2', content: text('two') },
      { name: 'a', content: text('one') },
    );
    const parts = await readZip(file, 'x');
    expect([...parts].map(([name, content]) => `${name}=${Buffer.from(content)}`)).toEqual([
      'b/2=two',
      'a=one',
    ]);
  });
});
