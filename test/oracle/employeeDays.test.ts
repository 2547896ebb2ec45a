// @module-tag slow
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type EntryAnswer, findEmployeeDaysOracle } from './employeeDaysOracle.js';

const oracle = findEmployeeDaysOracle('2026f');
const samples = fileURLToPath(new URL('../../samples/', import.meta.url));

type Row = readonly [
  name: string,
  zone: string,
  startsAt: string,
  endsAt: string,
  workedMinutes: number,
  expected: Partial<EntryAnswer>,
];

// Offsets are written out: the instants are the stamps' own.
// biome-ignore format: a table
const ENTRIES: readonly Row[] = [
  ['Berlin, spring', 'Europe/Berlin', '2020-03-29T01:49:00+01:00', '2020-03-29T03:15:00+02:00', 26, { elapsedMinutes: 26 }],
  ['Helsinki, autumn', 'Europe/Helsinki', '2022-10-30T03:05:00+03:00', '2022-10-30T06:00:00+02:00', 235, { elapsedMinutes: 235 }],
  ['New York, spring', 'America/New_York', '2018-03-10T23:00:00-05:00', '2018-03-11T07:00:00-04:00', 420, { elapsedMinutes: 420 }],
  ['New York, autumn', 'America/New_York', '2020-10-31T23:00:00-04:00', '2020-11-01T07:00:00-05:00', 540, { elapsedMinutes: 540 }],
  ['Brussels, spring night', 'Europe/Brussels', '2026-03-28T22:00:00+01:00', '2026-03-29T06:00:00+02:00', 420, { split: { '2026-03-28': 120, '2026-03-29': 300 } }],
  ['Brussels, autumn night', 'Europe/Brussels', '2026-10-24T22:00:00+02:00', '2026-10-25T06:00:00+01:00', 540, { split: { '2026-10-24': 120, '2026-10-25': 420 } }],
  ['Brussels, the clock runs backwards', 'Europe/Brussels', '2026-10-25T02:45:00+02:00', '2026-10-25T02:15:00+01:00', 30, { elapsedMinutes: 30, split: { '2026-10-25': 30 } }],
  ['Lord Howe, half an hour', 'Australia/Lord_Howe', '2026-04-04T22:00:00+11:00', '2026-04-05T06:00:00+10:30', 510, { split: { '2026-04-04': 120, '2026-04-05': 390 } }],
  ['Cairo, the hour before midnight twice', 'Africa/Cairo', '2026-10-29T20:00:00+03:00', '2026-10-30T04:00:00+02:00', 540, { split: { '2026-10-29': 300, '2026-10-30': 240 } }],
  ['18:00 to 02:00', 'Europe/Brussels', '2026-10-06T18:00:00+02:00', '2026-10-07T02:00:00+02:00', 480, { split: { '2026-10-06': 360, '2026-10-07': 120 }, end: { '2026-10-07': 480 }, majority: { '2026-10-06': 480 } }],
  ['120 and 360, net 435', 'Europe/Brussels', '2026-10-06T22:00:00+02:00', '2026-10-07T06:00:00+02:00', 435, { split: { '2026-10-06': 109, '2026-10-07': 326 }, majority: { '2026-10-07': 435 } }],
  ['125 and 380, net 475', 'Europe/Brussels', '2026-10-06T21:55:00+02:00', '2026-10-07T06:20:00+02:00', 475, { split: { '2026-10-06': 118, '2026-10-07': 357 } }],
  ['until midnight: the day before', 'Europe/Brussels', '2026-10-06T16:00:00+02:00', '2026-10-07T00:00:00+02:00', 480, { split: { '2026-10-06': 480 }, end: { '2026-10-06': 480 } }],
  ['majority tie: the start day', 'Europe/Brussels', '2026-10-06T20:00:00+02:00', '2026-10-07T04:00:00+02:00', 480, { majority: { '2026-10-06': 480 } }],
  ['Havana, the day starts at 01:00', 'America/Havana', '2026-03-07T22:00:00-05:00', '2026-03-08T02:00:00-04:00', 180, { split: { '2026-03-07': 120, '2026-03-08': 60 } }],
  ['Azores, the hour after midnight twice', 'Atlantic/Azores', '2026-10-24T23:00:00+00:00', '2026-10-25T01:30:00-01:00', 210, { split: { '2026-10-24': 60, '2026-10-25': 150 } }],
  ['Apia, a day that does not exist', 'Pacific/Apia', '2011-12-29T23:00:00-10:00', '2011-12-31T01:00:00+14:00', 120, { split: { '2011-12-29': 60, '2011-12-31': 60 } }],
  ['stamps that contradict the table: their own midnight', 'Europe/Brussels', '2026-10-06T20:00:00+00:00', '2026-10-07T01:00:00+00:00', 300, { split: { '2026-10-06': 240, '2026-10-07': 60 } }],
  ['an empty entry has its day', 'Europe/Brussels', '2026-10-06T09:00:00+02:00', '2026-10-06T09:00:00+02:00', 0, { split: { '2026-10-06': 0 } }],
];

describe.skipIf(oracle === undefined)('the oracle is right on the worked examples', () => {
  const answers = oracle?.entries(
    ENTRIES.map(([, zone, startsAt, endsAt, workedMinutes]) => ({ zone, startsAt, endsAt, workedMinutes })),
  );
  test.each(ENTRIES.map(([name, , , , , expected], index) => ({ name, index, expected })))(
    '$name',
    ({ index, expected }) => {
      expect(answers?.[index]).toMatchObject(expected);
    },
  );

  test.each([
    ['two parts', [120, 360], 435, [109, 326]],
    ['a tie goes to the earliest', [100, 100, 100], 290, [97, 97, 96]],
    ['days', [125, 380], 475, [118, 357]],
    ['inside the second day', [175, 205], 357, [164, 193]],
    ['nothing to share by', [0, 0], 3, [3, 0]],
  ])('shares: %s', (_name, weights, total, expected) => {
    expect(oracle?.shares([{ weights, total }])).toEqual([expected]);
  });
});

const root = mkdtempSync(join(tmpdir(), 'paytally-oracle-'));
afterAll(() => rmSync(root, { recursive: true }));

const PLACE = { id: 'p', name: 'Brussel, Zuid', zone: 'Europe/Brussels' };
const GONE = { id: 'g', name: 'Gent', zone: 'Europe/Brussels', deleted: true };
const entry = (more: object) => ({
  id: 'e',
  workDate: '2026-10-06',
  status: 'Completed',
  startsAt: '2026-10-06T09:00:00+02:00',
  endsAt: '2026-10-06T17:00:00+02:00',
  workedMinutes: 450,
  shiftId: null,
  reviewedAtUtc: null,
  employeeId: 'a',
  establishmentId: 'p',
  ...more,
});
const shift = (more: object) => ({
  id: 's',
  date: '2026-10-06',
  plannedMinutes: 400,
  employeeId: 'a',
  establishmentId: 'p',
  ...more,
});
const overEdge = {
  workDate: '2026-09-30',
  startsAt: '2026-09-30T22:00:00+02:00',
  endsAt: '2026-10-01T06:00:00+02:00',
  workedMinutes: 480,
};

const HOLIDAYS = [
  { date: '2026-08-15', name: 'Maria', replacementDate: '2026-10-09' },
  { date: '2025-12-26', name: 'Boxing Day', replacementDate: '2026-10-12' },
  { date: '2026-10-13', name: ' ', replacementDate: null },
  { date: '2026-10-14', name: 'B', replacementDate: null },
  { date: '2026-10-11', name: 'A', replacementDate: '2026-10-14' },
];

interface Case {
  readonly name: string;
  readonly attribution?: 'start' | 'split';
  readonly entries?: readonly object[];
  readonly shifts?: readonly object[];
  /** The file without its header. */
  readonly rows: string;
  readonly excluded?: readonly (readonly [reason: string, entries: number, minutes: number])[];
  readonly exported?: readonly [entries: number, minutes: number];
}

// biome-ignore format: a table
const CASES: readonly Case[] = [
  { name: 'worked and planned', entries: [entry({})], shifts: [shift({})], rows: `a,007,'-,"Al ""A"" B",2026-10-06,2,,"Brussel, Zuid",400,450,50,1\n`, exported: [1, 450] },
  { name: 'planned only', shifts: [shift({})], rows: `a,007,'-,"Al ""A"" B",2026-10-06,2,,,400,0,-400,0\n` },
  { name: 'archived: no name', entries: [entry({ employeeId: 'z' })], rows: 'z,,,,2026-10-06,2,,"Brussel, Zuid",0,450,450,1\n', exported: [1, 450] },
  { name: 'a holiday on the date granted', entries: [entry({ workDate: '2026-10-09' })], rows: `a,007,'-,"Al ""A"" B",2026-10-09,5,Maria,"Brussel, Zuid",0,450,450,1\n`, exported: [1, 450] },
  { name: 'a holiday of the year before, granted in this one', entries: [entry({ workDate: '2026-10-12' })], rows: `a,007,'-,"Al ""A"" B",2026-10-12,1,Boxing Day,"Brussel, Zuid",0,450,450,1\n`, exported: [1, 450] },
  { name: 'a holiday without a name', entries: [entry({ workDate: '2026-10-13' })], rows: `a,007,'-,"Al ""A"" B",2026-10-13,2,Public holiday,"Brussel, Zuid",0,450,450,1\n`, exported: [1, 450] },
  { name: 'two holidays on one day', entries: [entry({ workDate: '2026-10-14' })], rows: `a,007,'-,"Al ""A"" B",2026-10-14,3,A; B,"Brussel, Zuid",0,450,450,1\n`, exported: [1, 450] },
  { name: 'an unpublished shift is not planned', shifts: [shift({ published: false })], rows: '' },
  { name: 'a deleted establishment is omitted', entries: [entry({ establishmentId: 'g' })], shifts: [shift({ establishmentId: 'g' })], rows: '' },
  { name: 'cancelled takes precedence over agency', entries: [entry({ status: 'Cancelled', employeeId: null, workedMinutes: undefined })], rows: '', excluded: [['cancelled', 1, 0]] },
  { name: 'open', entries: [entry({ status: 'OnBreak', endsAt: null, workedMinutes: undefined })], rows: '', excluded: [['open', 1, 0]] },
  { name: 'agency', entries: [entry({ employeeId: null })], rows: '', excluded: [['agency', 1, 450]] },
  { name: 'the margin is outside', entries: [entry({ workDate: '2026-11-01' }), entry({ workDate: '2026-11-02' })], rows: '', excluded: [['outside-period', 1, 450]] },
  { name: 'invalid takes precedence over everything', entries: [entry({ startsAt: '2026-10-06T09:00:00', status: 'Cancelled' })], rows: '', excluded: [['invalid', 1, 450]] },
  { name: 'no minutes on a day of the period: exported, no row', entries: [entry({ workedMinutes: 0 })], rows: '', exported: [1, 0] },
  { name: 'across the edge, start', entries: [entry(overEdge)], rows: '', excluded: [['outside-period', 1, 480]] },
  { name: 'across the edge, split', attribution: 'split', entries: [entry(overEdge)], rows: `a,007,'-,"Al ""A"" B",2026-10-01,4,,"Brussel, Zuid",0,360,360,1\n`, exported: [1, 360], excluded: [['outside-period', 0, 120]] },
];

describe.skipIf(oracle === undefined)('the oracle follows the rules of the table', () => {
  test.each(CASES)(
    '$name',
    ({ attribution = 'start', entries = [], shifts = [], rows, excluded = [], exported = [0, 0] }) => {
      const folder = mkdtempSync(join(root, 'case-'));
      const lists = {
        establishments: [PLACE, GONE],
        employees: [
          { id: 'a', firstName: 'Al "A" B', lastName: '-', isActive: true },
          { id: 'z', firstName: 'Zed', lastName: 'Zed', isActive: false, archived: true },
        ],
        'public-holidays': HOLIDAYS,
        'time-entries': entries,
        shifts,
      };
      for (const [name, list] of Object.entries(lists))
        writeFileSync(join(folder, `${name}.json`), JSON.stringify(list));
      const mapping = join(folder, 'mapping.csv');
      writeFileSync(mapping, 'employeeId,employeeNumber\na,007\n');
      const answer = oracle?.days({ folder, from: '2026-10-01', to: '2026-10-31', attribution, mapping });
      expect(answer?.csv.slice(answer.csv.indexOf('\n') + 1)).toBe(rows);
      expect(answer?.control).toMatchObject({
        exportedEntries: exported[0],
        exportedMinutes: exported[1],
        excluded: excluded.map(([reason, count, minutes]) => ({ reason, entries: count, minutes })),
      });
    },
  );

  test.each(['start', 'split', 'end', 'majority'] as const)(
    'the sample counts every minute once, %s',
    { tags: 'slow' },
    (attribution) => {
      const folder = join(samples, 'data', 'bakery');
      const of = (from: string, to: string) =>
        oracle?.days({ folder, from, to, attribution }).control.exportedMinutes ?? 0;
      const whole = of('2026-09-01', '2026-11-30');
      const parts =
        of('2026-09-01', '2026-09-30') + of('2026-10-01', '2026-10-31') + of('2026-11-01', '2026-11-30');
      expect(parts).toBe(whole);
      expect(whole).toBeGreaterThan(500_000);
    },
  );
});
