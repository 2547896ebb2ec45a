import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type SheetSource, workbook } from '../../support/workbooks/workbook.js';

/*
 * Three people with two days each. Rows 5 to 7 are a group: a heading, a day, a total. In the output the groups are in
 * rows 5 to 8, 9 to 12 and 13 to 16, and their days in 6 and 7, 10 and 11, 14 and 15.
 */
const GROUPS =
  row(1, { A: 'Limit', B: 600 }) +
  row(5, {
    A: '{{#each employee-days group by employee.id rows 3}}{{employee.name}}',
    D: '{{employee-days.workedMinutes | max}}',
  }) +
  row(6, { A: '{{#each employee-days}}{{date}}', B: '{{workedMinutes}}' }) +
  row(7, { A: 'Mean', B: '=SUBTOTAL(1,B6:B6)' }) +
  row(8, { A: 'End', B: 1 });

async function frame(sheet: Omit<SheetSource, 'rows'>, rows = GROUPS): Promise<string> {
  const rates = { rows: row(1, { A: 5 }) };
  const out = await rendered({ sheets: { Hours: { rows, ...sheet }, Rates: rates } }, testModel(2));
  const around = out.text('xl/worksheets/sheet1.xml').replace(/^.*<\/sheetData>|<\/worksheet>$/gs, '');
  return around.replaceAll('&gt;', '>');
}

const format = (areas: string, formula: string): string =>
  `<conditionalFormatting sqref="${areas}"><cfRule type="expression" priority="1"><formula>${formula}</formula></cfRule></conditionalFormatting>`;

const DAYS = 'B6:B7 B10:B11 B14:B15';
const each = (formulas: readonly string[]) =>
  ['B6:B7', 'B10:B11', 'B14:B15'].map((areas, index) => format(areas, formulas[index] ?? '')).join('');

describe('a format of a detail row', () => {
  test.each([
    ['compares with its own row', 'B6>C6', format(DAYS, 'B6>C6')],
    ['compares with a cell above all groups', 'B6>$B$1', format(DAYS, 'B6>$B$1')],
    ['compares with a cell above, without $, and stays on that cell', 'B6>B1', format(DAYS, 'B6>B$1')],
    ['compares with a cell below all groups', 'B6>B8', format(DAYS, 'B6>B$17')],
    ['compares with another sheet', 'B6>Rates!A1', format(DAYS, 'B6>Rates!A$1')],
    ['compares with its group’s total', 'B6>$B$7', each(['B6>$B$8', 'B10>$B$12', 'B14>$B$16'])],
    ['compares with its group’s heading', 'B6>$D$5', each(['B6>$D$5', 'B10>$D$9', 'B14>$D$13'])],
    ['compares with the row above, as a copied row would', 'B6>D5', format(DAYS, 'B6>D5')],
    ['compares with its group’s heading, row fixed', 'B6>D$5', each(['B6>D$5', 'B10>D$9', 'B14>D$13'])],
    ['compares with the first row of its group', 'B6>B$6', each(['B6>B$6', 'B10>B$10', 'B14>B$14'])],
    [
      'compares with all rows of its group',
      'B6>AVERAGE(B$6:B$6)',
      each(['B6>AVERAGE(B$6:B$7)', 'B10>AVERAGE(B$10:B$11)', 'B14>AVERAGE(B$14:B$15)']),
    ],
  ])('%s', async (_, formula, becomes) => {
    expect(await frame({ after: format('B6', formula) })).toBe(becomes);
  });

  test('a row of the group that compares with another row of it', async () => {
    const becomes = ['D5', 'D9', 'D13']
      .map((cell, index) => format(cell, `${cell}>B${8 + index * 4}`))
      .join('');
    expect(await frame({ after: format('D5', 'D5>B7') })).toBe(becomes);
  });

  test('adjacent rows need one rule', async () => {
    const rows =
      row(5, { A: '{{#each employees rows 2}}{{employee.name}}', B: 1 }) + row(6, { A: 'x', B: 2 });
    expect(await frame({ after: format('B6', 'B6>B5') }, rows)).toBe(format('B6 B8 B10', 'B6>B5'));
  });

  test('several formulas and limits of one rule are combined', async () => {
    const scale = (areas: string, low: string, high: string) =>
      `<conditionalFormatting sqref="${areas}"><cfRule type="colorScale" priority="2"><colorScale><cfvo type="formula" val="${low}"/><cfvo type="num" val="${high}"/></colorScale></cfRule></conditionalFormatting>`;
    expect(await frame({ after: scale('B6', '$D$5', '600') })).toBe(
      scale('B6:B7', '$D$5', '600') + scale('B10:B11', '$D$9', '600') + scale('B14:B15', '$D$13', '600'),
    );
  });
});

test('a validation of a detail row', async () => {
  const rule = (areas: string, formula: string, uid = ' xr:uid="{00000000-0000-0000-0000-000000000001}"') =>
    `<dataValidation type="whole" operator="lessThan" sqref="${areas}"${uid}><formula1>${formula}</formula1></dataValidation>`;
  const list = (count: number, rules: string) =>
    `<dataValidations count="${count}" xmlns:xr="urn:x">${rules}</dataValidations>`;
  const out = await frame({ after: list(2, rule('B6', '$D$5') + rule('B6', '$B$1')) });
  const [first, all] = ['B6:B7', DAYS];
  const further = rule('B10:B11', '$D$9', '') + rule('B14:B15', '$D$13', '');
  expect(out).toBe(list(4, rule(first, '$D$5') + further + rule(all, '$B$1')));
});

test('a rule of the extension list, with its own ids', async () => {
  const rule = (areas: string, formula: string, id: string) =>
    `<x14:conditionalFormatting><x14:cfRule type="expression" id="{00000000-0000-0000-0000-${id}}"><xm:f>${formula}</xm:f></x14:cfRule><xm:sqref>${areas}</xm:sqref></x14:conditionalFormatting>`;
  const list = (rules: string) =>
    `<extLst><ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" xmlns:x14="urn:x14" xmlns:xm="urn:xm"><x14:conditionalFormattings>${rules}</x14:conditionalFormattings></ext></extLst>`;
  expect(await frame({ after: list(rule('B6', 'B6>$D$5', '0000000000AB')) })).toBe(
    list(
      rule('B6:B7', 'B6>$D$5', '0000000000AB') +
        rule('B10:B11', 'B10>$D$9', '000000000001') +
        rule('B14:B15', 'B14>$D$13', '000000000002'),
    ),
  );
});

describe('reported when the template is checked', () => {
  const bar = (areas: string, low: string): string =>
    `<conditionalFormatting sqref="${areas}"><cfRule type="dataBar" priority="2"><dataBar><cfvo type="formula" val="${low}"/></dataBar><extLst><ext xmlns:x14="urn:x14"><x14:id>{1}</x14:id></ext></extLst></cfRule></conditionalFormatting>`;
  const problems = async (after: string): Promise<string> => {
    const bytes = await workbook({ sheets: { Hours: { rows: GROUPS, after } } });
    return (await checkTemplate(bytes, fieldsOfModel(testModel(1)), 'test.xlsx')).map(problemText).join();
  };
  test.each([
    [
      'a data bar that is identified by an id',
      bar('B6', '$D$5'),
      bar('B6', '$B$1'),
      'Hours!conditional format: The data bar for B6 compares with cells of its group. Use numbers, or cells outside the repeated rows, as its limits.',
    ],
    [
      'cells of several bands',
      format('B6 B8', 'B6>$D$5'),
      format('B6 B8', 'B6>$B$1'),
      'some of its cells belong to other',
    ],
  ])('%s', async (_, wrong, right, told) => {
    expect(await problems(wrong)).toContain(told);
    expect(await problems(right)).toBe('');
  });

  test('more rules than can exist once for each group', async () => {
    const many = (count: number) => Array.from({ length: count }, () => format('B6', 'B6>$D$5')).join('');
    expect(await problems(many(101))).toContain('101 conditional formats and validations compare with cells');
    expect(await problems(many(100))).toBe('');
  });
});
