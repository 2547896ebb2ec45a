import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { InvalidRecord } from '../../../src/domain/records/records.js';
import {
  type Control,
  type ControlTotals,
  controlTotals,
} from '../../../src/domain/timesheet/controlTotals.js';
import type { Timesheet } from '../../../src/domain/timesheet/timesheet.js';
import { verifyControlTotals } from '../../../src/domain/timesheet/verifyControlTotals.js';
import { ERRORS, PaytallyError } from '../../../src/errors.js';
import { verbatim } from '../../../src/i18n/message.js';
import { anyEntries, anyPlaces, daysOf } from '../../support/records/anyEntry.js';
import { entry, period, periodData, timesheetOf } from '../../support/records/periodFixture.js';

const NIGHT_IN = { id: 'in', start: '09-30 22:00', end: '10-01 06:00', establishmentId: 'cairo' };
const ENTRIES = [
  entry({ id: 'a', start: '10-06 08:00', end: '10-06 16:00' }),
  entry({ id: 'empty', start: '10-07 08:00', end: '10-07 08:00' }),
  entry(NIGHT_IN),
  entry({ id: 'bob', employeeId: 'bob', start: '10-08 08:00', end: '10-08 12:00' }),
  entry({ id: 'cancelled', status: 'Cancelled', start: '10-08 08:00', end: '10-08 12:00' }),
  entry({ id: 'open', status: 'OnBreak', start: '10-08 08:00', end: null }),
  entry({ id: 'agency', employeeId: null, start: '10-08 08:00', end: '10-08 12:00' }),
  entry({ id: 'margin', start: '2026-11-01T08:00:00+01:00', end: '2026-11-01T12:00:00+01:00' }),
];
const INVALID: readonly InvalidRecord[] = [
  { list: 'time-entries', id: 'x', problems: [verbatim('startsAt')], workedMinutes: 60 },
  { list: 'shifts', id: 's', problems: [verbatim('date')], workedMinutes: 0 },
  { list: 'employees', id: 'y', problems: [verbatim('firstName')], workedMinutes: 0 },
];
const DATA = periodData({ entries: ENTRIES, invalid: INVALID });

const plain = ({ fetched, exported, excluded }: ControlTotals) => ({
  fetched: [fetched.entries, fetched.minutes],
  exported: [exported.entries, exported.minutes],
  excluded: excluded.map(({ reason, entries, minutes }) => [reason, entries, minutes]),
});

describe('control totals', () => {
  const control = controlTotals(timesheetOf(DATA, 'split'), DATA.invalid);

  test('of the employer: invalid entries count, other invalid records do not', () => {
    expect(plain(control)).toEqual({
      fetched: [9, 480 + 0 + 480 + 240 + 240 + 240 + 60],
      exported: [4, 480 + 360 + 240],
      excluded: [
        ['cancelled', 1, 0],
        ['open', 1, 0],
        ['agency', 1, 240],
        ['outside-period', 1, 120 + 240],
        ['invalid', 1, 60],
      ],
    });
  });

  test('by establishment', () => {
    const { byEstablishment } = control;
    expect([...byEstablishment.keys()].sort()).toEqual(['cairo', 'ghent', null].sort());
    expect(plain(byEstablishment.get('cairo') ?? control)).toEqual({
      fetched: [1, 480],
      exported: [1, 360],
      excluded: [['outside-period', 0, 120]],
    });
  });

  test('by employee', () => {
    const ann = control.byEmployee.get('ann');
    expect(ann && plain(ann)).toEqual({
      fetched: [6, 480 + 480 + 240],
      exported: [3, 840],
      excluded: [
        ['cancelled', 1, 0],
        ['open', 1, 0],
        ['outside-period', 1, 360],
      ],
    });
  });

  test('an empty entry counts as exported on a day inside the period only', () => {
    const of = (day: string) => {
      const data = periodData({ entries: [entry({ start: `${day} 08:00`, end: `${day} 08:00` })] });
      return controlTotals(timesheetOf(data), []).exported.entries;
    };
    expect([of('10-31'), of('09-30')]).toEqual([1, 0]);
  });

  test('a split entry counts in both periods, but never without a minute', () => {
    const data = periodData({ entries: [entry({ ...NIGHT_IN, establishmentId: 'ghent', minutes: 1 })] });
    const of = (from: string, to: string) =>
      controlTotals(timesheetOf(data, 'split', period(from, to)), []).exported;
    expect(of('2026-09-01', '2026-09-30')).toEqual({ entries: 0, minutes: 0 });
    expect(of('2026-10-01', '2026-10-31')).toEqual({ entries: 1, minutes: 1 });
  });
});

describe('counted twice, in different ways', () => {
  test('both counts agree, and scopes add up to the whole, for any data', () => {
    const situation = anyPlaces.chain((places) =>
      fc.tuple(fc.constant(places), anyEntries(places), fc.constantFrom('start', 'split', 'end', 'majority')),
    );
    fc.assert(
      fc.property(situation, ([establishments, entries, attribution]) => {
        const data = periodData({ establishments, entries, invalid: INVALID });
        const timesheet = timesheetOf(data, attribution as 'start', period(...daysOf(entries)));
        const control = controlTotals(timesheet, data.invalid);
        verifyControlTotals(control, data, timesheet);
        for (const scope of [control.byEstablishment, control.byEmployee]) {
          const all = [...scope].map(([, totals]) => totals);
          for (const figure of ['fetched', 'exported'] as const) {
            const sum = (of: 'entries' | 'minutes') => all.reduce((total, one) => total + one[figure][of], 0);
            expect([sum('entries'), sum('minutes')]).toEqual([
              control[figure].entries,
              control[figure].minutes,
            ]);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  const timesheet = timesheetOf(DATA, 'split');
  const good = controlTotals(timesheet, DATA.invalid);
  const more = (totals: ControlTotals): ControlTotals => ({
    ...totals,
    exported: { ...totals.exported, minutes: totals.exported.minutes + 1 },
  });
  const ann = good.byEmployee.get('ann') ?? good;
  const cairo = good.byEstablishment.get('cairo') ?? good;
  const [worked, ...others] = timesheet.exported;

  const WRONG: readonly (readonly [string, Partial<Control>, Partial<Timesheet>])[] = [
    ['one more minute in total', more(good), {}],
    ['one more entry fetched', { fetched: { ...good.fetched, entries: 10 } }, {}],
    ['a missing reason', { excluded: good.excluded.slice(1) }, {}],
    ['a swapped reason', { excluded: good.excluded.map((each) => ({ ...each, reason: 'filtered' })) }, {}],
    ['more minutes for an employee', { byEmployee: new Map([...good.byEmployee, ['ann', more(ann)]]) }, {}],
    ['a missing employee', { byEmployee: new Map() }, {}],
    [
      'one more minute at a place',
      { byEstablishment: new Map([...good.byEstablishment, ['cairo', more(cairo)]]) },
      {},
    ],
    ['a missing place', { byEstablishment: new Map() }, {}],
    ['a missing day', {}, { days: timesheet.days.slice(1) }],
    ['one more minute on a day', {}, { days: timesheet.days.map((day) => ({ ...day, workedMinutes: 1 })) }],
    ['an entry without its parts', {}, { exported: worked ? [{ ...worked, parts: [] }, ...others] : [] }],
  ];
  test.each(WRONG)('%s is a mismatch', (_name, control, sheet) => {
    expect(() => verifyControlTotals({ ...good, ...control }, DATA, { ...timesheet, ...sheet })).toThrow(
      PaytallyError,
    );
  });

  test('right figures are not a mismatch, and a mismatch is an internal error: status 1', () => {
    expect(() => verifyControlTotals(good, DATA, timesheet)).not.toThrow();
    expect(ERRORS.CONTROL_MISMATCH).toBe(1);
  });
});
