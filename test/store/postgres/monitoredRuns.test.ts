// @module-tag slow
import { afterEach, describe, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { usePostgres } from '../../support/servers/postgresCase.js';
import { noPostgres } from '../../support/servers/postgresServer.js';

/* A working copy has the content of the newest runs only; what needs more must not repeat what is done. */

describe.skipIf(noPostgres)('schedules and the monitor with PostgreSQL', () => {
  const postgres = usePostgres();
  let bench: FolderBench;
  afterEach(() => bench.close());

  test('a final behind many drafts is still compared, and each draft is made and sent once', async () => {
    bench = openFolderBench(
      `store: ${postgres().database()}
templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
deliveries: { office: { to: folder, path: inbox, when: draft } }
schedule: { daily: { cron: "0 6 * * *", period: this-month, deliver: [office] } }
monitor: { every: "0 6 * * *" }
`,
      { 'emp.csv': 'employeeId,employeeNumber\nann,101\n', 'inbox/.keep': '' },
    );
    const worked = (end: string) =>
      bench.entries(
        entryRow('e1', 'ann', '2026-10-07', '08:00', end),
        entryRow('e2', 'ann', '2026-11-02', '08:00', '16:00'),
      );
    worked('16:00');
    await bench.done('2026-11-03T04:00:00Z', 'export', '2026-10', '--final');
    await bench.run('2026-11-03T04:30:00Z', 'schedule', 'run', '--due');
    for (const day of ['03', '04', '05', '06', '07', '08']) {
      const instant = `2026-11-${day}T05:05:00Z`;
      if (day === '08') worked('17:00');
      const { status, json, stderr } = await bench.run(instant, 'schedule', 'run', '--due', '--log', 'json');
      expect(status, stderr).toBe(0);
      expect(json.runs, day).toHaveLength(1);
      expect(stderr.match(/"event":"(due|monitored)"/g), day).toHaveLength(2);
    }
    const board = await bench.done('2026-11-08T06:00:00Z', 'status', '--period', '2026-10');
    expect(board.employers).toMatchObject([{ state: 'changed' }]);
  }, 120_000);
});
