// @module-tag slow
import { afterEach, describe, expect, test } from 'vitest';
import { type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* Rules that look over the end of a month: a change on one side of it moves pay of the final on the other side. */

const NOW = '2026-12-03T09:00:00Z';
const FILES = {
  'emp.csv': 'employeeId,employeeNumber,contractFrom\nann,101,2020-01-01\n',
  'hol.csv': 'date;name;part;where;action\n2026-09-01;Feast;;;add\n',
};

let bench: FolderBench;
afterEach(() => bench.close());

const done = (...argv: readonly string[]) => bench.done(NOW, ...argv);

/** Ann's entry, named by its start: `31T22:00` and `01T06:00` are in August and September. */
function entry(start: string, end: string): string {
  const [from, to] = [start, end].map((stamp) => `2026-0${stamp.startsWith('0') ? 9 : 8}-${stamp}`);
  return `e${start},ann,${from},${to},0,yes,,`;
}

interface Line {
  readonly date: string;
  readonly payCode: string;
  readonly difference: number;
}
const shortly = (lines: readonly Line[]) =>
  lines.map(({ date, payCode, difference }) => `${date.slice(5)} ${payCode} ${difference}`).sort();
const stateOf = async (period: string) => (await done('status', '--period', period)).employers[0].state;

interface Case {
  readonly rules: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly lines: readonly string[];
}

async function openFinals({ rules, before, after }: Case): Promise<void> {
  bench = openFolderBench(
    `employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv, holidays: hol.csv } }
templates: [pay-lines]
${rules}
`,
    FILES,
  );
  bench.entries(...before);
  for (const month of ['2026-08', '2026-09']) await done('export', month, '--final');
  bench.entries(...after);
}

const COUNTED = 'payRules: { base: [{ code: NORMAL }], counts:';

/* 31 August 2026 is a Monday. */
const FORWARD: Readonly<Record<string, Case>> = {
  'an entry over midnight, split': {
    rules: 'attribution: split',
    before: [entry('31T22:00', '01T06:00')],
    after: [entry('31T20:00', '01T04:00')],
    lines: ['08-31 NORMAL 120', '09-01 NORMAL -120'],
  },
  'a break that is deducted from an entry of the next day': {
    rules: 'attribution: end\nbreaks: { deduct: [{ afterHours: 6, minutes: 30 }] }',
    before: [entry('31T17:00', '31T20:00'), entry('31T20:00', '01T02:00')],
    after: [entry('31T20:00', '01T02:00'), entry('31T08:00', '31T08:01')],
    lines: ['08-31 NORMAL -179', '09-01 NORMAL 30'],
  },
  'the minimum of joined entries': {
    rules: 'join: { gap: 30 }\nminimumPaid: { entry: 240, code: TOPUP }',
    before: [entry('31T22:00', '31T23:45'), entry('01T00:00', '01T01:00')],
    after: [entry('31T22:00', '31T23:55'), entry('01T00:00', '01T01:00')],
    lines: ['08-31 NORMAL 10', '09-01 TOPUP -10'],
  },
  'the overtime of a working day that begins at 4': {
    rules: 'payRules: { dayStart: "04:00", base: [{ code: OT, over: { day: 480 } }, { code: NORMAL }] }',
    before: [entry('31T14:00', '31T22:00'), entry('01T00:00', '01T02:00')],
    after: [entry('31T14:00', '31T21:00'), entry('01T00:00', '01T02:00')],
    lines: ['08-31 NORMAL -60', '09-01 NORMAL 60', '09-01 OT -60'],
  },
  'the third consecutive day': {
    rules: 'payRules: { base: [{ code: NORMAL }], loadings: [{ code: THIRD, consecutiveDay: 3 }] }',
    before: ['28T', '31T', '01T', '02T'].map((day) => entry(`${day}08:00`, `${day}16:00`)),
    after: ['28T', '01T', '02T'].map((day) => entry(`${day}08:00`, `${day}16:00`)),
    lines: ['08-31 NORMAL -480', '09-02 THIRD -480'],
  },
  'a short rest before the first day': {
    rules: `${COUNTED} [{ code: SHORT, per: rest, minutes: 660 }] }`,
    before: [entry('31T12:00', '31T20:00'), entry('01T06:00', '01T14:00')],
    after: [entry('31T12:00', '31T18:00'), entry('01T06:00', '01T14:00')],
    lines: ['08-31 NORMAL -120', '09-01 SHORT -1'],
  },
  'a short rest after a night, before the second day': {
    rules: `${COUNTED} [{ code: SHORT, per: rest, minutes: 660 }] }`,
    before: [entry('31T23:00', '01T14:30'), entry('02T00:30', '02T08:00')],
    after: [entry('31T23:00', '01T13:00'), entry('02T00:30', '02T08:00')],
    lines: ['08-31 NORMAL -90', '09-02 SHORT -1'],
  },
  'a night that counts once': {
    rules: `${COUNTED} [{ code: NIGHT, per: night, clock: ["22:00", "06:00"] }] }`,
    before: [entry('31T22:00', '31T23:00'), entry('01T01:00', '01T03:00')],
    after: [entry('31T10:00', '31T11:00'), entry('01T01:00', '01T03:00')],
    lines: ['08-31 NIGHT -1', '09-01 NIGHT 1'],
  },
  'the average of a holiday': {
    rules: 'payRules: { base: [{ code: NORMAL }], notWorked: [{ code: FEAST, by: average, weeks: 1 }] }',
    before: [entry('25T08:00', '25T16:00'), entry('02T08:00', '02T16:00')],
    after: [entry('25T08:00', '25T15:00'), entry('02T08:00', '02T16:00')],
    lines: ['08-25 NORMAL -60', '09-01 FEAST -60'],
  },
};

describe.each(Object.entries(FORWARD))('a change in August: %s', (_name, each) => {
  test('is corrected with what it moves in September', async () => {
    await openFinals(each);
    expect(await stateOf('2026-09')).toBe('final');
    const [{ lines }] = (await done('corrections', '2026-08')).runs;
    expect(shortly(lines)).toEqual(each.lines);
    expect(await stateOf('2026-08')).toBe('changed');
    expect(await stateOf('2026-09')).toBe('changed');
    await done('corrections', '2026-08', '--final');
    expect(await stateOf('2026-09')).toBe('final');
    expect((await done('corrections', '2026-09')).runs[0].lines).toEqual([]);
  });
});
