import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modelOf, renderYaml, textOf } from './renderYaml.js';

/* The printed hours of a person add up to the rounded total of the person's lines, wherever the lines are. */

const row = (person: string, place: string, minutes: number) => ({
  'employee.id': person,
  'employee.name': person,
  'employee.number': person,
  note: place,
  date: '2026-10-01',
  minutes,
});
const COLUMNS = `columns:
  - { header: number, value: "{{employee.number}}" }
  - { header: hours, value: "{{minutes | hours:2}}", reconcile: true }`;
const SECTION = `each: lines group by employee.id, employee.number, note\nheader: false\n${COLUMNS}`;
const nested = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`);

const FORMS = {
  'one list': `rows:\n  ${nested(SECTION, 2)}`,
  'a block per place': `blocks:\n  - each: lines group by note\n    sections:\n      - ${nested(SECTION, 8)}`,
  'a file per place': `split: { field: note }\nrows:\n  ${nested(SECTION, 2)}`,
  'a file per place, with a block per person': `split: { field: note }\nblocks:\n  - each: lines group by employee.id\n    sections:\n      - ${nested(SECTION, 8)}`,
};

/** Hundredths of hours by person, over all files. */
function printed(yaml: string, rows: readonly ReturnType<typeof row>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const file of renderYaml(yaml, modelOf(rows)))
    for (const line of textOf(file).split('\n').filter(Boolean)) {
      const [number = '', hours] = line.split(',');
      sums[number] = (sums[number] ?? 0) + Math.round(Number(hours) * 100);
    }
  return sums;
}

/** The rounded total of each person's minutes; halves up, as minutes here are positive. */
function totals(rows: readonly ReturnType<typeof row>[]): Record<string, number> {
  const minutes: Record<string, number> = {};
  for (const each of rows) minutes[each['employee.id']] = (minutes[each['employee.id']] ?? 0) + each.minutes;
  return Object.fromEntries(
    Object.entries(minutes).map(([who, sum]) => [who, Math.floor((sum * 100) / 60 + 0.5)]),
  );
}

describe.each(Object.entries(FORMS))('%s', (_, form) => {
  test('three times 20 minutes are an hour', () => {
    const rows = ['A', 'B', 'C'].flatMap((place) => [row('1', place, 20), row('2', place, 40)]);
    expect(printed(form, rows)).toEqual({ 1: 100, 2: 200 });
  });

  test('any minutes', () => {
    const rows = fc.array(
      fc.record({
        person: fc.constantFrom('1', '2', '3'),
        place: fc.constantFrom('A', 'B', 'C', 'D'),
        minutes: fc.integer({ min: 1, max: 700 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(rows, (some) => {
        const all = some.map(({ person, place, minutes }) => row(person, place, minutes));
        expect(printed(form, all)).toEqual(totals(all));
      }),
      { numRuns: 40 },
    );
  });
});
