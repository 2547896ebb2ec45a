import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleModel } from '../../../src/documents/template/sampleModel.js';
import type { TemplateModel } from '../../../src/documents/templateModel.js';
import { CollectedUnits } from '../../../src/documents/text/rowUnits.js';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

const SAMPLE = sampleModel();
const LINES = [...(SAMPLE.dataSets.get('pay-lines')?.rows ?? [])];

/** Pay on top of other time. */
const isPremium = (kind: unknown) => kind === 'loading' || kind === 'credit';

const messagesOf = (yaml: string, model: TemplateModel = SAMPLE) =>
  problemsOf(() => renderYaml(yaml, model)).map(({ message }) => message);

const rows = (clauses: string, keys: string, audience = 'people') =>
  `audience: ${audience}
rows: { each: 'pay-lines ${clauses}', header: false, ${keys} }`;

describe('a template over pay lines that adds premiums to hours', () => {
  test.each([
    [
      'per employee',
      rows(
        'group by employee.number',
        'columns: [{ value: "{{employee.number}}" }, { value: "{{minutes}}" }]',
      ),
    ],
    [
      'per day',
      rows(
        'group by employee.id, date',
        'columns: [{ value: "{{date}}" }, { value: "{{minutes | hours:2}}" }]',
      ),
    ],
    ['in a text', rows('group by employee.id', 'columns: [{ value: "{{minutes | hours:2}}" }]')],
    [
      'by day columns',
      rows('group by employee.id', 'columns: [{ days: {}, value: "{{minutes | hours:2}}" }]'),
    ],
    [
      'all codes in one column',
      rows('group by employee.id', 'codes: { by: kind }, columns: [{ code: "base, loading" }]'),
    ],
    [
      'in a block',
      `audience: people\nblocks: [{ each: 'pay-lines group by employee.id', preamble: "{{minutes}}", sections: [{ each: 'pay-lines', columns: [{ value: "{{payCode}}" }] }] }]`,
    ],
    [
      'in an element',
      `audience: people\ndialect: xml\ntree: { element: a, children: [{ element: p, each: 'pay-lines group by employee.id', value: "{{minutes}}" }] }`,
    ],
    [
      'as a sum of an element',
      `audience: people\ndialect: xml\ntree: { element: a, children: [{ element: p, each: 'pay-lines group by employee.id', children: [{ element: h, value: "{{sum(minutes)}}" }] }] }`,
    ],
    [
      'in JSON',
      `audience: people\ndialect: json\ntree: { each: 'pay-lines group by employee.id', items: { properties: { h: { value: "{{minutes}}" } } } }`,
    ],
  ])('%s: is refused once, with the two ways to express it', (_, yaml) => {
    const messages = messagesOf(yaml);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('(loading)');
    expect(messages[0]).toContain('where kind != "loading"');
    expect(messages[0]).toContain('codes: { by: kind }');
  });

  test.each([
    [
      'by kind',
      rows('group by employee.id, kind', 'columns: [{ value: "{{kind}}" }, { value: "{{minutes}}" }]'),
    ],
    [
      'by pay code',
      rows('group by employee.id, payCode', 'columns: [{ value: "{{payCode}}" }, { value: "{{minutes}}" }]'),
    ],
    [
      'by external code',
      rows(
        'group by employee.id, external',
        'columns: [{ value: "{{external}}" }, { value: "{{minutes}}" }]',
      ),
    ],
    ['a column per code', rows('group by employee.id', 'codes: {}, columns: [{ pivot: {} }]')],
    [
      'slots',
      rows(
        'group by employee.id',
        'codes: {}, columns: [{ slots: { count: 2, codeHeader: c, amountHeader: a } }]',
      ),
    ],
    ['row by row', rows('', 'columns: [{ value: "{{minutes}}" }]')],
    [
      'a total of hours alone',
      rows(
        'group by employee.id',
        `columns: [{ value: '{{sum(minutes where kind != "loading") | hours:2}}' }]`,
      ),
    ],
    ['a number of lines', rows('group by employee.id', 'columns: [{ value: "{{count(minutes)}}" }]')],
    [
      'a number of lines of another data set',
      `audience: people\nrows: { each: employees, columns: [{ value: "{{count(pay-lines.minutes where employee.id = row.employee.id)}}" }] }`,
    ],
    ['without minutes', rows('group by employee.id', 'columns: [{ value: "{{employee.id}}" }]')],
    [
      'the sum of a whole file',
      'audience: people\ndialect: xml\ntree: { element: a, attributes: { all: { value: "{{sum(pay-lines.minutes)}}" } } }',
    ],
  ])('%s: is not refused', (_, yaml) => {
    expect(messagesOf(yaml)).toEqual([]);
  });

  test('both ways give the sum of the hours in the lines', () => {
    const expected = new Map<string, [number, number]>();
    for (const row of LINES) {
      const sums = expected.get(String(row['employee.number'])) ?? [0, 0];
      sums[isPremium(row.kind) ? 1 : 0] += Number(row.minutes);
      expected.set(String(row['employee.number']), sums);
    }
    const order = 'group by employee.number sort by employee.number';
    const filtered = rows(
      `where kind != "loading" ${order}`,
      `columns: [{ value: "{{employee.number}}" }, { value: "{{minutes}}" }]`,
    );
    const apart = rows(
      order,
      `codes: { by: kind }, columns: [{ value: "{{employee.number}}" }, { code: "base, topup" }, { code: loading }]`,
    );
    const lines = (yaml: string) => textOf(renderYaml(yaml, SAMPLE)[0]).trimEnd().split('\n');
    const people = [...expected].sort();
    expect(people.some(([, [, premium]]) => premium > 0)).toBe(true);
    expect(lines(filtered)).toEqual(people.map(([number, [hours]]) => `${number},${hours}`));
    expect(lines(apart)).toEqual(
      people.map(([number, [hours, premium]]) => `${number},${hours},${premium || ''}`),
    );
  });

  test('two codes of different kinds under one external code are distinguished by name', () => {
    const model = sampleModel({
      employeeNumbers: [],
      mappingColumns: {},
      payCodes: { NORMAL: { external: '100' }, NIGHT: { external: '100' } },
    });
    for (const [clauses = '', columns = ''] of [
      ['group by employee.id, external', 'columns: [{ value: "{{external}}" }, { value: "{{minutes}}" }]'],
      ['group by employee.id', 'codes: {}, columns: [{ pivot: {} }]'],
    ]) {
      const messages = messagesOf(rows(clauses, columns), model).filter((message) =>
        message.includes('although it is paid on top'),
      );
      expect(messages).toHaveLength(1);
      expect(messages[0]).toContain('Both have the external code 100: give each its own code');
    }
  });

  test('values that corrections look up are printed as before', () => {
    const yaml = rows('group by employee.id', 'columns: [{ value: "{{minutes}}" }]');
    expect(problemsOf(() => renderYaml(yaml, SAMPLE, { rowUnits: new CollectedUnits() }))).toEqual([]);
  });

  test('any lines, any grouping: refused only if a figure would combine both', () => {
    const line = fc.record({
      'employee.id': fc.constantFrom('a', 'b'),
      date: fc.constantFrom('2026-10-01', '2026-10-02'),
      code: fc.constantFrom('N', 'O'),
      note: fc.constantFrom('base', 'topup', 'loading', 'credit', 'absence', 'count'),
      minutes: fc.constantFrom(0, 30, 60, null),
    });
    const fields = fc.subarray(['employee.id', 'date', 'code', 'kind'], { minLength: 1 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fields, (lines, group) => {
        const chosen = lines.map(({ note, ...each }) => ({ ...each, kind: note }));
        const isMixed = chosen.some((one) =>
          chosen.some(
            (other) =>
              isPremium(one.kind) &&
              one.kind !== other.kind &&
              (one.minutes ?? 0) * (other.minutes ?? 0) !== 0 &&
              group.every((name) => Reflect.get(one, name) === Reflect.get(other, name)),
          ),
        );
        const yaml = rows(`group by ${group.join(', ')}`, `columns: [{ value: "{{minutes}}" }]`);
        expect(messagesOf(yaml, payLines(chosen))).toHaveLength(isMixed ? 1 : 0);
      }),
    );
  });
});

function payLines(lines: Parameters<typeof modelOf>[0]): TemplateModel {
  const model = modelOf(lines);
  const set = model.dataSets.get('lines');
  if (set === undefined) throw new Error('no lines');
  const fields = [...set.fields, { name: 'kind', type: 'text' as const, description: '' }];
  return { ...model, dataSets: new Map([['pay-lines', { ...set, name: 'pay-lines', fields }]]) };
}
