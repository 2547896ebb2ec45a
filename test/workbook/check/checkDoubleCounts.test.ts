import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { row, workbook } from '../../support/workbooks/workbook.js';

const fields = fieldsOfModel(testModel(1));

async function doubled(rows: string): Promise<string[]> {
  const problems = await checkTemplate(await workbook({ sheets: { Hours: { rows } } }), fields, 'test.xlsx');
  return problems.map((each) => problemText(each).replace(/\. Leave .*/s, ''));
}

/** Hours of the employees in row 3, in column C. */
const ROWS = row(3, { A: '{{#each employee-days}}{{employee.lastName}}', C: '{{workedMinutes | hours}}' });
const twice = (cell: string, formula: string, counted: string, total: string) =>
  `Hours!${cell}: ${formula} counts ${counted} twice: directly and through ${total}, which already adds it up`;

describe('a total summed with the rows that it sums', () => {
  test.each([
    [
      'SUM over both',
      row(2, { C: '=SUM(C3:C3)' }) + ROWS + row(5, { C: '=SUM(C2:C3)' }),
      'C5',
      'SUM(C2:C3)',
      'C3',
      'C2',
    ],
    [
      'one by one',
      row(2, { C: '=SUM(C3)' }) + ROWS + row(5, { C: '=SUM(C2,C3)' }),
      'C5',
      'SUM(C2,C3)',
      'C3',
      'C2',
    ],
    [
      'plus',
      row(2, { C: '=SUM(C3:C3)' }) + ROWS + row(5, { C: '=C2+SUM(C3:C3)' }),
      'C5',
      'C2+SUM(C3:C3)',
      'C3',
      'C2',
    ],
    [
      'rounded',
      row(2, { C: '=ROUND(SUM(C3:C3),2)' }) + ROWS + row(5, { C: '=SUM(C2:C3)' }),
      'C5',
      'SUM(C2:C3)',
      'C3',
      'C2',
    ],
    [
      'a total below',
      ROWS + row(4, { C: '=SUM(C3:C3)' }) + row(6, { C: '=SUM(C3:C4)' }),
      'C6',
      'SUM(C3:C4)',
      'C3',
      'C4',
    ],
    [
      'nested',
      ROWS + row(4, { C: '=SUM(C3:C3)' }) + row(5, { C: '=C4' }) + row(6, { C: '=SUM(C4:C5)' }),
      'C6',
      'SUM(C4:C5)',
      'C3',
      'C4',
    ],
    [
      'only SUMs',
      row(2, { C: '=SUBTOTAL(9,C3:C3)' }) + ROWS + row(5, { C: '=SUM(C2:C3)' }),
      'C5',
      'SUM(C2:C3)',
      'C3',
      'C2',
    ],
    [
      'SUM under SUBTOTAL',
      row(2, { C: '=SUM(C3:C3)' }) + ROWS + row(5, { C: '=SUBTOTAL(9,C2:C3)' }),
      'C5',
      'SUBTOTAL(9,C2:C3)',
      'C3',
      'C2',
    ],
    [
      'rows that are formulas',
      row(2, { D: '=SUM(D3:D3)' }) +
        row(3, {
          A: '{{#each employee-days}}{{employee.lastName}}',
          C: '{{workedMinutes | hours}}',
          D: '=C3*2.5*C3',
        }) +
        row(5, { D: '=SUM(D2:D3)' }),
      'D5',
      'SUM(D2:D3)',
      'D3',
      'D2',
    ],
  ])('%s', async (_, rows, cell, formula, counted, total) => {
    expect(await doubled(rows)).toEqual([twice(cell, formula, counted, total)]);
  });

  test.each([
    [
      'SUBTOTAL leaves out subtotals',
      row(2, { C: '=SUBTOTAL(9,C3:C3)' }) + ROWS + row(5, { C: '=SUBTOTAL(9,C2:C3)' }),
    ],
    ['a total of totals', ROWS + row(4, { C: '=SUM(C3:C3)' }) + row(5, { C: '=C4' })],
    [
      'the difference of a total and its rows',
      ROWS + row(4, { C: '=SUM(C3:C3)' }) + row(5, { C: '=C4-SUM(C3:C3)' }),
    ],
    ['an average beside a sum', ROWS + row(4, { C: '=AVERAGE(C3:C3)' }) + row(5, { C: '=SUM(C3:C3)' })],
    ['one of two', ROWS + row(4, { C: '=SUM(C3:C3)' }) + row(5, { C: '=IF(C4>0,C4,SUM(C3:C3))' })],
    ['another column', ROWS + row(4, { C: '=SUM(C3:C3)' }) + row(5, { D: '=SUM(D3:D4)' })],
    [
      'a running total',
      row(3, {
        A: '{{#each employee-days}}{{employee.lastName}}',
        C: '{{workedMinutes | hours}}',
        D: '=N(D2)+C3',
      }) + row(5, { C: '=SUM(C3:C3)' }),
    ],
    ['a share of the total', row(2, { C: '=SUM(C3:C3)' }) + ROWS + row(5, { C: '=SUM(C3:C3)/C2' })],
  ])('not: %s', async (_, rows) => {
    expect(await doubled(rows)).toEqual([]);
  });
});
