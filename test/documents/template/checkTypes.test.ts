import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkTypes } from '../../../src/documents/template/checkTypes.js';
import { parseTemplateFile } from '../../../src/documents/template/loadTemplate.js';
import { englishText } from '../../../src/i18n/formatMessage.js';

const ROOT = join(import.meta.dirname, '../../../templates');
const head = 'kind: text\ndescription: d\naudience: people\nvariables: { v: { description: v } }\n';
const problemsOf = (value: string, each = 'pay-lines') => {
  const rows = { each, columns: [{ value }] };
  return checkTypes({ variables: { v: {} }, rows }).map(({ message }) => englishText(message));
};

const NAMES = readdirSync(ROOT).filter((name) => existsSync(join(ROOT, name, 'template.yaml')));

test.each(NAMES)('%s has only values whose types fit', (name) => {
  const path = join(ROOT, name, 'template.yaml');
  const spec = parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  if (spec.kind === 'text') expect(checkTypes(spec).map(({ message }) => englishText(message))).toEqual([]);
});

describe('refused before anything is read, with what to write', () => {
  test.each([
    ['an unknown field', '{{minuts}}', 'no field "minuts". Did you mean minutes'],
    [
      'minutes and a number of the data',
      '{{minutes + quantity}}',
      'For example, write (minutes | hours) + quantity',
    ],
    ['hours printed twice', '{{minutes | hours | hours}}', 'is already in hours'],
    ['a text as hours', '{{external | hours:2}}', 'does not work with external, which is text'],
    ['a comparison of minutes with a text', '{{if minutes > "8" then "x"}}', 'write minutes > 8'],
  ])('%s', (_, value, expected) => {
    expect(problemsOf(value).join()).toContain(expected);
  });

  test('a field that differs within a group: the suggestion passes', () => {
    const each = 'pay-lines group by employee.id';
    const [problem = ''] = problemsOf('{{date}}', each);
    const [, suggestion = ''] = /(\{\{[^}]*\}\})/.exec(problem) ?? [];
    expect(suggestion).toBe('{{date | join}}');
    expect(problemsOf(suggestion, each)).toEqual([]);
  });

  test('with the line of a file', () => {
    const yaml = `${head}rows:\n  each: pay-lines where minuts > 0\n  columns:\n    - { value: "{{minutes}}" }\n`;
    const load = () => parseTemplateFile(Buffer.from(yaml), 't.yaml', { hasKnownTypes: false });
    expect(load).toThrow(
      't.yaml:6:3: rows.each: Data set pay-lines has no field "minuts". Did you mean minutes',
    );
  });
});

test('fields of the run and the file, variables, the mapping file, totals of another data set', () => {
  for (const value of ['{{run.from}}', '{{part.month}}', '{{variables.v}}', '{{employee.department}}'])
    expect(problemsOf(value), value).toEqual([]);
  expect(problemsOf('{{sum(employees.paidMinutes where employee.id = row.employee.id) | hours:2}}')).toEqual(
    [],
  );
  expect(problemsOf('{{variables.w}}')).not.toEqual([]);
});

describe('file names and texts around lines', () => {
  const problemsIn = (file: Record<string, unknown>) =>
    checkTypes({ variables: { v: {} }, ...file }).map(
      ({ path, message }) => `${path.join('.')}: ${englishText(message)}`,
    );
  const rows = { each: 'pay-lines', columns: [{ value: '{{minutes}}', header: 'Minutes', total: true }] };

  test.each([
    [
      'a file name with an unknown variable',
      { fileName: '{{variables.w}}.csv' },
      'fileName: There is no field',
    ],
    [
      'a file name with hours of a date',
      { fileName: '{{run.from | hours:2}}' },
      'fileName: "| hours" does not',
    ],
    [
      'a file name with a field that differs in the files of a split',
      {
        split: { field: 'establishment.id' },
        fileName: '{{date}}',
        rows: { each: 'pay-lines', columns: [] },
      },
      'fileName: There is no field "date"',
    ],
    [
      'a file name with a field of rows',
      { fileName: '{{minutes}}' },
      'fileName: There is no field "minutes"',
    ],
    [
      'a line before',
      { preamble: '{{run.form}}' },
      'preamble: There is no field "run.form". Did you mean run.from',
    ],
    [
      'one of several lines after',
      { footer: ['x', { line: '{{lins}}', if: 'variables.v' }] },
      'footer.1: There is',
    ],
    [
      'a line of a section',
      { rows: { ...rows, footer: '{{rows + "x"}}' } },
      'rows.footer: "+" does not work',
    ],
    [
      'a total of rows that a text does not have',
      { footer: '{{sum(minutes) | hours:2}}', rows },
      'footer: A text before or after the lines has no rows to add up',
    ],
    [
      'a total that no column has',
      { footer: '{{totals.Minutes}}', rows: { ...rows, columns: [{ value: '{{minutes}}' }] } },
      'footer: No column is added up, so there is no "totals.Minutes"',
    ],
    [
      'a requirement',
      { checks: [{ must: 'part.days = "x"', message: 'm' }] },
      'checks.0.must: "part.days = "x""',
    ],
    [
      'a notice',
      { notices: [{ each: 'pay-lines where minuts > 0', message: 'm' }] },
      'notices.0.each: Data set',
    ],
    [
      'a line of a block',
      { blocks: [{ each: 'pay-lines group by employee.id', sections: [rows], preamble: '{{dat}}' }] },
      'blocks.0.preamble: There is no field "dat"',
    ],
  ])('%s', (_, file, expected) => {
    expect(problemsIn(file).join('\n')).toContain(expected);
  });

  test('may say what is known of the lines, the period and the variables', () => {
    const footer =
      '{{rows}} {{lines}} {{totals.Minutes}} {{columns.header | list}} {{run.to | date}} {{variables.v}}';
    expect(
      problemsIn({ fileName: '{{run.employer}}_{{part.label}}', footer, rows: { ...rows, footer } }),
    ).toEqual([]);
    const split = {
      split: { field: 'establishment.id' },
      fileName: '{{establishment.name | upper}}.csv',
      rows,
    };
    expect(problemsIn(split)).toEqual([]);
  });
});
