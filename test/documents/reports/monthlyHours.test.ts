// @module-tag slow
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { DataRow } from '../../../src/documents/dataSet.js';
import { renderMonthlyHours } from '../../../src/documents/drawn/monthlyHours.js';
import { renderTimesheets } from '../../../src/documents/drawn/timesheets.js';
import { sayIn } from '../../../src/i18n/formatMessage.js';
import { LANGUAGES } from '../../../src/i18n/language.js';
import { pythonWith } from '../../support/programs/pythonWith.js';
import { fixtureModel } from '../../support/records/fixtureModel.js';
import { monthlyModel } from '../../support/records/monthlyModel.js';
import { MONTHLY_HOURS, TIMESHEETS } from '../../support/workbooks/builtIn.js';
import { collect } from '../../support/workbooks/collect.js';
import { readValues } from '../../support/workbooks/readValues.js';
import { CaseFiles, caseOf } from './workbookCases.js';

const files = new CaseFiles();
afterAll(() => files.remove());

describe('values', () => {
  /** Sums of the model by an independent oracle: Python reads the file, and this adds up the rows of the model. */
  const sumOf = (rows: readonly DataRow[], field: string) =>
    rows.reduce((sum, row) => sum + Number(row[field] ?? 0), 0);

  it('monthly-hours matches the model on every sheet with totals', async (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const path = await files.pathOf('hours-en');
    const { options } = caseOf('hours-en');
    const sheets = readValues(python, [path])[path] ?? {};
    const days = fixtureModel(options).dataSets.get('employee-days')?.rows ?? [];
    const worked = sumOf(days, 'workedMinutes') / 1440;
    const totalOf = (sheet: string, heading: string, headingRow: number): number => {
      const rows = sheets[sheet] ?? [];
      const column = rows[headingRow - 1]?.indexOf(heading) ?? -1;
      return Number(rows.find((row) => row[0] === 'Total')?.[column]);
    };
    expect(totalOf('Summary', 'Worked = Paid', 4)).toBeCloseTo(worked, 9);
    expect(totalOf('Hours per day', 'Worked', 7)).toBeCloseTo(worked, 9);
    expect(totalOf('Days by employee', 'Worked', 4)).toBeCloseTo(worked, 9);
    expect(totalOf('Planned and worked', 'Worked', 4)).toBeCloseTo(worked, 9);
    expect(totalOf('Calendar', 'Total', 5)).toBeCloseTo(worked, 9);
    const difference = totalOf('Summary', 'More', 4) - totalOf('Summary', 'Less', 4);
    expect(difference).toBeCloseTo(sumOf(days, 'differenceMinutes') / 1440, 9);
    const rows = (sheets['Days by employee'] ?? []).slice(4, -1);
    const written = rows.map(
      (row) => `${String(row[0] ?? '')} ${String(row[3])} ${Math.round(Number(row[8]) * 1440)}`,
    );
    const wanted = days.map(
      (day) =>
        `${String(day['employee.number'] ?? '')} ${String(day.date)}T00:00:00 ${String(day.workedMinutes)}`,
    );
    expect(written.sort()).toEqual(wanted.sort());
  });

  it.each([
    ['hours-en', 'At a glance', 'Not ready to pay: 5 items to resolve first'],
    ['hours-nl', 'In het kort', undefined],
    ['hours-empty', 'At a glance', 'Ready to pay: nothing to review'],
  ])('%s: the front sheet says whether the period can be paid', async (name, sheet, verdict) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return;
    const path = await files.pathOf(name);
    const rows = readValues(python, [path])[path]?.[sheet] ?? [];
    if (verdict !== undefined) expect(rows[3]?.[0]).toBe(verdict);
    const paid = sumOf(
      fixtureModel(caseOf(name).options).dataSets.get('employees')?.rows ?? [],
      'paidMinutes',
    );
    const heading = rows.findIndex((row) => row[2] === 'Paid' || row[2] === 'Betaald');
    const total = rows.slice(heading).find((row) => row[0] === 'Total' || row[0] === 'Totaal');
    expect(Math.round(Number(total?.[2] ?? 0) * 1440)).toBe(paid);
  });

  it('pay codes of any name have a column each', async (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const path = await files.pathOf('hours-codes');
    const rows = readValues(python, [path])[path]?.Summary ?? [];
    expect(rows[3]?.slice(9)).toEqual(['–', '100 %', 'Worked', "a#b'c[d]@e", 'worked (2)', 'x: y; (z)']);
    expect(rows[4]?.slice(9).map((value) => Math.round(Number(value) * 1440))).toEqual([
      63, 64, 60, 62, 61, 65,
    ]);
  });

  it('pay codes are sorted by label; premiums come last, under a heading', async (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const path = await files.pathOf('hours-en');
    const rows = readValues(python, [path])[path]?.Summary ?? [];
    expect(rows[3]?.slice(9)).toEqual(['NORMAL', 'Overtime 50 %', 'HOLIDAY', 'Night work']);
    expect(rows[2]?.slice(9)).toEqual([null, null, 'on top of base hours', null]);
  });

  it('negative durations are decimal hours, because Excel shows no negative times', async (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const path = await files.pathOf('hours-negative');
    const rows = readValues(python, [path])[path]?.['Days by employee'] ?? [];
    expect(rows[3]?.[8]).toBe('Worked (h)');
    expect(rows.slice(4, 7).map((row) => row[8])).toEqual([7.75, -1.5, 6.25]);
  });

  it('planning that could not be read has no columns, and no figures', async (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const path = await files.pathOf('hours-no-planning');
    const sheets = readValues(python, [path])[path] ?? {};
    expect(sheets.Summary?.[3]?.map(String).join()).toContain(',Worked');
    expect(sheets['Hours per day']?.flat()).toContain('Worked');
    // A clock change has a difference too, which is not one from a plan.
    const ofPlans = Object.entries(sheets).filter(([name]) => name !== 'Clock change');
    const shown = ofPlans.flatMap(([, rows]) => rows.flat().map(String));
    expect(shown.filter((text) => /^(?:Planned|More|Less|Difference)(?: \(h\))?$/.test(text))).toEqual([]);
  });

  it('a quarter has a calendar per month', async (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const path = await files.pathOf('hours-quarter');
    const names = Object.keys(readValues(python, [path])[path] ?? {});
    expect(names.filter((name) => name.startsWith('Calendar'))).toEqual([
      'Calendar 2026-10',
      'Calendar 2026-11',
      'Calendar 2026-12',
    ]);
  });

  it('timesheets have a sheet per employee and a row per calendar day', async (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const path = await files.pathOf('sheets-en');
    const sheets = readValues(python, [path])[path] ?? {};
    expect(Object.keys(sheets).slice(0, 5)).toEqual([
      'De Smet Bram',
      'Đorđević Siobhán',
      'García Márquez Noah',
      'Janssens Łukasz',
      'Lefèvre Mehmet',
    ]);
    for (const rows of Object.values(sheets)) {
      const days = rows.flatMap((row) => /^2026-10-\d\d/.exec(String(row[0]))?.[0] ?? []);
      expect([days[0], days.at(-1), days.length, new Set(days).size]).toEqual([
        '2026-10-01',
        '2026-10-31',
        31,
        31,
      ]);
      const end = rows.findIndex((row) => row[0] === 'Total');
      const lines = rows.slice(7, end);
      expect(lines.filter((row) => row[0] === 'Week').length).toBe(5);
      const worked = lines.filter((row) => row[0] !== 'Week').map((row) => Number(row[8] ?? 0));
      expect(rows[end]?.[8]).toBeCloseTo(
        worked.reduce((sum, day) => sum + day, 0),
        9,
      );
    }
  });

  it('too many employees for one file continue in further files', async () => {
    const made = await renderTimesheets(fixtureModel({ employees: 5 }), {
      sheetsPerFile: 2,
      templateFolder: TIMESHEETS,
    });
    expect(made.map(({ name, rows }) => [name, rows])).toEqual([
      ['bakery_2026-10_timesheets.xlsx', 62],
      ['bakery_2026-10_timesheets-2.xlsx', 62],
      ['bakery_2026-10_timesheets-3.xlsx', 31],
    ]);
  });

  it.each(LANGUAGES)('%s: sheet names and headings are in the language', async (language) => {
    const [file] = await renderMonthlyHours(monthlyModel({ employees: 1 }), {
      templateFolder: MONTHLY_HOURS,
      language,
    });
    const bytes = await collect(file?.content ?? Buffer.alloc(0));
    writeFileSync(join(files.folder, 'language.xlsx'), bytes);
    const python = pythonWith('openpyxl');
    if (python === undefined) return;
    const sheets = Object.values(readValues(python, [join(files.folder, 'language.xlsx')]))[0] ?? {};
    expect(Object.keys(sheets).slice(0, 2)).toEqual([
      sayIn(language)('reports.cover'),
      sayIn(language)('reports.summary'),
    ]);
    expect(sheets[sayIn(language)('reports.summary')]?.[3]?.slice(0, 3)).toEqual([
      sayIn(language)('reports.number'),
      sayIn(language)('reports.lastName'),
      sayIn(language)('reports.firstName'),
    ]);
  });
});
