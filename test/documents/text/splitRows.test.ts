import { describe, expect, test } from 'vitest';
import type { DataRow, DataSet } from '../../../src/documents/dataSet.js';
import type { TemplateModel } from '../../../src/documents/templateModel.js';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

/* Files by month or by value whose rows are nested in rows of another data set, or add them up. */

const JAN = { 'employee.id': 'e1', 'employee.number': '7' };
const LINES = [
  { ...JAN, date: '2026-09-28', code: 'N', minutes: 480 },
  { ...JAN, date: '2026-10-02', code: 'N', minutes: 420 },
];

/** Lines of two months, with dates and codes, and people, who have neither. */
function modelWithPeople(): TemplateModel {
  const model = modelOf(LINES, { 'run.from': '2026-09-26', 'run.to': '2026-10-25' });
  const types = { 'employee.id': 'text', 'employee.number': 'text', workedMinutes: 'minutes' } as const;
  const fields = Object.entries(types).map(([name, type]) => ({ name, type, description: '' }));
  const rows: DataRow[] = [{ ...JAN, workedMinutes: 900 }];
  const people: DataSet = { name: 'employees', fields, rows };
  return { ...model, dataSets: new Map([...model.dataSets, ['employees', people]]) };
}

const blocks = (each: string) => `blocks:
  - each: ${each} group by employee.id
    preamble: "E"
    sections:
      - each: lines
        header: false
        columns: [{ value: "{{date}}" }, { value: "{{minutes | hours:2}}" }]
`;
const tree = (each: string) => `dialect: { type: xml, declaration: false, indent: 0 }
tree:
  element: all
  children:
    - element: person
      each: ${each} group by employee.id
      children:
        - { element: hours, each: 'lines on employee.id group by employee.id, date', value: "{{minutes | hours:2}}" }
`;
const amount = `dialect: { type: xml, declaration: false, indent: 0 }
tree:
  element: all
  children:
    - { element: hours, each: employees group by employee.id, value: "{{workedMinutes | hours:2}}", amount: hours }
`;
const total = `dialect: { type: json, indent: 0 }
tree:
  properties:
    worked: { value: "{{sum(employees.workedMinutes) | hours:2}}" }
    lines: { each: lines, items: { value: "{{code}}" } }
`;
const column = `rows:
  each: lines group by employee.id
  columns: [{ value: "{{sum(employees.workedMinutes) | hours:2}}" }]
`;

const OF_PEOPLE = [
  ['a block', blocks('employees')],
  ['a tree', tree('employees')],
  ['an amount of a tree', amount],
  ['a total of a tree', total],
  ['a total in a column', column],
] as const;

describe('rows of people in files by month', () => {
  test.each(OF_PEOPLE)('%s is refused: later months would have no file', (_, yaml) => {
    expect(problemsOf(() => renderYaml(`split: month\n${yaml}`, modelWithPeople()))).toEqual([
      { message: 'the data set employees has no date, so "split" cannot divide this file by month' },
    ]);
  });

  test.each([
    ['a block', blocks('lines'), ['E\n2026-09-28,8.00\n', 'E\n2026-10-02,7.00\n']],
    [
      'a tree',
      tree('lines'),
      ['<all><person><hours>8.00</hours></person></all>', '<all><person><hours>7.00</hours></person></all>'],
    ],
  ])('%s over rows with dates is in each month', (_, yaml, expected) => {
    const texts = renderYaml(`split: month\n${yaml}`, modelWithPeople()).map((file) =>
      textOf(file).trimEnd(),
    );
    expect(texts).toEqual(expected.map((text) => text.trimEnd()));
  });

  test.each(OF_PEOPLE)('%s in a file of the whole period is written', (_, yaml) => {
    const [file, ...others] = renderYaml(yaml, modelWithPeople());
    expect(others).toEqual([]);
    expect(textOf(file)).toMatch(/8\.00[\s\S]*7\.00|15/);
  });
});

test.each(OF_PEOPLE)('%s is refused in files by a field that people do not have', (_, yaml) => {
  const [problem] = problemsOf(() => renderYaml(`split: { field: code }\n${yaml}`, modelWithPeople()));
  expect(problem?.column).toBe('split');
  expect(problem?.message).toContain('the data set employees has no field code');
});
