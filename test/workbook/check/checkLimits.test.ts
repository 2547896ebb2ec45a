import { describe, expect, test } from 'vitest';
import { sampleModel } from '../../../src/documents/template/sampleModel.js';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, workbook } from '../../support/workbooks/workbook.js';

/* A list that shows only its first rows says how many there are, as in text files. */

const MODEL = sampleModel();
type Cells = Readonly<Record<string, string>>;

const drawn = (...sheets: readonly (readonly Cells[])[]) => ({
  sheets: Object.fromEntries(
    sheets.map((cells, index) => [
      `S${index + 1}`,
      { rows: cells.map((each, at) => row(at + 1, each)).join('') },
    ]),
  ),
});

async function said(...sheets: readonly (readonly Cells[])[]): Promise<string> {
  const bytes = await workbook(drawn(...sheets));
  return (await checkTemplate(bytes, fieldsOfModel(MODEL))).map(problemText).join('\n');
}

const NAME = '{{employee.name}}';

describe('a limit', () => {
  /** The cells, with the place for the number of rows. */
  const CASES: readonly [name: string, cells: (count: string) => readonly Cells[], expected: string][] = [
    ['of rows', (count) => [{ A: `{{#each employees limit 2}}${NAME}` }, { A: count }], 'employees | count'],
    [
      'of rows with a condition',
      (count) => [{ A: `{{#each employees where workedMinutes > 0 limit 2}}${NAME}` }, { A: `of ${count}` }],
      'count(employees where workedMinutes > 0)',
    ],
    [
      'of groups',
      (count) => [{ A: count }, { A: `{{#each employee-days group by employee.id limit 2}}${NAME}` }],
      'employee-days.employee.id | distinct',
    ],
    [
      'of groups with two keys',
      (count) => [{ A: count }, { A: '{{#each employee-days group by employee.id, date limit 2}}x' }],
      'employee-days | count',
    ],
    [
      'in rows of a group',
      (count) => [
        { A: `{{#each employee-days group by employee.id rows 2}}${NAME}`, B: count },
        { A: '{{#each employee-days sort by date limit 1}}{{date}}' },
      ],
      'employee-days | count',
    ],
    [
      'in rows of a group that has a field of this name',
      (count) => [
        { A: `{{#each employees group by employee.id rows 2}}${NAME}`, B: count },
        { A: '{{#each entries sort by date limit 1}}{{date}}' },
      ],
      'entries.employee.id | count',
    ],
    [
      'in a sheet for each group',
      (count) => [
        { A: `{{#sheet employee-days group by employee.id}}${NAME}`, B: count },
        { A: '{{#each employee-days sort by date limit 1}}{{date}}' },
      ],
      'employee-days | count',
    ],
    [
      'of columns in a sheet for each group',
      (count) => [
        {
          A: `{{#sheet employee-days group by employee.id}}${count}`,
          B: '{{#each employee-days sort by date columns limit 2}}x',
        },
      ],
      'employee-days | count',
    ],
    ['of columns', (count) => [{ A: count, B: '{{#each days columns limit 3}}{{weekday}}' }], 'days | count'],
  ];

  test.each(CASES)(
    '%s: the number is wanted, and the proposed one is accepted',
    async (_, cells, expected) => {
      const told = await said(cells(''));
      const example = /\{\{[^#{}][^{}]*\}\}/.exec(told)?.[0] ?? '';
      expect(example).toContain(expected);
      expect(await said(cells(example))).toBe('');
      await rendered(drawn(cells(example)), MODEL);
    },
  );

  test('a workbook that does not say it is not filled either', async () => {
    await expect(rendered(drawn([{ A: `{{#each employees limit 2}}${NAME}` }]), MODEL)).rejects.toMatchObject(
      {
        code: 'TEMPLATE_INVALID',
      },
    );
  });

  test.each<[string, readonly (readonly Cells[])[]]>([
    ['in the rows themselves', [[{ A: `{{#each employees limit 2}}${NAME}`, B: '{{count(employees)}}' }]]],
    [
      'of other rows',
      [[{ A: `{{#each employees limit 2}}${NAME}` }, { A: '{{count(employees where days > 1)}}' }]],
    ],
    ['of other data', [[{ A: `{{#each employees limit 2}}${NAME}` }, { A: '{{count(entries)}}' }]]],
  ])('a number %s does not count', async (_, sheets) => {
    expect(await said(...sheets)).toContain('{{employees | count}}');
  });

  test('the number may be on another sheet, and one of sheets must be', async () => {
    const list = [{ A: `{{#each employees limit 2}}${NAME}` }];
    expect(await said(list, [{ A: '{{count(employees)}} people' }])).toBe('');
    const sheets = [{ A: `{{#sheet employees group by employee.id limit 2}}${NAME}` }];
    expect(await said(sheets, [{ A: 'x' }])).toContain('employees.employee.id');
    expect(await said(sheets, [{ A: '{{distinct(employees.employee.id)}}' }])).toBe('');
  });
});
