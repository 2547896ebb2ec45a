import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runPaytally } from '../../support/programs/runPaytally.js';

/* Holidays of an establishment, for people whose establishment no entry shows. */

const cwd = mkdtempSync(join(tmpdir(), 'paytally-places-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

interface Files {
  readonly holidays: string;
  readonly mapping?: string;
  readonly entries?: readonly string[];
  readonly places?: string;
}

const MAPPING = 'employeeId,employeeNumber,contractMinutesPerDay,contractWeekdays,contractFrom';
const PEOPLE = `${MAPPING}\nann,1,480,12345,2020-01-01\nbob,2,480,12345,2020-01-01\n`;
/** Nobody works before 2 November, a Monday. */
const ENTRIES = ['ann,2026-11-03T08:00,2026-11-03T16:00,p1', 'bob,2026-11-03T08:00,2026-11-03T16:00,p2'];

async function check({ holidays, mapping = PEOPLE, entries = ENTRIES, places = 'p1 p2' }: Files) {
  mkdirSync(join(cwd, 'hours'), { recursive: true });
  const zones = places.split(' ').map((place) => `${place},Europe/Berlin\n`);
  writeFileSync(join(cwd, 'hours', 'establishments.csv'), `id,zone\n${zones.join('')}`);
  writeFileSync(
    join(cwd, 'hours', 'entries.csv'),
    `employee,start,end,establishment\n${entries.join('\n')}\n`,
  );
  writeFileSync(join(cwd, 'holidays.csv'), `date;name;part;where;action\n${holidays}\n`);
  writeFileSync(join(cwd, 'mapping.csv'), mapping);
  writeFileSync(
    join(cwd, 'paytally.yaml'),
    `source: { csv: hours }
employers: { bakery: { name: Bakery, zone: Europe/Berlin, employees: mapping.csv } }
templates: [pay-lines]
holidays: holidays.csv
payRules: { base: [{ code: NORMAL }], notWorked: [{ code: FEAST, by: contract }] }
`,
  );
  const { stdout, stderr } = await runPaytally(['check', '2026-11'], { cwd, nowMs: Date.UTC(2026, 11, 5) });
  expect(stderr).not.toContain('HOLIDAY_UNUSED');
  return /HOLIDAY_NO_PLACE \(to check\)[\s\S]*?\n {4}(.*)\n/.exec(stdout)?.[1] ?? 'nothing';
}

test('no entry shows the place: people and days are named', async () => {
  expect(await check({ holidays: '2026-11-02;All Souls;;p1;add' })).toBe('ann 2026-11-02; bob 2026-11-02');
});

test('the remedy works: a column of the mapping file decides', async () => {
  const mapping = PEOPLE.replace('contractFrom\n', 'contractFrom,site\n').replaceAll('01-01\n', '01-01,p1\n');
  expect(await check({ holidays: '2026-11-02;All Souls;;site=p1;add', mapping })).toBe('nothing');
});

test.each([
  ['an entry before it', { entries: ENTRIES.map((line) => line.replaceAll('11-03', '10-31')) }],
  ['a single establishment', { places: 'p1', entries: ENTRIES.slice(0, 1) }],
  ['a day without contract', { holidays: '2026-11-01;All Saints;;p1;add' }],
  ['a holiday everywhere', { holidays: '2026-11-02;All Souls;;;add' }],
])('nothing to tell: %s', async (_, files) => {
  expect(await check({ holidays: '2026-11-02;All Souls;;p1;add', ...files })).toBe('nothing');
});
