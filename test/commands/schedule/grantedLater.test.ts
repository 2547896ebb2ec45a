import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* A holiday that is granted after the first read of its year. */

let bench: FolderBench;
afterEach(() => bench.close());

test('counts for working days within a day', async () => {
  bench = openFolderBench(
    `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
schedule: { monthly: { workday: 2, at: "06:00", final: true } }
`,
    {
      'emp.csv': 'employeeId,employeeNumber\nann,101\n',
      'hours/holidays.csv': 'date,name\n2026-12-25,Christmas\n',
    },
  );
  const work = () => bench.entries(entryRow('e1', 'ann', '2026-10-07', '08:00', '16:00'));
  work();
  const run = (instant: string) => bench.run(instant, 'schedule', 'run', '--due');
  await run('2026-10-20T05:00:00Z');
  bench.put('hours/holidays.csv', 'date,name\n2026-11-02,Bridge day\n2026-12-25,Christmas\n');
  await run('2026-10-27T05:00:00Z');
  work();
  expect((await run('2026-11-03T05:05:00Z')).json.runs).toEqual([]);
  expect((await run('2026-11-04T05:05:00Z')).json.runs).toMatchObject([{ state: 'final' }]);
});
