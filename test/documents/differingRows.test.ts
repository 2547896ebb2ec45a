import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { findDifferingRows } from '../../src/documents/differingRows.js';

const folder = mkdtempSync(join(tmpdir(), 'paytally-rows-'));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const HOURS = '[h]:mm;@';
const MINUTE = 1 / 1440;

/** Two sheets; the rows of the second are given. */
async function book(name: string, rows: readonly ExcelJS.CellValue[][]): Promise<string> {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Front').addRow(['the same in both']);
  const sheet = workbook.addWorksheet('Hours');
  sheet.getColumn(2).numFmt = HOURS;
  sheet.getColumn(3).numFmt = 'yyyy-mm-dd';
  for (const row of rows) sheet.addRow(row);
  return file(name, new Uint8Array(await workbook.xlsx.writeBuffer()));
}

describe('rows that only one of two files has', () => {
  test('in text: the old ones first, in the file’s encoding, regardless of row order', async () => {
    const was = file('was.csv', Buffer.from('a\nZo\u00eb,7\nb\n', 'latin1'));
    const is = file('is.csv', Buffer.from('b\nZo\u00eb,8\na\n', 'utf8'));
    expect(await findDifferingRows(was, is)).toEqual(['  - Zo\u00eb,7', '  + Zo\u00eb,8']);
  });

  test('five of each are shown, and the others counted; a long one is cut', async () => {
    const was = file('many.csv', Array.from({ length: 8 }, (_, row) => `old ${row}`).join('\n'));
    const is = file('page.html', 'x'.repeat(500));
    const lines = await findDifferingRows(was, is);
    expect(lines).toHaveLength(7);
    expect(lines[4]).toBe('  - old 4');
    expect(lines[5]).toBe(`  + ${'x'.repeat(200)}…`);
    expect(lines[6]).toBe('  … and 3 more');
  });

  test('in workbooks: by sheet and row, with formatted hours and dates, and formulas by their results', async () => {
    const day = new Date(Date.UTC(2026, 9, 25));
    const same: ExcelJS.CellValue[] = ['Ann', 1, day, { formula: 'B1', result: 24 }];
    const was = await book('was.xlsx', [same, ['Bob', 451 * MINUTE, day, { formula: 'B2', result: 7.5 }]]);
    const is = await book('is.xlsx', [
      ['Bob', 1830 * MINUTE, day, { richText: [{ text: 'so ' }, { text: 'it is' }] }],
      same,
    ]);
    expect(await findDifferingRows(was, is)).toEqual([
      '  - Hours 2: Bob | 7:31 | 2026-10-25 | 7.5',
      '  + Hours 1: Bob | 30:30 | 2026-10-25 | so it is',
    ]);
  });

  test('in other files, or in two different kinds: none', async () => {
    const pdf = file('was.pdf', '%PDF-1.7\nold');
    expect(await findDifferingRows(pdf, file('is.pdf', '%PDF-1.7\nnew'))).toEqual([]);
    expect(await findDifferingRows(file('was.bin', 'a\u0000b'), file('is.bin', 'c\u0000d'))).toEqual([]);
    expect(await findDifferingRows(await book('kind.xlsx', []), pdf)).toEqual([]);
  });
});
