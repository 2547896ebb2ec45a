import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, wordsOf } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { row, workbook } from '../../support/workbooks/workbook.js';

const GROUP = '{{#each employees group by employee.id rows 4}}{{employee.name}}';
/** Rows 2 to 5 repeat for each person, row 4 within them for each day. Columns B to D have scattered numbers. */
const ROWS =
  row(2, { A: GROUP, C: 1 }) +
  row(3, { A: 'words', B: 'words', D: '=SUBTOTAL(9,D4:D4)' }) +
  row(4, { A: '{{#each employee-days}}{{date}}', B: '{{workedMinutes}}', C: 2, D: 3 }) +
  row(5, { A: 'end', F: '{{employee.active}}', G: 4 });

async function extras(formula: string): Promise<string[]> {
  const bytes = await workbook({ sheets: { Hours: { rows: ROWS + row(7, { A: formula }) } } });
  const problems = await checkTemplate(bytes, fieldsOfModel(testModel(1)));
  return problems.map(({ place, text }) => {
    const problem = wordsOf(text);
    return `${place} ${/ include (\w+),/.exec(problem)?.[1] ?? problem}`;
  });
}

describe('a total that would include numbers between the repeated rows', () => {
  const CASES: readonly [formula: string, extra: string | undefined][] = [
    ['=SUM(B4:B4)', undefined],
    ['=SUM(C4:C4)', 'C2'],
    ['=SUM(C2:C4)', undefined],
    ['=SUM(C2:C2)', 'C4'],
    ['=SUM(C2:C3)', 'C4'],
    ['=SUM(D4:D4)', 'D3'],
    ['=SUBTOTAL(9,D4:D4)', undefined],
    ['=SUBTOTAL(9,C4:C4)', 'C2'],
    ['=SUM(B4:D4)', 'C2'],
    ['=SUM(A4:B4)', undefined],
    ['=SUM(E4:G4)', 'G5'],
    ['=SUM(E4:F4)', undefined],
    ['=SUM(H4:XFD4)', undefined],
    ['=SUM(C2:C5)', undefined],
    ['=MAX(C4:C4)', 'C2'],
  ];
  test.each(CASES)('%s', async (formula, extra) => {
    expect(await extras(formula)).toEqual(extra === undefined ? [] : [`A7 ${extra}`]);
  });

  test('of many rows, columns and totals', { tags: 'slow' }, async () => {
    const width = 40;
    const columns = Array.from({ length: width }, (_, index) => String.fromCharCode(66 + (index % 24)));
    const wide = Array.from({ length: 3_000 }, (_, index) => {
      const first =
        index === 0 ? { A: '{{#each employees group by employee.id rows 3000}}{{employee.name}}' } : {};
      return row(index + 1, index === 1_500 ? { ...first, M: 7 } : { ...first, Z: 'x' });
    });
    const totals = Array.from({ length: 3_000 }, (_, index) => {
      const column = columns[index % width] ?? 'B';
      return row(3_001 + index, { A: `=SUM(${column}1:${column}1400)` });
    });
    const bytes = await workbook({ sheets: { Hours: { rows: [...wide, ...totals].join('') } } });
    const problems = await checkTemplate(bytes, fieldsOfModel(testModel(1)));
    const hits = totals.filter((_, index) => columns[index % width] === 'M').length;
    expect(problems).toHaveLength(hits);
    expect(problems[0]?.text).toMatchObject({ values: { call: 'SUM(M1:M1400)', cell: 'M1501' } });
  });
});

describe('a total of groups with separate totals', () => {
  const rows =
    row(4, { A: '{{#each employees group by employee.id rows 3}}x' }) +
    row(5, { A: '{{#each employee-days}}day', B: '{{workedMinutes}}' }) +
    row(6, { A: 'total', B: '=SUBTOTAL(9,B5:B5)' });
  const names = '<definedName name="days">Hours!$B$5:$B$5</definedName>';

  async function problems(formula: string): Promise<string[]> {
    const sheets = { Hours: { rows: rows + row(7, { B: `=${formula}` }) } };
    const bytes = await workbook({ sheets, names });
    return (await checkTemplate(bytes, fieldsOfModel(testModel(1)))).map(({ text }) => wordsOf(text));
  }

  test.each(['SUM(days)', 'SUMPRODUCT(B5:B5,B5:B5)', 'SUMPRODUCT(B5)', 'SUMIF(B5:B5,">0")', 'MEDIAN(days)'])(
    '%s would count twice',
    async (formula) => {
      const [first] = await problems(formula);
      expect(first).toMatch(/ would also include B6, which is between the repeated rows/);
    },
  );

  test.each([
    'SUBTOTAL(9,days)',
    'SUBTOTAL(9,B5)',
    'SUMIF(A5:A5,"day",B5:B5)',
    'COUNTIF(A5:A5,"day")',
    'B5*2',
  ])('%s does not', async (formula) => expect(await problems(formula)).toEqual([]));
});
