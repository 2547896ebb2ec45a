import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* The state of a month with several finals of the same days: a later one does not make the files of an earlier one right. */

const NOW = '2026-12-03T09:00:00Z';
let bench: FolderBench;
afterEach(() => bench.close());

const done = (...argv: readonly string[]) => bench.done(NOW, ...argv);
const stateOf = async () => (await done('status', '--period', '2026-10')).employers[0].state;
const final = (template: string) => done('export', '2026-10', '--final', '--template', template);
const worked = (end: string) => bench.entries(entryRow('e1', 'ann', '2026-10-05', '08:00', end));

function open(...templates: readonly string[]): void {
  bench = openFolderBench(
    `employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
templates: [${templates.join(', ')}]
payCodes: { NORMAL: { external: "100" } }
`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\n' },
  );
}

test('the difference of one payroll system stays open after the final of another', {
  tags: 'slow',
}, async () => {
  open('generic-csv', 'pay-lines');
  worked('16:00');
  await final('generic-csv');
  worked('15:00');
  await final('pay-lines');
  expect(await stateOf()).toBe('changed');
  const [{ lines }] = (await done('corrections', '2026-10')).runs;
  expect(lines).toMatchObject([{ template: 'generic-csv', differenceMinutes: -60 }]);
  expect(await stateOf()).toBe('changed');
  await done('export', '2026-10');
  expect(await stateOf(), 'a draft finds it again').toBe('changed');
  await done('corrections', '2026-10', '--final');
  expect(await stateOf()).toBe('corrected');
  await done('export', '2026-10');
  expect(await stateOf(), 'both are right').toBe('corrected');
  worked('14:00');
  await done('export', '2026-10');
  expect(await stateOf()).toBe('changed');
});

test('a later final of reports does not close an open difference of the payroll file', async () => {
  open('pay-lines', 'timesheets');
  worked('16:00');
  await final('pay-lines');
  worked('18:00');
  await done('export', '2026-10', '--template', 'pay-lines');
  expect(await stateOf()).toBe('changed');
  await final('timesheets');
  expect(await stateOf()).toBe('changed');
  await done('corrections', '2026-10', '--final');
  expect(await stateOf()).toBe('corrected');
});

test('a payroll file after a final of reports differs from nothing', async () => {
  open('pay-lines', 'timesheets');
  worked('16:00');
  await final('timesheets');
  worked('18:00');
  await final('pay-lines');
  expect(await stateOf()).toBe('final');
});

test('a draft with estimated days compares the days before them, and says nothing of the others', async () => {
  open('pay-lines');
  bench.put('hours/shifts.csv', 'id,employee,start,end,break,establishment\n');
  worked('16:00');
  await final('pay-lines');
  const estimated = () => done('export', '2026-10', '--estimate-from', '2026-10-12');
  await estimated();
  expect(await stateOf()).toBe('final');
  worked('15:00');
  await estimated();
  expect(await stateOf()).toBe('changed');
});
