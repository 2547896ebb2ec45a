import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areaText, columnLetters, columnNumber, parseArea } from '../../../src/workbook/cells/address.js';
import { tokenize, unfoldSharedFormula } from '../../../src/workbook/formula/tokens.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row } from '../../support/workbooks/workbook.js';

describe('tokens', () => {
  const CASES: readonly [formula: string, kinds: string][] = [
    ['SUM(A1:B2,$C$3)', 'function open reference comma reference close'],
    ["'It''s'!A1+Jan:Dec!B2", 'reference operator reference'],
    ['A:A*3:5', 'reference operator reference'],
    ['"A1"&A1', 'text operator reference'],
    ['"say ""A1"""', 'text'],
    ['LOG10(A1)', 'function open reference close'],
    ['_xlfn.STDEV.S(A1)', 'function open reference close'],
    ['T1!A1:B2', 'reference'],
    ["Table1[[#This Row],[A1 '[b']]]", 'table'],
    ['[@Hours]', 'table'],
    ['[1]Sheet!A1', 'external'],
    ["'[book.xlsx]My sheet'!A1:B2", 'external'],
    ['#REF!+Sheet1!#REF!', 'error operator error'],
    ['{1,2;"A1",3}', 'array'],
    ['ABC1048577', 'name'],
    ['XFE1', 'name'],
    ['XFD1', 'reference'],
    ['a1b2', 'name'],
    ['1.5E+3%', 'number operator'],
    ['A1:INDEX(B:B,2)', 'reference operator function open reference comma number close'],
    ['rate.2026*Umsatz_Ä', 'name operator name'],
    ['A1 B2', 'reference space reference'],
    ['A1#', 'reference operator'],
    ['Sheet1!total', 'name'],
  ];
  test.each(CASES)('%s', (formula, kinds) => {
    const tokens = tokenize(formula);
    expect(tokens.map((token) => token.kind).join(' ')).toBe(kinds);
    expect(tokens.map((token) => token.text).join('')).toBe(formula);
  });

  test('no text is lost, whatever it is', () => {
    const pieces = fc.constantFrom(
      'A1',
      '$B$2',
      ':',
      '!',
      "'",
      '"',
      '[',
      ']',
      '(',
      ')',
      ',',
      '{',
      '}',
      'é',
      ' ',
      '#',
      '1',
      'SUM',
      '.',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (list) => {
        const formula = list.join('');
        expect(
          tokenize(formula)
            .map((token) => token.text)
            .join(''),
        ).toBe(formula);
      }),
      { numRuns: 500 },
    );
  });
});

describe('addresses', () => {
  test('columns and their letters', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 16_384 }),
        (column) => columnNumber(columnLetters(column)) === column,
      ),
    );
    expect([1, 26, 27, 702, 703, 16_384].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD']);
  });

  test.each([
    ['B4', 'B4'],
    ['$D$6:A1', 'A1:D6'],
    ['A:C', 'A1:C1048576'],
    ['3:5', 'A3:XFD5'],
  ])('%s is %s', (text, area) => {
    const parsed = parseArea(text);
    expect(parsed && areaText(parsed)).toBe(area);
  });

  test.each(['', 'A', '1', 'A1:', 'A1:B', 'Sheet!A1', 'A1 B2'])('"%s" is invalid', (text) => {
    expect(parseArea(text)).toBeUndefined();
  });
});

describe('shared formulas', () => {
  test.each([
    ['A1+$A1+A$1+$A$1', 'B3+$A3+B$1+$A$1'],
    ["SUM('a b'!A1:B2)", "SUM('a b'!B3:C4)"],
    ['A:A+1:1', 'B:B+3:3'],
    ['"A1"&LOG10(A1)', '"A1"&LOG10(B3)'],
  ])('%s two rows down and one column right is %s', (formula, moved) => {
    expect(unfoldSharedFormula(formula, 2, 1)).toBe(moved);
  });
});

/** A1 2, A2 3, A3 "text", A4 blank, A5 true, A6 0; results as in Excel. */
const RESULTS: readonly [formula: string, result: string][] = [
  ['-2^2', '4'],
  ['2^-1', '0.5'],
  ['2+3*4-6/3', '12'],
  ['(A1+A2)*10%', '0.5'],
  ['10-4-3', '3'],
  ['2^3^2', '64'],
  ['A1/A6', '#DIV/0!'],
  ['A3+1', '#VALUE!'],
  ['A4+1', '1'],
  ['A5+1', '2'],
  ['SUM(A1:A6)', '5'],
  ['SUM(A1:A6,10,TRUE)', '16'],
  ['COUNT(A1:A6)', '3'],
  ['COUNTA(A1:A6)', '5'],
  ['AVERAGE(A1:A2)', '2.5'],
  ['AVERAGE(A3:A4)', '#DIV/0!'],
  ['MIN(A1:A2)', '2'],
  ['MAX(A1:A5)', '3'],
  ['MAX(A3:A4)', '0'],
  ['SUBTOTAL(9,A1:A6)+SUBTOTAL(1,A1:A2)', '7.5'],
  ['IF(A1>A2,"more","less")', 'less'],
  ['IF(A4="","blank","full")', 'blank'],
  ['IF(A1,A4,1)', '0'],
  ['IF(FALSE,1)', '0'],
  ['A1&" of "&A2', '2 of 3'],
  ['ROUND(2.345,2)', '2.35'],
  ['ROUND(-2.5,0)', '-3'],
  ['ROUND(1.005,2)', '1.01'],
  ['ROUND(1234,-2)', '1200'],
  ['ABS(-3)', '3'],
  ['0.1+0.2=0.3', '1'],
  ['0.1+0.2>0.3', '0'],
  ['0.1+0.2-0.3', '0'],
  ['-0.3+0.1+0.2', '0'],
  ['0.3-0.3000001=0', '0'],
  ['1000000-999999.999999>0', '1'],
  ['A1=2', '1'],
  ['"a"="A"', '1'],
  ['SUM(A1:A2)*VLOOKUP(1,A1:A2,1)', '#N/A'],
  ['A1:A2*2', ''],
  ['A1&1.5', ''],
  ['0^0', ''],
  ['SUM(IF(TRUE,A3),IF(TRUE,1,A3))', ''],
  ['COUNT(IF(TRUE,A4))', ''],
  ['SUM(IF(A1>1,5,6))', '5'],
  ['ROW()', '1'],
  ['ROW(A3)+ROWS(A$1:A4)', '7'],
  ['ROW(A1:A2)', ''],
  ['ROWS(A:A)', '1048576'],
  ['J1', ''],
];

describe('calculated results', () => {
  test.each(RESULTS)('%s gives %s', async (formula, result) => {
    const cells =
      row(1, { A: 2, B: '{{run.id}}', C: `=${formula}`, J: '=J1' }) +
      row(2, { A: 3 }) +
      row(3, { A: 'text' });
    const rows = `${cells}<row r="5"><c r="A5" t="b"><v>1</v></c></row><row r="6"><c r="A6"><v>0</v></c></row>`;
    const out = await rendered({ sheets: { S: { rows } } }, testModel(1));
    const shown = String(out.cells(1).C1).split(' → ')[1];
    expect(shown === 'true' ? '1' : shown === 'false' ? '0' : shown).toBe(result);
  });

  test('a cell filled with an empty value is empty', async () => {
    const rows =
      row(2, { A: '{{#each employees}}{{employee.active | yes:"x",""}}' }) + row(3, { A: '=COUNTA(A2)' });
    const out = await rendered({ sheets: { S: { rows } } }, testModel(1));
    expect(out.cells(1).A5).toBe('=COUNTA(A2:A4) → 2');
  });

  test.each([
    ['2026-10-10', '', 46_305],
    ['2026-10-10T12:00:00', '', 46_305.5],
    ['2026-10-10T12:00:00Z', '<workbookPr date1904="1"/>', 44_843.5],
    ['18:00:00', '', 0.75],
  ])('a date cell of a strict workbook, %s %s', async (date, workbookExtra, serial) => {
    const rows = `<row r="1"><c r="A1" t="d"><v>${date}</v></c></row>${row(2, { A: '=MAX(A1:A1)', B: '{{run.id}}' })}`;
    const out = await rendered({ sheets: { S: { rows } }, workbookExtra }, testModel(1));
    expect(out.cells(1).A2).toBe(`=MAX(A1:A1) → ${serial}`);
  });

  test('a long chain of formulas, from its end', { tags: 'slow' }, async () => {
    const chain = Array.from({ length: 3000 }, (_, index) =>
      row(index + 1, { A: `=A${index + 2}+1`, B: '{{run.id}}' }),
    ).join('');
    const out = await rendered({ sheets: { S: { rows: `${chain}${row(3001, { A: 1 })}` } } }, testModel(1));
    expect(out.cells(1).A3000).toBe('=A3001+1 → 2');
  });

  test('a chain that is too long for one formula still gives the nearer formulas their results', async () => {
    const chain = Array.from({ length: 300 }, (_, index) => row(index + 3, { A: `=A${index + 2}+1` })).join(
      '',
    );
    const rows = row(1, { A: '=A302', B: '=SUM(A2:A302)', C: '{{run.id}}' }) + row(2, { A: 1 }) + chain;
    const out = await rendered({ sheets: { S: { rows } } }, testModel(1));
    for (let at = 3; at <= 302; at++) expect(out.cells(1)[`A${at}`]).toBe(`=A${at - 1}+1 → ${at - 1}`);
    expect(out.cells(1).B1).toBe(`=SUM(A2:A302) → ${(301 * 302) / 2}`);
  });

  test('text that is too long for a cell is an error', async () => {
    const long = 'x'.repeat(32_000);
    const rows = row(1, { A: long, B: '{{run.id}}', C: '=A1&A1', D: '=LEN(A1&A1)&A1' });
    const out = await rendered({ sheets: { S: { rows } } }, testModel(1));
    expect(out.cells(1)).toMatchObject({ C1: '=A1&A1 → #VALUE!', D1: '=LEN(A1&A1)&A1 → #VALUE!' });
  });

  test('ROW counts from its own position, whatever the template had saved', async () => {
    const saved = (at: string, formula: string) => `<c r="${at}"><f>${formula}</f><v>1</v></c>`;
    const each = row(2, { A: '{{#each employees}}{{employee.name}}' }).replace(
      '</row>',
      `${saved('B2', 'ROW()-1')}${saved('C2', 'ROWS(A$2:A2)')}${saved('D2', 'COLUMN(A2)*ROW(A2)')}</row>`,
    );
    const below = `<row r="3">${saved('B3', 'ROW()')}${saved('C3', 'TEXT(ROW(),"0")')}${saved('D3', 'SHEETS()')}</row>`;
    const cells = (await rendered({ sheets: { S: { rows: each + below } } }, testModel(1))).cells(1);
    const values = (letter: string) => [2, 3, 4, 5].map((at) => String(cells[letter + at]).split(' → ')[1]);
    expect(values('B')).toEqual(['1', '2', '3', '5']);
    expect(values('C')).toEqual(['1', '2', '3', '5']);
    expect(values('D')).toEqual(['', '', '', '']);
  });

  test('hidden rows count in SUBTOTAL 9 and not in 109', async () => {
    const rows =
      row(1, { A: 1, B: '{{run.id}}' }) +
      row(2, { A: 2 }, ' hidden="1"') +
      row(3, { A: '=SUBTOTAL(9,A1:A2)', B: '=SUBTOTAL(109,A1:A2)' });
    const out = await rendered({ sheets: { S: { rows } } }, testModel(1));
    expect(out.cells(1)).toMatchObject({ A3: '=SUBTOTAL(9,A1:A2) → 3', B3: '=SUBTOTAL(109,A1:A2) → 1' });
  });
});
