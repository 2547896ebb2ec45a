import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderMonthlyHours } from '../../../src/documents/drawn/monthlyHours.js';
import { renderTimesheets } from '../../../src/documents/drawn/timesheets.js';
import type { OutputFile } from '../../../src/documents/outputFile.js';
import { pythonWith } from '../../support/programs/pythonWith.js';
import { entry, periodData, shift } from '../../support/records/periodFixture.js';
import { MONTHLY_HOURS, TIMESHEETS } from '../../support/workbooks/builtIn.js';
import { collect } from '../../support/workbooks/collect.js';
import { readValues, type Sheets } from '../../support/workbooks/readValues.js';
import { modelOf } from '../model/modelOf.js';

const python = pythonWith('openpyxl');

/** An ordinary day, and half an hour across the repeated hour. */
const MODEL = modelOf(
  periodData({
    entries: [
      entry({ id: 'a', start: '10-06 08:00', end: '10-06 16:00', shiftId: 's' }),
      entry({ id: 'b', start: '2026-10-25T02:45:00+02:00', end: '2026-10-25T02:15:00+01:00' }),
    ],
    shifts: [shift({ id: 's', start: '10-06 08:00', end: '10-06 16:30' })],
  }),
);

describe.skipIf(python === undefined)('clock times near a clock change have their offset', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-clock-'));
  let sheets: Sheets;
  beforeAll(async () => {
    const made: OutputFile[] = [
      ...(await renderTimesheets(MODEL, { templateFolder: TIMESHEETS })),
      ...(await renderMonthlyHours(MODEL, { templateFolder: MONTHLY_HOURS })),
    ];
    const paths = await Promise.all(
      made.map(async ({ name, content }) => {
        const path = join(folder, name);
        writeFileSync(path, await collect(content));
        return path;
      }),
    );
    sheets = Object.assign({}, ...Object.values(readValues(python ?? '', paths)));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const rowOf = (sheet: string, date: string) =>
    (sheets[sheet] ?? []).find((row) => row.some((value) => String(value).startsWith(date))) ?? [];

  it.each([
    ['timesheets', 'Aerts Ann', '2026-10-06', [2, 3], [8 / 24, 16 / 24]],
    ['timesheets', 'Aerts Ann', '2026-10-25', [2, 3], ['02:45 +02:00', '02:15 +01:00']],
    ['monthly-hours', 'Planned and worked', '2026-10-06', [5, 6, 7, 8], [8 / 24, 16.5 / 24, 8 / 24, 16 / 24]],
    [
      'monthly-hours',
      'Planned and worked',
      '2026-10-25',
      [5, 6, 7, 8],
      [null, null, '02:45 +02:00', '02:15 +01:00'],
    ],
  ] as const)('%s, %s, %s', (_report, sheet, date, columns, expected) => {
    const row = rowOf(sheet, date);
    for (const [index, column] of columns.entries()) {
      const wanted = expected[index];
      if (typeof wanted === 'number') expect(row[column]).toBeCloseTo(wanted, 9);
      else expect(row[column]).toBe(wanted);
    }
  });
});
