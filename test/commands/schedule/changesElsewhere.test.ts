import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { type MailServer, startMailServer } from '../../support/servers/mailServer.js';
import { parseMail } from '../../support/servers/parseMail.js';

/* Scheduled corrections of some days tell of changes that only an amount of the whole final shows. */

let bench: FolderBench;
let mail: MailServer;
afterEach(async () => {
  bench.close();
  await mail.close();
});

const OWN = `kind: text
description: Own
audience: payroll
corrections: delta
rows: { each: employees, columns: [{ header: number, value: "{{employee.number}}" }, { header: hours, value: "{{workedMinutes | hours:2}}", amount: hours }] }
`;

const work = (end: string) => bench.entries(entryRow('e1', 'ann', '2026-11-04', '08:00', end));

test.each(['draft', 'final'])('%s', { tags: 'slow', timeout: 90_000 }, async (state) => {
  mail = await startMailServer();
  bench = openFolderBench(
    `templates: [./own.yaml]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
mail: { from: a@example.com, owner: o@example.com, smtp: { host: 127.0.0.1, port: ${mail.port}, tls: none } }
exceptions: { PERIOD_NOT_OVER: warn }
schedule: { late: { cron: "0 6 11 * *", period: last-week, corrections: ${state} } }
`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\n', 'own.yaml': OWN },
  );
  work('16:00');
  await bench.run('2026-11-10T04:00:00Z', 'schedule', 'run', '--due', '--log', 'json');
  await bench.done('2026-11-10T09:00:00Z', 'export', '2026-11', '--final');
  work('15:00');
  await bench.run('2026-11-11T05:10:00Z', 'schedule', 'run', '--due', '--log', 'json');
  const told = mail.mails.map(({ content }) => parseMail(content).text);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/1 changed pay line is within\s+amounts of the whole of 2026-11/);
});
