import { describe, expect, test } from 'vitest';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row } from '../../support/workbooks/workbook.js';

const SHEET = 'xl/worksheets/sheet1.xml';
/** Row 2 repeats; it has typed numbers and words in addition to its values. */
const BAND = row(2, {
  A: '{{#each employee-days}}{{date}}',
  B: [8, 1],
  C: 'day',
  D: '=B2*2',
  E: '{{workedMinutes}}',
});
const head = row(1, { A: 'Head', B: 100 });

function cellsOf(rows: string, days = 0) {
  return rendered({ sheets: { Hours: { rows } } }, testModel(days));
}

describe('a row that is kept without data has only its formatting', () => {
  test('typed values are not written', async () => {
    const out = await cellsOf(head + BAND + row(3, { A: '=SUM(B2:B2)' }));
    const written = out.text(SHEET);
    expect(/<row r="2">.*?<\/row>/.exec(written)?.[0]).toBe(
      '<row r="2"><c r="A2"/><c r="B2" s="1"/><c r="C2"/><c r="D2"/><c r="E2"/></row>',
    );
  });

  const TOTALS: readonly [formula: string, without: string | number, withOneDay: string | number][] = [
    ['=SUM(B2:B2)', 0, 24],
    ['=SUM(B1:B2)', 100, 124],
    ['=COUNTA(C2:C2)', 0, 3],
    ['=COUNT(B2:B2)', 0, 3],
    ['=SUM(D2:D2)', 0, 48],
    ['=SUBTOTAL(9,B2:B2)', 0, 24],
    ['=MAX(B2:B2)', 0, 8],
    ['=B2+1', 1, 9],
  ];
  test.each(TOTALS)('%s counts none of it', async (formula, without, withOneDay) => {
    const rows = head + BAND + row(3, { A: formula });
    const last = (cells: object) => Number(String(Object.values(cells).at(-1)).split(' → ')[1]);
    expect(last((await cellsOf(rows)).cells(1))).toBe(without);
    expect(last((await cellsOf(rows, 1)).cells(1))).toBe(withOneDay);
  });

  const conditional = (condition: string) =>
    head +
    row(2, { A: `{{#if ${condition}}}extra`, B: 5, C: '=B2*2' }) +
    row(3, { A: '=SUM(B1:B2)', B: '=B2', C: '=C2' });
  test.each([
    [
      'false',
      'run.state = "final"',
      { A1: 'Head', B1: 100, A3: '=SUM(B1:B2) → 100', B3: '=B2 → 0', C3: '=C2 → 0' },
    ],
    [
      'true',
      'run.state = "draft"',
      {
        A1: 'Head',
        B1: 100,
        A2: 'extra',
        B2: 5,
        C2: '=B2*2 → 10',
        A3: '=SUM(B1:B2) → 105',
        B3: '=B2 → 5',
        C3: '=C2 → 10',
      },
    ],
  ])('a condition that is %s', async (_, condition, expected) => {
    expect((await cellsOf(conditional(condition))).cells(1)).toEqual(expected);
  });

  test('rows of groups inside groups', async () => {
    const group = row(2, { A: '{{#each employees group by employee.id rows 2}}{{employee.name}}', C: 7 });
    const inner = row(3, { A: '{{#each exceptions}}{{code}}', B: 9 });
    const rows = group + inner + row(4, { A: '=SUM(B3:B3)', C: '=SUM(B2:C3)' });
    expect((await cellsOf(rows)).cells(1)).toEqual({ A4: '=SUM(B3:B3) → 0', C4: '=SUM(B2:C3) → 0' });
    const people = (await cellsOf(rows, 1)).cells(1);
    expect(people).toMatchObject({ C2: 7, C4: 7, C6: 7, A8: '=SUM(B3:B7) → 0', C8: '=SUM(B2:C7) → 21' });
    expect(Object.keys(people)).not.toContain('B3');
  });

  test('a whole sheet without data keeps its typed values', async () => {
    const rows = row(1, { A: '{{#sheet employees group by employee.id}}', B: 'Name', C: 3 });
    expect((await cellsOf(rows)).cells(1)).toEqual({ B1: 'Name', C1: 3 });
  });
});

describe('the old result of a formula that is left to Excel', () => {
  const old = (at: string, formula: string, value: number) =>
    `<c r="${at}"><f>${formula}</f><v>${value}</v></c>`;
  const after = (formula: string) => `<row r="9">${old('A9', formula, 42)}</row>`;
  test.each([
    ['stays over rows that stay', 'TRIMMEAN(B1:B1,1)', '=TRIMMEAN(B1:B1,1) → 42'],
    ['is removed over rows that repeat', 'TRIMMEAN(B2:B2,1)', '=TRIMMEAN(B2:B2,1) → '],
    ['is removed over conditional rows', 'TRIMMEAN(B3:B3,1)', '=TRIMMEAN(B2:B2,1) → '],
    ['is removed around conditional rows', 'TRIMMEAN(B4:B1,1)', '=TRIMMEAN(B1:B2,1) → '],
  ])('%s', async (_, formula, expected) => {
    const condition = row(3, { A: '{{#if run.state = "final"}}', B: 5 });
    const out = await cellsOf(head + BAND + condition + row(4, { B: 6 }) + after(formula));
    expect(Object.values(out.cells(1)).at(-1)).toBe(expected);
  });

  test('is removed if checking it would take too long', { tags: 'slow' }, async () => {
    const numbers = Array.from({ length: 19_000 }, (_, index) => row(index + 1, { A: index })).join('');
    const last = Array.from({ length: 120 }, (_, index) => {
      const at = 19_001 + index;
      return `<row r="${at}">${old(`B${at}`, 'TRIMMEAN(A1:A19000,1)', 18_999)}</row>`;
    });
    const cells = (await cellsOf(numbers + last.join('') + row(20_000, { A: '{{#each employees}}x' }))).cells(
      1,
    );
    expect(cells.B19001).toBe('=TRIMMEAN(A1:A19000,1) → 18999');
    expect(cells.B19120).toBe('=TRIMMEAN(A1:A19000,1) → ');
  });
});
