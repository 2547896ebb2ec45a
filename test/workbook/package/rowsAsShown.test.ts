import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { rowsAsShown } from '../../../src/workbook/index.js';

const PROJECT = join(import.meta.dirname, '..', '..', '..');

async function bytesOf(fill: (sheet: ExcelJS.Worksheet, workbook: ExcelJS.Workbook) => void) {
  const workbook = new ExcelJS.Workbook();
  fill(workbook.addWorksheet('Hours'), workbook);
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

const shownIn = async (bytes: Buffer) =>
  (await rowsAsShown(bytes, 'register.xlsx')).map(({ cells }) => cells);

describe('cells as displayed', () => {
  const VALUES: readonly (readonly [string, ExcelJS.CellValue, string | undefined, string])[] = [
    ['a text', 'Zoë & <b>', undefined, 'Zoë & <b>'],
    ['a number', 7.5, '0.00', '7.5'],
    ['a padded number', 42, '00000', '00042'],
    ['a date', new Date(Date.UTC(2026, 9, 5)), 'dd/mm/yyyy', '2026-10-05'],
    ['a date with its time', new Date(Date.UTC(2026, 9, 5, 8, 30)), 'dd/mm/yyyy hh:mm', '2026-10-05 08:30'],
    ['a duration', 1.5, '[h]:mm', '36:00'],
    ['a truth', true, undefined, 'true'],
    [
      'text in runs',
      { richText: [{ text: 'Van ' }, { font: { bold: true }, text: 'den' }] },
      undefined,
      'Van den',
    ],
    ['a formula', { formula: '1+1', result: 2 }, undefined, '2'],
    ['a link', { text: 'Anna', hyperlink: 'https://example.com' }, undefined, 'Anna'],
    ['an error', { error: '#N/A' }, undefined, '#N/A'],
  ];

  test.each(VALUES)('%s', async (_, value, format, shown) => {
    const bytes = await bytesOf((sheet) => {
      const cell = sheet.getCell('B2');
      cell.value = value;
      if (format !== undefined) cell.numFmt = format;
    });
    expect(await rowsAsShown(bytes, 'register.xlsx')).toEqual([
      { sheet: 'Hours', number: 2, cells: [shown], columns: [2] },
    ]);
  });

  test('days counted from 1904', async () => {
    const bytes = await bytesOf((sheet, workbook) => {
      workbook.properties.date1904 = true;
      sheet.getCell('A1').value = new Date(Date.UTC(2026, 9, 5));
      sheet.getCell('A1').numFmt = 'dd/mm/yyyy';
    });
    expect(await shownIn(bytes)).toEqual([['2026-10-05']]);
  });

  test('a merged area shows its first cell in each of its cells', async () => {
    const bytes = await bytesOf((sheet) => {
      sheet.addRows([
        ['Anna', 'NORMAL', 8],
        ['', 'NIGHT', 2],
      ]);
      sheet.mergeCells('A1:A2');
    });
    expect(await shownIn(bytes)).toEqual([
      ['Anna', 'NORMAL', '8'],
      ['Anna', 'NIGHT', '2'],
    ]);
  });
});

test.each([
  ['rows', { rows: 2, cells: 100, columns: 100 }],
  ['cells', { rows: 100, cells: 5, columns: 100 }],
  ['columns', { rows: 100, cells: 100, columns: 1 }],
])('a workbook with too many %s is refused', async (what, limits) => {
  const bytes = await bytesOf((sheet) => {
    for (let row = 0; row < 3; row += 1) sheet.addRow(['x', row]);
  });
  await expect(rowsAsShown(bytes, 'register.xlsx', limits)).rejects.toMatchObject({
    code: 'TEMPLATE_INVALID',
    message: expect.stringContaining(what),
  });
});

/** What exceljs reads, which shares no code with ours. */
async function rowsByExceljs(path: string) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  return workbook.worksheets.flatMap((sheet) => {
    const rows: [string, number, number[], string[]][] = [];
    sheet.eachRow((row, number) => {
      const [columns, texts]: [number[], string[]] = [[], []];
      row.eachCell((cell, column) => {
        const { value } = cell;
        columns.push(column);
        if (typeof value === 'string') texts.push(value);
      });
      rows.push([sheet.name, number, columns, texts]);
    });
    return rows;
  });
}

const DRAWN = readdirSync(join(PROJECT, 'samples'), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.xlsx') && !name.includes('password'),
);

test.each(DRAWN)('samples/%s: the same cells as exceljs reads', async (name) => {
  const path = join(PROJECT, 'samples', name);
  const read = await rowsAsShown(readFileSync(path), name);
  const expected = await rowsByExceljs(path);
  expect(read.map(({ sheet, number, columns }) => [sheet, number, columns])).toEqual(
    expected.map(([sheet, number, columns]) => [sheet, number, columns]),
  );
  const texts = new Set(read.flatMap(({ cells }) => cells));
  expect(expected.flatMap((row) => row[3]).filter((text) => !texts.has(text))).toEqual([]);
});
