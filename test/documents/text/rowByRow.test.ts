import { describe, expect, test } from 'vitest';
import type { DataRow } from '../../../src/documents/dataSet.js';
import type { TemplateModel } from '../../../src/documents/templateModel.js';
import { modelOf, renderYaml, textOf } from './renderYaml.js';

const DAYS = ['2026-10-01', '2026-10-02'];
const IN_ORDER: readonly DataRow[] = ['a', 'b', 'c'].flatMap((id) =>
  DAYS.map((date) => ({ 'employee.id': id, date })),
);

function orderedModel(rows: readonly DataRow[], orderedBy: readonly string[] | undefined): TemplateModel {
  const { run, dataSets } = modelOf(rows);
  const sets = [...dataSets].map(([name, set]) => [name, orderedBy ? { ...set, orderedBy } : set] as const);
  return { run, dataSets: new Map(sets) };
}

function written(sort: string, rows: readonly DataRow[], orderedBy?: readonly string[]): string {
  const yaml = `
audience: people
rows:
  data: lines
  sort: ${sort}
  columns:
    - { header: id, field: employee.id }
    - { header: day, field: date }
`;
  return textOf(renderYaml(yaml, orderedModel(rows, orderedBy))[0]);
}

describe('rows that are already in file order are written one by one', () => {
  test.each([
    ['the whole order', '[employee.id, date]'],
    ['its beginning', '[employee.id]'],
    ['no order requested', '[]'],
    ['another order', '[date, employee.id]'],
    ['the other direction', '[{ field: employee.id, order: descending }]'],
  ])('%s: the same text as with all rows in memory', (_, sort) => {
    const expected = written(sort, IN_ORDER);
    expect(expected.trim().split(/\r?\n/)).toHaveLength(IN_ORDER.length + 1);
    expect(written(sort, IN_ORDER, ['employee.id', 'date'])).toBe(expected);
  });

  test('a data set that does not have its declared order is refused', () => {
    const disordered = [...IN_ORDER].reverse();
    expect(() => written('[employee.id]', disordered, ['employee.id'])).toThrow('not in the order');
    expect(written('[employee.id]', disordered)).toBe(written('[employee.id]', disordered, []));
  });
});
