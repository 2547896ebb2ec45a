import { describe, expect, test } from 'vitest';
import type { DataRow } from '../../../src/documents/dataSet.js';
import type { TemplateModel } from '../../../src/documents/templateModel.js';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

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
  each: lines ${sort === '' ? '' : `sort by ${sort}`}
  columns:
    - { header: id, value: "{{employee.id}}" }
    - { header: day, value: "{{date}}" }
`;
  return textOf(renderYaml(yaml, orderedModel(rows, orderedBy))[0]);
}

describe('rows that are already in file order are written one by one', () => {
  test.each([
    ['the whole order', 'employee.id, date'],
    ['its beginning', 'employee.id'],
    ['no order requested', ''],
    ['another order', 'date, employee.id'],
    ['the other direction', 'employee.id desc'],
  ])('%s: the same text as with all rows in memory', (_, sort) => {
    const expected = written(sort, IN_ORDER);
    expect(expected.trim().split(/\r?\n/)).toHaveLength(IN_ORDER.length + 1);
    expect(written(sort, IN_ORDER, ['employee.id', 'date'])).toBe(expected);
  });

  /** More than are encoded at once. */
  const MANY: readonly DataRow[] = Array.from({ length: 2_345 }, (_, index) => ({
    'employee.id': `p${String(Math.floor(index / 7)).padStart(4, '0')}`,
    'employee.name': index % 11 === 0 ? `O"Neill, ${index % 5}` : `Zoë ${index % 3}`,
    date: `2026-10-0${(index % 7) + 1}`,
    minutes: 100 + (index % 13),
  }));
  const YAML = `
audience: people
locale: fixed
rows:
  each: lines sort by employee.id, date
  columns:
    - { header: id, value: "{{employee.id}}" }
    - { header: name, value: "{{employee.name}}" }
    - { header: day, value: "{{date}}" }
    - { header: minutes, value: "{{minutes}}", total: true }
`;

  test.each([
    ['plain', ''],
    ['with a mark at its beginning', 'encoding: { charset: utf-8, bom: true }\n'],
    ['without a line break at its end', 'dialect: { finalNewline: false }\n'],
    ['with CRLF, but not at its end', 'dialect: { newline: crlf, finalNewline: false }\n'],
    ['in windows-1252', 'encoding: { charset: windows-1252 }\n'],
    [
      'with totals before',
      'preamble: "{{ lines }} lines, {{ totals.minutes }}"\nfooter: "{{ rows }} rows"\n',
    ],
  ])('a large file %s: the same bytes and rows as with all rows in memory', (_, more) => {
    const inOrder = orderedModel(MANY, ['employee.id', 'date']);
    const [file] = renderYaml(more + YAML, inOrder);
    const [expected] = renderYaml(more + YAML, orderedModel([...MANY].reverse(), undefined));
    expect(file).toEqual(expected);
    expect(file?.rows).toBe(MANY.length);
  });

  test('a value that does not fit is reported with all others', () => {
    const ascii = `encoding: { charset: ascii }\n${YAML}`;
    const refusal = (model: TemplateModel) => problemsOf(() => renderYaml(ascii, model));
    const problems = refusal(orderedModel(MANY, ['employee.id', 'date']));
    expect(problems.length).toBeGreaterThan(500);
    expect(problems).toEqual(refusal(orderedModel(MANY, undefined)));
  });

  test('a data set that does not have its declared order is refused', () => {
    const disordered = [...IN_ORDER].reverse();
    expect(() => written('employee.id', disordered, ['employee.id'])).toThrow('not in the order');
    expect(written('employee.id', disordered)).toBe(written('employee.id', disordered, []));
  });
});
