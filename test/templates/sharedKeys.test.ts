import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DataRow } from '../../src/documents/dataSet.js';
import { builtInNames, loadTemplate } from '../../src/documents/template/loadTemplate.js';
import { buildSample } from '../../src/documents/template/renderSample.js';
import { diskTemplateFiles } from '../../src/documents/template/template.js';
import { RenderRefused } from '../../src/documents/text/renderProblems.js';
import { renderText } from '../../src/documents/text/renderText.js';
import { englishText } from '../../src/i18n/formatMessage.js';
import {
  fieldClash,
  numbers,
  type Person,
  SAME_NAME,
  SHARED_KEYS,
  UNSHARED_KEYS,
  type Variables,
} from './payrollFormats.js';

const templatesRoot = resolve(import.meta.dirname, '../../templates');
const places = { templatesRoot, baseFolder: templatesRoot, files: diskTemplateFiles };
const names = await builtInNames(places);

const JAN = {
  'employee.id': 'e1',
  'employee.name': 'Nolte, Jan',
  'employee.lastName': 'Nolte',
  'employee.firstName': 'Jan',
};
const EVA = {
  'employee.id': 'e2',
  'employee.name': 'Maes, Eva',
  'employee.lastName': 'Maes',
  'employee.firstName': 'Eva',
};

/** Problems of a file for two employees with an hour each. */
async function problemsFor(name: string, people: readonly [Person, Person], variables: Variables = {}) {
  const template = await loadTemplate(name, places);
  if (template.kind !== 'text') throw new Error('not a text template');
  const sample = buildSample(template.spec);
  const set = sample.model.dataSets.get('pay-lines');
  if (set === undefined) throw new Error('the sample has no pay lines');
  const rows = [JAN, EVA].map((who, index): DataRow => {
    return { ...set.rows[0], ...who, date: '2026-10-05', minutes: 60, ...people[index] };
  });
  const dataSets = new Map([...sample.model.dataSets, ['pay-lines', { ...set, rows }]]);
  try {
    renderText(
      template,
      { run: sample.model.run, dataSets },
      { variables: { ...sample.variables, ...variables } },
    );
    return [];
  } catch (failure) {
    if (failure instanceof RenderRefused) return failure.problems;
    throw failure;
  }
}

describe('two employees with the same written key are refused by name', () => {
  test.each(SHARED_KEYS)('%s %o %o', async (name, variables, people, column) => {
    const problems = await problemsFor(name, people, variables);
    expect(problems).toHaveLength(1);
    const said = problems.map(({ message }) => englishText(message)).join();
    for (const part of ['Jan (e1)', '(e2)', `column ${column}`]) expect(said).toContain(part);
    const values = people.flatMap((person) => Object.entries(person));
    for (const [field, value] of values.filter(([field]) => field.endsWith('umber')))
      expect(said, field).toContain(JSON.stringify(value));
    expect(problems[0]?.value).not.toBe('');
  });

  test('every template for payroll systems is in the table', async () => {
    const loaded = await Promise.all(names.map((name) => loadTemplate(name, places)));
    const payroll = loaded.filter((each) => each.kind === 'text' && each.spec.audience === 'payroll');
    const covered = new Set([...SHARED_KEYS.map(([name]) => name), ...UNSHARED_KEYS]);
    expect(payroll.map(({ name }) => name).sort()).toEqual([...covered].sort());
  });
});

describe('keys that the target can distinguish are not refused', () => {
  test.each<[string, [Person, Person]]>([
    ['acerta', numbers('17', '170')],
    ['datev-lodas', numbers('40', '41')],
    ['silae', numbers('É1', 'E2')],
    ['silae', numbers('017', '17')],
    ['winbiz', numbers('017', '17')],
    ['sdworx', numbers('3333333', '3333334')],
    ['quickbooks-iif', fieldClash('employee.quickBooksName', 'Jan Nolte', 'Jan Nolte Jr')],
    [
      'gusto',
      [
        { ...SAME_NAME, 'employee.gustoId': '7' },
        { ...SAME_NAME, 'employee.gustoId': '8' },
      ],
    ],
    [
      'gusto',
      [
        { ...SAME_NAME, 'employee.gustoId': '' },
        { ...SAME_NAME, 'employee.gustoId': '', 'employee.title': 'Sales' },
      ],
    ],
  ])('%s %o', async (name, people) => {
    expect(await problemsFor(name, people)).toEqual([]);
  });

  test('an identical number is left to the exception DUPLICATE_NUMBER, which can be configured', async () => {
    expect(await problemsFor('datev-lodas', numbers('40', '40'))).toEqual([]);
  });
});

test('two codes that are one in the target are refused', async () => {
  const codes = (a: string, b: string): [Person, Person] => [
    { payCode: 'NORMAL', external: a },
    { payCode: 'NIGHT', external: b },
  ];
  const ROWS: readonly (readonly [string, string, string])[] = [
    ['loket', '1', '01'],
    ['acerta', '100', '0100'],
    ['datev-lodas', '500', '0500'],
    ['lexware', '100', '0100'],
    ['paychex-spi', 'Congé', 'Conge'],
  ];
  for (const [name, a, b] of ROWS) {
    const problems = await problemsFor(name, codes(a, b));
    expect(
      problems.map(({ message }) => englishText(message)),
      name,
    ).toEqual([
      `is shared by several pay codes: NORMAL as "${a}"; NIGHT as "${b}". Write their external code in the same way under payCodes in the configuration`,
    ]);
  }
  for (const [name] of ROWS) expect(await problemsFor(name, codes('100', '100')), name).toEqual([]);
});

test('too long a day for two employees with one name shows whose it is', async () => {
  const long = { 'employee.quickBooksName': 'Jan', minutes: 800 };
  const problems = await problemsFor('quickbooks-iif', [long, long] as unknown as [Person, Person]);
  expect(problems.map(({ column, employee }) => [column, employee])).toEqual([
    ['DURATION', 'Nolte, Jan (e1); Maes, Eva (e2)'],
    ['EMP', undefined],
  ]);
});
