import { afterEach, expect, test } from 'vitest';
import { type MailedBench, openMailedBench } from '../../support/employers/mailedBench.js';

/* What the files of all places do not have together is said: whose hours, and how many. */

let bench: MailedBench;
afterEach(() => bench.close());

const NOW = '2026-11-03T09:00:00Z';

async function open(by: string): Promise<void> {
  bench = await openMailedBench(
    `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv, absences: absences.csv } }
deliveries:
  places: { to: mail, attach: true, templates: [pay-lines], recipients: ${by} }
`,
    {
      'emp.csv':
        'employeeId,employeeNumber,manager,contractMinutesPerDay,contractWeekdays\nann,101,m1@x.org,480,12345\nbob,102,m1@x.org,480,12345\n',
      'places.csv': 'establishment,recipient\nE1,place1@x.org\n',
      'teams.csv': 'team,recipient\nT1,team1@x.org\n',
      'hours/entries.csv':
        'id,employee,start,end,break,reviewed,establishment,team\ne1,ann,2026-10-05T08:00,2026-10-05T16:00,0,yes,E1,T1\ne2,ann,2026-10-06T08:00,2026-10-06T11:00,0,yes,E1,\n',
      'absences.csv':
        'employee,from,to,code,days\nann,2026-10-12,2026-10-12,SICK,1\nbob,2026-10-12,2026-10-13,SICK,1\n',
    },
  );
}

const exported = () => bench.run(NOW, 'export', '2026-10', '--final', '--deliver');

test.each([
  ['{ establishments: places.csv }', '16:00 h of bob', [480, 480, 180]],
  // An entry of three hours without a team, and two days of sickness of an employee without any work.
  ['{ teams: teams.csv }', '19:00 h of ann and bob', [480, 480]],
])('hours that belong to none of %s are named', async (by, left, sent) => {
  await open(by);
  const { status, stderr } = await exported();
  expect([status, stderr]).toEqual([0, expect.stringContaining(`sends ${left} to no recipient`)]);
  const rows = bench.mailed().flatMap((file) => file.rows);
  expect(rows.map((row) => Number(row.split(',')[9])).sort()).toEqual([...sent].sort());
});

test('each person has a manager: nothing is left out', async () => {
  await open('{ column: manager }');
  const { status, stderr } = await exported();
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('no recipient')]);
});
