import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import { SCOPES } from '../../../src/sandbox/scopes.js';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';

/* employees sync --from FILE --column: opening balances from a list. */

const EMPLOYER = '5f0c6a0e-6d0b-4d52-9a55-0b7f2d1c8e01';
const person = (n: number) => `5f0c6a0e-6d0b-4d52-9a55-0000000000${String(n).padStart(2, '0')}`;
const NAMES = ['Ann Aerts', 'Bart Claes', 'Cas Dirks', 'Dora Engels'];
const EMPLOYERS = [
  {
    employerId: EMPLOYER,
    name: 'Shop',
    integrations: [{ clientId: 'all', clientSecret: 'a secret', scopes: SCOPES }],
    records: {
      employees: NAMES.map((name, at) => {
        const [firstName, lastName] = name.split(' ');
        return { id: person(at + 1), firstName, lastName, isActive: true };
      }),
    },
  },
] as unknown as EmployerData[];
/** The second person's contract changed after the account began; the fourth is not in the file. */
const MAPPING = [
  'employeeId;employeeNumber;from;to;balanceOpening',
  `${person(1)};0042;;;`,
  `${person(2)};0043;;2026-12-31;`,
  `${person(2)};0043;2027-01-01;;`,
  `${person(3)};0044;;;60`,
  '',
].join('\r\n');

let service: SampleService;
const path = () => join(service.cwd, 'people.csv');
const file = () => readFileSync(path(), 'utf8');

async function sync(list: string, ...argv: readonly string[]) {
  writeFileSync(join(service.cwd, 'balances.csv'), list);
  const words = ['employees', 'sync', '--from', 'balances.csv', '--column', 'balanceOpening', ...argv];
  return service.run(words, { env: { SECRET: 'a secret' } });
}

beforeEach(async () => {
  service = await startSampleService({ employers: EMPLOYERS });
  writeFileSync(
    join(service.cwd, 'paytally.yaml'),
    `baseUrl: ${service.sandbox.baseUrl}
account: { target: planned, from: 2026-10-01, opening: { column: balanceOpening } }
employers:
  shop: { employerId: ${EMPLOYER}, clientId: all, clientSecret: { env: SECRET }, employees: people.csv }
`,
  );
  writeFileSync(path(), MAPPING);
});
afterEach(() => service.stop());

const LIST = `Employee number;balanceOpening
0042;+5:30
0043;-120
0044;90
0099;10
`;

describe('opening balances from a list', () => {
  test('are shown with what needs a decision, and nothing is written', async () => {
    const { status, stdout } = await sync(LIST, '--json');
    const { effect, values, rowsWithoutEmployee } = JSON.parse(stdout);
    expect([status, effect, file()]).toEqual([0, 'planned', MAPPING]);
    const shown = values.map(({ number, current, minutes, doubt }: Record<string, unknown>) => [
      ...[number, current, minutes, doubt],
    ]);
    expect(shown).toEqual([
      ['0042', '', 330, null],
      ['0043', '', -120, null],
      ['0044', '60', 90, 'other-value'],
    ]);
    expect(rowsWithoutEmployee).toMatchObject([{ number: '0099' }]);
    const { stdout: text } = await sync(LIST);
    expect(text).toContain('2 are ready to be written, 1 needs your decision');
    expect(text).toMatch(/Dirks, Cas.*\+1:30.*the mapping file has 60: --match/);
  });

  test('--apply writes the ready ones in the row of the first day of the account', async () => {
    const { stdout } = await sync(LIST, '--apply');
    expect(stdout).toContain('2 values of the column balanceOpening written to people.csv.');
    expect(file()).toBe(
      MAPPING.replace(`${person(1)};0042;;;`, `${person(1)};0042;;;330`).replace(
        `${person(2)};0043;;2026-12-31;`,
        `${person(2)};0043;;2026-12-31;-120`,
      ),
    );
    expect((await sync(LIST, '--apply')).stdout).toContain('Nothing to write.');
  });

  test('--match replaces a value that is there', async () => {
    await sync(LIST, '--match', `${person(3)}=90`);
    expect(file()).toBe(MAPPING.replace('0044;;;60', '0044;;;90'));
  });

  test('values that are not minutes are never written', async () => {
    const { stdout } = await sync('Employee number;balanceOpening\n0042;5.5\n', '--apply', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ values: [{ doubt: 'no-minutes', minutes: null }] });
    expect(file()).toBe(MAPPING);
  });

  const GONE = '5f0c6a0e-6d0b-4d52-9a55-000000000099';
  test.each([
    ['payroll IDs', 'Employee number', '0099'],
    ['IDs of employees', 'Employee number', GONE],
  ])('the balance of a person who left is not given to a namesake: %s', async (_, heading, number) => {
    const before = [
      'employeeId;employeeNumber;lastName;firstName;balanceOpening;status',
      `${GONE};0099;Aerts;Ann;;gone`,
      `${person(1)};;Aerts;Ann;;`,
      '',
    ].join('\r\n');
    writeFileSync(path(), before);
    const { stdout } = await sync(
      `${heading};Name;balanceOpening\n${number};Ann Aerts;+5:30\n`,
      '--apply',
      '--json',
    );
    expect(JSON.parse(stdout).values).toMatchObject([
      { employeeId: person(1), doubt: 'taken', takenBy: GONE, written: false },
    ]);
    expect(file()).toBe(before);
  });

  test('another column is refused with the columns of the account', async () => {
    writeFileSync(join(service.cwd, 'list.csv'), LIST.replace('balanceOpening', 'wage'));
    const words = ['employees', 'sync', '--from', 'list.csv', '--column', 'wage'];
    const { status, stderr } = await service.run(words, { env: { SECRET: 'a secret' } });
    expect([status, stderr]).toEqual([2, expect.stringContaining('balanceOpening')]);
  });
});
