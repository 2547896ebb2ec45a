// @module-tag slow
import { afterEach, expect, test } from 'vitest';
import { entryRow } from '../../support/employers/folderBench.js';
import { type MailedBench, openMailedBench } from '../../support/employers/mailedBench.js';

/* The deliveries of a correction are planned before it is recorded: who gets which of its lines. */

const EMPLOYER = `templates: [pay-lines]
employers:
  bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv, absences: abs.csv }
`;
const NOW = '2026-12-03T09:00:00Z';

let bench: MailedBench;
afterEach(() => bench.close());

const managers = (recipients: string) =>
  `  managers: { to: mail, templates: [pay-lines], recipients: ${recipients}, attach: true }\n`;

async function open(deliveries: string, files: Readonly<Record<string, string>>): Promise<void> {
  bench = await openMailedBench(`${EMPLOYER}deliveries:\n${deliveries}`, {
    'abs.csv': 'employee,from,to,code,minutes\n',
    'inbox/.keep': '',
    ...files,
  });
}

async function done(...argv: readonly string[]) {
  const { status, json, stderr } = await bench.run(NOW, ...argv);
  expect(status, stderr).toBe(0);
  return { json, stderr };
}

const correct = (period = '2026-10') => done('corrections', period, '--final', '--deliver');
const mapping = (bob: string) => `employeeId,employeeNumber,mgr\nann,101,m1@example.com\nbob,102,${bob}\n`;
const states = async () => (await done('history')).json.runs.map(({ state }: { state: string }) => state);

// It loads the program.
test('a missing address blocks a correction before it is recorded; then all of it is sent', {
  timeout: 90_000,
}, async () => {
  await open(`  office: { to: folder, path: inbox }\n${managers('{ column: mgr }')}`, {
    'emp.csv': mapping('m2@example.com'),
  });
  const entries = (ann: string, bob: string) =>
    bench.entries(
      entryRow('e1', 'ann', '2026-10-05', '08:00', ann),
      entryRow('e2', 'bob', '2026-10-05', '08:00', bob),
    );
  entries('16:00', '16:00');
  await done('export', '2026-10', '--final', '--deliver');
  entries('15:00', '14:00');
  bench.put('emp.csv', mapping(''));
  bench.mailed();
  const { status, json } = await bench.run(NOW, 'corrections', '2026-10', '--final', '--deliver');
  expect([status, json.error.code]).toEqual([5, 'RECIPIENT_INVALID']);
  expect(await states()).toEqual(['final']);
  expect(bench.list('out').filter((name) => name.includes('corrections'))).toEqual([]);
  bench.put('emp.csv', mapping('m2@example.com'));
  const { json: corrected } = await correct();
  expect(corrected.runs[0].deliveries.map(({ state }: { state: string }) => state)).toEqual([
    'sent',
    'sent',
    'sent',
  ]);
  expect(bench.mailed().map(({ to, rows }) => [to, rows.length])).toEqual([
    ['m1@example.com', 1],
    ['m2@example.com', 1],
  ]);
  expect(bench.list('inbox')).toContain('bakery_2026-10_pay-lines_corrections-1.csv');
});

test('a name pattern that cannot be used blocks a correction before it is recorded', async () => {
  await open('  office: { to: folder, path: inbox, fileName: "{{ nothing }}" }\n', {
    'emp.csv': mapping('m2@example.com'),
  });
  bench.entries(entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00'));
  await done('export', '2026-10', '--final');
  bench.entries(entryRow('e1', 'ann', '2026-10-05', '08:00', '15:00'));
  const { status, json } = await bench.run(NOW, 'corrections', '2026-10', '--final', '--deliver');
  expect([status, json.error.code]).toEqual([2, 'CONFIG_INVALID']);
  expect(await states()).toEqual(['final']);
});

const PLACES = {
  'emp.csv': mapping('m2@example.com'),
  'places.csv': 'establishment,recipient\nNorth,north@example.com\nSouth,south@example.com\n',
  'hours/establishments.csv': 'id,zone,name\nE1,Europe/Brussels,North\nE2,Europe/Brussels,South\n',
};

test('a line without a place goes to every place of its employee', async () => {
  await open(managers('{ establishments: places.csv }'), PLACES);
  const entries = (end: string) =>
    bench.entries(
      entryRow('e1', 'ann', '2026-10-05', '08:00', end, { establishment: 'E1' }),
      entryRow('e2', 'ann', '2026-10-06', '08:00', '16:00', { establishment: 'E2' }),
      entryRow('e3', 'bob', '2026-10-05', '08:00', '16:00', { establishment: 'E2' }),
    );
  const absence = (to: string) => `employee,from,to,code,minutes\nann,2026-10-08,${to},SICK,480\n`;
  entries('16:00');
  bench.put('abs.csv', absence('2026-10-08'));
  await done('export', '2026-10', '--final', '--deliver');
  bench.mailed();
  entries('15:00');
  bench.put('abs.csv', absence('2026-10-09'));
  const { stderr } = await correct();
  expect(stderr).not.toContain('does not send');
  expect(bench.mailed().map(({ to, rows }) => [to, rows.map(codeAndMinutes)])).toEqual([
    ['north@example.com', ['2026-10-05 NORMAL -60', '2026-10-09 SICK 480']],
    ['south@example.com', ['2026-10-09 SICK 480']],
  ]);
});

test('the lines of an employee without a place are counted', async () => {
  await open(managers('{ establishments: places.csv }'), PLACES);
  bench.entries(
    entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00', { establishment: 'E1' }),
    entryRow('e3', 'bob', '2026-11-05', '08:00', '16:00', { establishment: 'E2' }),
  );
  await done('export', '2026-10', '--final', '--deliver');
  bench.mailed();
  bench.put('abs.csv', 'employee,from,to,code,minutes\nbob,2026-10-08,2026-10-08,SICK,480\n');
  const { stderr } = await correct();
  expect(stderr).toContain('does not send 1 line of the corrections, because its employee worked at no');
  expect(bench.mailed()).toEqual([]);
});

test('overtime of a week that ends in the next month goes to the manager of that day', {
  tags: 'slow',
}, async () => {
  await open(
    `${managers('{ column: mgr }')}payRules: { base: [{ code: OT, over: { week: 2400 } }, { code: NORMAL }] }\n`,
    {
      'emp.csv':
        'employeeId,employeeNumber,mgr,from,to\nann,101,m1@example.com,2026-10-01,2026-10-31\nann,101,m2@example.com,2026-11-01,\n',
    },
  );
  const week = [26, 27, 28, 29, 30].map((day) =>
    entryRow(`e${day}`, 'ann', `2026-10-${day}`, '08:00', '16:00'),
  );
  const sunday = entryRow('n1', 'ann', '2026-11-01', '08:00', '12:00');
  bench.entries(...week, sunday);
  await done('export', '2026-10', '--final', '--deliver');
  await done('export', '2026-11', '--final', '--deliver');
  bench.mailed();
  bench.entries(...week.filter((line) => !line.startsWith('e29')), sunday);
  await correct();
  expect(bench.mailed().map(({ to, rows }) => [to, rows.map(codeAndMinutes)])).toEqual([
    ['m1@example.com', ['2026-10-29 NORMAL -480']],
    ['m2@example.com', ['2026-11-01 NORMAL 240', '2026-11-01 OT -240']],
  ]);
});

function codeAndMinutes(row: string): string {
  const [, , , , date, code, , , , minutes] = row.split(',');
  return `${date} ${code} ${minutes}`;
}

test('a correction file that no delivery has is named', async () => {
  await open('  office: { to: folder, path: inbox, templates: [employee-days] }\n', {
    'emp.csv': mapping('m2@example.com'),
  });
  bench.put(
    'paytally.yaml',
    bench.read('paytally.yaml').replace('templates: [pay-lines]', 'templates: [employee-days]'),
  );
  bench.entries(entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00'));
  await done('export', '2026-10', '--final', '--deliver');
  bench.entries(entryRow('e1', 'ann', '2026-10-05', '08:00', '15:00'));
  const named = 'file bakery_2026-10_pay-lines_corrections-1.csv is not sent';
  expect((await correct()).stderr).toContain(named);
  expect((await done('send', 'last')).stderr).toContain(named);
  bench.put(
    'paytally.yaml',
    bench.read('paytally.yaml').replace('[employee-days] }', '[employee-days, pay-lines] }'),
  );
  expect((await done('send', 'last')).stderr).not.toContain(named);
  expect(bench.list('inbox')).toContain('bakery_2026-10_pay-lines_corrections-1.csv');
});
