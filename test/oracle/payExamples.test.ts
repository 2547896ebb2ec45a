import { describe, expect, test } from 'vitest';
import { configured, payOf } from '../support/records/payFixture.js';
import { findPayOracle, type OracleCase, type OracleLine, programLines, sortedLines } from './payOracle.js';

const oracle = findPayOracle('2026f');

interface Example {
  readonly name: string;
  readonly zone?: string;
  /** `start → end`, with net minutes after a comma if there is a break. */
  readonly work: readonly string[];
  /** The day of the first entry, if the service gives another day than that of its start. */
  readonly workDate?: string;
  readonly holidays?: readonly string[];
  readonly columns?: Readonly<Record<string, string>>;
  readonly period?: readonly [from: string, to: string];
  readonly attribution?: OracleCase['config']['attribution'];
  readonly dst?: 'wallclock';
  readonly rules?: object;
  readonly settings?: object;
  /** `date code minutes` */
  readonly pays: readonly string[];
}

const night = (...clock: readonly [string, string]): object => ({
  base: [{ code: 'NORMAL' }],
  loadings: [{ code: 'NIGHT', clock }],
});
const loading = (...rules: readonly object[]): object => ({
  base: [{ code: 'NORMAL' }],
  loadings: rules,
});

const EXAMPLES: readonly Example[] = [
  {
    name: 'over the spring change, split',
    work: ['2026-03-28T22:00+01:00 → 2026-03-29T06:00+02:00'],
    attribution: 'split',
    rules: night('20:00', '06:00'),
    pays: ['2026-03-28 NIGHT 120', '2026-03-28 NORMAL 120', '2026-03-29 NIGHT 300', '2026-03-29 NORMAL 300'],
  },
  {
    name: 'over the autumn change, on its start day',
    work: ['2026-10-24T22:00+02:00 → 2026-10-25T06:00+01:00'],
    rules: night('20:00', '06:00'),
    pays: ['2026-10-24 NIGHT 540', '2026-10-24 NORMAL 540'],
  },
  {
    name: 'wallclock with an end in the second pass of the repeated hour',
    work: ['2026-10-24T22:00+02:00 → 2026-10-25T02:15+01:00'],
    attribution: 'split',
    dst: 'wallclock',
    pays: ['2026-10-24 NORMAL 120', '2026-10-25 NORMAL 135'],
  },
  {
    name: 'wallclock with stale stamps: no clock change in them',
    zone: 'Africa/Cairo',
    work: ['2026-04-23T22:00+04:00 → 2026-04-24T06:15+04:00'],
    dst: 'wallclock',
    pays: ['2026-04-23 NORMAL 495'],
  },
  {
    name: 'wallclock over the whole spring change',
    work: ['2026-03-28T22:00+01:00 → 2026-03-29T06:00+02:00, 390'],
    dst: 'wallclock',
    rules: night('00:00', '04:00'),
    pays: ['2026-03-28 NIGHT 225', '2026-03-28 NORMAL 450'],
  },
  {
    name: 'Vancouver stamps that the table has no more are one clock',
    zone: 'America/Vancouver',
    work: ['2026-11-05T22:00-08:00 → 2026-11-06T06:00-08:00'],
    rules: night('20:00', '06:00'),
    pays: ['2026-11-05 NIGHT 480', '2026-11-05 NORMAL 480'],
  },
  {
    name: 'reachTo by the clock of stale stamps',
    zone: 'Africa/Casablanca',
    work: ['2026-11-01T22:00+01:00 → 2026-11-02T06:00+01:00'],
    rules: loading({ code: 'SUNDAY', on: ['sunday'], reachTo: '04:00' }),
    pays: ['2026-11-01 NORMAL 480', '2026-11-01 SUNDAY 360'],
  },
  {
    name: 'a rule that takes nothing changes nothing: with one for 24 December',
    work: ['2026-11-10T18:40+01:00 → 2026-11-10T23:40+01:00, 290'],
    rules: loading(
      { code: 'NIGHT', clock: ['22:00', '06:00'] },
      { code: 'EVE', dates: [{ date: '12-24', clock: ['14:00', '24:00'] }] },
    ),
    pays: ['2026-11-10 NIGHT 97', '2026-11-10 NORMAL 290'],
  },
  {
    name: 'a rule that takes nothing changes nothing: without it',
    work: ['2026-11-10T18:40+01:00 → 2026-11-10T23:40+01:00, 290'],
    rules: night('22:00', '06:00'),
    pays: ['2026-11-10 NIGHT 97', '2026-11-10 NORMAL 290'],
  },
  {
    name: 'the minimum of an entry that rounding made nothing',
    work: ['2026-11-10T10:00+01:00 → 2026-11-10T10:05+01:00'],
    settings: {
      rounding: { level: 'entry', step: 15 },
      minimumPaid: { entry: 180, code: 'TOPUP' },
    },
    pays: ['2026-11-10 TOPUP 180'],
  },
  {
    name: 'the minimum of a day that rounding made nothing',
    work: ['2026-11-10T10:00+01:00 → 2026-11-10T10:05+01:00'],
    settings: {
      rounding: { level: 'day', step: 15 },
      minimumPaid: { day: 120, code: 'TOPUP' },
    },
    pays: ['2026-11-10 TOPUP 120'],
  },
  {
    name: 'the minimum of an entry that the wall clock made nothing',
    work: ['2026-10-25T02:45+02:00 → 2026-10-25T02:15+01:00'],
    dst: 'wallclock',
    settings: { minimumPaid: { entry: 180, code: 'TOPUP' } },
    pays: ['2026-10-25 TOPUP 180'],
  },
  {
    name: 'no minimum for an entry without worked minutes',
    work: ['2026-11-10T10:00+01:00 → 2026-11-10T10:05+01:00, 0'],
    settings: { minimumPaid: { entry: 180, code: 'TOPUP' } },
    pays: [],
  },
  {
    name: "startedBefore later than the day's start",
    work: ['2026-11-14T10:00+01:00 → 2026-11-14T20:00+01:00'],
    rules: loading({ code: 'SATURDAY', on: ['saturday'], startedBefore: '12:00' }),
    pays: ['2026-11-14 NORMAL 600', '2026-11-14 SATURDAY 600'],
  },
  {
    name: 'startedBefore is the midnight inside a window past midnight',
    work: [
      '2026-11-10T23:00+01:00 → 2026-11-11T03:00+01:00',
      '2026-11-12T00:00+01:00 → 2026-11-12T03:00+01:00',
    ],
    rules: loading({ code: 'NIGHT', clock: ['20:00', '06:00'], startedBefore: '00:00' }),
    pays: ['2026-11-10 NIGHT 240', '2026-11-10 NORMAL 240', '2026-11-12 NORMAL 180'],
  },
  {
    name: 'startedBefore in the hour that spring skips is the end of the gap',
    work: ['2026-03-29T01:30+01:00 → 2026-03-29T04:00+02:00'],
    rules: loading({ code: 'EARLY', clock: ['01:00', '05:00'], startedBefore: '02:30' }),
    pays: ['2026-03-29 EARLY 90', '2026-03-29 NORMAL 90'],
  },
  {
    name: 'a date with a window past midnight is that on which it begins',
    work: ['2026-12-24T20:00+01:00 → 2026-12-25T06:00+01:00'],
    attribution: 'split',
    rules: loading({ code: 'EVE', dates: [{ date: '12-24', clock: ['22:00', '02:00'] }] }),
    pays: ['2026-12-24 EVE 120', '2026-12-24 NORMAL 240', '2026-12-25 EVE 120', '2026-12-25 NORMAL 360'],
  },
  {
    name: 'a holiday without reach ends at midnight',
    work: ['2026-07-21T21:00+02:00 → 2026-07-22T04:00+02:00'],
    holidays: ['2026-07-21'],
    rules: loading({ code: 'HOLIDAY', on: ['holiday'] }),
    pays: ['2026-07-21 HOLIDAY 180', '2026-07-21 NORMAL 420'],
  },
  {
    name: 'joined over a short gap: minimum and daily limit of the first one',
    work: [
      '2026-11-10T20:00+01:00 → 2026-11-10T23:30+01:00',
      '2026-11-11T00:15+01:00 → 2026-11-11T06:15+01:00',
    ],
    attribution: 'split',
    rules: { base: [{ code: 'OT', over: { day: 480 } }, { code: 'NORMAL' }] },
    settings: { join: { gap: 60 }, minimumPaid: { entry: 300, code: 'TOPUP' } },
    pays: ['2026-11-10 NORMAL 210', '2026-11-11 NORMAL 270', '2026-11-11 OT 90'],
  },
  {
    name: 'stamps with seconds: cut off, then rounded',
    work: ['2026-11-10T08:00:01+01:00 → 2026-11-10T16:00:59+01:00, 480'],
    settings: { rounding: { level: 'stamp', step: 15, mode: 'up' } },
    pays: ['2026-11-10 NORMAL 480'],
  },
  {
    name: 'nearest: 08:07 is 08:00, 08:08 is 08:15',
    work: [
      '2026-11-10T08:07+01:00 → 2026-11-10T10:00+01:00',
      '2026-11-11T08:08+01:00 → 2026-11-11T10:00+01:00',
    ],
    settings: { rounding: { level: 'stamp', step: 15 } },
    pays: ['2026-11-10 NORMAL 120', '2026-11-11 NORMAL 105'],
  },
  {
    name: 'days first, then windows: the missing minute goes to the larger remainder',
    zone: 'UTC',
    work: ['2026-11-09T21:55+00:00 → 2026-11-10T06:20+00:00, 475'],
    attribution: 'split',
    rules: night('00:00', '02:55'),
    pays: ['2026-11-09 NORMAL 118', '2026-11-10 NIGHT 164', '2026-11-10 NORMAL 357'],
  },
];

const PLACE = '10000000-0000-4000-8000-000000000001';

function caseOf(example: Example): OracleCase {
  const entries = example.work.map((text, index) => {
    const [startsAt = '', rest = ''] = text.split(' → ');
    const [endsAt = '', net] = rest.split(', ');
    const elapsed = Math.floor((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000);
    const workedMinutes = net === undefined ? elapsed : Number(net);
    const workDate = (index === 0 ? example.workDate : undefined) ?? startsAt.slice(0, 10);
    const id = `30000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    return { id, place: PLACE, startsAt, endsAt, workDate, workedMinutes };
  });
  const [from, to] = example.period ?? ['2026-01-01', '2026-12-31'];
  return {
    name: example.name,
    places: { [PLACE]: example.zone ?? 'Europe/Brussels' },
    columns: example.columns ?? {},
    holidays: example.holidays ?? [],
    period: { from, to },
    config: {
      attribution: example.attribution ?? 'start',
      dst: example.dst ?? 'elapsed',
      rounding: { level: 'none', step: 15, mode: 'nearest', grace: 0, ...rounding(example.settings) },
      breaks: { allocate: 'proportional' },
      ...without(example.settings),
      payRules: example.rules ?? { base: [{ code: 'NORMAL' }], loadings: [] },
    },
    entries,
  };
}

function rounding(settings: object | undefined): object {
  return settings !== undefined && 'rounding' in settings ? (settings.rounding as object) : {};
}

function without(settings: object | undefined): object {
  return Object.fromEntries(Object.entries(settings ?? {}).filter(([key]) => key !== 'rounding'));
}

const told = (lines: readonly OracleLine[]): string[] =>
  sortedLines(lines).map(([date, code, , , minutes]) => `${date} ${code} ${minutes}`);

describe('worked examples of docs/time.md and docs/pay.md', () => {
  test.each(EXAMPLES)('$name', (example) => {
    expect(told(programLines(caseOf(example)))).toEqual(example.pays);
  });
});

describe.skipIf(oracle === undefined)('the oracle agrees', () => {
  test('on every example', () => {
    const answers = oracle?.given(EXAMPLES.map(caseOf)) ?? [];
    expect(answers.map(({ case: { name }, lines }) => [name, told(lines)])).toEqual(
      EXAMPLES.map(({ name, pays }) => [name, pays]),
    );
  });
});

test('the wall clock adds no break: a line pays all of its span', () => {
  const { lines } = payOf({
    work: [{ start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T02:15:00+01:00' }],
    config: configured('{}'),
    attribution: 'split',
    dst: 'wallclock',
  });
  expect(lines.map(({ minutes, spanSeconds }) => [minutes, spanSeconds / 60])).toEqual([
    [120, 120],
    [135, 135],
  ]);
});

test('outdated offsets: no line is on a day that their clock never shows', () => {
  const { lines } = payOf({
    work: [
      { start: '2026-11-01T22:00:00+01:00', end: '2026-11-02T06:00:00+01:00', zone: 'Africa/Casablanca' },
    ],
    config: configured(
      'payRules: { base: [{ code: N }], loadings: [{ code: SUN, on: [sunday], reachTo: "04:00" }] }',
    ),
    attribution: 'split',
  });
  expect(lines.map(({ date, payCode, minutes }) => `${date} ${payCode} ${minutes}`)).toEqual([
    '2026-11-01 N 120',
    '2026-11-01 SUN 120',
    '2026-11-02 N 360',
    '2026-11-02 SUN 240',
  ]);
});

test('an entry whose workDate is days off counts once in two adjacent months, on the service’s day', () => {
  const example: Example = {
    name: 'days off',
    work: ['2026-10-31T22:00+01:00 → 2026-11-01T06:00+01:00'],
    workDate: '2026-10-29',
    attribution: 'split',
    pays: [],
  };
  const months = [
    ['2026-10-01', '2026-10-31'],
    ['2026-11-01', '2026-11-30'],
  ] as const;
  const lines = months.flatMap((period) => programLines(caseOf({ ...example, period })));
  expect(told(lines)).toEqual(['2026-10-29 NORMAL 480']);
});
