import { describe, expect, test } from 'vitest';
import { sampleModel } from '../../../src/documents/template/sampleModel.js';
import type { TemplateModel } from '../../../src/documents/templateModel.js';
import { PaytallyError } from '../../../src/errors.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row } from '../../support/workbooks/workbook.js';

/*
 * What a drawn workbook refuses about data, as text templates do: hours that are added to premiums for the same hours, and
 * conditions that are true for only a part of a person's row.
 */

const SAMPLE = sampleModel();
const LINES = [...(SAMPLE.dataSets.get('pay-lines')?.rows ?? [])];

/** What is said about a sheet with these cells in its rows; empty if it is filled. */
async function refusalOf(cells: readonly Record<string, string>[], model: TemplateModel = SAMPLE) {
  const rows = cells.map((each, index) => row(index + 1, each)).join('');
  try {
    await rendered({ sheets: { Hours: { rows } } }, model);
    return '';
  } catch (error) {
    if (!(error instanceof PaytallyError)) throw error;
    return `${error.code} ${englishText(error.text)}`;
  }
}

async function cellsOf(cells: readonly Record<string, string>[], model: TemplateModel = SAMPLE) {
  const rows = cells.map((each, index) => row(index + 1, each)).join('');
  return (await rendered({ sheets: { Hours: { rows } } }, model)).cells(1);
}

/** The last example in double braces. */
const exampleIn = (text: string): string => /\{\{[^#{}][^{}]*\}\}(?=[^{]*$)/.exec(text)?.[0] ?? '';

/** The hours of the lines, without premiums. */
const hours = LINES.filter(({ kind }) => kind !== 'loading').reduce(
  (sum, { minutes }) => sum + Number(minutes ?? 0),
  0,
);

const BY_PERSON = '{{#each pay-lines group by employee.id}}{{employee.name}}';

describe('a sum over pay lines that adds premiums to hours', () => {
  test.each([
    ['of all', [{ A: '{{sum(pay-lines.minutes)}}' }]],
    ['as an average', [{ A: '{{average(pay-lines.minutes) | hours}}' }]],
    ['in hours', [{ A: '{{sum(pay-lines.minutes) | hours}}' }]],
    ['in a text', [{ A: 'All {{sum(pay-lines.minutes) | hours}} h' }]],
    ['of a group', [{ A: BY_PERSON, B: '{{sum(minutes)}}' }]],
    ['of estimated parts beside them', [{ A: BY_PERSON, B: '{{sum(minutes + estimatedMinutes)}}' }]],
    [
      'of a row of people',
      [
        {
          A: '{{#each employees}}{{employee.name}}',
          B: '{{sum(pay-lines.minutes where employee.id = row.employee.id)}}',
        },
      ],
    ],
    [
      'where rows and columns cross',
      [
        { B: '{{#each days columns}}{{date}}' },
        { A: '{{#each employees}}{{employee.name}}', B: '{{pay-lines.minutes | sum}}' },
      ],
    ],
    [
      'where rows and columns cross, without a total',
      [{ B: '{{#each days columns}}{{date}}' }, { A: BY_PERSON, B: '{{minutes}}' }],
    ],
  ])('%s: is refused with a sum that is not', async (_, cells) => {
    const said = await refusalOf(cells);
    expect(said).toContain('RENDER_REFUSED');
    expect(said).toContain('(loading)');
    const example = exampleIn(said);
    expect(example).toContain('kind != "loading"');
    const places = cells.map((each) =>
      Object.fromEntries(
        Object.entries(each).map(([column, text]) => [
          column,
          /minutes/.test(text) ? text.replace(/\{\{[^#{}]*minutes[^{}]*\}\}/i, example) : text,
        ]),
      ),
    );
    expect(await refusalOf(places)).toBe('');
  });

  test('the accepted sum is that of the hours in the lines', async () => {
    expect(hours).toBeGreaterThan(0);
    const said = await refusalOf([{ A: '{{sum(pay-lines.minutes)}}' }]);
    expect((await cellsOf([{ A: exampleIn(said) }])).A1).toBe(hours);
  });

  test.each([
    ['by kind', [{ A: '{{#each pay-lines group by employee.id, kind}}{{kind}}', B: '{{sum(minutes)}}' }]],
    ['by pay code', [{ A: '{{#each pay-lines group by payCode}}{{payCode}}', B: '{{sum(minutes)}}' }]],
    [
      'of chosen rows',
      [{ A: '{{#each pay-lines where kind != "loading" group by employee.id}}', B: '{{sum(minutes)}}' }],
    ],
    ['of a premium', [{ A: '{{sum(pay-lines.minutes where payCode = "NIGHT")}}' }]],
    ['a number of lines', [{ A: '{{count(pay-lines.minutes)}}', B: '{{max(pay-lines.minutes)}}' }]],
    ['row by row', [{ A: '{{#each pay-lines}}{{payCode}}', B: '{{minutes}}' }]],
    ['of other data', [{ A: '{{sum(employees.workedMinutes)}}' }]],
  ])('%s: is not refused', async (_, cells) => {
    expect(await refusalOf(cells)).toBe('');
  });

  test('without premiums nothing is refused', async () => {
    const base = LINES.filter(({ kind }) => kind !== 'loading');
    expect(await refusalOf([{ A: '{{sum(pay-lines.minutes)}}' }], withRows('pay-lines', base))).toBe('');
  });

  test('time that is owed is on top too, and the suggestion leaves out both', async () => {
    const lines = LINES.map((line, index) => (index === 0 ? { ...line, kind: 'credit' } : line));
    const model = withRows('pay-lines', lines);
    const example = exampleIn(await refusalOf([{ A: '{{sum(pay-lines.minutes)}}' }], model));
    expect(example).toContain('loading');
    expect(await refusalOf([{ A: example }], model)).toBe('');
  });
});

function withRows(
  set: string,
  rows: readonly Record<string, string | number | boolean | null>[],
): TemplateModel {
  const known = SAMPLE.dataSets.get(set);
  if (known === undefined) throw new Error(`no ${set}`);
  const { rowsWith: _, ...rest } = known;
  return { ...SAMPLE, dataSets: new Map([...SAMPLE.dataSets, [set, { ...rest, rows }]]) };
}

describe('a condition over employees that is true for a part of a row', () => {
  const people = [...(SAMPLE.dataSets.get('employees')?.rows ?? [])];
  /** The first person has two payroll IDs, and two cost centres in the mapping. */
  const model = ((): TemplateModel => {
    const rows = people.map((each, index) => ({
      ...each,
      'employee.centre': index === 0 ? 'A / B' : 'B',
      ...(index === 0 ? { numbers: '1 / 2', 'employee.number': '2' } : {}),
    }));
    const changed = withRows('employees', rows);
    const set = changed.dataSets.get('employees');
    if (set === undefined) throw new Error('no employees');
    const fields = [...set.fields, { name: 'employee.centre', type: 'text' as const, description: '' }];
    return { ...changed, dataSets: new Map([...changed.dataSets, ['employees', { ...set, fields }]]) };
  })();
  const first = String(people[0]?.['employee.name']);

  test.each([
    ['a column', '{{#each employees where employee.centre = "A"}}', 'employee.centre', 'A / B'],
    ['a column, otherwise', '{{#each employees where employee.centre != "A"}}', 'employee.centre', 'A / B'],
    ['a payroll ID', '{{#each employees where employee.number = "1"}}', 'employee.number', '1 / 2'],
    ['payroll IDs', '{{#each employees where numbers = "2"}}', 'numbers', '1 / 2'],
    [
      'groups',
      '{{#each employees where employee.centre = "B" group by employee.id}}',
      'employee.centre',
      'A / B',
    ],
  ])('%s: names the person and both values', async (_, directive, field, value) => {
    const said = await refusalOf([{ A: `${directive}{{employee.name}}` }], model);
    expect(said).toContain('RENDER_REFUSED');
    for (const part of [first, field, value, 'employee-days', 'Hours!A1']) expect(said).toContain(part);
  });

  test.each([
    ['a total', '{{sum(employees.workedMinutes where employee.centre = "A")}}'],
    ['a number', '{{count(employees where employee.centre = "A")}}'],
  ])('%s: is refused in the same words', async (_, text) => {
    const said = await refusalOf([{ A: text }], model);
    for (const part of [first, 'employee.centre', 'A / B', 'Hours!A1']) expect(said).toContain(part);
  });

  const EACH = { A: '{{#each employees}}{{employee.name}}' };
  test.each([
    [
      'rows',
      [
        { A: '{{#each employees rows 2}}{{employee.name}}' },
        { A: '{{#if employee.centre = "A"}}{{workedMinutes}}' },
      ],
      'Hours!A2',
    ],
    ['a cell', [{ ...EACH, B: '{{if employee.centre = "A" then workedMinutes else 0}}' }], 'Hours!B1'],
    [
      'a part of a text',
      [{ ...EACH, B: 'In {{if employee.number = "1" then "first" else "second"}}' }],
      'Hours!B1',
    ],
  ])('a condition of %s is refused in the same words', async (_, cells, place) => {
    const said = await refusalOf(cells, model);
    expect(said).toContain('RENDER_REFUSED');
    for (const part of [first, 'employee-days', place]) expect(said).toContain(part);
  });

  test('a condition in a cell that both values meet, or that is about something else, is not refused', async () => {
    const cells = [
      {
        ...EACH,
        B: '{{if employee.centre != "C" then workedMinutes else 0}}',
        C: '{{if workedMinutes > 0 then employee.centre else ""}}',
      },
    ];
    expect(await refusalOf(cells, model)).toBe('');
  });

  test('a choice within a total is about the rows of the total', async () => {
    const total = '{{sum(if payCode = "NORMAL" then minutes else 0)}}';
    const lines = '{{#each pay-lines where kind != "loading" group by employee.id}}{{employee.name}}';
    const cells = [{ A: lines, B: total }];
    expect(await refusalOf(cells, model)).toBe('');
  });

  test('a sheet per person is refused too', async () => {
    const directive = '{{#sheet employees where employee.centre = "A" group by employee.id}}';
    expect(await refusalOf([{ A: `${directive}{{employee.name}}` }], model)).toContain('A / B');
  });

  test.each([
    ['that both values meet', '{{#each employees where employee.centre != "C"}}'],
    ['that neither meets', '{{#each employees where employee.centre = "C"}}'],
    ['about something else', '{{#each employees where workedMinutes > 0}}'],
    ['about each day', '{{#each employee-days where employee.number = "00040"}}'],
  ])('a condition %s is not refused', async (_, directive) => {
    expect(await refusalOf([{ A: `${directive}{{employee.name}}` }], model)).toBe('');
  });
});
