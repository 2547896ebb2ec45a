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
  '<definedName name="fixed">S!$A$1</definedName><definedName name="inner">fixed*2</definedName><definedName name="hours">S!$B$5</definedName><definedName name="moving">OFFSET(S!$A$1,0,0)</definedName><definedName name="beside">S!A1</definedName>' +
  '<definedName name="placed">fixed+ROW(S!$A$1)</definedName><definedName name="adding">_xlfn.LAMBDA(_xlpm.x,_xlpm.x+S!$B$5)</definedName>' +
  '<definedName name="twice" localSheetId="0">S!$A$1</definedName><definedName name="twice">S!$B$5</definedName>';

async function resultOf(formula: string, more = ''): Promise<unknown> {
  const out = await rendered(source(formula, { names: NAMES, more }), testModel(1));
  return /→ (.*)$/.exec(String(out.cells(1).D1))?.[1];
}

/** A formula in a row of the second column's neighbour in a table with totals: row 10 to 13, beside another table. */
async function tableResult(at: number, formula: string, kind = 'day'): Promise<unknown> {
  const cell = (row: number): string => (row === at ? stored(`C${row}`, formula, 41) : '');
  const line = (row: number, name: string, rate: string): string =>
    `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>${name}</t></is></c>${rate}${cell(row)}</row>`;
  const number = (row: number): string => `<c r="B${row}"><v>2</v></c>`;
  const lines = [
    row(1, { A: '{{run.to}}' }),
    line(10, 'Kind', '<c r="B10" t="inlineStr"><is><t>Rate</t></is></c>'),
    line(11, kind, number(11)),
    line(12, 'night', number(12)),
    line(13, 'Total', stored('B13', 'PHONETIC([Rate])', 3)),
  ];
  const columns = ['Kind', 'Rate', 'Pay'].map(
    (name, index) => `<tableColumn id="${index + 1}" name="${name}"/>`,
  );
  const table = `<table xmlns="${MAIN}" id="1" name="Rates" displayName="Rates" ref="A10:C13" totalsRowCount="1"><tableColumns count="3">${columns.join('')}</tableColumns></table>`;
  const other = `<table xmlns="${MAIN}" id="2" name="Others" displayName="Others" ref="E10:F13"><tableColumns count="2"><tableColumn id="1" name="Kind"/><tableColumn id="2" name="Rate"/></tableColumns></table>`;
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml';
  const out = await rendered(
    {
      sheets: {
        S: {
          rows: lines.join(''),
          after: '<tableParts count="2"><tablePart r:id="rId1"/><tablePart r:id="rId2"/></tableParts>',
          relationships: {
            rId1: ['table', '../tables/table1.xml'],
            rId2: ['table', '../tables/table2.xml'],
          },
        },
      },
      parts: { 'xl/tables/table1.xml': table, 'xl/tables/table2.xml': other },
      types: { 'xl/tables/table1.xml': type, 'xl/tables/table2.xml': type },
    },
    testModel(1),
  );
  return /→ (.*)$/.exec(String(out.cells(1)[`C${at}`]))?.[1];
}

/** A formula in C4 over names that mean the cell to the left of it, B4, and twice that. */
async function besideResult(formula: string, left: string, kind = ''): Promise<unknown> {
  const cell = `<c r="C4"><f${kind}>${formula}</f><v>41</v></c>`;
  const filled = `<c r="B4" t="inlineStr"><is><t>${left}</t></is></c>`;
  const rows = `${row(1, { A: '{{run.to}}' })}<row r="4">${filled}${cell}</row>`;
  const names =
    '<definedName name="beside">S!XFD1</definedName><definedName name="inner">beside*2</definedName>';
  const out = await rendered({ sheets: { S: { rows } }, names }, testModel(1));
  return /→ (.*)$/.exec(String(out.cells(1).C4))?.[1];
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
    ['over a cell that is gone', 'IFERROR(PHONETIC(#REF!),"")'],
    ['over a name of the sheet', 'PHONETIC(twice)'],
    ['over a range in two parts', 'PHONETIC(S!A1:S!B1)'],
  ])('%s', async (_, formula) => {
    expect(await resultOf(formula)).toBe('41');
  });

  test.each([
    ['over the data of the table around it', 11, 'PHONETIC([Rate])'],
    ['over the data above it in the totals', 13, 'PHONETIC(Rates[Rate])'],
    ['over its own row of a table', 11, 'PHONETIC(Rates[[#This Row],[Rate]])'],
    ['over a total that stays itself', 11, 'PHONETIC(Rates[[#Totals],[Rate]])'],
    ['over an unknown column', 13, 'PHONETIC(Rates[Other])'],
  ])('%s', async (_, at, formula) => {
    expect(await tableResult(at, formula)).toBe('41');
  });

  test.each([
    ['by formulas', 'PHONETIC(beside)', ''],
    ['by names of names', 'PHONETIC(inner)', ''],
    ['by array formulas', 'PHONETIC(beside)', ' t="array" ref="C4"'],
  ])('over a name that means other cells in each cell, if no row moves: %s', async (_, formula, kind) => {
    expect(await besideResult(formula, '7', kind)).toBe('41');
  });
});

describe('a result of the template is dropped', () => {
  test.each([
    ['over filled cells', 'PHONETIC(B5)'],
    ['over a name of filled cells', 'PHONETIC(hours)'],
    ['over a formula that is dropped', 'PHONETIC(E1)'],
    ['over a name that chooses its cells', 'PHONETIC(moving)'],
    ['over a name that means other cells in each cell, where rows move', 'PHONETIC(beside)'],
    ['over a name that depends on its place, where rows move', 'PHONETIC(placed)'],
    ['over a name that is a function', 'PHONETIC(adding(A1))'],
    ['over a name of any sheet', 'PHONETIC(S!twice)'],
    ['over the cells between two references', 'PHONETIC(S!A1:S!A9)'],
    ['over cells up to one that is calculated', 'PHONETIC(A1:INDEX(A1:B1,2))'],
    ['where it depends on the place of moving cells', 'PHONETIC(A1)+COLUMN(PHONETIC(A1))'],
    ['where it changes by itself', 'PHONETIC(A1)+NOW()'],
  ])('%s', async (_, formula) => {
    expect(await resultOf(formula, stored('E1', 'PHONETIC(B5)', 3))).toBe('');
  });

  test.each([
    ['in the column of its table', 11, 'PHONETIC(Rates[Kind])', '{{run.from}}'],
    ['in its own row', 11, 'PHONETIC(Rates[[#This Row],[Kind]])', '{{run.from}}'],
    ['in the whole table', 13, 'PHONETIC(Rates[#All])', '{{run.from}}'],
    ['in an unknown column', 13, 'PHONETIC(Rates[Other])', '{{run.from}}'],
    ['in a column of rows that repeat', 11, 'PHONETIC(Rates[Rate])', '{{#each employees}}'],
  ])('over filled cells %s', async (_, at, formula, kind) => {
    expect(await tableResult(at, formula, kind)).toBe('');
  });

  test.each([
    ['by formulas', 'PHONETIC(beside)'],
    ['by names of names', 'PHONETIC(inner)'],
  ])('over a name that means other cells in each cell, filled ones: %s', async (_, formula) => {
    expect(await besideResult(formula, '{{run.from}}')).toBe('');
  });

  test('of formulas over each other', async () => {
    expect(await resultOf('PHONETIC(E1)', stored('E1', 'PHONETIC(D1)', 3))).toBe('');
  });
});

describe('a formula is written as it was drawn', () => {
  const writtenAs = async (cell: string): Promise<string> => {
    const out = await rendered({ sheets: { S: { rows: row(1, { A: '{{run.to}}' }) + cell } } }, testModel(1));
    return /<c r="B4".*?<\/c>/s.exec(out.text('xl/worksheets/sheet1.xml'))?.[0] ?? '';
  };

  test.each([
    [
      'with the spaces of its text',
      '<c r="B4" t="str"><f>PHONETIC(A3)</f><v xml:space="preserve">four </v></c>',
    ],
    ['with the mark that it is always calculated', '<c r="B4"><f ca="1">MYTIME()</f></c>'],
    ['with the same mark of an array', '<c r="B4"><f t="array" ref="B4" aca="1" ca="1">MYTIME()</f></c>'],
  ])('%s', async (_, cell) => {
    expect(await writtenAs(`<row r="4">${cell}</row>`)).toBe(cell);
  });

  test('without a result if it is always calculated, and with the same mark in shared formulas', async () => {
    const shared = '<c r="A4"><f t="shared" ref="A4:B4" si="0" ca="1">MYTIME()</f><v>1</v></c>';
    const copy = '<c r="B4"><f t="shared" si="0" ca="1"/><v>1</v></c>';
    expect(await writtenAs(`<row r="4">${shared}${copy}</row>`)).toBe('<c r="B4"><f ca="1">MYTIME()</f></c>');
  });

  test('in each repetition', async () => {
    const rows = `<row r="4"><c r="A4" t="inlineStr"><is><t>{{#each employees}}{{employee.name}}</t></is></c><c r="B4"><f ca="1">MYTIME(A4)</f><v>1</v></c></row>`;
    expect(await writtenAs(rows)).toBe('<c r="B4"><f ca="1">MYTIME(A4)</f></c>');
  });
});

describe('stored numbers', () => {
  test('have at most 15 digits, as spreadsheet programs store them', async () => {
    expect(await resultOf('92348.7+0.05')).toBe('92348.75');
    expect(await resultOf('0.1+0.2')).toBe('0.3');
    expect(await resultOf('1/3')).toBe('0.333333333333333');
  });
});
