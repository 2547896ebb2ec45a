import { expect, test } from 'vitest';
import { readZip } from '../../../src/workbook/zip/readZip.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type WorkbookSource, workbookParts, zipped } from '../../support/workbooks/workbook.js';

/* Packages as other programs write them. */

const SOURCE: WorkbookSource = {
  sheets: {
    Hours: {
      rows: row(1, { A: 'Größe' }) + row(5, { A: '{{#each employee-days}}{{date}}', B: '{{workedMinutes}}' }),
    },
  },
};
const FILLED = { A1: 'Größe', A5: 46296, B5: 450 };

type Parts = Map<string, string | Uint8Array>;

async function cellsOf(change: (parts: Parts) => Iterable<readonly [string, string | Uint8Array]>) {
  const bytes = await zipped(change(workbookParts(SOURCE)));
  return (await rendered(bytes, testModel(1))).cells(1);
}

function wide(text: string | Uint8Array, bigEndian: boolean): Uint8Array {
  const source = String(text).replace('encoding="UTF-8"', 'encoding="UTF-16"');
  const bytes = Buffer.from(`\ufeff${source}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
}

test('backslashes between folders', async () => {
  expect(
    await cellsOf((parts) => [...parts].map(([name, content]) => [name.replaceAll('/', '\\'), content])),
  ).toMatchObject(FILLED);
});

test('names that differ in case from references to them', async () => {
  const changed = (parts: Parts) =>
    [...parts].map(
      ([name, content]) =>
        [
          name === 'xl/workbook.xml' || name.startsWith('[')
            ? name
            : name
                .replace('worksheets', 'Worksheets')
                .replace('styles', 'Styles')
                .replace('_rels/workbook', '_rels/Workbook'),
          content,
        ] as const,
    );
  const bytes = await zipped(changed(workbookParts(SOURCE)));
  const out = await rendered(bytes, testModel(1));
  expect(out.text('xl/Worksheets/sheet1.xml')).toContain('<v>46296</v>');
});

test.each([
  ['little', false],
  ['big', true],
])('UTF-16, %s end first', async (_, bigEndian) => {
  const part = 'xl/worksheets/sheet1.xml';
  expect(await cellsOf((parts) => parts.set(part, wide(parts.get(part) ?? '', bigEndian)))).toMatchObject(
    FILLED,
  );
});

test('bytes before and after the file', async () => {
  const bytes = await zipped(workbookParts(SOURCE));
  const around = Buffer.concat([Buffer.from('\r\n--boundary\r\n'), bytes, Buffer.from('\r\n--boundary--')]);
  expect((await rendered(around, testModel(1))).cells(1)).toMatchObject(FILLED);
});

test('a damaged thumbnail is ignored', async () => {
  const bytes = Buffer.from(
    await zipped(workbookParts(SOURCE).set('docProps/thumbnail.jpeg', 'picture '.repeat(50))),
  );
  const at = bytes.lastIndexOf('docProps/thumbnail.jpeg');
  // The checksum in the directory.
  bytes.writeUInt32LE(1, at - 46 + 16);
  expect((await rendered(bytes, testModel(1))).cells(1)).toMatchObject(FILLED);
  expect((await readZip(bytes, 'x')).get('docProps/thumbnail.jpeg')?.byteLength).toBe(0);
});

test('without styles, a workbook is filled if it needs none, and reported if it does', async () => {
  const withoutStyles = (parts: Parts) => {
    parts.delete('xl/styles.xml');
    const rels = 'xl/_rels/workbook.xml.rels';
    return parts.set(rels, String(parts.get(rels)).replace(/<Relationship Id="rIdS"[^>]*>/, ''));
  };
  await expect(cellsOf(withoutStyles)).rejects.toThrow(
    /Hours!A5: The workbook has no styles.*save it again/s,
  );
});

test('texts missing from the list of texts are reported', async () => {
  const part = 'xl/worksheets/sheet1.xml';
  const missing = cellsOf((parts) =>
    parts.set(
      part,
      String(parts.get(part))
        .replace('<sheetData>', '<sheetData><row r="1"><c r="A1" t="s"><v>7</v></c></row>')
        .replace(/<row r="1"><c r="A1" t="inlineStr">.*?<\/row>/, ''),
    ),
  );
  await expect(missing).rejects.toMatchObject({
    message: expect.stringContaining('text "7"'),
    remedy: 'Open it in Excel and save it again.',
  });
});
