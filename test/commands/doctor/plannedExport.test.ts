// @module-tag slow
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import exceljs from 'exceljs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SCOPES, type Scope } from '../../../src/sandbox/scopes.js';
import {
  SAMPLE_EMPLOYER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

/** The sample days of the service are the last ones that the doctor reads. */
const NOW = Date.parse('2026-10-31T12:00:00Z');
/** They worked on these days; the third is active and did not. */
const WORKED = '9f80b5c6-65b3-4b3c-8fda-95db3f3b4fbc';
const WORKED_TOO = 'b9f56a58-ed8a-4b79-b4e1-74921f729467';
const AWAY = '62a529e9-bbb4-432d-9369-8eb796456b54';

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly code?: string;
  readonly message: string;
  readonly remedy?: string;
}

let service: SampleService;
beforeEach(async () => {
  const employers = await sampleOfDays('2026-10-29', '2026-10-30');
  service = await startSampleService({ employers, limits: { enabled: false } });
});
afterEach(() => service.stop());

interface Situation {
  readonly templates: string;
  /** Additional lines of the configuration. */
  readonly more?: readonly string[];
  /** Column -> value for all employees. Their numbers have 7 digits unless given here. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Employee id -> columns that differ. */
  readonly of?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly without?: Scope;
}

function prepare({ templates, more = [], columns = {}, of = {}, without }: Situation) {
  const path = join(service.cwd, 'paytally.yaml');
  const sample = readFileSync(path, 'utf8').replace(/^templates:.*$/m, '');
  const client = without === undefined ? undefined : integration(without);
  const configuration = sample.replace(
    'clientId: bakery-payroll',
    `clientId: ${client?.clientId ?? 'bakery-payroll'}`,
  );
  writeFileSync(path, `${configuration}\ntemplates: [${templates}]\n${more.join('\n')}\n`);
  const mapping = join(service.cwd, 'employees-bakery.csv');
  const ids = readFileSync(mapping, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.slice(0, 36));
  const names = ['employeeNumber', ...Object.keys(columns)];
  const rows = ids.map((id, index) => {
    const values: Record<string, string> = { employeeNumber: String(1000000 + index), ...columns, ...of[id] };
    return [id, ...names.map((name) => values[name] ?? '')].join(';');
  });
  writeFileSync(mapping, [`employeeId;${names.join(';')}`, ...rows].join('\n'));
  return { nowMs: NOW, env: { ...service.env, ...client?.env } };
}

function integration(without: Scope) {
  const scopes = SCOPES.filter((scope) => scope !== without);
  const { clientId, clientSecret } = service.sandbox.portal.createIntegration(SAMPLE_EMPLOYER, scopes);
  return { clientId, env: { PAYTALLY_SANDBOX_SECRET: clientSecret } };
}

/** The machine's clock is fixed, so the clock check is skipped. */
async function doctorAndExport(situation: Situation) {
  const options = prepare(situation);
  const found: readonly Finding[] = JSON.parse(
    (await service.run(['doctor', '--json'], options)).stdout,
  ).findings;
  const exported = await service.run(['export', '2026-10', '--dry-run'], options);
  const of = (status: string) => found.filter((one) => one.status === status && one.check !== 'clock');
  return { problems: of('problem'), warnings: of('warning'), ok: of('ok'), exported };
}

const text = (findings: readonly Finding[]) =>
  findings.map(({ message, remedy }) => `${message} ${remedy}`).join('\n');

const CODES = 'payCodes: { NORMAL: { external: "0100" } }';
const GUSTO = { gustoId: '', title: 'Baker' };
/** Two employees of the sample have the same name; no others need an id. */
const TWO_OF_ONE_NAME = {
  [WORKED_TOO]: { gustoId: '7757500908984137' },
  '402cb0d4-4b29-4b53-8059-1f2172570184': { gustoId: '7757500908984138' },
};
const QUICKBOOKS = [
  'payCodes: { NORMAL: { external: Regular } }',
  'variables: { quickbooks-iif: { version: "1", companyName: x, companyCreateTime: "1" } }',
];
const SDWORX = [CODES, 'variables: { sdworx: { employer: "1111111" } }'];
const REGULAR = 'payCodes: { NORMAL: { external: regular } }';
const rule = (condition: string) => `payRules: { base: [{ code: OT, ${condition} }, { code: NORMAL }] }`;

describe('doctor and export agree', () => {
  const WORKS: readonly [name: string, situation: Situation][] = [
    ['lexware', { templates: 'lexware', more: [CODES] }],
    ['sdworx', { templates: 'sdworx', more: SDWORX }],
    [
      'gusto, a column of which may be empty',
      { templates: 'gusto', more: [REGULAR], columns: GUSTO, of: TWO_OF_ONE_NAME },
    ],
    [
      'quickbooks-iif',
      { templates: 'quickbooks-iif', more: QUICKBOOKS, columns: { quickBooksName: 'A' }, of: {} },
    ],
    [
      'lexware without employees:read needs no names',
      { templates: 'lexware', more: [CODES], without: 'employees:read' },
    ],
    [
      'a rule on a column that the mapping has',
      {
        templates: 'employee-days',
        more: [rule('employees: { since: { from: 2020-01-01 } }')],
        columns: { since: '' },
      },
    ],
    [
      'a code that is not mapped matters to no report',
      { templates: 'monthly-hours, employee-days, pay-lines', more: [rule('over: { day: 1 }')] },
    ],
  ];
  test.each(WORKS)('both accept: %s', async (name, situation) => {
    const people = name === 'quickbooks-iif' ? { ...situation, of: everyNameItsOwn() } : situation;
    const { problems, ok, exported } = await doctorAndExport(people);
    expect({ problems, status: exported.status, said: exported.stderr }).toMatchObject({
      problems: [],
      status: 0,
    });
    expect(text(ok)).toContain('`paytally doctor` cannot check a period');
  });

  const FAILS: readonly [name: string, situation: Situation, status: number, says: readonly string[]][] = [
    [
      'a code that is never valid',
      { templates: 'lexware', more: ['payCodes: { NORMAL: { external: X1 } }'] },
      5,
      ['column Lohnartnummer, value "X1": a Lohnart has digits only'],
    ],
    [
      'a number that is not valid',
      { templates: 'sdworx', more: SDWORX, of: { [WORKED]: { employeeNumber: '12' } } },
      5,
      [`(${WORKED}), value "12": an employee number has 7 digits`],
    ],
    [
      'a column that the mapping lacks',
      { templates: 'silae', more: [CODES, 'variables: { silae: { section: "yes" } }'] },
      5,
      ['needs the column section, which the employee mapping'],
    ],
    [
      'a code that no column accepts',
      {
        templates: 'gusto',
        more: ['payCodes: { NORMAL: { external: "1" } }'],
        columns: GUSTO,
        of: TWO_OF_ONE_NAME,
      },
      5,
      ['this template has no column for this code'],
    ],
    [
      'names that the integration cannot read',
      { templates: 'gusto', more: [REGULAR], columns: GUSTO, of: TWO_OF_ONE_NAME, without: 'employees:read' },
      5,
      [
        'employee.lastName',
        'employee.firstName',
        'paytally cannot read the list of employees: see Permissions',
      ],
    ],
    [
      'a cell that a template needs, for an employee who works',
      {
        templates: 'quickbooks-iif',
        more: QUICKBOOKS,
        columns: { quickBooksName: 'A' },
        of: { [WORKED]: { quickBooksName: '' } },
      },
      5,
      ['quickbooks-iif, column EMP', 'is empty, but a value is required (employee.quickBooksName)'],
    ],
    [
      'an employee who works has no number',
      { templates: 'lexware', more: [CODES], of: { [WORKED]: { employeeNumber: '' } } },
      5,
      ['1 employee who worked from ', 'Van den Broeck, Lieve', 'lexware'],
    ],
    [
      'the same, permitted by the configuration, but the template does not accept it',
      {
        templates: 'lexware',
        more: [CODES, 'exceptions: { UNMAPPED_EMPLOYEE: warn }'],
        of: { [WORKED]: { employeeNumber: '' } },
      },
      5,
      ['has no payroll ID: add it to the employee mapping'],
    ],
    [
      'a code of the rules that is not mapped',
      { templates: 'lexware', more: [CODES, rule('over: { day: 1 }')] },
      5,
      ['`payCodes` has none for: OT (payRules.base[0])'],
    ],
    [
      'the same, permitted by the configuration, but the template does not accept it',
      {
        templates: 'lexware',
        more: [CODES, rule('over: { day: 1 }'), 'exceptions: { UNMAPPED_CODE: warn }'],
      },
      5,
      ['the pay code has no code in the payroll system'],
    ],
    [
      'a rule for columns that the mapping lacks, all of them',
      { templates: 'employee-days', more: [rule('employees: { grade: [a], contract: [b] }')] },
      2,
      ['the column "grade"', 'the column "contract"'],
    ],
    [
      'a rule for invalid dates, all of them',
      {
        templates: 'employee-days',
        more: [rule('employees: { since: { from: 2020-01-01 } }')],
        columns: { since: '2021-01-01' },
        of: { [WORKED]: { since: '1/2/2021' }, [WORKED_TOO]: { since: 'May' } },
      },
      2,
      [`of employee ${WORKED} contains "1/2/2021"`, `of employee ${WORKED_TOO} contains "May"`],
    ],
  ];
  test.each(FAILS)('both refuse: %s', async (_name, situation, status, says) => {
    const { problems, exported } = await doctorAndExport(situation);
    expect(exported.status).toBe(status);
    expect(problems.length).toBeGreaterThan(0);
    for (const part of says) expect(text(problems)).toContain(part);
    expect(text(problems)).not.toMatch(/00000000-0000|Sample/);
  });

  /** QuickBooks identifies employees by name. */
  function everyNameItsOwn() {
    const ids = readFileSync(join(service.cwd, 'employees-bakery.csv'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1);
    return Object.fromEntries(
      ids.map((line, index) => [line.slice(0, 36), { quickBooksName: `Person ${index}` }]),
    );
  }
});

describe('anything that stops an export only later is a warning', () => {
  test.each<[name: string, situation: Situation, says: string]>([
    [
      'an active employee without a number who has not worked',
      { templates: 'lexware', more: [CODES], of: { [AWAY]: { employeeNumber: '' } } },
      '1 active employee has no payroll ID. Once they have worked, an export with lexware fails. Run `paytally employees sync`, then fill in the column employeeNumber.',
    ],
  ])('%s', async (_name, situation, says) => {
    const { problems, warnings, exported } = await doctorAndExport(situation);
    expect({ problems, status: exported.status }).toEqual({ problems: [], status: 0 });
    expect(text(warnings)).toContain(says);
  });
});

describe('custom names and templates', () => {
  const own = (fileName: string): string =>
    [
      'kind: text',
      'description: Ids',
      'audience: people',
      `fileName: "${fileName}"`,
      `rows: { each: 'employees', header: false, columns: [{ header: id, value: "{{employee.id}}" }] }`,
    ].join('\n');
  const write = (name: string, content: string) => writeFileSync(join(service.cwd, name), content);
  const SECOND = [
    '  second:',
    `    { employerId: ${SAMPLE_EMPLOYER}, clientId: bakery-payroll, clientSecret: { env: PAYTALLY_SANDBOX_SECRET } }`,
  ].join('\n');

  test.each<[name: string, situation: Situation, write: () => void, status: number, says: RegExp]>([
    [
      'two templates that write the same file',
      { templates: './a.yaml, ./b.yaml' },
      () => {
        write('a.yaml', own('Same.csv'));
        write('b.yaml', own('same.csv'));
      },
      2,
      /CONFIG_INVALID .*a\.yaml of .* and .*b\.yaml of .* would write the same file: .*same\.csv/i,
    ],
    [
      'two employers that write the same file',
      { templates: './a.yaml' },
      () => {
        write('a.yaml', own('same.csv'));
        const path = join(service.cwd, 'paytally.yaml');
        write('paytally.yaml', readFileSync(path, 'utf8').replace('employers:\n', `employers:\n${SECOND}\n`));
      },
      2,
      /CONFIG_INVALID .*of second and .* would write the same file: .*same\.csv/,
    ],
    [
      'a report that does not exist',
      { templates: './a.yaml' },
      () => write('a.yaml', 'kind: report\nreport: nothing\ndescription: x\n'),
      2,
      /TEMPLATE_INVALID .*report: .*nothing/s,
    ],
    [
      'a drawn workbook with a field that does not exist',
      { templates: './drawn.xlsx' },
      () => write('drawn.xlsx', ''),
      2,
      /TEMPLATE_INVALID paytally cannot fill drawn.*employee\.lastNam/s,
    ],
  ])('both refuse: %s', async (_name, situation, files, status, says) => {
    prepare(situation);
    files();
    if (situation.templates.endsWith('.xlsx'))
      await draw(join(service.cwd, 'drawn.xlsx'), '{{entries.employee.lastNam | first}}');
    const options = { nowMs: NOW, env: service.env };
    const { findings } = JSON.parse((await service.run(['doctor', '--json'], options)).stdout);
    const problems = findings.filter((one: Finding) => one.status === 'problem' && one.check !== 'clock');
    const exported = await service.run(['export', '2026-10', '--dry-run'], options);
    expect({ status: exported.status, stderr: exported.stderr }).toMatchObject({ status });
    expect(problems.map(({ code, message }: Finding) => `${code} ${message}`)).toEqual([
      expect.stringMatching(says),
    ]);
  });

  test('a drawn workbook whose fields exist is fine', async () => {
    const options = prepare({ templates: './drawn.xlsx' });
    await draw(join(service.cwd, 'drawn.xlsx'), '{{entries.employee.lastName | first}}');
    const { findings } = JSON.parse((await service.run(['doctor', '--json'], options)).stdout);
    expect(findings.filter(({ status, check }: Finding) => status !== 'ok' && check !== 'clock')).toEqual([]);
    expect((await service.run(['export', '2026-10', '--dry-run'], options)).status).toBe(0);
  });

  async function draw(path: string, cell: string): Promise<void> {
    const workbook = new exceljs.Workbook();
    const sheet = workbook.addWorksheet('Hours');
    sheet.getCell('A1').value = 'Name';
    sheet.getCell('A2').value = cell;
    await workbook.xlsx.writeFile(path);
  }
});

describe('without work of the last weeks, templates fill their sample', () => {
  const own = (field: string): string =>
    [
      'kind: text',
      'description: Days',
      'audience: people',
      'fileName: days.csv',
      `rows: { each: employees, columns: [{ header: A, value: "{{${field}}}", pattern: "[0-9]*", patternHint: digits } ] }`,
    ].join('\n');

  test.each([
    ['a template that fits', 'days', []],
    [
      'one that refuses its own sample',
      'employee.name',
      [expect.stringMatching(/RENDER_REFUSED .*own.* cannot be written with this configuration.*digits/s)],
    ],
  ])('%s, and the service is not available', async (_name, field, expected) => {
    const options = prepare({ templates: './own.yaml, sdworx', more: SDWORX });
    writeFileSync(join(service.cwd, 'own.yaml'), own(field));
    await service.stop();
    const { findings } = JSON.parse((await service.run(['doctor', '--json'], options)).stdout);
    const of = (check: string, status: string) =>
      (findings as Finding[]).filter((one) => one.check === check && one.status === status);
    expect(of('network', 'problem')).toHaveLength(1);
    expect(of('templates', 'problem').map(({ code, message }) => `${code} ${message}`)).toEqual(expected);
    expect(text(of('templates', 'ok')).includes('Tested with sample hours only')).toBe(expected.length === 0);
  });

  test('nor has anyone worked', async () => {
    const options = { ...prepare({ templates: 'sdworx', more: SDWORX }), nowMs: Date.parse('2027-06-01') };
    const { findings } = JSON.parse((await service.run(['doctor', '--json'], options)).stdout);
    const templates = (findings as Finding[]).filter(({ check }) => check === 'templates');
    expect(templates.filter(({ status }) => status === 'problem')).toEqual([]);
    expect(text(templates)).toContain(
      'Tested with sample hours only, since there are none from the last weeks: sdworx',
    );
  });
});

test('the hours of each month that the doctor reads are tested', async () => {
  const refused = { templates: 'sdworx', more: SDWORX, of: { [WORKED]: { employeeNumber: '12' } } };
  const options = { ...prepare(refused), nowMs: Date.parse('2026-11-20T12:00:00Z') };
  const { findings } = JSON.parse((await service.run(['doctor', '--json'], options)).stdout);
  const problems = (findings as Finding[]).filter(
    ({ status, check }) => status === 'problem' && check === 'templates',
  );
  expect(text(problems)).toContain('an employee number has 7 digits');
});
