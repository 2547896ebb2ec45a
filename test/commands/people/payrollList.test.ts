import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import { SCOPES } from '../../../src/sandbox/scopes.js';
import { AFTER, type SampleService, startSampleService } from '../../support/employers/sampleService.js';

/* employees sync --from: payroll IDs from the payroll system's own list of employees. */

const EMPLOYER = '5f0c6a0e-6d0b-4d52-9a55-0b7f2d1c8e01';
const person = (n: number) => `5f0c6a0e-6d0b-4d52-9a55-0000000000${String(n).padStart(2, '0')}`;
const PEOPLE: readonly (readonly [last: string, first: string])[] = [
  ['Aerts', 'Ann'],
  ['Žák', 'Zoë'],
  ['Van den Broeck', 'Lieve'],
  ['Janssens', 'Bart'],
  ['Claes', 'Tim'],
  ['Claes', 'Tom'],
];
const EMPLOYERS = [
  {
    employerId: EMPLOYER,
    name: 'Shop',
    integrations: [{ clientId: 'all', clientSecret: 'a secret', scopes: SCOPES }],
    records: {
      employees: PEOPLE.map(([lastName, firstName], at) => ({
        id: person(at + 1),
        lastName,
        firstName,
        isActive: true,
      })),
    },
  },
] as unknown as EmployerData[];
const MAPPING = ['employeeId;employeeNumber;note', `${person(1)};0042;"typed; by hand"`, ''].join('\r\n');
const LIST = `Pers.nr;Naam;Afdeling
0042;Ann Aerts;A
0043;ZAK Zoe;B
0044;Lieve Vandenbroeck;B
0045;Janssen, Bart;C
0046;Tom Claes;C
0099;Somebody Else;C
;Without Number;C
`;

let service: SampleService;
const path = () => join(service.cwd, 'people.csv');
const sync = (...argv: string[]) =>
  service.run(['employees', 'sync', '--from', 'list.csv', ...argv], { env: { SECRET: 'a secret' } });

beforeEach(async () => {
  service = await startSampleService({ employers: EMPLOYERS });
  writeFileSync(
    join(service.cwd, 'paytally.yaml'),
    `baseUrl: ${service.sandbox.baseUrl}
employers:
  shop: { employerId: ${EMPLOYER}, clientId: all, clientSecret: { env: SECRET }, employees: people.csv }
`,
  );
  writeFileSync(path(), MAPPING);
  writeFileSync(join(service.cwd, 'list.csv'), Buffer.from(LIST, 'latin1'));
});
afterEach(async () => service.stop());

describe('employees sync --from', () => {
  test('proposes matches and shows doubtful ones, and changes nothing', async () => {
    const { status, stdout } = await sync('--json');
    expect(status).toBe(0);
    const { matches, rowsWithoutEmployee, employeesWithoutRow, incompleteLines, effect } = JSON.parse(stdout);
    expect(effect).toBe('planned');
    const shown = matches.map(({ number, employeeId, basis, doubt }: Record<string, unknown>) => [
      ...[number, PEOPLE[Number(String(employeeId).slice(-2)) - 1]?.[1], basis, doubt],
    ]);
    expect(shown).toEqual([
      ['0042', 'Ann', 'number', null],
      ['0043', 'Zoë', 'folded', null],
      ['0044', 'Lieve', 'near', 'near'],
      ['0045', 'Bart', 'near', 'near'],
      ['0046', 'Tom', 'exact', 'another-like-it'],
    ]);
    expect(rowsWithoutEmployee).toMatchObject([{ number: '0099', line: 7, candidates: [] }]);
    expect(employeesWithoutRow).toEqual([person(5)]);
    expect(incompleteLines).toEqual([8]);
    expect(readFileSync(path(), 'utf8')).toBe(MAPPING);
  });

  test('--apply writes the certain matches, --match writes the checked ones', async () => {
    expect((await sync('--apply', '--match', `${person(4)}=0045`)).status).toBe(0);
    const lines = readFileSync(path(), 'utf8').split('\r\n');
    expect(lines[1]).toBe(`${person(1)};0042;"typed; by hand"`);
    const numbers = Object.fromEntries(lines.slice(1).map((line) => line.split(';').slice(0, 2)));
    expect(numbers).toMatchObject({
      [person(2)]: '0043',
      [person(3)]: '',
      [person(4)]: '0045',
      [person(6)]: '',
    });
  });

  const GONE = '5f0c6a0e-6d0b-4d52-9a55-000000000099';
  test.each([
    ['marked as gone', 'gone', '0046 Tom Claes'],
    ['not yet marked', '', '0046 Tom Claes'],
    ['without its zeros in the list', 'gone', '46 Tom Claes'],
  ])('the payroll ID of a person who left is not given to a namesake: %s', async (_, state, line) => {
    const [number = ''] = line.split(' ');
    const mapping = `employeeId;employeeNumber;lastName;firstName;status\r\n${GONE};0046;Claes;Tom;${state}\r\n`;
    writeFileSync(path(), mapping);
    writeFileSync(join(service.cwd, 'list.csv'), `Pers.nr;Naam\n${number};Tom Claes\n0047;Tim Claes\n`);
    const { stdout } = await sync('--json', '--apply');
    const { matches } = JSON.parse(stdout);
    expect(matches[0]).toMatchObject({
      employeeId: person(6),
      doubt: 'taken',
      takenBy: GONE,
      written: false,
    });
    expect(matches[1]).toMatchObject({ employeeId: person(5), written: true });
    expect(readFileSync(path(), 'utf8')).not.toMatch(new RegExp(`${person(6)};0*46`));
    const { stdout: text } = await sync('--apply');
    expect(text.replace(/\s+/g, ' ')).toContain('another person, Claes, Tom');
    expect((await sync('--apply', '--match', `${person(6)}=${number}`)).status).toBe(0);
    expect(readFileSync(path(), 'utf8')).toContain(`${person(6)};${number}`);
  });

  test('--match with a date ends the row of the old number and adds one from that date on', async () => {
    expect((await sync('--apply', '--match', `${person(1)}=0099@2026-11-01`)).status).toBe(0);
    const rows: Record<string, string>[] = parse(readFileSync(path()), {
      columns: true,
      delimiter: ';',
      relax_column_count: true,
      bom: true,
    });
    const own = rows.filter(({ employeeId }) => employeeId === person(1));
    expect(own.map(({ employeeNumber, from, to }) => [employeeNumber, from, to])).toEqual([
      ['0042', '', '2026-10-31'],
      ['0099', '2026-11-01', ''],
    ]);
    const again = readFileSync(path(), 'utf8');
    const { status, stdout } = await sync('--json', '--apply', '--match', `${person(1)}=0045@2026-13-01`);
    expect([status, JSON.parse(stdout).error.code]).toEqual([2, 'USAGE']);
    expect(readFileSync(path(), 'utf8')).toBe(again);
  });

  test('--dry-run writes nothing', async () => {
    await sync('--apply', '--dry-run');
    expect(readFileSync(path(), 'utf8')).toBe(MAPPING);
  });

  test('numbers that a spreadsheet has shortened are reported and not written', async () => {
    writeFileSync(join(service.cwd, 'list.csv'), LIST.replace('0043', '43'));
    const { stdout } = await sync('--apply');
    expect(stdout).toContain('may have lost leading zeros in a spreadsheet and will not be written: 43');
    expect(readFileSync(path(), 'utf8')).not.toContain(`${person(2)};43`);
  });

  test('an XLSX list keeps the zeros that its cells show', async () => {
    const { default: ExcelJS } = await import('#exceljs');
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet('Staff');
    sheet.addRow(['Staff of the shop']);
    sheet.addRow(['Personeelsnummer', 'Achternaam', 'Voornaam']);
    sheet.addRow([43, 'Žák', 'Zoë']).getCell(1).numFmt = '0000';
    await workbook.xlsx.writeFile(join(service.cwd, 'list.csv'));
    const { matches } = JSON.parse((await sync('--json')).stdout);
    expect(matches).toMatchObject([{ number: '0043', basis: 'exact', doubt: null }]);
  });
});

describe('refused', () => {
  test.each([
    ['a number for two employees', ['--match', `${person(3)}=0042`], 'USAGE'],
    ['a number that the list does not have', ['--match', `${person(3)}=1`], 'USAGE'],
    ['an unknown employee', ['--match', 'x=0044'], 'USAGE'],
    ['a match without a number', ['--match', 'x'], 'USAGE'],
  ])('%s', async (_, argv, code) => {
    const { status, stdout } = await sync('--json', ...argv);
    expect([status, JSON.parse(stdout).error.code]).toEqual([2, code]);
    expect(readFileSync(path(), 'utf8')).not.toContain('0044');
  });

  test('a list without columns, --apply without a list', async () => {
    writeFileSync(join(service.cwd, 'list.csv'), 'a,b\n1,2\n');
    expect(JSON.parse((await sync('--json')).stdout).error.code).toBe('MAPPING_INVALID');
    const { status } = await service.run(['employees', 'sync', '--apply'], { env: { SECRET: 'a secret' } });
    expect(status).toBe(2);
  });
});

test('two employees with the same name: shows both establishments, and how to decide', {
  tags: 'slow',
}, async () => {
  const bakery = await startSampleService();
  try {
    const [anna, ben] = ['b9f56a58-ed8a-4b79-b4e1-74921f729467', '402cb0d4-4b29-4b53-8059-1f2172570184'];
    const mapping = join(bakery.cwd, 'employees-bakery.csv');
    const unnumbered = readFileSync(mapping, 'utf8').replace('00104', '').replace('00117', '');
    writeFileSync(mapping, unnumbered);
    writeFileSync(join(bakery.cwd, 'list.csv'), 'Nummer;Naam\n00104;Peeters, Jan\n00117;Jan Peeters\n');
    const found = (...more: string[]) =>
      bakery.run(['employees', 'sync', '--from', 'list.csv', '--apply', ...more], { nowMs: AFTER });
    const { status, stdout } = await found();
    expect(status).toBe(0);
    expect(stdout.replace(/\s+/g, ' ')).toContain('Line 2: 2 employees are called Peeters, Jan (00104): ');
    expect(stdout).toContain(`--match ${ben}=00104`);
    const { rowsWithoutEmployee } = JSON.parse((await found('--json')).stdout);
    expect(rowsWithoutEmployee).toHaveLength(2);
    for (const { namesakes } of rowsWithoutEmployee) {
      expect(namesakes.map(({ employeeId }: { employeeId: string }) => employeeId)).toEqual([ben, anna]);
      for (const { establishments } of namesakes) expect(establishments.length).toBeGreaterThan(0);
    }
    // No decision was made.
    expect(readFileSync(mapping, 'utf8')).toBe(unnumbered);
  } finally {
    await bakery.stop();
  }
});
