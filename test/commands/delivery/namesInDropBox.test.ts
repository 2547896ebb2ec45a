import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* Names by a pattern: no file replaces another that payroll has not fetched yet. */

let bench: FolderBench;
afterEach(() => bench.close());

function open(fileName: string, templates = 'pay-lines'): void {
  bench = openFolderBench(
    `templates: [${templates}]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
deliveries: { office: { to: folder, path: inbox, fileName: "${fileName}" } }
`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\n', 'inbox/.keep': '' },
  );
}

async function send(command: string, period: string, end: string): Promise<void> {
  bench.entries(
    entryRow('e1', 'ann', '2026-10-05', '08:00', end),
    entryRow('e2', 'ann', '2026-11-05', '08:00', end),
  );
  const { status, stderr } = await bench.run('2026-12-03T09:00:00Z', command, period, '--final', '--deliver');
  expect(status, stderr).toBe(0);
}

const inbox = () =>
  bench
    .list('inbox')
    .filter((name) => name !== '.keep')
    .sort();

// It loads the program.
test('corrections have their number after the pattern, before the ending', {
  tags: 'slow',
  timeout: 90_000,
}, async () => {
  open('{{ key }}_{{ period }}_{{ template }}');
  await send('export', '2026-10', '16:00');
  await send('corrections', '2026-10', '15:00');
  await send('corrections', '2026-10', '14:30');
  expect(inbox()).toEqual([
    'bakery_2026-10_pay-lines.csv',
    'bakery_2026-10_pay-lines_corrections-1.csv',
    'bakery_2026-10_pay-lines_corrections-2.csv',
  ]);
});

test('with a pattern without a period, corrections of two months have that of their own', {
  tags: 'slow',
}, async () => {
  open('{{ key }}.{{ extension }}');
  await send('export', '2026-10', '16:00');
  rmSync(join(bench.cwd, 'inbox/bakery.csv'));
  await send('export', '2026-11', '16:00');
  await send('corrections', '2026-10', '15:00');
  await send('corrections', '2026-11', '15:00');
  expect(inbox()).toEqual([
    'bakery.csv',
    'bakery_2026-10_corrections-1.csv',
    'bakery_2026-11_corrections-1.csv',
  ]);
});

test('a pattern with the name of the file has the number of a correction already', async () => {
  open('hours {{ name }}');
  await send('export', '2026-10', '16:00');
  await send('corrections', '2026-10', '15:00');
  expect(inbox()).toEqual([
    'hours bakery_2026-10_pay-lines.csv',
    'hours bakery_2026-10_pay-lines_corrections-1.csv',
  ]);
});

test('the template tells two files of one ending apart', async () => {
  open('{{ key }}_{{ period }}_{{ template }}', 'pay-lines, employee-days');
  await send('export', '2026-10', '16:00');
  expect(inbox()).toEqual(['bakery_2026-10_employee-days.csv', 'bakery_2026-10_pay-lines.csv']);
});
