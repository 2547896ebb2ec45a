import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { previewAdjustment, saveAdjustment } from '../../../src/app/setup/accountAdjustment.js';
import { loadConfigText } from '../../../src/config/load.js';
import { type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* IDs and payroll IDs are small numbers, and one text is the ID of one person and the payroll ID of another. */

const CONFIGURATION = `employers:
  bakery: { employees: mapping.csv, name: Bakery, zone: Europe/Brussels }
absences: absences.csv
templates: [pay-lines]
payRules:
  base: [{ code: OT, over: { day: 480 } }, { code: NORMAL }]
`;
const ACCOUNT = 'account: { target: contract, from: 2026-10-01, opening: { column: opening } }\n';
/** Ann has the ID 1 and the payroll ID 2; Bram has them the other way round. */
const MAPPING = `employeeId;employeeNumber;lastName;firstName;contractMinutesPerDay;contractWeekdays;opening
1;2;Peeters;Ann;480;12345;
2;1;Maes;Bram;240;12345;
`;
const ABSENCES = 'employee;from;to;code;days;minutes;payCode;reason\n';
const NOW = '2026-11-02T09:00:00Z';
const LATER = '2026-11-05T09:00:00Z';
const BOTH = '2 is the employee ID of Bram Maes and the payroll ID of Ann Peeters';

let bench: FolderBench;
/** The end of each one's day on 1 October. */
const worked = (ann: string, bram: string) =>
  bench.put(
    'hours/entries.csv',
    `id,employee,start,end,break,reviewed,employeeName
e1,1,2026-10-01T08:00,2026-10-01T${ann},30,yes,Ann Peeters
e2,2,2026-10-01T08:00,2026-10-01T${bram},30,yes,Bram Maes
`,
  );
const leave = (employee: string) =>
  bench.put('absences.csv', `${ABSENCES}${employee};2026-10-05;;LEAVE;1;;;\n`);
const leaveOf = (person: string) =>
  bench
    .read('out/bakery_2026-10_pay-lines.csv')
    .split('\n')
    .filter((line) => line.startsWith(`${person},`) && line.includes(',LEAVE,'));

beforeEach(() => {
  bench = openFolderBench(CONFIGURATION, { 'mapping.csv': MAPPING, 'absences.csv': ABSENCES });
  worked('20:00', '19:00');
});
afterEach(() => bench.close());

const final = () => bench.run(NOW, 'export', '2026-10', '--final');

test('an absence is refused with both names, and read once it says which', async () => {
  leave('2');
  const { status, json } = await final();
  expect([status, json.error.code, json.error.message]).toEqual([
    2,
    'ABSENCES_INVALID',
    expect.stringContaining(`absences.csv:2: ${BOTH}. Write id:2 or number:2`),
  ]);
  leave('number:2');
  expect((await final()).status).toBe(0);
  expect([leaveOf('1').length, leaveOf('2').length]).toEqual([1, 0]);
});

test('an absence by a stated ID', async () => {
  leave('id:2');
  expect((await final()).status).toBe(0);
  expect([leaveOf('1').length, leaveOf('2').length]).toEqual([0, 1]);
});

test('a payroll ID of other days does not make an ID ambiguous', async () => {
  bench.put(
    'mapping.csv',
    `employeeId;employeeNumber;lastName;firstName;contractMinutesPerDay;contractWeekdays;from;to;opening
1;2;Peeters;Ann;480;12345;;2026-09-30;
1;7;Peeters;Ann;480;12345;2026-10-01;;
2;8;Maes;Bram;240;12345;;;
`,
  );
  leave('2');
  expect((await final()).status).toBe(0);
  expect([leaveOf('1').length, leaveOf('2').length]).toEqual([0, 1]);
});

test('a payout from the window is that of the person who was chosen', async () => {
  const text = `source: { csv: hours }\n${CONFIGURATION}${ACCOUNT}`;
  bench.put('paytally.yaml', text);
  bench.put(
    'mapping.csv',
    MAPPING.replace('480;12345;', '480;12345;600').replace('240;12345;', '240;12345;60'),
  );
  const loaded = await loadConfigText(text, join(bench.cwd, 'paytally.yaml'), {});
  const order = { employeeId: '1', date: '2026-10-30', minutes: -120, payCode: 'OT', reason: 'paid out' };
  const { digest } = await previewAdjustment(loaded, 'bakery', order as never, []);
  await saveAdjustment(loaded, 'bakery', order as never, digest);
  expect((await final()).status).toBe(0);
  const paid = bench
    .read('out/bakery_2026-10_pay-lines.csv')
    .split('\n')
    .filter((line) => line.includes('2026-10-30'));
  expect(paid).toEqual([expect.stringMatching(/^1,2,Ann Peeters,,2026-10-30,OT,surplus,,,120,/)]);
});

test('a settlement is refused with both names, and settles the lines of the person whom it states', async () => {
  expect((await final()).status).toBe(0);
  worked('20:30', '19:30');
  const settle = (what: string) =>
    bench.run(LATER, 'corrections', '2026-10', '--final', '--settle', `${what}:OT=paid`);
  const { status, json } = await settle('2');
  expect([status, json.error.code, json.error.message]).toEqual([2, 'USAGE', expect.stringContaining(BOTH)]);
  const settled = await settle('number:2');
  expect(settled.status).toBe(0);
  const lines = settled.json.runs.flatMap(({ lines }: { lines: unknown[] }) => lines);
  const shown = lines.map(({ employeeId, disposition }: Record<string, string>) => [employeeId, disposition]);
  expect(shown).toEqual([
    ['1', 'settled'],
    ['2', 'file'],
  ]);
});

test('a value of a list needs a decision, unless the line has the name too', async () => {
  bench.put('paytally.yaml', `source: { csv: hours }\n${CONFIGURATION}${ACCOUNT}`);
  const sync = async (list: string) => {
    bench.put('bal.csv', list);
    const words = ['employees', 'sync', '--from', 'bal.csv', '--column', 'opening', '--apply'];
    const { json } = await bench.run(NOW, ...words);
    return json.values.map(({ doubt }: { doubt: string | null }) => doubt);
  };
  expect(await sync('Personnel number;opening\n1;600\n2;-120\n')).toEqual(['id-or-number', 'id-or-number']);
  expect(bench.read('mapping.csv')).toBe(MAPPING);
  const named = 'Personnel number;Last name;First name;opening\n2;Peeters;Ann;600\n1;Maes;Bram;-120\n';
  expect(await sync(named)).toEqual([null, null]);
  expect(bench.read('mapping.csv')).toBe(
    MAPPING.replace('480;12345;', '480;12345;600').replace('240;12345;', '240;12345;-120'),
  );
});

describe('a person of the command line', () => {
  const COMMANDS = ['person 2', 'purge --person 2 --reason asked', 'explain 2026-10 --employee 2'];
  test.each(COMMANDS)('%s: both are named', async (command) => {
    expect((await final()).status).toBe(0);
    const { status, json } = await bench.run(LATER, ...command.split(' '));
    expect([status, json.error?.code]).toEqual([2, 'EMPLOYEE_AMBIGUOUS']);
    expect(json.error.message).toMatch(/Ann Peeters .*\n.*Bram Maes/);
    expect(json.error.remedy).toContain('number:2');
  });

  test('person: absences of the person alone', async () => {
    leave('number:2');
    expect((await final()).status).toBe(0);
    const absencesOf = async (who: string) => {
      const { people } = await bench.done(LATER, 'person', who);
      return people.map(({ employeeId, absences }: { employeeId: string; absences: unknown[] }) => [
        employeeId,
        absences.length,
      ]);
    };
    expect([...(await absencesOf('id:2')), ...(await absencesOf('number:2'))]).toEqual([
      ['2', 0],
      ['1', 1],
    ]);
  });
});
