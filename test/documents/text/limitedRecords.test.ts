import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DataRow } from '../../../src/documents/dataSet.js';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

const PEOPLE = [
  ['e1', 'Anna', 610],
  ['e2', 'Bert', 95],
  ['e3', 'Cleo', 0],
  ['e4', 'Dirk', 305],
  ['e5', 'Emma', 200],
] as const;
const ROWS = PEOPLE.flatMap(([id, name, minutes]) => [
  { 'employee.id': id, 'employee.name': name, date: '2026-10-01', minutes },
  { 'employee.id': id, 'employee.name': name, date: '2026-10-02', minutes: minutes === 0 ? 0 : 1 },
]);

const yaml = (each: string, more = 'others: { label: "{n} others" }') => `audience: people
locale: fixed
preamble: "all {{totals.hours}}, {{lines}} shown"
rows:
  each: ${each}
  ${more}
  columns:
    - { header: name, value: "{{employee.name}}" }
    - { header: hours, value: "{{minutes | hours:2}}", total: true, zero: omit }
  totals: { label: Total }
`;
const linesOf = (text: string, rows: readonly DataRow[] = ROWS) =>
  textOf(renderYaml(text, modelOf(rows))[0])
    .trim()
    .split('\n');
const TOP = 'lines group by employee.id sort by sum(minutes) desc limit 2';

describe('a limit in a file for people', () => {
  test('the other rows are one line with their number and sums, and the total is that of all', () => {
    expect(linesOf(yaml(TOP))).toEqual([
      'all 20.23, 2 shown',
      'name,hours',
      'Anna,10.18',
      'Dirk,5.10',
      '2 others,4.95',
      'Total,20.23',
    ]);
  });

  test('no line where nothing is left out; rows that are omitted anyway are not counted', () => {
    const lines = linesOf(yaml(TOP.replace('limit 2', 'limit 4')));
    expect(lines.slice(1)).toEqual([
      'name,hours',
      'Anna,10.18',
      'Dirk,5.10',
      'Emma,3.35',
      'Bert,1.60',
      'Total,20.23',
    ]);
  });

  test('within each block', () => {
    const blocks = `audience: people
blocks:
  - each: lines group by employee.id sort by employee.id
    preamble: "{{employee.id}}"
    sections:
      - each: lines sort by date limit 1
        header: false
        others: { label: "+{n}" }
        columns: [{ header: date, value: "{{date}}" }]
`;
    expect(linesOf(blocks).slice(0, 6)).toEqual(['e1', '2026-10-01', '+1', 'e2', '2026-10-01', '+1']);
  });

  test('whatever the limit, lines and the line of others add up to the total', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 14 }),
        (minutes, limit) => {
          const rows = minutes.map((each, at) => ({ 'employee.name': `p${at}`, minutes: each }));
          const lines = linesOf(yaml(`lines limit ${limit}`), rows).slice(2);
          const cents = lines.map((line) => Math.round(Number(line.split(',')[1]) * 100));
          const total = cents.pop();
          expect(cents.reduce((sum, each) => sum + each, 0)).toBe(total);
          expect(lines.length).toBe(Math.min(limit, rows.length) + (rows.length > limit ? 2 : 1));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('refused', () => {
  const failure = (text: string) => {
    try {
      renderYaml(text, modelOf(ROWS));
      return '';
    } catch (cause) {
      return String(cause);
    }
  };

  test.each([
    ['a limit that nobody is told of', yaml(TOP, 'header: true'), 'others: { label: "{n} others" }'],
    ['a label without the number', yaml(TOP, 'others: { label: Others }'), 'needs {n}'],
    ['others without a limit', yaml('lines'), 'has no limit'],
    ['a file for payroll', yaml(TOP).replace('people\nlocale: fixed', 'payroll'), 'audience: people'],
    [
      'a block',
      'blocks: [{ each: lines group by date limit 1, sections: [{ each: lines, columns: [{ value: x }] }] }]',
      'only for the lines of a file',
    ],
    [
      'a tree',
      'dialect: json\ntree: { items: { value: x }, each: lines limit 3 }',
      'only for the lines of a file',
    ],
  ])('%s', (_, text, expected) => {
    expect(failure(text)).toContain(expected);
  });

  test('what the refusal says to write passes', () => {
    const [, suggestion = ''] = /add (others: \{.*\}) next/.exec(failure(yaml(TOP, 'header: true'))) ?? [];
    expect(problemsOf(() => renderYaml(yaml(TOP, suggestion), modelOf(ROWS)))).toEqual([]);
    expect(linesOf(yaml(TOP, suggestion))).toContain('2 others,4.95');
  });
});
