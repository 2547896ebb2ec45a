import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { row, workbook } from '../../support/workbooks/workbook.js';

const fields = fieldsOfModel(testModel(1));
const EACH = '{{#each employee-days}}{{employee.name}}';
const SHEET = '{{#sheet employees group by employee.id}}{{employee.name}}';
const NAMES = '<definedName name="Total_">Hours!$B$7</definedName>';

/** Row 5 of Hours repeats; Late does not move; Person has a copy for each employee. */
async function problems(cells: Record<string, string>, on: 'Hours' | 'Person' = 'Hours'): Promise<string[]> {
  const extra = (sheet: string) => (sheet === on ? row(2, cells) : '');
  const bytes = await workbook({
    sheets: {
      Hours: {
        rows:
          row(1, { A: 'x' }) +
          extra('Hours') +
          row(5, { A: EACH, B: '{{workedMinutes}}' }) +
          row(7, { B: 1 }),
      },
      Late: { rows: row(7, { B: 1 }) },
      Person: { rows: row(1, { A: SHEET }) + extra('Person') },
    },
    names: NAMES,
  });
  return (await checkTemplate(bytes, fields, 'test.xlsx')).map(problemText);
}

describe('an address in the text of HYPERLINK', () => {
  test.each([
    ['"#Hours!B7","total"'],
    ['"#Hours!$B$7"'],
    [`"#'Hours'!A7","x"`],
    ['"#hours!B7"'],
    ['"#B7"'],
    ['"#Hours!B5"'],
    ['"#Hours!A1:B7"'],
    [' "#Hours!B7" ,"total"'],
  ])('HYPERLINK(%s) is refused: the cell moves', async (inside) => {
    const [told = '', ...more] = await problems({ C: `=HYPERLINK(${inside})` });
    const [text = ''] = inside.trim().split(/ ?,/);
    expect(told).toBe(
      `Hours!C2: HYPERLINK(${text}) names a cell as text, which cannot follow moving rows. Link the cell itself (Insert, Link). Or give the target cell a defined name and write HYPERLINK("#NAME",…).`,
    );
    expect(more).toEqual([]);
  });

  test('on a repeated sheet is refused, from elsewhere and from the sheet itself', async () => {
    const text =
      'HYPERLINK("#Person!A1") names sheet "Person" as text, which becomes several sheets or none.';
    const cells = { C: '=HYPERLINK("#Person!A1")' };
    expect(await problems(cells)).toEqual([
      `Hours!C2: ${text} Remove the link: it does not say which of these sheets it points to.`,
    ]);
    expect(await problems(cells, 'Person')).toEqual([
      `Person!C2: ${text} Link the cell itself (Insert, Link), or omit the sheet in the text.`,
    ]);
    expect(await problems({ C: '=HYPERLINK("#A1")' }, 'Person')).toEqual([]);
  });

  test.each([
    ['above the repeated rows', 'HYPERLINK("#Hours!B4","top")'],
    ['on a sheet whose rows do not move', 'HYPERLINK("#Late!B7")'],
    ['a whole column', 'HYPERLINK("#Hours!B:B")'],
    ['a defined name, which follows', 'HYPERLINK("#Total_","total")'],
    ['a missing sheet', 'HYPERLINK("#Nowhere!B7")'],
    ['another file', 'HYPERLINK("hours.xlsx#Hours!B7")'],
    ['the web', 'HYPERLINK("https://example.org/#B7")'],
    ['composed text cannot be checked', 'HYPERLINK("#Hours!B"&7)'],
    ['the displayed text', 'HYPERLINK("#Total_","#Hours!B7")'],
    ['text of another function', 'LEN("#Hours!B7")'],
  ])('is accepted: %s', async (_name, formula) => {
    expect(await problems({ C: `=${formula}` })).toEqual([]);
  });
});
