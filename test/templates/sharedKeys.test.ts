import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DataRow } from '../../src/render/dataSet.js';
import { builtInNames, loadTemplate } from '../../src/render/template/loadTemplate.js';
import { sampleFor } from '../../src/render/template/renderSample.js';
import { diskTemplateFiles } from '../../src/render/template/template.js';
import { RenderRefused } from '../../src/render/text/renderProblems.js';
import { renderText } from '../../src/render/text/renderText.js';

const templatesRoot = resolve(import.meta.dirname, '../../templates');
const places = { templatesRoot, baseFolder: templatesRoot, files: diskTemplateFiles };
const names = await builtInNames(places);
type Person = Readonly<Record<string, string | null>>;
type Variables = Readonly<Record<string, string>>;

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

/** Problems of a file for two people with an hour each. */
async function problemsFor(name: string, people: readonly [Person, Person], variables: Variables = {}) {
  const template = await loadTemplate(name, places);
  if (template.kind !== 'text') throw new Error('not a text template');
  const sample = sampleFor(template.spec);
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

const numbers = (a: string, b: string): [Person, Person] => [
  { 'employee.number': a },
  { 'employee.number': b },
];
const of = (field: string, a: string, b = a): [Person, Person] => [{ [field]: a }, { [field]: b }];
const SAME_NAME = { 'employee.lastName': 'Nolte', 'employee.firstName': 'Jan', 'employee.title': 'Baker' };

/** Template, variables, how two people come to one key, and the column of the mapping that helps. */
const CLASHES: readonly (readonly [string, Variables, [Person, Person], string])[] = [
  ['acerta', {}, numbers('17', '017'), 'employeeNumber'],
  ['acerta', { padding: 'spaces' }, numbers('17', '017'), 'employeeNumber'],
  ['adp-run', {}, numbers('a17', 'A17'), 'employeeNumber'],
  ['adp-workforce-now', {}, numbers('102', '000102'), 'employeeNumber'],
  ['bmd', {}, numbers('40', '00040'), 'employeeNumber'],
  ['brightpay', {}, numbers('e1', 'E1'), 'employeeNumber'],
  ['danlon', {}, numbers('40', '00040'), 'employeeNumber'],
  ['datev-lodas', {}, numbers('40', '00040'), 'employeeNumber'],
  ['datev-lodas', { variant: 'standard' }, numbers('40', '00040'), 'employeeNumber'],
  ['datev-lodas', { companyNumbers: 'yes' }, numbers('a40', 'A40'), 'employeeNumber'],
  ['datev-lug', {}, numbers('40', '00040'), 'employeeNumber'],
  ['datev-lug', { rows: 'day' }, numbers('40', '00040'), 'employeeNumber'],
  ['datev-lug', { companyNumbers: 'yes' }, numbers('ä40', 'Ä40'), 'employeeNumber'],
  ['generic-csv', {}, numbers('e1', 'E1'), 'employeeNumber'],
  ['generic-csv', { lines: 'day' }, numbers('Zoe\u0308', 'Zo\u00eb'), 'employeeNumber'],
  ['gusto', {}, of('employee.gustoId', '7757500908984137'), 'gustoId'],
  [
    'gusto',
    {},
    [
      { ...SAME_NAME, 'employee.gustoId': '' },
      { ...SAME_NAME, 'employee.gustoId': '' },
    ],
    'gustoId',
  ],
  [
    'gusto',
    {},
    [
      { ...SAME_NAME, 'employee.gustoId': '' },
      { ...SAME_NAME, 'employee.gustoId': '8' },
    ],
    'gustoId',
  ],
  ['lexware', {}, numbers('12', '012'), 'employeeNumber'],
  ['lohnfix', {}, numbers('5', '05'), 'employeeNumber'],
  ['loket', {}, numbers('1', '01'), 'employeeNumber'],
  ['myob-exo', {}, numbers('42', '042'), 'employeeNumber'],
  ['nmbrs', {}, numbers('42', '042'), 'employeeNumber'],
  ['partena', {}, numbers('42', '042'), 'employeeNumber'],
  ['paxml', {}, numbers('e1', 'E1'), 'employeeNumber'],
  ['paychex-spi', {}, numbers('É1', 'E1'), 'employeeNumber'],
  ['paychex-spi', { lines: 'day' }, numbers('É1', 'e1'), 'employeeNumber'],
  ['proloen', {}, numbers('42', '042'), 'employeeNumber'],
  ['quickbooks-iif', {}, of('employee.quickBooksName', 'Jan Nolte'), 'quickBooksName'],
  ['quickbooks-iif', {}, of('employee.quickBooksName', 'Jan Nolte', 'JAN NOLTE '), 'quickBooksName'],
  ['sage-payroll-ie', {}, numbers('e1', 'E1'), 'employeeNumber'],
  ['silae', {}, numbers('É1', 'E1'), 'employeeNumber'],
  ['winbiz', {}, numbers('cch1', 'CCH1'), 'employeeNumber'],
];
/** Numbers stand there as they are (seven digits, no zeros in front): two are never written alike. */
const NEVER = ['addison', 'sdworx', 'zucchetti'];

describe('two people under one key, as it is written, are refused by name', () => {
  test.each(CLASHES)('%s %o %o', async (name, variables, people, column) => {
    const problems = await problemsFor(name, people, variables);
    expect(problems).toHaveLength(1);
    const said = problems[0]?.message ?? '';
    for (const part of ['Jan (e1)', '(e2)', `column ${column} of the employee mapping (employees.csv)`])
      expect(said).toContain(part);
    const values = people.flatMap((person) => Object.entries(person));
    for (const [field, value] of values.filter(([field]) => field.endsWith('umber')))
      expect(said, field).toContain(JSON.stringify(value));
    expect(problems[0]?.value).not.toBe('');
  });

  test('every template for payroll systems is in the table', async () => {
    const loaded = await Promise.all(names.map((name) => loadTemplate(name, places)));
    const payroll = loaded.filter((each) => each.kind === 'text' && each.spec.audience === 'payroll');
    const covered = new Set([...CLASHES.map(([name]) => name), ...NEVER]);
    expect(payroll.map(({ name }) => name).sort()).toEqual([...covered].sort());
  });
});

describe('what the target can tell apart is not refused', () => {
  test.each<[string, [Person, Person]]>([
    ['acerta', numbers('17', '170')],
    ['datev-lodas', numbers('40', '41')],
    ['silae', numbers('É1', 'E2')],
    ['silae', numbers('017', '17')],
    ['winbiz', numbers('017', '17')],
    ['sdworx', numbers('3333333', '3333334')],
    ['quickbooks-iif', of('employee.quickBooksName', 'Jan Nolte', 'Jan Nolte Jr')],
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

  test('one and the same number is for the exception DUPLICATE_NUMBER, which can be configured', async () => {
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
      problems.map(({ message }) => message),
      name,
    ).toEqual([
      `stands for several pay codes here: NORMAL as "${a}"; NIGHT as "${b}". Write the external code in one way under payCodes in the configuration`,
    ]);
  }
  for (const [name] of ROWS) expect(await problemsFor(name, codes('100', '100')), name).toEqual([]);
});

test('too long a day of two people under one name says whose it is', async () => {
  const long = { 'employee.quickBooksName': 'Jan', minutes: 800 };
  const problems = await problemsFor('quickbooks-iif', [long, long] as unknown as [Person, Person]);
  expect(problems.map(({ column, employee }) => [column, employee])).toEqual([
    ['DURATION', 'Nolte, Jan (e1); Maes, Eva (e2)'],
    ['EMP', undefined],
  ]);
});
