import { describe, expect, test } from 'vitest';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row } from '../../support/workbooks/workbook.js';

/*
 * References to rows next to repeated rows are relative without `$`, as when Excel copies rows down; with `$` they are
 * fixed.
 */

const EACH = '{{#each employee-days}}{{employee.name}}';
const GROUP = '{{#each employee-days group by employee.id rows 3}}{{employee.name}}';

/** The formulas of a column in the output, starting from a row. */
async function formulas(
  rows: string,
  column: string,
  from: number,
  count: number,
  { after = '', days = 1 } = {},
): Promise<string[]> {
  const out = await rendered({ sheets: { Hours: { rows, after } } }, testModel(days));
  const cells = out.cells(1);
  return Array.from(
    { length: count },
    (_, index) => String(cells[`${column}${from + index}`]).split(' → ')[0] ?? '',
  );
}

describe('a repeated row', () => {
  test.each([
    [
      'the row before',
      'IF(A5<>A4,"new","")',
      ['IF(A5<>A4,"new","")', 'IF(A6<>A5,"new","")', 'IF(A7<>A6,"new","")'],
    ],
    ['a difference', 'G5-G4', ['G5-G4', 'G6-G5', 'G7-G6']],
    ['a running total', 'SUM(H4,G5)', ['SUM(H4,G5)', 'SUM(H5,G6)', 'SUM(H6,G7)']],
    ['the next row', 'IF(A6=A5,1,0)', ['IF(A6=A5,1,0)', 'IF(A7=A6,1,0)', 'IF(A8=A7,1,0)']],
    ['two rows as a range', 'SUM(G4:G5)', ['SUM(G4:G5)', 'SUM(G5:G6)', 'SUM(G6:G7)']],
    ['the row above, fixed', 'G5-G$4', ['G5-G$4', 'G6-G$4', 'G7-G$4']],
    ['from a fixed row to the one before', 'SUM(G$4:G4)', ['SUM(G$4:G4)', 'SUM(G$4:G5)', 'SUM(G$4:G6)']],
    ['a row farther up is fixed', 'G5-G3', ['G5-G3', 'G6-G3', 'G7-G3']],
    ['a row farther down shifts', 'G5-G7', ['G5-G9', 'G6-G9', 'G7-G9']],
  ])('%s: %s', async (_, formula, becomes) => {
    const rows =
      row(3, { G: 1 }) +
      row(4, { A: 'Name', G: 2 }) +
      row(5, { A: EACH, G: '{{workedMinutes}}', H: `=${formula}` }) +
      row(6, { A: 'Total', G: 3 }) +
      row(7, { A: 'End', G: 3 });
    expect(await formulas(rows, 'H', 5, 3)).toEqual(becomes.map((text) => `=${text}`));
  });

  test('cached values are those of the referenced rows', async () => {
    const rows =
      row(4, { A: 'Name', H: 0 }) +
      row(5, { A: EACH, G: '{{workedMinutes}}', H: '=H4+G5', I: '=IF(A5<>A4,"new","")' });
    const cells = (await rendered({ sheets: { Hours: { rows } } }, testModel(2))).cells(1);
    expect([cells.H5, cells.H6, cells.H7]).toEqual(['=H4+G5 → 450', '=H5+G6 → 907', '=H6+G7 → 1371']);
    const news = [5, 6, 7, 8, 9, 10].map((each) => String(cells[`I${each}`]).split(' → ')[1]);
    expect(news).toEqual(['new', '', 'new', '', 'new', '']);
  });
});

describe('several rows', () => {
  const two = (cells: Record<string, string>, second: Record<string, string> = {}) =>
    row(3, { G: 1 }) +
    row(4, { A: 'Name', G: 2 }) +
    row(5, { A: '{{#each employee-days rows 2}}{{employee.name}}', G: '{{workedMinutes}}', ...cells }) +
    row(6, { G: '=G5*2', ...second });

  test.each([
    ['one above', 'G4', ['G4', 'G6', 'G8']],
    ['up to the height of the rows', 'G3', ['G3', 'G5', 'G7']],
    ['farther', 'G2', ['G2', 'G2', 'G2']],
  ])('%s', async (_, formula, becomes) => {
    const out = (await formulas(two({ H: `=${formula}+0` }), 'H', 5, 6)).filter(
      (_, index) => index % 2 === 0,
    );
    expect(out).toEqual(becomes.map((text) => `=${text}+0`));
  });

  test('$ from a conditional row refers to the first and last repetition, as elsewhere', async () => {
    const rows =
      row(4, { A: GROUP }) +
      row(5, { A: '{{#each employee-days rows 2}}{{date}}', E: '{{workedMinutes}}' }) +
      row(6, { A: '{{#if weekday > 0}}week', F: '=SUM(E$5:E$5)' });
    expect(await formulas(rows, 'F', 6, 3, { days: 2 })).toEqual(
      ['=SUM(E$5:E$7)', '=undefined', '=SUM(E$5:E$7)'].map((text) => text.replace('=undefined', 'undefined')),
    );
  });

  test('in a group the first row refers to the row above it, the others to the one before', async () => {
    const rows =
      row(4, { A: GROUP }) +
      row(5, { A: '{{#each employee-days}}{{date}}', E: '{{workedMinutes}}', F: '=E5-E4' }) +
      row(6, { A: 'Total', E: '=SUBTOTAL(9,E5:E5)' });
    const found = await formulas(rows, 'F', 4, 8, { days: 2 });
    expect(found.filter((text) => text.startsWith('='))).toEqual(['=E5-E4', '=E6-E5', '=E9-E8', '=E10-E9']);
  });

  test('a group heading compares with the group before', async () => {
    const rows =
      row(3, { A: 'x' }) +
      row(4, { A: GROUP, F: '=IF(A4=A3,1,2)' }) +
      row(5, { A: '{{#each employee-days}}{{date}}' }) +
      row(6, { A: 'Total' });
    const found = await formulas(rows, 'F', 4, 12, { days: 2 });
    expect(found.filter((text) => text.startsWith('='))).toEqual([
      '=IF(A4=A3,1,2)',
      '=IF(A8=A7,1,2)',
      '=IF(A12=A11,1,2)',
    ]);
  });
});

describe('formats and validations', () => {
  const rows = row(4, { A: 'Name', B: 0 }) + row(5, { A: EACH, B: '{{workedMinutes}}' });
  const around = async (after: string): Promise<string> => {
    const out = await rendered({ sheets: { Hours: { rows, after } } }, testModel(2));
    return out
      .text('xl/worksheets/sheet1.xml')
      .replace(/^.*<\/sheetData>|<\/worksheet>$/gs, '')
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<');
  };

  test('a format that compares with the row above continues from row to row', async () => {
    const format = (areas: string) =>
      `<conditionalFormatting sqref="${areas}"><cfRule type="expression" dxfId="0" priority="1"><formula>$A5&lt;&gt;$A4</formula></cfRule></conditionalFormatting>`;
    expect(await around(format('A5:B5'))).toBe(
      format('A5:B10').replaceAll('&gt;', '>').replaceAll('&lt;', '<'),
    );
  });

  test('a validation does too', async () => {
    const validation = (areas: string) =>
      `<dataValidations count="1"><dataValidation type="custom" sqref="${areas}"><formula1>B5>=B4</formula1></dataValidation></dataValidations>`;
    expect(await around(validation('B5').replaceAll('>=', '&gt;='))).toBe(validation('B5:B10'));
  });
});
