import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runPaytally } from '../../support/programs/runPaytally.js';
import { KIMAI_TOKEN, type KimaiDouble, startKimai } from '../../support/servers/kimaiDouble.js';

/* Kimai knows the zone that a user has today: another one moves closed entries to another place, and that is said. */

let kimai: KimaiDouble;
const folders: string[] = [];
afterEach(async () => {
  await kimai.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const usersIn = (zone: string) => [
  { id: 1, username: 'ada', alias: 'Ada', enabled: true, timezone: 'Europe/Brussels' },
  { id: 2, username: 'bob', alias: 'Bob', enabled: true, timezone: zone },
];
const sheet = (id: number, user: number, day: string, hours = 8) => ({
  id,
  begin: `${day}T08:00:00+0200`,
  end: `${day}T${String(8 + hours).padStart(2, '0')}:00:00+0200`,
  duration: hours * 3600,
  user,
  project: null,
  activity: null,
});

test.each(['Asia/Tokyo', 'Europe/Paris'])('a user who moves to %s', async (zone) => {
  const timesheets = [sheet(1, 1, '2026-10-05'), sheet(2, 2, '2026-10-05'), sheet(3, 2, '2026-10-06')];
  kimai = await startKimai({
    users: usersIn('Europe/Brussels'),
    projects: [],
    activities: [],
    timesheets,
  } as never);
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-zone-'));
  folders.push(cwd);
  writeFileSync(
    join(cwd, 'paytally.yaml'),
    `source: { kimai: "${kimai.url}", token: { env: T } }\ntemplates: [pay-lines]\nemployers: { bakery: { name: Bakery, zone: Europe/Brussels } }\n`,
  );
  const run = async (...argv: string[]) => {
    const options = { cwd, nowMs: Date.UTC(2026, 10, 5, 9), env: { T: KIMAI_TOKEN } };
    const { status, stdout } = await runPaytally([...argv, '--json'], options);
    return { status, ...JSON.parse(stdout) };
  };
  expect(await run('export', '2026-10', '--final')).toMatchObject({ status: 0 });
  kimai.data.users = usersIn(zone) as never;
  kimai.data.timesheets = [...timesheets.slice(0, 2), sheet(3, 2, '2026-10-06', 7)] as never;
  const { runs } = await run('corrections', '2026-10');
  const causes = (day: string) =>
    runs[0].lines
      .filter(({ date }: { date: string }) => date === day)
      .map(({ establishment, difference, causes: all }: Record<string, unknown>) => [
        establishment,
        difference,
        all,
      ])
      .sort();
  expect(causes('2026-10-05')).toEqual(
    [
      ['Europe/Brussels', -480, ['zone']],
      [zone, 480, ['zone']],
    ].sort(),
  );
  // An entry that was changed too.
  expect(causes('2026-10-06').map(([, , all]: unknown[]) => all)).toEqual([
    ['changed', 'zone'],
    ['changed', 'zone'],
  ]);
});
