import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

/* A sign separate from its digits, and the total of several lines on each of them. */

const jan = {
  'employee.id': 'e1',
  'employee.name': 'Nolte, Jan',
  'employee.number': '7',
  date: '2026-10-01',
};

const rows = (columns: string, more = '') =>
  `rows: { data: lines, header: false, ${more} columns: [{ field: employee.number }, ${columns}] }`;
const lineOf = (columns: string, minutes: number) =>
  textOf(renderYaml(rows(columns), modelOf([{ ...jan, minutes }]))[0]).trimEnd();

describe('the sign of an amount', () => {
  test.each([
    ['format: { type: implied, sign: { plus: "+" } }, width: 7, align: right, pad: "0"', 75, '+000125'],
    ['format: { type: implied, sign: { plus: "+" } }, width: 7, align: right, pad: "0"', -75, '-000125'],
    [
      'format: { type: implied, sign: { plus: " ", place: after } }, width: 7, align: right, pad: "0"',
      75,
      '000125 ',
    ],
    [
      'format: { type: implied, sign: { plus: " ", place: after } }, width: 7, align: right, pad: "0"',
      -75,
      '000125-',
    ],
    ['format: { type: hours, decimalSign: ",", sign: { place: after } }', -20, '"0,33-"'],
    ['format: { type: hhmm, sign: { plus: "+" } }', 450, '+0730'],
    ['format: { type: clock, sign: { plus: "C", minus: "D" } }', -450, 'D7:30'],
  ])('in the same column: %s of %s is %s', (format, minutes, expected) => {
    expect(lineOf(`{ field: minutes, ${format} }`, minutes)).toBe(`7,${expected}`.trimEnd());
  });

  test('in a separate column, sign and digits together give any amount', () => {
    const columns =
      '{ field: minutes, format: sign }, { field: minutes, format: { type: hours, decimals: 1, sign: none } }';
    fc.assert(
      fc.property(fc.integer({ min: -60_000, max: 60_000 }), (minutes) => {
        const [, sign = '', digits = ''] = lineOf(columns, minutes).split(',');
        const tenths = Math.sign(minutes) * Math.round(Math.abs(minutes) / 6);
        expect(digits).toMatch(/^\d+\.\d$/);
        expect(`${Number(`${sign}${digits}`) * 10}`).toBe(String(tenths === 0 ? 0 : tenths));
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    ['a column', rows('{ header: h, field: minutes, format: { type: hours, sign: none } }'), 'h'],
    [
      'a column next to the sign of another',
      rows(
        '{ header: h, field: minutes, format: { type: hours, sign: none } }, { field: count, format: sign }',
      ),
      'h',
    ],
    [
      'a value of a tree',
      'dialect: json\ntree: { properties: { all: { rows: { data: lines }, items: { properties: { h: { field: minutes, format: { type: hours, sign: none } } } } } } }',
      'all[].h',
    ],
  ])('%s is refused if its sign is in no column', (_, yaml, column) => {
    expect(problemsOf(() => renderYaml(yaml, modelOf([{ ...jan, minutes: 60 }])))).toEqual([
      expect.objectContaining({ column, message: expect.stringContaining('hides the minus') }),
    ]);
  });

  test('in JSON a sign is a text, and the digits are a number', () => {
    const yaml =
      'dialect: { type: json, indent: 0 }\ntree: { rows: { data: lines }, items: { properties: { s: { field: minutes, format: sign }, h: { field: minutes, format: { type: hours, sign: none } } } } }';
    expect(textOf(renderYaml(yaml, modelOf([{ ...jan, minutes: -90 }]))[0])).toContain(
      '[{"s":"-","h":1.50}]',
    );
  });

  test('slots have a column for each sign, before or after the digits', () => {
    const slots = (place: string) => `dialect: { delimiter: "" }
rows:
  data: lines
  header: false
  group: [employee.number]
  codes: { by: code }
  columns:
    - { field: employee.number, width: 3 }
    - { slots: { count: 2, codeHeader: "c{n}", amountHeader: "a{n}", codeWidth: 2, sign: { header: "s{n}", place: ${place} } }, width: 5, format: { type: implied, sign: none }, align: right, pad: "0" }
`;
    const model = modelOf([
      { ...jan, code: 'A', minutes: 90 },
      { ...jan, code: 'B', minutes: -30 },
      { ...jan, code: 'C', minutes: 60 },
    ]);
    expect(textOf(renderYaml(slots('before'), model)[0])).toBe('7  A +00150B -00050\n7  C +00100   00000\n');
    expect(textOf(renderYaml(slots('after'), model)[0])).toBe('7  A 00150+B 00050-\n7  C 00100+  00000 \n');
  });
});
