import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

/* Parts that cannot follow are refused if a cell really moves, and only then. */

const BAND = row(1, { A: 'x' }) + row(5, { A: '{{#each employee-days}}{{date}}', B: '{{workedMinutes}}' });
const STILL = row(1, { A: 1, B: 2 }) + row(9, { B: 3 });

async function problems(source: WorkbookSource): Promise<string[]> {
  const found = await checkTemplate(await workbook(source), fieldsOfModel(testModel(1)), 'test.xlsx');
  return found.map(problemText);
}

const sheets = (formula: string, extra: Record<string, { rows: string }> = {}): WorkbookSource => ({
  sheets: {
    Hours: { rows: BAND + row(6, { F: `=${formula}` }) },
    Jan: { rows: STILL },
    Feb: { rows: STILL },
    ...extra,
  },
});

describe('references through several sheets and addresses in text', () => {
  test.each([
    ['sheets without moved cells', 'SUM(Jan:Feb!B9)'],
    ['an address on a sheet without moved cells', 'INDIRECT("Jan!B9")'],
    ['an address above the repeated rows', 'INDIRECT("A1")'],
  ])('%s stay: %s', async (_, formula) => {
    expect(await problems(sheets(formula))).toEqual([]);
    const out = await rendered(sheets(formula), testModel(1));
    expect(String(out.cells(1).F8)).toContain(`=${formula}`);
  });

  test.each([
    [
      'sheets between which rows move',
      'SUM(Jan:Rest!B9)',
      'Hours!F6: Jan:Rest!B9 spans several sheets. On sheet "Mid" rows move, so paytally cannot adjust the reference. Name each sheet by itself.',
    ],
    [
      'an address below the repeated rows',
      'INDIRECT("B9")',
      'Hours!F6: INDIRECT("B9") names a cell as text, which cannot follow moving rows. Refer to the cell itself, or to a defined name.',
    ],
    [
      'a composed address',
      'INDIRECT("B9"&A1)',
      'Hours!F6: INDIRECT("B9") names a cell as text, which cannot follow moving rows. Refer to the cell itself, or to a defined name.',
    ],
  ])('%s are refused: %s', async (_, formula, told) => {
    const found = await problems(sheets(formula, { Mid: { rows: BAND }, Rest: { rows: STILL } }));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(told);
  });

  test('above the repeated rows of a sheet in between, no cell moves', async () => {
    expect(
      await problems(sheets('SUM(Jan:Rest!B1)', { Mid: { rows: BAND }, Rest: { rows: STILL } })),
    ).toEqual([]);
  });
});

describe('rows at the end of a sheet', () => {
  test('a row without cells near the last row has no effect', async () => {
    const rows = `${BAND + row(6, { B: '=SUM(B5:B5)' })}<row r="1048573" ht="12.8"/>`;
    const out = await rendered({ sheets: { Hours: { rows } } }, testModel(5));
    expect([...out.parts.keys()].filter((part) => part.includes('worksheets/sheet'))).toHaveLength(1);
    expect(out.cells(1).B20).toBe(`=SUM(B5:B19) → 7125`);
  });

  test('a row with a height below the drawn area stays', async () => {
    const out = await rendered(
      { sheets: { Hours: { rows: `${BAND}<row r="8" ht="40" customHeight="1"/>` } } },
      testModel(1),
    );
    expect(out.text('xl/worksheets/sheet1.xml')).toContain('<row r="10" ht="40" customHeight="1"></row>');
  });

  test('a row with cells leaves no space for repetitions', async () => {
    const source = { sheets: { Hours: { rows: BAND + row(1_048_576, { A: 'end' }) } } };
    await expect(rendered(source, testModel(2))).rejects.toThrow(/more than 1048576 rows/);
  });
});

test('relationships with paths above the package, as LibreOffice writes them, are unchanged', async () => {
  const source: WorkbookSource = {
    sheets: { Hours: { rows: BAND } },
    parts: { 'customXml/item1.xml': '<a/>' },
    workbookRelationships: { rIdX: ['customXml', '../../customXml/item1.xml'] },
  };
  expect(await problems(source)).toEqual([]);
  expect((await rendered(source, testModel(1))).text('customXml/item1.xml')).toBe('<a/>');
});
