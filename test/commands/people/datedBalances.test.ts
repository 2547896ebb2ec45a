import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* employees sync --from FILE --column with a mapping of dated rows: whose balance it is, and in which row it counts. */

const HEADING = 'employeeId,employeeNumber,from,to,account,contractFrom,balanceOpening';
const CONFIGURATION = `employers: { b: { name: Bakery, zone: Europe/Brussels, employees: people.csv } }
account: { target: planned, from: 2026-09-01, opening: { column: balanceOpening } }
`;

let bench: FolderBench;
afterEach(() => bench.close());

function start(list: readonly string[], ...rows: readonly string[]): void {
  bench = openFolderBench(CONFIGURATION, {
    'hours/employees.csv': 'id,firstName,lastName\nann,Ann,A\nbob,Bob,B\ncarl,Carl,C\n',
    'people.csv': `${[HEADING, ...rows].join('\n')}\n`,
    'list.csv': `${list.join('\n')}\n`,
  });
  bench.entries();
}

async function sync(...argv: readonly string[]) {
  const words = ['employees', 'sync', '--from', 'list.csv', '--column', 'balanceOpening', ...argv];
  const { status, json, stderr } = await bench.run('2026-11-30T09:00:00Z', ...words);
  const rows = readFileSync(join(bench.cwd, 'people.csv'), 'utf8').trimEnd().split('\n').slice(1);
  return { status, stderr, values: json.values ?? [], rows };
}

const shown = (values: readonly { employeeId: string; minutes: number; doubt: string | null }[]) =>
  values.map(({ employeeId, minutes, doubt }) => [employeeId, minutes, doubt]);

const LIST = ['number;lastName;balanceOpening', '101;A Ann;600', '102;B Bob;300'];

test.each([
  ['a row without an account', 'ann,101,,2026-09-30,no,,', 'ann,101,2026-10-01,,,,'],
  ['a row before the contract', 'ann,101,,2026-09-30,,2026-10-01,', 'ann,101,2026-10-01,,,2026-10-01,'],
  ['a row before the accounts', 'ann,101,,2026-08-31,,,', 'ann,101,2026-09-01,,,,'],
])('a balance is not written into %s', async (_, earlier, first) => {
  start(LIST, earlier, first, 'bob,102,,,,,');
  const { values, rows } = await sync('--apply');
  expect(shown(values)).toEqual([
    ['ann', 600, null],
    ['bob', 300, null],
  ]);
  expect(rows).toEqual([earlier, `${first}600`, 'bob,102,,,,,300']);
});

test('a person without an account has none', async () => {
  start(LIST, 'ann,101,,,no,,', 'bob,102,,,,,');
  const { values, rows } = await sync('--apply');
  expect(shown(values)).toEqual([
    ['ann', 600, 'no-account'],
    ['bob', 300, null],
  ]);
  expect(rows).toEqual(['ann,101,,,no,,', 'bob,102,,,,,300']);
  const { status, stderr } = await sync('--match', 'ann=600');
  expect([status, stderr]).toEqual([2, expect.stringContaining('ann no hours account')]);
});

const PASSED_ON = ['bob,101,,2026-10-31,,,', 'bob,202,2026-11-01,,,,', 'carl,101,2026-11-01,,,,'];

test('a payroll ID is that of the person who has it today, and one of several people is doubtful', async () => {
  start(['number;balanceOpening', '101;600', '202;-300'], ...PASSED_ON);
  const { values, rows } = await sync('--apply');
  expect(shown(values)).toEqual([
    ['carl', 600, 'shared-number'],
    ['bob', -300, null],
  ]);
  expect(rows).toEqual([`${PASSED_ON[0]}-300`, ...PASSED_ON.slice(1)]);
  expect((await sync('--match', 'carl=600')).rows[2]).toBe(`${PASSED_ON[2]}600`);
});

test('the name in the list decides whose the payroll ID is', async () => {
  start(['number;lastName;balanceOpening', '101;Carl C;600'], ...PASSED_ON);
  expect(shown((await sync()).values)).toEqual([['carl', 600, null]]);
});

test('a list of employee IDs in capitals', async () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  start(['number;balanceOpening', `${id.toUpperCase()};600`], `${id.toUpperCase()},101,,,,,`);
  bench.put('hours/employees.csv', `id,firstName,lastName\n${id},Ann,A\n`);
  expect((await sync('--apply')).rows).toEqual([`${id.toUpperCase()},101,,,,,600`]);
});
