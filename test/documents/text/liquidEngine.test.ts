import { describe, expect, test } from 'vitest';
import { LiquidText } from '../../../src/documents/text/liquidEngine.js';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

const liquid = new LiquidText('a-template');
const calculated = (text: string, value: unknown) => liquid.render(liquid.parse(text), { value });

describe('arithmetic with numbers', () => {
  test.each([
    ['{{ value | plus: 1 }}', 2, '3'],
    ['{{ value | minus: 3 }}', 2, '-1'],
    ['{{ value | times: 1.5 }}', '3', '4.5'],
    ['{{ value | divided_by: 2 }}', 7, '3.5'],
    ['{{ value | divided_by: 2, true }}', 7, '3'],
    ['{{ value | modulo: 3 }}', 7, '1'],
    ['{{ value | abs }}', -4, '4'],
    ['{{ value | ceil }}', '1.2', '2'],
    ['{{ value | floor }}', 1.8, '1'],
    ['{{ value | round }}', 2.5, '3'],
    ['{{ value | round: 2 }}', 1.255, '1.26'],
    ['{{ value | round: 2 }}', -1.255, '-1.26'],
    ['{{ value | at_least: 5 }}', 3, '5'],
    ['{{ value | at_most: 5 }}', '15.50', '5'],
  ])('%s of %j is %s', (text, value, expected) => {
    expect(calculated(text, value)).toBe(expected);
  });
});

describe('arithmetic with values that are not numbers', () => {
  const FILTERS = ['plus: 1', 'minus: 1', 'times: 2', 'divided_by: 2', 'modulo: 2', 'abs', 'ceil', 'floor'];
  const MORE = ['round', 'round: 2', 'at_least: 1', 'at_most: 1'];
  test.each([...FILTERS, ...MORE])('%s', (filter) => {
    for (const value of ['15,50', '', ' ', null, true, '1e5', '0x10', 'abc', '1.000,5']) {
      expect(() => calculated(`{{ value | ${filter} }}`, value), String(value)).toThrow(/is not a number/);
    }
  });

  test('refuses to divide by 0', () => {
    expect(() => calculated('{{ value | divided_by: 0 }}', 1)).toThrow('a number cannot be divided by 0');
    expect(() => calculated('{{ value | modulo: 0 }}', 1)).toThrow('a number cannot be divided by 0');
  });

  test('refuses the run, and names the employees', () => {
    const yaml =
      'rows: { data: lines, columns: [{ header: amount, text: "{{ note | times: 2 }}" }, { header: c, field: code }] }';
    const rows = [
      { 'employee.id': 'e1', 'employee.name': 'Nolte, Jan', note: '15,50' },
      { 'employee.id': 'e2', 'employee.name': 'Maes, Eva', note: '' },
      { 'employee.id': 'e3', 'employee.name': 'Otto, Ida', note: '15.50' },
    ];
    const problems = problemsOf(() => renderYaml(yaml, modelOf(rows)));
    expect(problems.map(({ column, employee }) => [column, employee])).toEqual([
      ['amount', 'Nolte, Jan (e1)'],
      ['amount', 'Maes, Eva (e2)'],
    ]);
    expect(problems[0]?.message).toContain('"15,50" is not a number');
    expect(textOf(renderYaml(yaml, modelOf(rows.slice(2)))[0])).toBe('amount,c\n31,\n');
  });
});
