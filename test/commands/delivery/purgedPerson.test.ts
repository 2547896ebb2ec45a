import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* A person is deleted from a final that payroll has not received. */

let bench: FolderBench;
afterEach(() => bench.close());

test('needs a reason, and then no command advises to send it', async () => {
  bench = openFolderBench(
    `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
deliveries: { office: { to: folder, path: inbox } }
`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\nbob,102\n' },
  );
  bench.entries(
    entryRow('e1', 'ann', '2026-10-07', '08:00', '16:00'),
    entryRow('e2', 'bob', '2026-10-07', '08:00', '16:00'),
  );
  const made = await bench.run('2026-11-03T06:00:00Z', 'export', '2026-10', '--final', '--deliver');
  expect(made.json.runs[0].deliveries[0].state).toBe('failed');
  const refused = await bench.run('2026-11-03T07:00:00Z', 'purge', '--person', 'ann');
  expect([refused.status, refused.json.error]).toEqual([
    2,
    expect.objectContaining({ code: 'USAGE', record: made.json.runs[0].runId }),
  ]);
  await bench.done('2026-11-03T08:00:00Z', 'purge', '--person', 'ann', '--reason', 'asked by Ann');
  const { json, stderr } = await bench.run('2026-11-03T09:00:00Z', 'status');
  expect(JSON.stringify(json)).not.toContain('"send"');
  expect(stderr).not.toContain('paytally send');
});
