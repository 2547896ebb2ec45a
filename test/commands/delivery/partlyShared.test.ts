import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* Files of recipients who get a part of a person's work. */

let bench: FolderBench;
afterEach(() => bench.close());

/** An employer whose deliveries are by place: Ann worked in both, Bob in one. */
function open(payRules: string): void {
  bench = openFolderBench(
    `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
${payRules}
mail: { from: a@example.com, owner: o@example.com, smtp: { host: 127.0.0.1, port: 9, tls: none } }
deliveries:
  places: { to: mail, templates: [pay-lines], recipients: { establishments: places.csv } }
`,
    {
      'emp.csv': 'employeeId,employeeNumber\nann,101\nbob,102\n',
      'places.csv': 'establishment,recipient\nNorth,n@example.com\nSouth,s@example.com\n',
      'hours/establishments.csv': 'id,zone,name\nE1,Europe/Brussels,North\nE2,Europe/Brussels,South\n',
    },
  );
  const entry = (id: string, who: string, day: string, establishment: string) =>
    entryRow(id, who, `2026-10-${day}`, '08:00', '16:00', { establishment });
  bench.entries(entry('1', 'ann', '05', 'E1'), entry('2', 'ann', '06', 'E2'), entry('3', 'bob', '05', 'E1'));
}

const NOW = '2026-12-03T09:00:00Z';

/** What a command says of parts of people. */
async function said(...argv: readonly string[]): Promise<readonly string[]> {
  const { status, stderr } = await bench.run(NOW, ...argv);
  expect(status, stderr).toBe(0);
  return stderr.split('\n').filter((line) => line.includes('get only a part'));
}

const WEEKLY = 'payRules: { base: [{ code: OT, over: { week: 2400 } }, { code: NORMAL }] }';
const EXPORT = ['export', '2026-10', '--final'];

test('is said where limits of a week count all of it', async () => {
  open(WEEKLY);
  const [warning = '', ...others] = await said(...EXPORT, '--deliver', '--dry-run');
  expect(warning).toContain('recipients of "places" get only a part of the work of 1 person.');
  expect(others).toEqual([]);
});

test('is said too when a recorded run is sent later', async () => {
  open(WEEKLY);
  await bench.done(NOW, ...EXPORT);
  expect(await said('send', 'last', '--dry-run')).toHaveLength(1);
});

test('is not said where each entry is paid by itself', async () => {
  open('payRules: { base: [{ code: NORMAL }] }');
  expect(await said(...EXPORT, '--deliver', '--dry-run')).toEqual([]);
});
