import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import { SCOPES, type Scope } from '../../../src/sandbox/scopes.js';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';
import { fingerprint } from '../../support/programs/fingerprint.js';
import { editEmployee } from '../../support/service/edits.js';

const EMPLOYER = '5f0c6a0e-6d0b-4d52-9a55-0b7f2d1c8e01';
const OTHER = '5f0c6a0e-6d0b-4d52-9a55-0b7f2d1c8e02';
const person = (number: number) => `5f0c6a0e-6d0b-4d52-9a55-0000000000${String(number).padStart(2, '0')}`;
const ANN = person(1);
const BOB = person(2);
const ZOE = person(3);
const GONE = person(9);

const employee = (id: string, lastName: string, firstName: string, isActive = true) => ({
  id,
  lastName,
  firstName,
  isActive,
});

function employer(employerId: string, employees: EmployerData['records']['employees'] = []): EmployerData {
  const integration = (clientId: string, scopes: readonly Scope[]) => ({
    clientId,
    clientSecret: 'a secret',
    scopes,
  });
  return {
    employerId,
    name: 'Shop',
    integrations: [
      integration(`${employerId}-all`, SCOPES),
      integration(`${employerId}-names`, ['employees:read']),
      integration(`${employerId}-time`, ['time-entries:read']),
    ],
    records: { employees },
  };
}

const PEOPLE = [
  employee(ANN, 'Aerts', 'Ann'),
  employee(BOB, 'Bauer', 'Bob', false),
  employee(ZOE, 'Žák', 'Zoë'),
];
const FILE = [
  'employeeId;employeeNumber;note;status',
  `${ANN};0042;"typed; by hand";`,
  `${GONE};0007;left;`,
  '',
].join('\r\n');

let service: SampleService;
const path = () => join(service.cwd, 'people.csv');
const env = { SECRET: 'a secret' };
const run = (...argv: string[]) => service.run(['employees', ...argv], { env });

beforeEach(async () => {
  service = await startSampleService({
    employers: [employer(EMPLOYER, PEOPLE), employer(OTHER, [employee(person(5), 'Other', 'Otto')])],
  });
  rmSync(join(service.cwd, 'employees-bakery.csv'));
  configure();
});
afterEach(() => service.stop());

function configure(
  client = 'all',
  mapping = '    employees: people.csv',
  more: readonly string[] = [],
): void {
  const lines = [
    `baseUrl: ${service.sandbox.baseUrl}`,
    'employers:',
    '  shop:',
    `    employerId: ${EMPLOYER}`,
    `    clientId: ${EMPLOYER}-${client}`,
    '    clientSecret: { env: SECRET }',
    mapping,
    ...more,
  ];
  writeFileSync(join(service.cwd, 'paytally.yaml'), lines.join('\n'));
}

const SECOND = [
  '  other:',
  `    employerId: ${OTHER}`,
  `    clientId: ${OTHER}-all`,
  '    clientSecret: { env: SECRET }',
  '    employees: people.csv',
];

describe('employees list', () => {
  test('shows name, number, status and active; shows the id unless both name and number are known', async () => {
    writeFileSync(path(), FILE);
    const { status, stdout } = await run();
    expect({ status, lines: stdout.split('\n') }).toEqual({
      status: 0,
      lines: [
        `shop: 4 people, ${path()}`,
        '  name        payroll ID  status            active    ID',
        '  Aerts, Ann  0042        ok                active',
        `  Bauer, Bob              not in the file   inactive  ${BOB}`,
        `  Žák, Zoë                not in the file   active    ${ZOE}`,
        `              0007        no longer listed            ${GONE}`,
        '',
      ],
    });
  });

  test('--json has the same', async () => {
    writeFileSync(path(), FILE);
    const [shop] = JSON.parse((await run('list', '--json')).stdout).employers;
    expect(shop).toEqual({
      employer: 'shop',
      mapping: path(),
      employees: [
        {
          employeeId: ANN,
          lastName: 'Aerts',
          firstName: 'Ann',
          active: true,
          employeeNumber: '0042',
          from: null,
          to: null,
          time: 'now',
          status: 'mapped',
        },
        {
          employeeId: BOB,
          lastName: 'Bauer',
          firstName: 'Bob',
          active: false,
          employeeNumber: null,
          from: null,
          to: null,
          time: null,
          status: 'not-in-file',
        },
        {
          employeeId: ZOE,
          lastName: 'Žák',
          firstName: 'Zoë',
          active: true,
          employeeNumber: null,
          from: null,
          to: null,
          time: null,
          status: 'not-in-file',
        },
        {
          employeeId: GONE,
          lastName: null,
          firstName: null,
          active: null,
          employeeNumber: '0007',
          from: null,
          to: null,
          time: 'now',
          status: 'gone',
        },
      ],
      problems: [],
    });
  });

  test('reads only the list of employees, with only that permission', async () => {
    configure('names');
    expect((await run()).status).toBe(0);
    expect(service.sandbox.stats().requestsByEndpoint).toEqual({ token: 1, employees: 1 });
  });

  test('names the permission that is missing', async () => {
    configure('time');
    const { status, stderr } = await run();
    expect({ status, stderr }).toEqual({ status: 3, stderr: expect.stringContaining('"Read employees"') });
  });

  const PROBLEMS: readonly [name: string, file: string | undefined, says: string][] = [
    ['a missing file', undefined, 'Run `paytally employees sync` to create it'],
    ['wrong headings', 'id;nr\r\n', 'rename the column id to employeeId'],
    [
      'a number used twice',
      `employeeId;employeeNumber\r\n${ANN};7\r\n${BOB};7\r\n`,
      'several employees have the payroll ID 7',
    ],
    ['a damaged number', `employeeId;employeeNumber\r\n${ANN};1E+05\r\n`, 'Excel damaged the payroll ID'],
    ['a workbook', 'PK\u0003\u0004\u0000', 'people.csv is a workbook, not a CSV file'],
  ];
  test.each(PROBLEMS)('problem: %s', async (_name, file, says) => {
    if (file !== undefined) writeFileSync(path(), file);
    const { status, stdout } = await run();
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining(says) });
    expect(stdout).toContain('Aerts, Ann');
  });

  test('a name cannot control the terminal', async () => {
    service.sandbox.edit(EMPLOYER, editEmployee.put(employee(ANN, 'A\u001b[2J\u202eb', 'Ann')));
    expect((await run()).stdout).toContain(String.raw`A\u001b[2J\u202eb, Ann`);
  });
});

describe('employees sync', () => {
  test('creates a missing file that only its owner can read', async () => {
    const { status, stdout } = await run('sync');
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining('people.csv: created; 3 added'),
    });
    expect(readFileSync(path(), 'utf8')).toBe(
      `\ufeffemployeeId;employeeNumber;lastName;firstName;status\r\n${ANN};;Aerts;Ann;\r\n${BOB};;Bauer;Bob;\r\n${ZOE};;Žák;Zoë;\r\n`,
    );
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['of zero bytes', ''],
    ['with only a byte order mark', '\ufeff'],
    ['with only blank lines', '\r\n  \n\t'],
  ])('fills a file %s, as its remedy says', async (_name, content) => {
    writeFileSync(path(), content);
    expect((await run()).stdout).toContain('Run `paytally employees sync` to create a new one.');
    expect((await run('sync', '--dry-run')).stdout).toContain('3 added');
    expect(readFileSync(path(), 'utf8')).toBe(content);
    expect(await run('sync')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('people.csv: created; 3 added'),
    });
    expect(readFileSync(path(), 'utf8')).toContain(`\r\n${BOB};;Bauer;Bob;\r\n`);
    expect((await run('sync')).stdout).toContain(
      'people.csv: already up to date; 0 added, 0 no longer listed, 0 listed again',
    );
  });

  test('adds, marks and restores employees, and keeps everything that was typed', async () => {
    writeFileSync(path(), FILE, { mode: 0o644 });
    const { stdout } = await run('sync');
    expect(stdout.split('\n')).toEqual([
      'people.csv: updated; 2 added, 1 no longer listed, 0 listed again',
      '  added             Bauer, Bob',
      '  added             Žák, Zoë',
      `  no longer listed  ${GONE}`,
      '',
    ]);
    const changed = FILE.replace('left;', 'left;gone');
    expect(readFileSync(path(), 'utf8')).toBe(`${changed}${BOB};;;\r\n${ZOE};;;\r\n`);
    expect(statSync(path()).mode & 0o777).toBe(0o600);

    service.sandbox.edit(EMPLOYER, editEmployee.put(employee(GONE, 'Gast', 'Gil')));
    expect((await run('sync')).stdout).toContain(`listed again  ${GONE}`);
    expect(readFileSync(path(), 'utf8')).toBe(`${FILE}${BOB};;;\r\n${ZOE};;;\r\n`);
  });

  test('a second run changes nothing, not even the file itself', async () => {
    await run('sync');
    const before = statSync(path());
    expect((await run('sync')).stdout).toContain(
      'people.csv: already up to date; 0 added, 0 no longer listed, 0 listed again',
    );
    expect(statSync(path()).ino).toBe(before.ino);
  });

  test.each([
    ['an existing file', FILE],
    ['a missing file', undefined],
  ])('--dry-run with %s shows the same and writes nothing', async (_name, file) => {
    if (file !== undefined) writeFileSync(path(), file);
    const before = fingerprint(service.cwd);
    const planned = await run('sync', '--dry-run');
    expect(planned.status).toBe(0);
    expect(planned.stdout).toContain('not written (--dry-run)');
    expect(planned.stdout).toContain('Bauer, Bob');
    expect(fingerprint(service.cwd)).toEqual(before);
  });

  test('--json', async () => {
    writeFileSync(path(), FILE);
    const { files } = JSON.parse((await run('sync', '--json')).stdout);
    expect(files).toEqual([
      {
        path: path(),
        employers: ['shop'],
        effect: 'changed',
        added: [
          { employeeId: BOB, lastName: 'Bauer', firstName: 'Bob' },
          { employeeId: ZOE, lastName: 'Žák', firstName: 'Zoë' },
        ],
        gone: [GONE],
        returned: [],
      },
    ]);
  });

  test('a file shared by two employers gets the employees of both', async () => {
    configure('all', '    employees: people.csv', SECOND);
    await run('sync', '--employer', 'shop');
    const text = readFileSync(path(), 'utf8');
    expect(text).toContain('Aerts');
    expect(text).toContain('Otto');
    expect((await run('sync')).stdout).toContain(
      'people.csv: already up to date; 0 added, 0 no longer listed, 0 listed again',
    );
  });

  test('a symbolic link stays a link', async () => {
    mkdirSync(join(service.cwd, 'real'));
    writeFileSync(join(service.cwd, 'real', 'people.csv'), FILE);
    symlinkSync(join('real', 'people.csv'), path());
    await run('sync');
    expect(readFileSync(join(service.cwd, 'real', 'people.csv'), 'utf8')).toContain(BOB);
  });

  test('an employee who moved to another page during the read is not marked as gone', async () => {
    writeFileSync(path(), `employeeId;employeeNumber;status\r\n${ANN};1;\r\n${ZOE};3;\r\n`);
    for (let number = 100; number < 350; number += 1) {
      const id = `5f0c6a0e-6d0b-4d52-9a55-000000000${number}`;
      service.sandbox.edit(EMPLOYER, editEmployee.put(employee(id, `M${number}`, 'Max')));
    }
    service.sandbox.script(EMPLOYER, {
      after: { list: 'employees', page: 1 },
      edit: editEmployee.put(employee(ZOE, 'AAA', 'Zoë')),
    });
    await run('sync');
    expect(readFileSync(path(), 'utf8')).not.toContain('gone');
  });

  const REFUSED: readonly [name: string, prepare: () => void, status: number, code: string, says: string][] =
    [
      [
        'no file configured',
        () => configure('all', ''),
        2,
        'CONFIG_INVALID',
        'employees: employees-shop.csv',
      ],
      [
        'wrong headings',
        () => writeFileSync(path(), 'id;nr\r\n'),
        2,
        'MAPPING_INVALID',
        'people.csv:1: rename the column id to employeeId',
      ],
      [
        'an unclosed quote',
        () => writeFileSync(path(), `employeeId;employeeNumber\r\n${ANN};"1\r\n${BOB};2\r\n`),
        2,
        'MAPPING_INVALID',
        'a quote is not closed',
      ],
      [
        'characters that the file’s encoding lacks',
        () =>
          writeFileSync(
            path(),
            Buffer.from(`employeeId;employeeNumber;lastName\r\n${ANN};1;A\u00ebrts\r\n`, 'latin1'),
          ),
        2,
        'MAPPING_INVALID',
        '',
      ],
      ['a folder with its name', () => mkdirSync(path()), 2, 'MAPPING_INVALID', 'is not a regular file'],
      [
        'a file with the name of its folder',
        () => {
          writeFileSync(join(service.cwd, 'file'), '');
          configure('all', '    employees: file/people.csv');
        },
        2,
        'MAPPING_INVALID',
        'cannot be read',
      ],
    ];
  test.each(REFUSED)('refused: %s', async (_name, prepare, status, code, says) => {
    if (_name === 'characters that the file’s encoding lacks')
      service.sandbox.edit(EMPLOYER, editEmployee.put(employee(ZOE, '\u0141\u0105cki', 'Zoe')));
    prepare();
    const before = fingerprint(service.cwd);
    const result = await run('sync', '--json');
    expect({ status: result.status, error: JSON.parse(result.stdout).error.code }).toEqual({
      status,
      error: code,
    });
    expect(result.stderr).toContain(says);
    expect(fingerprint(service.cwd)).toEqual(before);
  });

  test('list with --dry-run is a usage error', async () => {
    expect((await run('list', '--dry-run')).status).toBe(2);
  });
});
