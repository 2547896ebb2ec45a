// @module-tag slow
import { describe, expect, it } from 'vitest';
import type { DataRow } from '../../../src/documents/dataSet.js';
import { renderMonthlyHours } from '../../../src/documents/drawn/monthlyHours.js';
import { renderTimesheets } from '../../../src/documents/drawn/timesheets.js';
import { readZip } from '../../../src/workbook/zip/readZip.js';
import { fixtureModel } from '../../support/records/fixtureModel.js';
import { monthlyModel } from '../../support/records/monthlyModel.js';
import { MONTHLY_HOURS, TIMESHEETS } from '../../support/workbooks/builtIn.js';
import { collect } from '../../support/workbooks/collect.js';
import { sheetsOf } from '../../support/workbooks/sheetRows.js';

/** The fixture's only employee, whose first week has a correction of more hours than were worked. */
function correctedModel() {
  const { dataSets } = fixtureModel({ employees: 1 });
  const rows = (name: string) => dataSets.get(name)?.rows ?? [];
  const corrected = rows('employee-days').map((day, index) =>
    index === 0 ? { ...day, workedMinutes: -6000 } : day,
  );
  const employees = rows('employees').map((employee) => ({ ...employee, workedMinutes: -600 }));
  const replace = { 'employee-days': corrected, 'planned-worked': corrected, calendar: corrected, employees };
  return monthlyModel({ employees: 1, replace });
}
/** The cached numbers of a chart, series by series. */
async function chartNumbers(bytes: Buffer, part: string): Promise<number[][]> {
  const xml = new TextDecoder().decode((await readZip(bytes, 'report')).get(part));
  return [...xml.matchAll(/<c:val>.*?<\/c:val>/gs)].map(([values]) =>
    [...values.matchAll(/<c:v>([^<]*)<\/c:v>/g)].map(([, number]) => Number(number)),
  );
}

describe('with a negative week', () => {
  const rendered = async () => {
    const [file] = await renderMonthlyHours(correctedModel(), { templateFolder: MONTHLY_HOURS });
    return collect(file?.content ?? Buffer.alloc(0));
  };

  it.each([
    ['Summary', 4],
    ['Hours per day', 7],
    ['Days by employee', 4],
    ['Planned and worked', 4],
  ])('%s: compared columns have the same unit', async (name, headingRow) => {
    const headings = (await sheetsOf(await rendered())).get(name)?.[headingRow - 1] ?? [];
    const units = headings.filter((heading) =>
      /^(?:Planned|Worked|Paid)(?! (?:start|end)\b)/.test(String(heading)),
    );
    expect(units.length).toBeGreaterThan(1);
    expect([...new Set(units.map((heading) => String(heading).endsWith('(h)')))]).toHaveLength(1);
  });

  it('the chart of the weeks shows the values of the table of the weeks, both in hours', async () => {
    const bytes = await rendered();
    const rows = (await sheetsOf(bytes)).get('Hours per day') ?? [];
    const heading = rows.findIndex((row) => row[0] === 'Week');
    expect(rows[heading]?.slice(3, 5)).toEqual(['Planned (h)', 'Worked (h)']);
    const weeks = rows.slice(heading + 1).filter((row) => String(row[0]).startsWith('2026-W'));
    const columns = [3, 4].map((column) => weeks.map((row) => Number(row[column])));
    // Spreadsheet programs keep 15 digits.
    const stored = columns.map((column) => column.map((value) => Number(value.toPrecision(15))));
    expect(await chartNumbers(bytes, 'xl/charts/chart13.xml')).toEqual(stored);
    const { rows: days = [] } = correctedModel().dataSets.get('employee-days') ?? {};
    const hours = (field: string) => days.reduce((sum, day) => sum + Number(day[field] ?? 0), 0) / 60;
    const sums = columns.map((column) => column.reduce((sum, value) => sum + value, 0));
    expect(sums[0]).toBeCloseTo(hours('plannedMinutes'), 9);
    expect(sums[1]).toBeCloseTo(hours('workedMinutes'), 9);
  });
});

it('hours per pay code have the unit of the worked hours above them', async () => {
  const lines = fixtureModel({ employees: 1 }).dataSets.get('pay-lines')?.rows ?? [];
  const corrected: DataRow[] = [
    ...lines,
    { ...lines[0], payCode: 'TAKEN', payCodeLabel: 'Taken back', minutes: -90 } as DataRow,
  ];
  const [file] = await renderTimesheets(fixtureModel({ employees: 1, replace: { 'pay-lines': corrected } }), {
    templateFolder: TIMESHEETS,
  });
  const [rows = []] = [...(await sheetsOf(await collect(file?.content ?? Buffer.alloc(0)))).values()];
  expect(rows[6]?.slice(6, 9)).toEqual(['Net (h)', 'Planned (h)', 'Worked (h)']);
  const total = rows.findIndex((row) => row[0] === 'Total');
  const taken = rows.slice(total).find((row) => row[0] === 'Taken back');
  expect(taken?.[5]).toBeCloseTo(-1.5, 9);
});

/** How exceljs reads a fraction of a day that is shown as a time. */
const timeOf = (minutes: number) => new Date(Date.UTC(1899, 11, 30) + minutes * 60_000);

describe('a difference of one hour, positive or negative', () => {
  const rendered = async (hours: 'clock' | 'decimal') => {
    const [entry] = fixtureModel({ employees: 1 }).dataSets.get('clock-changes')?.rows ?? [];
    const changes = [
      { ...entry, elapsedMinutes: 30, clockMinutes: -30, change: 60 },
      { ...entry, change: -60 },
    ];
    const model = monthlyModel({ employees: 1, replace: { 'clock-changes': changes } });
    const [file] = await renderMonthlyHours(model, { templateFolder: MONTHLY_HOURS, hours });
    const rows = (await sheetsOf(await collect(file?.content ?? Buffer.alloc(0)))).get('Clock change') ?? [];
    return rows.slice(3, 6).map((row) => row.slice(4, 8));
  };

  it('is a time in its own column, and a negative time is text', async () => {
    const [headings, back, forward] = await rendered('clock');
    expect(headings).toEqual(['Elapsed', 'Clock time', 'More', 'Less']);
    expect(back?.slice(1, 3)).toEqual(['−0:30', timeOf(60)]);
    expect(forward?.slice(1)).toEqual([timeOf(480), undefined, timeOf(60)]);
  });

  it('is one signed column as decimal hours', async () => {
    const [headings, back, forward] = await rendered('decimal');
    expect(headings?.slice(1, 3)).toEqual(['Clock time (h)', 'Clock change (h)']);
    expect(back?.slice(1, 3)).toEqual([-0.5, 1]);
    expect(forward?.slice(1, 3)).toEqual([8, -1]);
  });
});
