import { describe, expect, test } from 'vitest';
import type { DataRow } from '../../../src/documents/dataSet.js';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

/** A person who was rehired with another payroll ID, and another person. */
const ROWS: readonly DataRow[] = [
  { 'employee.id': 'ann', 'employee.number': '101', date: '2026-10-05', minutes: 480 },
  { 'employee.id': 'ann', 'employee.number': '101', date: '2026-10-06', minutes: 420 },
  { 'employee.id': 'ann', 'employee.number': '202', date: '2026-10-19', minutes: 300 },
  { 'employee.id': 'bob', 'employee.number': '303', date: '2026-10-05', minutes: 60 },
];
const BY_PERSON = `rows:
  each: lines group by employee.id
  columns: [{ header: number, value: "{{employee.number}}" }, { header: minutes, value: "{{minutes | minutes}}" }]
`;

const refused = (yaml: string, rows: readonly DataRow[]) =>
  problemsOf(() => renderYaml(yaml, modelOf(rows))).map(({ value }) => value);

describe('a person with two payroll IDs in the period', () => {
  test.each(['payroll', 'people'])(
    'has a line for each in a file for %s that is grouped by person',
    (audience) => {
      const [file] = renderYaml(`audience: ${audience}\n${BY_PERSON}`, modelOf(ROWS));
      expect(textOf(file).trim().split(/\r?\n/)).toEqual(['number,minutes', '101,900', '202,300', '303,60']);
    },
  );

  test('is refused in a block for each person that prints the number', () => {
    const blocks = `blocks:
  - each: lines group by employee.id
    preamble: "{{employee.number}}"
    sections: [{ each: 'lines', columns: [{ header: minutes, value: "{{minutes | minutes}}" }] }]
`;
    expect(refused(blocks, ROWS)).toEqual(['101 / 202']);
    expect(
      refused(blocks.replace('group by employee.id', 'group by employee.id, employee.number'), ROWS),
    ).toEqual([]);
    expect(refused(blocks, ROWS.slice(2))).toEqual([]);
  });

  test('is refused in a tree with an element for each person that has the number', () => {
    const tree = `dialect: xml
tree:
  element: payroll
  children:
    - element: employee
      each: lines group by employee.id
      attributes: { number: { value: "{{employee.number}}" } }
      children: [{ element: minutes, value: "{{minutes | minutes}}" }]
`;
    expect(refused(tree, ROWS)).toEqual(['101 / 202']);
  });

  test('is refused although a text or a heading has the word numbers', () => {
    const total = `preamble: "Payroll numbers and hours"
rows:
  each: lines
  columns:
    - { header: numbers, value: "{{employee.number}}" }
    - { header: hours, value: "{{minutes | hours:2}}" }
`;
    const people = [{ 'employee.id': 'ann', 'employee.number': '202', numbers: '101 / 202', minutes: 60 }];
    expect(refused(total, people)).toEqual(['101 / 202']);
  });
});
