import { describe, expect, test } from 'vitest';
import { sampleModel } from '../../../src/documents/template/sampleModel.js';
import { problemsOf, renderYaml } from './renderYaml.js';

/* Elements of one name, each with amounts: a correction must be able to tell which of them an amount belongs to. */

const ALIKE = {
  column: 'payroll/line/hours',
  message: expect.stringContaining('several elements here are named payroll/line/hours'),
};

const problems = (yaml: string) => problemsOf(() => renderYaml(`dialect: xml\n${yaml}`, sampleModel()));

const HOURS = '{ element: hours, value: "{{minutes | hours:2}}" }';

const lists = (first: string, second: string) => `tree:
  element: payroll
  children:
    - { element: line, each: 'pay-lines ${first}', children: [${HOURS}] }
    - { element: line, each: 'pay-lines ${second}', children: [${HOURS}] }
`;

describe('lists of elements with one name', () => {
  test.each([
    [
      'whose records have the same key',
      'where kind = "base" group by employee.number',
      'where kind = "loading" group by employee.number',
    ],
    [
      'whose records do not show their condition',
      'where kind = "base" and minutes > 60 group by employee.number, kind',
      'where kind = "loading" group by employee.number, kind',
    ],
  ])('%s are refused, once', (_, first, second) => {
    const [problem, ...others] = problems(lists(first, second));
    expect(problem).toMatchObject(ALIKE);
    expect(new Set([problem, ...others].map((each) => JSON.stringify(each))).size).toBe(1);
  });

  test.each([
    [
      'by a condition that the records show',
      'where kind = "base" group by employee.number, kind',
      'where kind = "loading" group by employee.number, kind',
    ],
    ['without groups', 'where kind = "base"', 'where kind = "loading"'],
  ])('are told apart %s', (_, first, second) => {
    expect(problems(lists(first, second))).toEqual([]);
  });
});

describe('values with one name in one element', () => {
  const line = (second: string) => `tree:
  element: payroll
  children:
    - element: line
      each: 'pay-lines where kind != "loading" group by employee.number'
      children: [${HOURS}, { element: hours, value: "${second}" }]
`;

  test('two of the same minutes are refused', () => {
    expect(problems(line('{{minutes}}'))).toEqual([expect.objectContaining(ALIKE)]);
  });

  test('minutes and times are told apart', () => {
    expect(problems(line('{{quantity}}'))).toEqual([]);
  });
});
