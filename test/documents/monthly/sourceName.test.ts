// @module-tag slow
import { join } from 'node:path';
import { Workbook } from 'exceljs';
import { afterAll, expect, test } from 'vitest';
import { entryRow, openFolderBench } from '../../support/employers/folderBench.js';

const bench = openFolderBench(
  'employers: { b: { name: B, zone: Europe/Brussels } }\ntemplates: [monthly-hours]\n',
);
afterAll(() => bench.close());

test('the control sheet names the source of the hours', async () => {
  bench.entries(entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00'));
  await bench.done('2026-11-02T09:00:00Z', 'export', '2026-10');
  const book = new Workbook();
  await book.xlsx.readFile(join(bench.cwd, 'out', 'draft', 'b_2026-10_monthly-hours.xlsx'));
  const facts = new Map<unknown, unknown>();
  book.getWorksheet('Control')?.eachRow((row) => facts.set(row.getCell(1).value, row.getCell(2).value));
  expect(facts.get('Source')).toBe('CSV files in hours');
});
