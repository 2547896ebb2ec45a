import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/workbook/fill/language/templateFields.js';
import { checkTemplate, problemText } from './support/checked.js';
import { testModel } from './support/model.js';
import { rendered } from './support/rendered.js';
import { row, type WorkbookSource, workbook } from './support/workbook.js';

const fields = fieldsOfModel(testModel(1));
const EACH = '{{#each employee-days}}{{employee.name}}';
const ABOVE = 'stands above the repeated rows: each of them refers to it, none to the row before itself.';

/** Row 5 repeats; G holds numbers, B words. */
function hours(cells: Record<string, string>, more = ''): WorkbookSource {
  const own = { A: EACH, B: '{{employee.number}}', G: '{{workedMinutes}}', ...cells };
  return { sheets: { Hours: { rows: row(4, { A: 'Name', H: 0 }) + row(5, own) + more } } };
}

async function problems(source: WorkbookSource): Promise<string[]> {
  return (await checkTemplate(await workbook(source), fields, 'test.xlsx')).map(problemText);
}

describe('the row before, in repeated rows', () => {
  const G = 'For a running total write SUM(G$5:G5).';
  const ANY = 'For a running number write {{row.number}}, for a running total for example SUM(G$5:G5).';
  test.each([
    ['H4+G5', `H4 ${ABOVE} ${G} If H4 itself is meant, write H$4.`],
    ['SUM(H4,G5)', `H4 ${ABOVE} ${G} If H4 itself is meant, write H$4.`],
    ['IF(B5="",H4,H4+G5)', `H4 ${ABOVE} ${G} If H4 itself is meant, write H$4.`],
    ['$H4+$G5', `$H4 ${ABOVE} ${G} If $H4 itself is meant, write $H$4.`],
    ['Hours!H4+Hours!G5', `Hours!H4 ${ABOVE} ${G} If Hours!H4 itself is meant, write Hours!H$4.`],
    ['SUM(H$4:H4)+G5', `H$4:H4 ${ABOVE} ${G} If H$4:H4 itself is meant, write H$4:H$4.`],
    ['H4+1', `H4 ${ABOVE} ${ANY} If H4 itself is meant, write H$4.`],
  ])('%s is refused', async (formula, told) => {
    expect(await problems(hours({ H: `=${formula}` }))).toEqual([`Hours!H5: ${told}`]);
  });

  test.each([
    ['a running total', 'SUM(G$5:G5)'],
    ['the value above, with $', 'H$4+G5'],
    ['the same, several times', 'IF(B5="",H$4,$H$4+G5)'],
    ['another column above', 'G5*I4'],
    ['a table above', 'VLOOKUP(B5,A4:H4,2)'],
    ['a row further up', 'H3+G5'],
    ['its own row', 'G5*2'],
    ['the same cell of another sheet', 'Rates!H4+G5'],
  ])('%s is fine: %s', async (_name, formula) => {
    const { sheets } = hours({ H: `=${formula}` });
    expect(await problems({ sheets: { ...sheets, Rates: { rows: row(4, { H: 1 }) } } })).toEqual([]);
  });

  test('formulas below the repeated rows and in their further rows are fine', async () => {
    expect(await problems(hours({}, row(6, { G: '=G5' }) + row(7, { G: '=G6+1' })))).toEqual([]);
    const two = { A: '{{#each employee-days rows 2}}{{employee.name}}' };
    expect(await problems(hours(two, row(6, { G: '=G5*2' })))).toEqual([]);
  });

  test('in rows of a group the row above is that of the group', async () => {
    const rows =
      row(4, { A: '{{#each employees group by employee.id rows 2}}{{employee.name}}', H: 0 }) +
      row(5, { A: '{{#each employee-days}}{{date}}', G: '{{workedMinutes}}', H: '=H4+G5' });
    expect(await problems({ sheets: { Hours: { rows } } })).toEqual([
      `Hours!H5: H4 ${ABOVE} ${G} If H4 itself is meant, write H$4.`,
    ]);
  });

  test('what the message proposes gives the running total', async () => {
    const cells = (await rendered(hours({ H: '=SUM(G$5:G5)', I: '=H$4+G5' }), testModel(1))).cells(1);
    expect([cells.H5, cells.H6, cells.H7]).toEqual([
      '=SUM(G$5:G5) → 450',
      '=SUM(G$5:G6) → 907',
      '=SUM(G$5:G7) → 1371',
    ]);
    expect([cells.I5, cells.I6]).toEqual(['=H$4+G5 → 450', '=H$4+G6 → 457']);
  });
});
