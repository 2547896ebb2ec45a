import { afterEach, beforeEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* A final that replaces another one has taken it back: only one that is refused, or not written, differs from it. */

const NOW = '2026-11-03T09:00:00Z';
let bench: FolderBench;
beforeEach(async () => {
  bench = openFolderBench(
    `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
account: { target: contract, from: 2026-10-01, period: month }
deliveries: { office: { to: folder, path: inbox } }
`,
    {
      'emp.csv': 'employeeId,employeeNumber,contractMinutesPerDay,contractWeekdays\nann,101,0,12345\n',
      'inbox/.keep': '',
    },
  );
});
afterEach(() => bench.close());

async function finalThenShorter(...more: readonly string[]): Promise<void> {
  bench.entries(entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00'));
  await bench.done(NOW, 'export', '2026-10', '--final', ...more);
  bench.entries(entryRow('e1', 'ann', '2026-10-05', '08:00', '15:00'));
}

const replace = (...more: readonly string[]) =>
  bench.run(NOW, 'export', '2026-10', '--final', '--supersede', 'wrong hours', ...more);
const state = async () => (await bench.done(NOW, 'status', '--period', '2026-10')).employers[0].state;

test('a written one differs from nothing', async () => {
  await finalThenShorter();
  const { status, json, stderr } = await replace();
  expect([status, json.runs[0].changedLines, json.runs[0].month.state], stderr).toEqual([0, 0, 'final']);
  expect(await state()).toBe('final');
});

test.each([
  ['one that was sent', ['--deliver'], 'ALREADY_FINAL', 'no'],
  ['one, with an exception', [], 'EXPORT_BLOCKED', 'overlaps'],
])('a refused replacement of %s leaves the month changed', async (_, sending, code, further) => {
  await finalThenShorter(...sending);
  if (further === 'overlaps')
    bench.entries(
      entryRow('e1', 'ann', '2026-10-05', '08:00', '15:00'),
      entryRow('e2', 'ann', '2026-10-05', '08:00', '09:30'),
    );
  const { status, json } = await replace();
  expect([status, json.error?.code ?? json.runs[0].error.code]).toEqual([5, code]);
  expect(await state()).toBe('changed');
});

test('a replacement that is only tried leaves the month changed', async () => {
  await finalThenShorter();
  expect((await replace('--dry-run')).status).toBe(0);
  expect(await state()).toBe('changed');
});
