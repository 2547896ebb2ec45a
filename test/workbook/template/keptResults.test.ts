import { describe, expect, test } from 'vitest';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type WorkbookSource } from '../../support/workbooks/workbook.js';

/* PHONETIC is left to Excel, so that only the template's own result can be stored. */

const stored = (at: string, formula: string, result: string | number): string =>
  `<c r="${at}"${typeof result === 'string' ? ' t="str"' : ''}><f>${formula}</f><v>${result}</v></c>`;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RATES = `<table xmlns="${MAIN}" id="1" name="Rates" displayName="Rates" ref="A10:B12"><tableColumns count="2"><tableColumn id="1" name="Kind"/><tableColumn id="2" name="Rate"/></tableColumns></table>`;

/** A formula in D1 above a row that repeats, and a table below it. */
function source(formula: string, { names = '', more = '' } = {}): WorkbookSource {
  const first = `<row r="1"><c r="A1"><v>2</v></c>${stored('B1', 'PHONETIC(A1)', 7)}${stored('D1', formula, 41)}${more}</row>`;
  const table =
    row(10, { A: 'Kind', B: 'Rate' }) + row(11, { A: 'day', B: 1 }) + row(12, { A: 'night', B: 2 });
  return {
    sheets: {
      S: {
        rows: first + row(5, { A: '{{#each employees}}{{employee.name}}', B: '{{workedMinutes}}' }) + table,
        after: '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>',
        relationships: { rId1: ['table', '../tables/table1.xml'] },
      },
    },
    names,
    parts: { 'xl/tables/table1.xml': RATES },
    types: {
      'xl/tables/table1.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml',
    },
  };
}

const NAMES =
  '<definedName name="fixed">S!$A$1</definedName><definedName name="inner">fixed*2</definedName><definedName name="hours">S!$B$5</definedName><definedName name="moving">OFFSET(S!$A$1,0,0)</definedName><definedName name="beside">S!A1</definedName>';

async function resultOf(formula: string, more = ''): Promise<unknown> {
  const out = await rendered(source(formula, { names: NAMES, more }), testModel(1));
  return /→ (.*)$/.exec(String(out.cells(1).D1))?.[1];
}

describe('a result of the template stays', () => {
  test.each([
    ['over a cell', 'PHONETIC(A1)'],
    ['over a formula that stays itself', 'PHONETIC(B1)'],
    ['over a name', 'PHONETIC(fixed)'],
    ['over a name of a name', 'PHONETIC(inner)'],
    ['over a table', 'PHONETIC(Rates)'],
    ['over a column of a table', 'PHONETIC(Rates[Rate])'],
    ['with a name that only the formula has', '_xlfn.LET(_xlpm.x,A1,PHONETIC(_xlpm.x))'],
    ['over another file', 'PHONETIC([1]Other!A1)'],
  ])('%s', async (_, formula) => {
    expect(await resultOf(formula)).toBe('41');
  });
});

describe('a result of the template is dropped', () => {
  test.each([
    ['over filled cells', 'PHONETIC(B5)'],
    ['over a name of filled cells', 'PHONETIC(hours)'],
    ['over a formula that is dropped', 'PHONETIC(E1)'],
    ['over a name that chooses its cells', 'PHONETIC(moving)'],
    ['over a name that means other cells in each cell', 'PHONETIC(beside)'],
    ['where it depends on the place of moving cells', 'PHONETIC(A1)+COLUMN(PHONETIC(A1))'],
    ['where it changes by itself', 'PHONETIC(A1)+NOW()'],
  ])('%s', async (_, formula) => {
    expect(await resultOf(formula, stored('E1', 'PHONETIC(B5)', 3))).toBe('');
  });

  test('of formulas over each other', async () => {
    expect(await resultOf('PHONETIC(E1)', stored('E1', 'PHONETIC(D1)', 3))).toBe('');
  });
});

describe('stored numbers', () => {
  test('have at most 15 digits, as spreadsheet programs store them', async () => {
    expect(await resultOf('92348.7+0.05')).toBe('92348.75');
    expect(await resultOf('0.1+0.2')).toBe('0.3');
    expect(await resultOf('1/3')).toBe('0.333333333333333');
  });
});
