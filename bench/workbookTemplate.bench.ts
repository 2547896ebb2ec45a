import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { collectOften } from '../src/runtime/memoryGuard.js';
import { type DataRow, type Field, fillWorkbook, type WorkbookModel } from '../src/workbook/index.js';
import type { Bench, Outcome } from './benchResult.js';
import { drawnTemplate } from './workbook-template/drawnTemplate.js';
import { filledWithExceljs } from './workbook-template/filledWithExceljs.js';

const ROWS = 100_000;

const FIELDS: readonly Field[] = [
  ...(['employee.number', 'employee.name', 'establishment.name', 'startTime', 'endTime'] as const).map(
    (name) => text(name),
  ),
  { name: 'date', type: 'date' },
  { name: 'plannedMinutes', type: 'minutes' },
  { name: 'workedMinutes', type: 'minutes' },
];

function text(name: string): Field {
  return { name, type: 'text' };
}

function rowOf(index: number): DataRow {
  const person = index % 3200;
  return {
    'employee.number': String(person).padStart(5, '0'),
    'employee.name': `Surname${person}, Name${person % 97}`,
    'establishment.name': `Place ${person % 12}`,
    startTime: '08:30',
    endTime: '17:00',
    date: `2026-10-${String((index % 31) + 1).padStart(2, '0')}`,
    plannedMinutes: 480,
    workedMinutes: 400 + ((index * 37) % 160),
  };
}

/** Creates rows on request, as in a run. */
function modelOf(rows: number): WorkbookModel {
  function* made(): Generator<DataRow> {
    for (let index = 0; index < rows; index += 1) yield rowOf(index);
  }
  const days = {
    name: 'employee-days',
    fields: FIELDS,
    rows: { [Symbol.iterator]: made },
  };
  return { run: { 'run.periodLabel': 'October 2026' }, dataSets: new Map([['employee-days', days]]) };
}

function drawnApart(): Uint8Array {
  const script = fileURLToPath(new URL('workbook-template/makeTemplate.js', import.meta.url));
  return execFileSync(process.execPath, [script]);
}

function candidate(name: string, level: number) {
  return {
    name,
    prepare: async (scale: number) => {
      const template = drawnApart();
      const model = modelOf(ROWS * scale);
      // As in a run that fills a workbook.
      collectOften();
      return async (): Promise<Outcome> => {
        const file = await fillWorkbook(template, model, { level });
        let bytes = 0;
        for await (const piece of file.content) bytes += piece.byteLength;
        return { units: file.rows, result: `${file.rows} rows, ${bytes > 0}` };
      };
    },
  };
}

/** Typical code that fills a template with a library: load, write the rows, move the formulas, save. */
const exceljs = {
  name: 'exceljs: load, fill, save',
  prepare: async (scale: number) => {
    const template = await drawnTemplate();
    const rows = Array.from({ length: ROWS * scale }, (_, index) => rowOf(index));
    return async (): Promise<Outcome> => {
      const bytes = await filledWithExceljs(template, rows);
      return { units: rows.length, result: `${rows.length} rows, ${bytes.byteLength > 0}` };
    };
  },
};

export const bench: Bench = {
  title: "A user's workbook: 12 columns with four row formulas and totals, filled",
  unit: 'rows',
  candidates: [
    candidate('paytally, packed at level 6', 6),
    candidate('paytally, packed at level 1', 1),
    exceljs,
  ],
};
