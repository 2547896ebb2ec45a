import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* A run from which a purge deleted anything is purged, also if only its read had the person. */

let bench: FolderBench;
afterEach(() => bench.close());

const NOW = '2026-11-03T09:00:00Z';

test('a person of the days around the period: send and status agree that the run is purged', async () => {
  bench = openFolderBench(
    `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
deliveries: { office: { to: folder, path: inbox } }
`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\n', 'inbox/.keep': '' },
  );
  bench.entries(
    entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00'),
    entryRow('e2', 'bob', '2026-09-30', '08:00', '16:00'),
  );
  await bench.done(NOW, 'export', '2026-10', '--final');
  const { runs } = await bench.done(NOW, 'purge', '--person', 'bob');
  expect(runs[0].purged).toHaveLength(1);
  const { status, json } = await bench.run(NOW, 'send', 'last');
  expect([status, json.error?.code]).toEqual([5, 'RUN_PURGED']);
  // Otherwise it would wait for a delivery that is never sent.
  const { employers } = await bench.done(NOW, 'status', '--period', '2026-10');
  expect(employers[0].state).toBe('final');
});
