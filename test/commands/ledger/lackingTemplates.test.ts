// @module-tag slow
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { runPaytally } from '../../support/programs/runPaytally.js';
import { startTestUi } from '../../support/servers/uiService.js';

/* A final of some templates alone: the period is complete once the payroll files are made too. */

const NOW = '2026-11-03T09:00:00Z';
const MONTH = '2026-10';
const CONFIGURATION = `templates: [employee-days, generic-csv]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv, payCodes: { NORMAL: { external: "100" } } } }
deliveries:
  managers: { to: folder, path: managers, templates: [employee-days] }
  office: { to: folder, path: office, templates: [generic-csv] }
`;

let bench: FolderBench;
afterEach(() => bench.close());

function open(configuration = CONFIGURATION): void {
  bench = openFolderBench(configuration, {
    'emp.csv': 'employeeId,employeeNumber\nann,101\n',
    'managers/.keep': '',
    'office/.keep': '',
  });
  bench.entries(
    entryRow('e1', 'ann', '2026-10-07', '08:00', '16:00'),
    entryRow('e2', 'ann', '2026-10-20', '08:00', '16:00'),
  );
}

const make = (period: string, ...options: readonly string[]) =>
  bench.done(NOW, 'export', period, '--final', ...options);
const deliver = (template: string) => make(MONTH, '--template', template, '--deliver');

async function stateOf(period = MONTH): Promise<{ state: string; said: string }> {
  const { employers } = await bench.done(NOW, 'status', '--period', period);
  const options = { cwd: bench.cwd, nowMs: Date.parse(NOW) };
  const { stdout, stderr } = await runPaytally(['status', '--period', period], options);
  return { state: employers[0].state, said: `${stdout}${stderr}` };
}

test('a month that was sent without its payroll file is not complete', async () => {
  open();
  await deliver('employee-days');
  const { state, said } = await stateOf();
  expect(state).toBe('final');
  expect(said).toContain('No final of this period has the template generic-csv yet.');
  expect(said).toContain('paytally export 2026-10 --final --template generic-csv');
  await deliver('generic-csv');
  const whole = await stateOf();
  expect(whole.state).toBe('sent');
  expect(whole.said).not.toContain('generic-csv yet');
});

test('a report that was not made, and a payroll system that came later, leave a month complete', async () => {
  open();
  await deliver('generic-csv');
  expect((await stateOf()).state).toBe('sent');
  bench.put('paytally.yaml', bench.read('paytally.yaml').replaceAll('generic-csv', 'pay-lines'));
  expect((await stateOf()).state).toBe('sent');
});

test('a template that the configuration no longer has is no longer expected', async () => {
  open();
  await deliver('employee-days');
  bench.put('paytally.yaml', bench.read('paytally.yaml').replace(', generic-csv', ''));
  expect((await stateOf()).state).toBe('final');
  bench.put('paytally.yaml', bench.read('paytally.yaml').replace(/ {2}office.*\n/, ''));
  expect((await stateOf()).state).toBe('sent');
});

test('each day needs the payroll file', async () => {
  open();
  await make('2026-10-01..2026-10-15', '--deliver');
  await make('2026-10-16..2026-10-31', '--template', 'employee-days', '--deliver');
  expect((await stateOf()).state).toBe('final');
  expect((await stateOf('2026-10-01..2026-10-15')).state).toBe('sent');
  await make('2026-10-16..2026-10-31', '--template', 'generic-csv', '--deliver');
  expect((await stateOf()).state).toBe('sent');
});

test('the window leads to the payroll file, and makes it alone', async () => {
  open();
  await deliver('employee-days');
  const window = await startTestUi(bench.cwd, { nowMs: Date.parse(NOW) });
  try {
    const session = await window.login();
    const month = async () =>
      JSON.parse(
        (await window.ask('GET', `/api/month?employer=bakery&period=${MONTH}&part=brief`, session)).body,
      );
    expect((await month()).step).toMatchObject({ kind: 'template', templates: ['generic-csv'] });
    const order = { employer: 'bakery', period: MONTH, template: ['generic-csv'], deliver: true };
    const made = await window.ask('POST', '/api/final', session, JSON.stringify(order));
    expect(made.status, made.body).toBe(200);
    await expect.poll(async () => (await month()).step.kind, { timeout: 20_000 }).toBe('done');
    expect(bench.list('office')).toContain('bakery_2026-10_generic-csv.csv');
  } finally {
    await window.ui.close();
  }
});
