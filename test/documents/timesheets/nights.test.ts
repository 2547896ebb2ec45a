// @module-tag slow
import { join } from 'node:path';
import { Workbook } from 'exceljs';
import { afterEach, expect, test } from 'vitest';
import { type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* A night from 1 October 22:00 to 2 October 06:00 is one night, whatever day its minutes count for. */

let bench: FolderBench;
afterEach(() => bench.close());

/** Clock times without a mark are times of the day, as Excel has them. */
function shown(value: unknown): string {
  if (!(value instanceof Date)) return String(value ?? '');
  const text = value.toISOString();
  return value.getUTCFullYear() < 1901 ? text.slice(11, 16) : text.slice(0, 10);
}

/** The cells of the lines with a clock time, and the legend. */
async function sheet(attribution: string) {
  bench = openFolderBench(`employers: { b: { name: B, zone: Europe/Brussels } }
attribution: ${attribution}
templates: [timesheets, entries]
`);
  bench.put('hours/entries.csv', 'employee,start,end,break\nAnn,2026-10-01T22:00,2026-10-02T06:00,0\n');
  await bench.done('2026-11-02T09:00:00Z', 'export', '2026-10');
  const book = new Workbook();
  await book.xlsx.readFile(join(bench.cwd, 'out', 'draft', 'b_2026-10_timesheets.xlsx'));
  const rows: string[][] = [];
  book.worksheets[0]?.eachRow((row) => {
    rows.push(Array.from({ length: 10 }, (_, at) => shown(row.getCell(at + 1).value)));
  });
  const lines = rows
    .filter((cells) => /^\d\d:\d\d/.test(cells[2] ?? ''))
    .map((cells) => cells.slice(0, 4).filter((_, at) => at !== 1));
  const legend = rows.flat().filter((text) => /^[+-]1: /.test(text))[0] ?? '';
  const [, ...entries] = bench.read('out/draft/b_2026-10_entries.csv').trimEnd().split(/\r?\n/);
  return { lines, legend, entries: entries.map((line) => line.split(/[,;]/)) };
}

const FIRST = '2026-10-01';
const SECOND = '2026-10-02';

test.each([
  ['start', [[FIRST, '22:00', '06:00 +1']], '+1: next day'],
  ['end', [[SECOND, '22:00 -1', '06:00']], '-1: previous day'],
  ['majority', [[SECOND, '22:00 -1', '06:00']], '-1: previous day'],
  [
    'split',
    [
      [FIRST, '22:00', '00:00 +1'],
      [SECOND, '00:00', '06:00'],
    ],
    '+1: next day',
  ],
])('by %s', async (attribution, wanted, explained) => {
  const { lines, legend, entries } = await sheet(attribution);
  expect(lines).toEqual(wanted);
  expect(legend).toContain(explained);
  for (const cells of entries) expect(cells.slice(-2)).toEqual([FIRST, SECOND]);
});
