import { areaName } from '../../src/workbook/cells/address.js';
import { type CellValue, type SheetRow, styleIdOf } from '../../src/workbook/cells/rowWriter.js';
import { writeWorkbook } from '../../src/workbook/draw/writeWorkbook.js';
import { BENCH_HEADINGS, type BenchRow, benchRow } from './benchRow.js';

const COLUMNS: readonly (readonly [style: string, value: (row: BenchRow) => CellValue])[] = [
  ['plain', (row) => row.number],
  ['plain', (row) => row.lastName],
  ['plain', (row) => row.firstName],
  ['date', (row) => row.dateSerial],
  ['plain', (row) => row.establishment],
  ['time', (row) => row.startDays],
  ['time', (row) => row.endDays],
  ['duration', (row) => row.plannedMinutes / 1440],
  ['duration', (row) => row.workedMinutes / 1440],
  ['hours', (row) => (row.workedMinutes - row.plannedMinutes) / 60],
  ['plain', (row) => row.entries],
  ['plain', (row) => row.reviewed],
];

const STYLES = new Map([
  ['plain', {}],
  ['heading', { font: { bold: true } }],
  ['date', { numFmt: 'dd/mm/yyyy' }],
  ['time', { numFmt: 'hh:mm' }],
  ['duration', { numFmt: '[h]:mm' }],
  ['hours', { numFmt: '0.00' }],
]);

/** The plain report of the benchmark, streamed by paytally's engine. */
export function paytallyWorkbook(rowCount: number, level?: number): AsyncIterable<Uint8Array> {
  return writeWorkbook(
    {
      properties: {
        creator: 'paytally',
        title: 'Bench',
        subject: '',
        company: '',
        description: '',
        createdAtUtc: '2026-10-31T00:00:00Z',
      },
      styles: STYLES,
      sheets: [
        {
          name: 'Days',
          settings: { widths: BENCH_HEADINGS.map(() => 14), frozen: { rows: 1, columns: 0 } },
          area: areaName(0, 1, COLUMNS.length - 1, rowCount + 1),
          *rows(styleIds) {
            const heading: SheetRow = { cells: BENCH_HEADINGS.map((value) => ({ style: 'heading', value })) };
            yield heading;
            const numbers = COLUMNS.map(([style]) => styleIdOf(styleIds, style));
            for (let index = 0; index < rowCount; index += 1) {
              const row = benchRow(index);
              yield { values: COLUMNS.map(([, value]) => value(row)), styleIds: numbers };
            }
          },
        },
      ],
    },
    level === undefined ? {} : { level },
  );
}
