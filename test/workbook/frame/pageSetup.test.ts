import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

const AREA = `<definedName name="_xlnm.Print_Area" localSheetId="0">'S'!$A$1:$B$2</definedName>`;
const TITLES = `<definedName name="_xlnm.Print_Titles" localSheetId="0">'S'!$1:$1</definedName>`;
const SETUP = '<pageSetup paperSize="9" orientation="landscape"/>';

function source(directive: string, { after = SETUP, names = AREA + TITLES } = {}): WorkbookSource {
  const rows =
    row(1, { A: `${directive}Name`, B: 'Days' }) +
    row(2, { A: '{{#each employees}}{{employee.name}}', B: 1 });
  return { sheets: { S: { rows, after } }, names };
}

async function written(...given: Parameters<typeof source>) {
  const out = await rendered(source(...given), testModel(3));
  return { sheet: out.text('xl/worksheets/sheet1.xml'), book: out.text('xl/workbook.xml') };
}

describe('{{#print}}', () => {
  test('scales the sheet to a number of pages that depends on its data, rounded up', async () => {
    const { sheet } = await written('{{#print wide 2 tall count(employees) / 2}}');
    expect(sheet).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>');
    const count = Number(/fitToHeight="(\d+)"/.exec(sheet)?.[1]);
    const people = sheet.split('<row ').length - 2;
    expect(people).toBeGreaterThan(1);
    expect(count).toBe(Math.ceil(people / 2));
    expect(sheet).toContain('fitToWidth="2"');
    expect(sheet).toContain('orientation="landscape"');
  });

  test('works on a sheet without any page set-up', async () => {
    const after = '<pageMargins left="1" right="1" top="1" bottom="1" header="0" footer="0"/><headerFooter/>';
    const { sheet } = await written('{{#print tall 1}}', { after });
    expect(sheet).toContain('footer="0"/><pageSetup fitToHeight="1"/><headerFooter/>');
  });

  test('leaves a sheet out of the pages, by an empty cell as its print area', async () => {
    const { book } = await written('{{#print if count(employees) > 99}}');
    expect(book).toContain(`localSheetId="0">'S'!$C$1</definedName>`);
    const { book: shown } = await written('{{#print if count(employees) > 1}}');
    expect(shown).toMatch(/Print_Area" localSheetId="0">'?S'?!\$A\$1:\$B\$\d/);
  });

  test('repeats the print titles only if they are wanted', async () => {
    const { book } = await written('{{#print titles if count(employees) > 99}}');
    expect(book).not.toContain('Print_Titles');
    expect(book).toContain('Print_Area');
    const { book: shown } = await written('{{#print titles if count(employees) > 1}}');
    expect(shown).toContain('Print_Titles');
    const { book: none } = await written('{{#print titles if false}}', { names: TITLES });
    expect(none).not.toContain('definedName');
  });

  test('of a repeated sheet is that of each copy', async () => {
    const rows =
      row(1, { A: '{{#sheet employees group by employee.id}}{{#print if employee.id = "e1"}}' }) +
      row(2, { A: '{{#each employee-days}}{{date}}' });
    const drawn = { sheets: { S: { rows, after: SETUP } }, names: AREA + TITLES };
    const model = testModel(3);
    const ids = [...(model.dataSets.get('employees')?.rows ?? [])].map((each) => each['employee.id']);
    const out = await rendered(
      { ...drawn, sheets: { S: { rows: rows.replace('"e1"', JSON.stringify(ids[1])), after: SETUP } } },
      model,
    );
    const areas = [
      ...out.text('xl/workbook.xml').matchAll(/Print_Area" localSheetId="(\d+)">[^<]*!([^<]*)</g),
    ];
    expect(areas).toHaveLength(ids.length);
    expect(areas.map(([, , area = '']) => area.includes(':'))).toEqual(ids.map((_, index) => index === 1));
  });

  test.each([
    ['{{#print}}', 'if, wide, tall or titles if'],
    ['{{#print tall employees.workedMinutes | sum}}', 'is not a number of pages'],
    ['{{#print tall 1 widely 2}}', 'widely'],
    ['{{#print if count(nothing) > 0}}', 'nothing'],
  ])('%s is a problem', async (directive, expected) => {
    const problems = await checkTemplate(await workbook(source(directive)), fieldsOfModel(testModel(1)));
    expect(problems.map(problemText).join()).toContain(expected);
  });

  test('a sheet without a print area cannot be left out', async () => {
    const bytes = await workbook(source('{{#print if count(employees) > 1}}', { names: TITLES }));
    const problems = await checkTemplate(bytes, fieldsOfModel(testModel(1)));
    expect(problems.map(problemText).join()).toContain('no print area');
  });
});
