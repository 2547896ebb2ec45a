import { describe, expect, test } from 'vitest';
import { checkDigit } from '../../../src/language/checkDigit.js';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

const JAN = { 'employee.id': 'e1', 'employee.name': 'Nolte, Jan', 'employee.number': '007' };
const EVA = { 'employee.id': 'e2', 'employee.name': 'Maes, Eva', 'employee.number': '12' };
const ROWS = [
  { ...EVA, date: '2026-10-02', code: 'N', minutes: 50 },
  { ...JAN, date: '2026-10-01', code: 'N', minutes: 480 },
  { ...JAN, date: '2026-10-02', code: 'N', minutes: 440 },
  { ...JAN, date: '2026-10-02', code: 'O', minutes: 20 },
  { ...JAN, date: '2026-10-03', code: 'O', minutes: 0 },
];

describe('a block per employee with header and footer, several record types in order', () => {
  const yaml = `
dialect: { delimiter: ";", quoting: none }
preamble: "H;{{lines}};{{totals.hours}}"
blocks:
  - each: lines group by employee.id sort by employee.number
    preamble: "E;{{employee.number}};{{lines}};{{totals.hours}}"
    sections:
      - each: lines group by date sort by date
        header: false
        columns:
          - { value: "D" }
          - { running: { per: file } }
          - { value: "{{date}}" }
          - { header: hours, value: "{{minutes | hours:2}}", total: true, zero: omit }
      - each: lines where code = "O" group by code
        header: false
        columns: [{ value: "C" }, { running: { per: section, start: 10 } }, { value: "{{code}}" }, { header: minutes, value: "{{minutes}}", total: true }]
    footer: "F;{{employee.number}};{{rows}};{{totals.minutes}}"
footer: "T;{{rows}};{{totals.hours}};{{totals.minutes}}"
`;

  test('in the order of the employees, with sums and counts before and after', () => {
    const [file] = renderYaml(yaml, modelOf(ROWS));
    expect(textOf(file).split('\n')).toEqual([
      'H;4;16.50',
      'E;007;3;15.67',
      'D;1;2026-10-01;8.00',
      'D;2;2026-10-02;7.67',
      'C;10;O;20',
      'F;007;3;20',
      'E;12;1;0.83',
      'D;3;2026-10-02;0.83',
      'F;12;4;0',
      'T;4;16.50;20',
      '',
    ]);
    expect(file?.rows).toBe(4);
  });

  test('omitted lines are not counted', () => {
    const text = textOf(renderYaml(yaml, modelOf(ROWS))[0]);
    expect(text).toMatch(/^H;4;/);
    expect(text).not.toContain('2026-10-03');
  });

  test('line numbers start again in every file', () => {
    const split = yaml.replace('dialect:', 'split: { field: employee.id }\ndialect:');
    const texts = renderYaml(split, modelOf(ROWS)).map((file) => textOf(file));
    expect(texts.map((text) => text.split('\n').find((line) => line.startsWith('D;')))).toEqual([
      'D;1;2026-10-01;8.00',
      'D;1;2026-10-02;0.83',
    ]);
  });

  test.each([
    ['each', yaml.replace('group by employee.id', 'group by employee.idd')],
    ['sort', yaml.replace('sort by employee.number', 'sort by employee.numbre')],
    ['data', yaml.replace('each: lines group by employee.id', 'each: linez group by employee.id')],
  ])('reports an error in %s', (_, slip) => {
    expect(problemsOf(() => renderYaml(slip, modelOf(ROWS))).map(({ column }) => column)).toContain('blocks');
  });
});

describe('a column for every calendar day', () => {
  const yaml = (extra = '') => `
rows:
  each: lines group by employee.id, employee.number sort by employee.number
  columns:
    - { header: number, value: "{{employee.number}}" }
    - { days: { header: DD }, value: "{{minutes | hours:2}}", zero: blank, total: true${extra} }
    - { header: all, value: "{{minutes | hours:2}}", total: true }
  totals: { label: Total }
`;
  const lines = textOf(renderYaml(yaml(), modelOf(ROWS))[0])
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));

  test('has 31 in October, worked or not', () => {
    expect(lines[0]).toHaveLength(33);
    expect(lines[0]?.slice(0, 4)).toEqual(['number', '01', '02', '03']);
    expect(lines[1]?.slice(0, 5)).toEqual(['007', '8.00', '7.67', '', '']);
    expect(lines[2]?.slice(0, 4)).toEqual(['12', '', '0.83', '']);
  });

  test('has totals below each day', () => {
    expect(lines[3]?.slice(0, 4)).toEqual(['Total', '8.00', '8.50', '0.00']);
    expect(lines[3]?.at(-1)).toBe('16.50');
  });

  test('reports a missing field', () => {
    const slip = yaml().replace('{{minutes | hours', '{{minuts | hours');
    expect(problemsOf(() => renderYaml(slip, modelOf(ROWS)))[0]?.message).toContain('minuts');
  });
});

describe('check digits', () => {
  test.each([
    ['7992739871', 'luhn', '3'],
    ['0', 'luhn', '0'],
    ['850730033', 'mod97', '28'],
    ['97', 'mod97', '97'],
    ['3214282912345698765432161182', 'iso7064', '65'],
    ['123456', 'mod11', '0'],
    ['1', 'mod11', '9'],
    ['12', 'mod11', '4'],
  ])('%s by %s: %s', (digits, method, expected) => {
    if (method !== 'iso7064') expect(checkDigit(digits, method)).toBe(expected);
    else expect((BigInt(digits) * 100n + BigInt(checkDigit(digits, method) ?? '')) % 97n).toBe(1n);
  });

  test('in a column, and refused if there is no number', () => {
    const yaml = `rows: { each: 'lines', header: false, columns: [{ value: '{{employee.number}}{{employee.number | check-digit:"luhn"}}' }] }`;
    expect(textOf(renderYaml(yaml, modelOf([JAN]))[0])).toBe('0075\n');
    const problems = problemsOf(() => renderYaml(yaml, modelOf([{ ...JAN, 'employee.number': 'A1' }])));
    expect(problems[0]).toMatchObject({ employee: 'Nolte, Jan (e1)' });
    const slip = yaml.replace('luhn', 'mod7');
    expect(() => renderYaml(slip, modelOf([JAN]))).toThrow('no method "mod7"');
  });
});
