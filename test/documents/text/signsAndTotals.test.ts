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

const rows = (columns: string) =>
  `rows: { each: lines, header: false, columns: [{ value: "{{employee.number}}" }, ${columns}] }`;
const lineOf = (columns: string, minutes: number) =>
  textOf(renderYaml(rows(columns), modelOf([{ ...jan, minutes }]))[0]).trimEnd();

describe('the sign of an amount', () => {
  test.each([
    ['value: "{{minutes | hundredths | signed}}", width: 7, align: right, pad: "0"', 75, '+000125'],
    ['value: "{{minutes | hundredths | signed}}", width: 7, align: right, pad: "0"', -75, '-000125'],
    [`value: "{{minutes | hundredths | sign-after:' '}}", width: 7, align: right, pad: "0"`, 75, '000125 '],
    [`value: "{{minutes | hundredths | sign-after:' '}}", width: 7, align: right, pad: "0"`, -75, '000125-'],
    [`value: "{{minutes | hours:2,',' | sign-after}}"`, -20, '"0,33-"'],
    ['value: "{{minutes | hhmm | signed}}"', 450, '+0730'],
    [`value: "{{minutes | clock | signed:'C','D'}}"`, -450, 'D7:30'],
    [`value: "{{minutes | signed:'+','-'}}"`, -450, '-7:30'],
    [`value: "{{minutes | signed}}"`, -450, '−7:30'],
    [`value: "{{minutes | signed:'C','D'}}"`, 450, 'C7:30'],
    [`value: "{{minutes | signed:'C','D'}}"`, 0, '0:00'],
  ])('in the same column: %s of %s is %s', (format, minutes, expected) => {
    expect(lineOf(`{ ${format} }`, minutes)).toBe(`7,${expected}`.trimEnd());
  });

  test('in a separate column, sign and digits together give any amount', () => {
    const columns = '{ value: "{{minutes | sign}}" }, { value: "{{minutes | hours:1 | unsigned}}" }';
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
    ['a column', rows('{ header: h, value: "{{minutes | hours:2 | unsigned}}" }'), 'h'],
    [
      'a column next to the sign of another',
      rows('{ header: h, value: "{{minutes | hours:2 | unsigned}}" }, { value: "{{count | sign}}" }'),
      'h',
    ],
    [
      'a value of a tree',
      `dialect: json\ntree: { properties: { all: { each: 'lines', items: { properties: { h: { value: "{{minutes | hours:2 | unsigned}}" } } } } } }`,
      'all[].h',
    ],
    [
      'a total by condition next to the sign of one with another condition',
      rows(
        `{ header: h, value: "{{sum(minutes where code = 'A') | hours:2 | unsigned}}" }, { value: "{{sum(minutes where code = 'B') | sign}}" }`,
      ).replace('lines', 'lines group by employee.number'),
      'h',
    ],
    [
      'a computed value next to the sign of another',
      rows(
        '{ header: h, value: "{{minutes * 2 | hours:2 | unsigned}}" }, { value: "{{minutes * -2 | sign}}" }',
      ),
      'h',
    ],
    [
      'a column whose sign is hidden',
      rows(
        '{ header: h, value: "{{minutes | hours:2 | unsigned}}" }, { value: "{{minutes | sign}}", amount: none, hidden: true }',
      ),
      'h',
    ],
    [
      'a total of a tree next to the sign of one with another condition',
      `dialect: json\ntree: { each: 'lines group by employee.number', items: { properties: { h: { value: "{{sum(minutes where code = 'A') | hours:2 | unsigned}}" }, s: { value: "{{sum(minutes where code = 'B') | sign}}" } } } }`,
      '[].h',
    ],
    [
      'a total of a tree next to the sign of a count',
      `dialect: json\ntree: { each: 'lines group by employee.number', items: { properties: { h: { value: "{{count(minutes) | number:2 | unsigned}}" }, s: { value: "{{minutes | sign}}" } } } }`,
      '[].h',
    ],
    [
      'a value of a tree whose sign is in outer rows',
      `dialect: json\ntree: { each: 'lines group by employee.number', items: { properties: { s: { value: "{{minutes | sign}}" }, all: { each: 'group by date', items: { properties: { h: { value: "{{minutes | hours:2 | unsigned}}" } } } } } } }`,
      '[].all[].h',
    ],
  ])('%s is refused if its sign is in no column', (_, yaml, column) => {
    expect(problemsOf(() => renderYaml(yaml, modelOf([{ ...jan, minutes: 60 }])))).toEqual([
      expect.objectContaining({ column, message: expect.stringContaining('hides the minus') }),
    ]);
  });

  test('in JSON a sign is a text, and the digits are a number', () => {
    const yaml = `dialect: { type: json, indent: 0 }\ntree: { each: 'lines', items: { properties: { s: { value: "{{minutes | sign}}" }, h: { value: "{{minutes | hours:2 | unsigned}}" } } } }`;
    expect(textOf(renderYaml(yaml, modelOf([{ ...jan, minutes: -90 }]))[0])).toContain(
      '[{"s":"-","h":1.50}]',
    );
  });

  test('slots have a column for each sign, before or after the digits', () => {
    const slots = (place: string) => `dialect: { delimiter: "" }
rows:
  each: lines group by employee.number
  header: false
  codes: { by: code }
  columns:
    - { value: "{{employee.number}}", width: 3 }
    - { slots: { count: 2, codeHeader: "c{n}", amountHeader: "a{n}", codeWidth: 2, sign: { header: "s{n}", place: ${place} } }, width: 5, value: "{{minutes | hundredths | unsigned}}", align: right, pad: "0" }
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

test('a list of numbers is text', () => {
  const yaml =
    'rows: { each: lines group by employee.id, header: false, columns: [{ value: "{{count | join}}" }] }';
  const model = modelOf([5, 4, 7].map((count) => ({ ...jan, minutes: 60, count })));
  expect(textOf(renderYaml(yaml, model)[0]).trimEnd()).toBe('"4, 5, 7"');
});

test('a part of a minute is refused with what to write for hours', () => {
  const model = modelOf([{ ...jan, minutes: 50 }]);
  for (const value of ['minutes / 60', 'minutes / 60 | hours:2'])
    expect(problemsOf(() => renderYaml(rows(`{ header: h, value: "{{${value}}}" }`), model))).toEqual([
      expect.objectContaining({
        message: 'is not a whole number of minutes. For hours, write "| hours" without dividing',
      }),
    ]);
});

describe('a total that cannot be printed is refused', () => {
  const minus = { ...jan, minutes: -30 };
  const digits =
    '{ value: "{{minutes | sign}}" }, { header: h, value: "{{minutes | hours:2 | unsigned}}", total: true }';
  const section = (more: string, columns = digits) =>
    `${more}\nrows: { each: lines, totals: { label: T }, columns: [{ header: n, value: "{{employee.number}}" }, ${columns}] }`;
  const said = (yaml: string, row: object) =>
    problemsOf(() => renderYaml(yaml, modelOf([{ ...jan, ...row }]))).map(({ message }) => message);

  test('digits without their sign that add up to less than nothing', () => {
    const problem = expect.stringContaining('the total of h is below zero');
    expect(said(section(''), minus)).toEqual([problem]);
    expect(said(section('footer: "SUM {{totals.h}}"'), minus)).toEqual([problem, problem]);
    expect(
      textOf(renderYaml(section('footer: "SUM {{totals.h}}"'), modelOf([{ ...jan, minutes: 30 }]))[0]),
    ).toContain('SUM 0.50');
  });

  test('hours and counts under one heading of two sections', () => {
    const one = (value: string) =>
      `{ each: lines, columns: [{ header: n, value: "{{employee.number}}" }, { header: amount, value: "{{${value}}}", total: true }] }`;
    const both = (second: string) =>
      `sections: [${one('minutes | hours:2')}, ${one(second)}]\nfooter: "SUM {{totals.amount}}"`;
    const row = { minutes: 90, times: 3 };
    expect(said(both("times | number:1,'.',1"), row)).toEqual([
      expect.stringContaining('print numbers of different kinds'),
    ]);
    const twice = textOf(renderYaml(both('minutes | hours:2'), modelOf([{ ...jan, ...row }]))[0]);
    expect(twice).toContain('SUM 3.00');
  });
});
