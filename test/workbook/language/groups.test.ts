import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type SheetSource, workbook } from '../../support/workbooks/workbook.js';

/* A row before and after each group, sums per group and overall, collapsible rows, a page for each group. */

const grouped = (options = '', sums = '{{workedMinutes | subtotal}}') =>
  row(3, { A: 'Name', B: 'Worked' }) +
  row(4, { A: `{{#each employee-days group by employee.id rows 3${options}}}{{employee.name}}` }) +
  row(5, { A: '{{#each employee-days}}{{date}}', B: '{{workedMinutes}}' }) +
  row(6, { A: 'Sum', B: sums }) +
  row(7, { A: 'All', B: sums });

const out = (source: SheetSource) => rendered({ sheets: { Hours: source } }, testModel(2));

async function problems(rows: string): Promise<string[]> {
  const bytes = await workbook({ sheets: { Hours: { rows } } });
  return (await checkTemplate(bytes, fieldsOfModel(testModel(1)), 'test.xlsx')).map(problemText);
}

describe('subtotals', () => {
  test('sum the rows of the group, and all rows outside groups', async () => {
    const cells = (await out({ rows: grouped() })).cells(1);
    expect([cells.B7, cells.B11, cells.B15]).toEqual([
      '=SUBTOTAL(9,B5:B6) → 907',
      '=SUBTOTAL(9,B9:B10) → 935',
      '=SUBTOTAL(9,B13:B14) → 963',
    ]);
    expect(cells.B16).toBe('=SUBTOTAL(9,B5:B14) → 2805');
  });

  test('need no cells for sums as values', async () => {
    const cells = (await out({ rows: grouped('', '{{employee-days.workedMinutes | sum}}') })).cells(1);
    expect([cells.B7, cells.B15, cells.B16]).toEqual([907, 963, 2805]);
  });

  test.each([
    [
      '{{plannedMinutes | subtotal}}',
      'Hours!B6: {{plannedMinutes | subtotal}}: no repeated row inside shows plannedMinutes in column B. Put {{plannedMinutes}} into a repeated row of this column, or write {{plannedMinutes | sum}}.',
    ],
    ['{{workedMinutes | subtotal | hours}}', 'a format'],
    ['Sum: {{workedMinutes | subtotal}}', 'a subtotal is a formula'],
  ])('%s is refused', async (sums, told) => {
    const found = await problems(grouped('', sums));
    expect(found.length).toBeGreaterThan(0);
    if (told !== 'a format') expect(found[0]).toContain(told);
  });
});

describe('the heading of a group', () => {
  test('is refused if it prints one of two payroll IDs of a person who was rehired', async () => {
    const model = testModel(2, 1);
    const days = model.dataSets.get('employee-days');
    if (days === undefined) throw new Error('no days');
    const numbers = ['101', '202'];
    const rows = days.rows.map((each, index) => ({ ...each, 'employee.number': numbers[index] ?? null }));
    const rehired = {
      ...model,
      dataSets: new Map([...model.dataSets, ['employee-days', { ...days, rows }]]),
    };
    const source = { rows: grouped().replace('{{employee.name}}', '{{employee.number}}') };
    await expect(rendered({ sheets: { Hours: source } }, rehired)).rejects.toThrow(
      'The rows of a group differ in "employee.number"',
    );
  });
});

describe('each group', () => {
  test('begins on a new page', async () => {
    const xml = (
      await out({
        rows: grouped(' page break'),
        after: '<pageMargins left="1" right="1" top="1" bottom="1" header="0" footer="0"/><drawing/>',
      })
    ).text('xl/worksheets/sheet1.xml');
    expect(xml).toContain(
      'footer="0"/><rowBreaks count="2" manualBreakCount="2"><brk id="7" max="16383" man="1"/><brk id="11" max="16383" man="1"/></rowBreaks><drawing/>',
    );
  });

  test('adds to the drawn page breaks', async () => {
    const after = '<rowBreaks count="1" manualBreakCount="1"><brk id="3" max="16383" man="1"/></rowBreaks>';
    const xml = (await out({ rows: grouped(' page break'), after })).text('xl/worksheets/sheet1.xml');
    expect(xml).toContain('count="3" manualBreakCount="3"><brk id="3" max="16383" man="1"/><brk id="7"');
  });

  test('can be collapsed', async () => {
    const xml = (await out({ rows: grouped(' outline') })).text('xl/worksheets/sheet1.xml');
    expect(xml).toContain('<sheetFormatPr defaultRowHeight="15" outlineLevelRow="1"/>');
    expect([...xml.matchAll(/<row r="(\d+)" outlineLevel="1">/g)].map(([, number]) => number)).toEqual([
      '5',
      '6',
      '9',
      '10',
      '13',
      '14',
    ]);
  });

  test('folds and breaks without problems', async () => {
    expect(await problems(grouped(' page break outline'))).toEqual([]);
  });
});
