import { afterEach, expect, test } from 'vitest';
import { type MailedBench, openMailedBench } from '../../support/employers/mailedBench.js';
import { seeded } from '../../support/service/seeded.js';

/* The files of recipients by place, team and manager add up to those of the run, whatever a rule counts. */

let bench: MailedBench;
afterEach(() => bench.close());

const RULES = [
  '{ base: [{ code: OT, over: { week: 1200 } }, { code: NORMAL }] }',
  '{ base: [{ code: OTD, over: { day: 300 } }, { code: OT, over: { week: 900 } }, { code: NORMAL }], loadings: [{ code: LATE, clock: ["12:00", "20:00"] }] }',
  '{ base: [{ code: OT, over: { week: 1500, absences: counted } }, { code: NORMAL }], notWorked: [{ code: HOLIDAY, by: contract }] }',
];
const FURTHER = [
  '',
  'rounding: { level: day, step: 30, mode: up }',
  'minimumPaid: { day: 240, code: TOPUP }',
  'breaks: { deduct: [{ afterHours: 4, minutes: 30 }] }',
];
const ACCOUNT = 'account: { target: contract, credits: [LEAVE], from: 2026-10-01, cap: { surplus: PAID, max:';
const ACCOUNTS = ['', `${ACCOUNT} 120 }, period: week }`, `${ACCOUNT} 60 }, period: month }`];
const NOW = '2026-11-03T09:00:00Z';
const PEOPLE = ['ann', 'bob', 'cyd'];
const ENTRIES = 'id,employee,start,end,break,reviewed,establishment,team';

type Pick = (below: number) => number;

/** Everyone works in all places and teams, sometimes in two on one day, and changes managers in the month. */
async function openRandom(pick: Pick): Promise<void> {
  const one = (from: readonly string[]) => from[pick(from.length)] ?? '';
  bench = await openMailedBench(
    `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv, absences: absences.csv, holidays: holidays.csv } }
attribution: ${one(['start', 'split', 'shift'])}
payRules: ${one(RULES)}
${one(FURTHER)}
${one(ACCOUNTS)}
deliveries:
  places: { to: mail, attach: true, templates: [pay-lines], recipients: { establishments: places.csv } }
  teams: { to: mail, attach: true, templates: [pay-lines], recipients: { teams: teams.csv } }
  managers: { to: mail, attach: true, templates: [pay-lines], recipients: { column: manager } }
`,
    {
      'emp.csv': `employeeId,employeeNumber,from,to,manager,contractMinutesPerDay,contractWeekdays,contractFrom\n${PEOPLE.map(
        (id, at) =>
          `${id},10${at},,2026-10-14,m1@x.org,300,12345,2020-01-01\n${id},10${at},2026-10-15,,m2@x.org,300,12345,2020-01-01\n`,
      ).join('')}`,
      'places.csv': 'establishment,recipient\nE1,place1@x.org\nE2,place2@x.org\n',
      'teams.csv': 'team,recipient\nT1,team1@x.org\nT2,team2@x.org\n',
      'absences.csv': 'employee,from,to,code,days\nann,2026-10-12,2026-10-16,LEAVE,1\n',
      'holidays.csv': 'date,name\n2026-10-20,Fair\n',
      'hours/establishments.csv': 'id,zone,name\nE1,Europe/Brussels,North\nE2,Europe/Brussels,South\n',
    },
  );
}

/** The first rows are entries, the others planned shifts. */
function putWork(pick: Pick): void {
  const [entries, shifts]: [string[], string[]] = [[], []];
  for (const who of PEOPLE)
    for (let day = 1; day <= 31; day += 1) {
      const date = `2026-10-${String(day).padStart(2, '0')}`;
      if (pick(4) === 0 && day !== 13) continue;
      for (const [turn, hour] of [10, 15, 20].entries()) {
        if (turn > 0 && pick(3) > 0) continue;
        const id = `${who}-${day}-${turn}`;
        const end = hour + 1 + pick(4);
        const place = `E${1 + pick(2)},T${1 + pick(2)}`;
        const span = `${date}T${hour}:00,${date}T${Math.min(end, 23)}:${pick(6)}0`;
        if (day < 31 && (who !== 'ann' || day < 12 || day > 16))
          entries.push(`${id},${who},${span},0,yes,${place}`);
        shifts.push(`s${id},${who},${span},0,${place}`);
      }
    }
  bench.put('hours/entries.csv', `${[ENTRIES, ...entries].join('\n')}\n`);
  bench.put(
    'hours/shifts.csv',
    `${['id,employee,start,end,break,establishment,team', ...shifts].join('\n')}\n`,
  );
}

/** Leave and holidays are in the file of each place: planners see who is away. */
const FOR_ALL_PLACES = new Set(['absence', 'not-worked']);

/** Minutes and amounts by person, day, code and kind. */
function summed(rows: readonly string[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const row of rows) {
    const [id, , , , date, payCode, kind = '', , , minutes, establishment, quantity] = row.split(',');
    const key = [id, date, payCode, kind, establishment].join(' ');
    sums[key] = (sums[key] ?? 0) + Number(minutes) + 10_000 * Number(quantity);
  }
  return Object.fromEntries(Object.entries(sums).sort());
}

const newFile = (isOf: (name: string) => boolean) =>
  bench
    .read(`out/${bench.list('out').find(isOf) ?? ''}`)
    .trimEnd()
    .split('\n')
    .slice(1);

/** Compares the files mailed last with that of the run. */
function expectShares(whole: readonly string[], kinds: readonly string[]): void {
  const mailed = bench.mailed();
  for (const kind of kinds) {
    const shares = mailed.filter(({ to }) => to.replace(/\d.*/, '') === kind);
    const isOfOne = (row: string) => kind === 'm' || !FOR_ALL_PLACES.has(row.split(',')[6] ?? '');
    const part = shares.flatMap(({ rows }) => rows).filter(isOfOne);
    expect(summed(part), kind).toEqual(summed(whole.filter(isOfOne)));
  }
}

const seeds = Array.from({ length: Number(process.env.SHARES ?? 5) }, (_, index) => index + 1);

test.each(seeds)(
  'the shares of a final and of its correction add up to the whole: employer %i',
  { tags: 'slow', timeout: 60_000 },
  async (seed) => {
    const random = seeded(seed);
    const pick: Pick = (below) => Math.floor(random() * below);
    await openRandom(pick);
    putWork(pick);
    const further = pick(2) === 0 ? [] : ['--estimate-from', '2026-10-28'];
    await bench.done(NOW, 'export', '2026-10', '--final', '--deliver', ...further);
    const whole = newFile((name) => name.endsWith('_pay-lines.csv'));
    expect(whole.length).toBeGreaterThan(20);
    expectShares(whole, ['place', 'team', 'm']);
    const [heading = '', ...rows] = bench.read('hours/entries.csv').trimEnd().split('\n');
    bench.put('hours/entries.csv', `${[heading, ...rows.filter(() => pick(5) > 0)].join('\n')}\n`);
    // Of few people, whole days may be gone.
    const gone = ['--accept', 'SOURCE_INCOMPLETE=deleted'];
    await bench.done(NOW, 'corrections', '2026-10', '--final', '--deliver', ...gone);
    // A line of the ledger has no team.
    expectShares(
      newFile((name) => name.includes('corrections-1')),
      ['place', 'm'],
    );
  },
);
