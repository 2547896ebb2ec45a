// @module-tag slow
import { describe, expect, test } from 'vitest';
import { previewSheets } from '../../src/documents/previewSheets.js';
import { writeZip } from '../../src/workbook/zip/writeZip.js';
import { collect } from '../support/workbooks/collect.js';

const sheetsOf = async (...file: Parameters<typeof previewSheets>) => (await previewSheets(...file)).sheets;

/** More than is read of a file. */
const LONG = 2_000_000;

describe('a file that is longer than its preview', () => {
  const line = 'Zoë;Çelik;ação';

  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'has the letters of its encoding, wherever it is cut (%i)',
    async (shift) => {
      const heading = `name;last name;note${'x'.repeat(shift)}`;
      const lines = `${line}\n`.repeat(Math.ceil(LONG / line.length));
      const [sheet] = await sheetsOf('names.csv', Buffer.from(`${heading}\n${lines}`));
      expect(sheet?.isCut).toBe(true);
      expect(sheet?.rows).toHaveLength(500);
      expect(sheet?.rows[0]).toEqual(heading.split(';'));
      expect(sheet?.rows.slice(1).every((row) => row.join(';') === line)).toBe(true);
    },
  );

  test('has none of a line that is too long', async () => {
    const [sheet] = await sheetsOf('line.csv', Buffer.from('é'.repeat(LONG)));
    expect(sheet).toEqual({ name: '', rows: [], isCut: true });
  });
});

test('a short file is shown whole, in the encoding that it has', async () => {
  const [sheet] = await sheetsOf('short.csv', Buffer.from('Zoë;1\nAn;2', 'latin1'));
  expect(sheet).toEqual({
    name: '',
    rows: [
      ['Zoë', '1'],
      ['An', '2'],
    ],
    isCut: false,
  });
});

test('a workbook that takes too much memory is downloaded instead', async () => {
  const workbook = await collect(
    writeZip([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.from('<a/>') }]),
  );
  // The size of the part when unpacked, as the directory of the file states it.
  workbook.writeUInt32LE(2 ** 29, workbook.indexOf('PK\x01\x02') + 24);
  expect(await previewSheets('large.xlsx', workbook)).toEqual({ sheets: [], isTooLarge: true });
});
