import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { row, STYLE, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

const fields = fieldsOfModel(testModel(1));

async function problems(source: WorkbookSource): Promise<string[]> {
  return (await checkTemplate(await workbook(source), fields, 'test.xlsx')).map(problemText);
}

const EACH = '{{#each employee-days}}';
const CELLS: readonly [name: string, rows: string, problem: string][] = [
  [
    'an unknown field',
    row(5, { A: `${EACH}{{employee.lastNam}}` }),
    'Hours!A5: There is no field "employee.lastNam". Did you mean employee.lastName?',
  ],
  [
    'only the end of a name',
    row(5, { A: `${EACH}{{lastName}}` }),
    'Hours!A5: There is no field "lastName". Did you mean employee.lastName?',
  ],
  [
    'a row field outside rows',
    row(1, { A: '{{workedMinutes}}' }),
    'Hours!A1: "workedMinutes" is a field of rows, but this cell is not in repeated rows. Put it in rows that repeat ({{#each employee-days}}), or write {{employee-days.workedMinutes | sum}} for a total.',
  ],
  [
    'a field of many rows',
    row(1, { A: '{{employees.workedMinutes}}' }),
    'Hours!A1: {{employees.workedMinutes}} refers to many rows. Say which value you mean, for example {{employees.workedMinutes | sum}}.',
  ],
  [
    'an unknown data set',
    row(5, { A: '{{#each employe-days}}x' }),
    'Hours!A5: There is no data set "employe-days". Did you mean employee-days?',
  ],
  [
    'an unknown field to group by',
    row(5, { A: '{{#each employee-days group by employe.id}}x' }),
    'Hours!A5: Data set employee-days has no field "employe.id". Did you mean employee.id?',
  ],
  [
    'an unknown field to sort by',
    row(5, { A: '{{#each employee-days sort by dat}}x' }),
    'Hours!A5: Data set employee-days has no field "dat". Did you mean date?',
  ],
  [
    'an unknown field in a condition',
    row(5, { A: '{{#each employee-days where worked > 1}}x' }),
    'Hours!A5: Data set employee-days has no field "worked". Use a field such as',
  ],
  [
    'an unknown format',
    row(5, { A: `${EACH}{{workedMinutes | hour}}` }),
    'Hours!A5: There is no format "hour". Did you mean hours?',
  ],
  [
    'a format that does not fit',
    row(5, { A: `${EACH}{{employee.name | hours}}` }),
    'Hours!A5: "| hours" does not work with employee.name, which is text. It works with minutes, inte',
  ],
  [
    'a format without its argument',
    row(5, { A: `${EACH}{{note | default}}` }),
    'Hours!A5: "| default" takes 1 value after ":". Write | default:"none".',
  ],
  [
    'a sum of text',
    row(1, { A: '{{employees.employee.name | sum}}' }),
    'Hours!A1: "employees.employee.name" is text, so "sum" does not work with it. Use minutes or numb',
  ],
  [
    'unclosed braces',
    row(1, { A: 'for {{run.periodLabel' }),
    'Hours!A1: "for {{run.periodLabel" has {{ without }}. Wr',
  ],
  [
    'one brace missing at the end',
    row(1, { A: 'for {{run.periodLabel} and {{run.id}}' }),
    'Hours!A1: "{{run.periodLabel}" has no second brace at its end. Write {{run.periodLa',
  ],
  [
    'one brace missing at the end of a directive',
    row(5, { A: '{{#each employees}{{employee.name}}' }),
    'Hours!A5: "{{#each employees}" has no second brace at its end. Write {{#each employ',
  ],
  [
    'one brace missing before a directive',
    row(5, { A: '{#each employees}}x' }),
    'Hours!A5: "{#each employees}}" has no second brace at its beginning. Write {{#each employ',
  ],
  [
    'one brace missing before a second directive',
    row(5, { A: '{{#each employees}}{#if employee.active}}x' }),
    'Hours!A5: "{#if employee.active}}" has no second brace at its beginning. Write {{#if employee.act',
  ],
  [
    'a date without quotes',
    row(5, { A: '{{#each employee-days where date >= 2026-10-05}}x' }),
    'Hours!A5: {{#each employee-days where date >= 2026-10-05}}: The date 2026-10-05 must be in quotes. Write date >= "2026-10-05".',
  ],
  [
    'a date of the country without quotes',
    row(5, { A: '{{#each employee-days where weekday = 1 and date < 05.10.2026 sort by date}}x' }),
    'Hours!A5: {{#each employee-days where weekday = 1 and date < 05.10.2026 sort by date}}: The date 05.10.2026 must be in quotes. For example, write date < "2026-10-05"',
  ],
  [
    'a date with slashes without quotes',
    row(5, { A: '{{#if run.from = 5/10/2026}}x' }),
    'Hours!A5: {{#if run.from = 5/10/2026}}: The date 5/10/2026 must be in quotes. For example, write run.from = "2026-10-05"',
  ],
  [
    'a day and time without quotes',
    row(5, { A: '{{#each employee-days where startsAt>2026-10-05T08:00:00+02:00}}x' }),
    'Hours!A5: {{#each employee-days where startsAt>2026-10-05T08:00:00+02:00}}: The date 2026-10-05T08:00:00+02:00 must be in quotes. Write startsAt > "2026-10-05T08:00:00+02:00".',
  ],
  [
    'a date in a placeholder without quotes',
    row(5, { A: `${EACH}{{note | default:2026-10-05}}` }),
    'Hours!A5: The date 2026-10-05 must be in quotes. Write "2026-10-05".',
  ],
  [
    'other text after a date in quotes',
    row(5, { A: '{{#each employee-days where date >= "2026-10-05" and ?}}x' }),
    'Hours!A5: {{#each employee-days where date >= "2026-10-05" and ?}}: paytally cannot read "?". For example, write {{#each employee-days group b',
  ],
  [
    'a repeated sheet without groups',
    row(5, { A: '{{#sheet employees}}x' }),
    'Hours!A5: {{#sheet employees}}: "group by FIELD" is missing. For example, write {{#sheet employee-days group by employee.id}}',
  ],
  [
    'a condition without value',
    row(5, { A: '{{#if workedMinutes >}}x' }),
    'Hours!A5: {{#if workedMinutes >}}: A value is missing: a field, a number, a "text" in quotes, true, false or null. For example, write {{#if worked',
  ],
  [
    'an alternative without its data set',
    row(5, { A: '{{#empty}}x' }),
    'Hours!A5: {{#empty}}: the name of a data set is missing. For example, write {{#empty employee-days}}',
  ],
  [
    'an unknown directive',
    row(5, { A: '{{#for employee-days}}x' }),
    'Hours!A5: {{#for employee-days}}: It is not {{#each …}}, {{#if …}}, {{#empty …}}, {{#sheet …}}, {{#style …}} or {{#fit}}. For',
  ],
  [
    'too many words',
    row(5, { A: '{{#each employee-days sorted by date}}x' }),
    'Hours!A5: {{#each employee-days sorted by date}}: "sorted" is not expected here.',
  ],
  [
    'negative times',
    row(5, { A: [`${EACH}{{differenceMinutes}}`, STYLE.duration] }),
    'Hours!A5: {{differenceMinutes}} can be negative, and Excel shows negative times as #####. Write {{differenceMinutes | hours}} in a cell with the number format 0.00.',
  ],
  [
    'overlapping rows',
    row(4, { A: '{{#each employees rows 2}}x' }) + row(5, { A: '{{#each employee-days rows 2}}x' }),
    'Hours!A5: Rows 5 to 6 overlap the repeated rows 4 to 5 (A4). Put one of them completely inside the other, or separate',
  ],
  [
    'the same rows twice',
    row(4, { A: '{{#each employees}}x', B: '{{#each employees}}' }),
    'Hours!B4: Rows 4 to 4 already repeat (A4).',
  ],
  [
    'an inner band that is not linked',
    row(4, { A: '{{#each employees rows 2}}x' }) + row(5, { A: '{{#each employee-days}}x' }),
    'Hours!A5: It is unclear which rows of employee-days belong to a row of employees. Group the surrounding',
  ],
  [
    'an alternative without rows',
    row(4, { A: '{{#empty employees}}x' }),
    'Hours!A4: {{#empty employees}} has no rows next to it that repeat over employees.',
  ],
  [
    'a total that would count subtotals',
    row(4, { A: '{{#each employees group by employee.id rows 3}}x' }) +
      row(5, { A: '{{#each employee-days}}', B: '{{workedMinutes}}' }) +
      row(6, { B: '=SUM(B5:B5)' }) +
      row(7, { B: '=SUM(B5:B5)' }),
    'Hours!B7: SUM(B5:B5) would also include B6, which is between the repeated rows. Use SUBTOTAL(9,…) h',
  ],
  [
    'a total over one of two rows with numbers',
    row(5, { A: '{{#each employee-days rows 2}}', B: '{{workedMinutes}}' }) +
      row(6, { B: '{{plannedMinutes}}' }) +
      row(7, { B: '=SUM(B5:B5)' }),
    'Hours!B7: SUM(B5:B5) would also include B6, which is between the repeated rows. Put B6 into a column or row of its own.',
  ],
  [
    'the same with SUBTOTAL, which leaves out totals only',
    row(5, { A: '{{#each employee-days rows 2}}', B: '{{workedMinutes}}' }) +
      row(6, { B: '{{plannedMinutes}}' }) +
      row(7, { B: '=1+SUBTOTAL(9,B5:B5)' }),
    'Hours!B7: SUBTOTAL(9,B5:B5) would also include B6, which is between the repeated rows. Put B6 into a column or row of its own.',
  ],
  [
    'a SUBTOTAL over a cell that is not a total',
    row(4, { A: '{{#each employees group by employee.id rows 3}}x' }) +
      row(5, { A: '{{#each employee-days}}', B: '{{workedMinutes}}' }) +
      row(6, { B: '=SUM(B5:B5)' }) +
      row(7, { B: '=SUBTOTAL(9,B5:B5,ABS(1))' }),
    'Hours!B7: SUBTOTAL(9,B5:B5,ABS(1)) would also include B6, which is between the repeated rows. If B6 is a total, write it with SUBTOTAL, which leaves out other subtotals. Otherw',
  ],
  [
    'an average of groups',
    row(4, { A: '{{#each employees group by employee.id rows 3}}x' }) +
      row(5, { A: '{{#each employee-days}}', B: '{{workedMinutes}}' }) +
      row(6, { B: '=SUM(B5:B5)' }) +
      row(7, { B: '=AVERAGE(B5:B5)' }),
    'Hours!B7: AVERAGE(B5:B5) would also include B6, which is between the repeated rows. Use SUBTOTAL(1,…) h',
  ],
  [
    'INDIRECT',
    row(5, { A: `${EACH}x` }) + row(6, { B: '=INDIRECT("A5")' }),
    'Hours!B6: INDIRECT("A5") names a cell as text, which cannot follow moving rows.',
  ],
  [
    'A placeholder in a formula',
    row(1, { A: '="for {{run.id}}"' }),
    'Hours!A1: The formula contains a placeho',
  ],
  [
    'several formats in one placeholder',
    '<row r="1"><c r="A1" t="inlineStr"><is><r><t>{{run.</t></r><r><rPr><b/></rPr><t>id}}</t></r></is></c></row>',
    'Hours!A1: A placeholder in "{{run.id}}" has more than one font or colour. Give the whole placeh',
  ],
  [
    'an array formula over repeated rows',
    `${row(5, { A: `${EACH}{{date}}` })}<row r="6"><c r="B6"><f t="array" ref="B4:B6">A4:A6</f></c></row>`,
    'Hours!B6: The array formula over B4:B6 extends over repeated rows.',
  ],
  [
    'a data table in repeated rows',
    row(5, { A: `${EACH}{{date}}` }).replace(
      '</row>',
      '<c r="B5"><f t="dataTable" ref="B5:B5" r1="A1"/></c></row>',
    ),
    'Hours!B5: The data table B5:B5 (what-if analysis) is in repeated rows. P',
  ],
];

describe('placeholders, directives and formulas', () => {
  test.each(CELLS)('%s', async (_, rows, problem) => {
    const found = await problems({ sheets: { Hours: { rows } } });
    expect(found[0]?.slice(0, problem.length)).toBe(problem);
  });

  test('reports all problems at once', async () => {
    const rows = row(1, { A: '{{a}}', B: '{{run.id | b}}' }) + row(5, { A: '{{#each c}}{{d}}' });
    expect((await problems({ sheets: { Hours: { rows }, More: { rows } } })).length).toBe(8);
  });

  test('a reference to a repeated sheet', async () => {
    const found = await problems({
      sheets: {
        Sum: { rows: row(1, { A: '=Person!B2', B: "=SUM('Sum:Person'!B2)" }) },
        Person: { rows: row(1, { A: '{{#sheet employees group by employee.id}}{{employee.name}}' }) },
      },
    });
    expect(found[0]).toContain(
      'Sum!A1: Person!B2 refers to sheet "Person", which becomes several sheets or none. Take the value from the data, for example {{employee-days.workedMinutes | sum}}.',
    );
    expect(found[1]).toContain(
      'Sum!B1: \'Sum:Person\'!B2 spans several sheets. On sheet "Person" rows move, so paytally cannot adjust the reference. Name each sheet by itself.',
    );
  });
});
