import { describe, expect, test } from 'vitest';
import { employerZones } from '../../../src/domain/records/periodData.js';
import type { Shift } from '../../../src/domain/records/records.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { buildTimesheet } from '../../../src/domain/timesheet/buildTimesheet.js';
import {
  type Control,
  type ControlTotals,
  controlTotals,
} from '../../../src/domain/timesheet/controlTotals.js';
import { clipAtEstimates, entryFromShift } from '../../../src/domain/timesheet/estimates.js';
import { pairShifts } from '../../../src/domain/timesheet/pairShifts.js';
import type { Timesheet, WorkedEntry } from '../../../src/domain/timesheet/timesheet.js';
import { verifyControlTotals } from '../../../src/domain/timesheet/verifyControlTotals.js';
import { PaytallyError } from '../../../src/errors.js';
import {
  entry,
  OCTOBER,
  period,
  periodData,
  type ShiftInput,
  shift,
  timesheetOf,
} from '../../support/records/periodFixture.js';

const DAY = { start: '10-06 08:00', end: '10-06 16:00' };

describe('shifts paired with entries', () => {
  const shown = (timesheet: Timesheet, shifts: readonly Shift[], related?: readonly Shift[]) =>
    pairShifts(timesheet, shifts, related).map(
      ({ employeeId, date, shift: planned, entry: worked, plannedMinutes, workedMinutes, status }) =>
        `${employeeId} ${date.slice(5)} ${planned?.id ?? '-'} ${worked?.id ?? '-'} ${plannedMinutes} ${workedMinutes} ${status}`,
    );

  test('another employee’s shift has only the entries of these employees, and no planned minutes', () => {
    const ofBob = shift({ ...DAY, id: 'sb', employeeId: 'bob' });
    const idle = shift({ ...DAY, id: 'si', employeeId: 'bob' });
    const data = periodData({ entries: [entry({ ...DAY, id: 'e', shiftId: 'sb' })], shifts: [] });
    expect(shown(timesheetOf(data), [], [ofBob, idle])).toEqual(['ann 10-06 sb e 0 480 matched']);
  });

  test('are sorted by employee, start and ids, whatever their order in the input', () => {
    const at = (id: string, start: string, change: object = {}) =>
      entry({ id, start: `10-06 ${start}`, end: `10-06 ${start.replace(':00', ':30')}`, ...change });
    const entries = [
      at('z', '08:00', { employeeId: 'zed' }),
      at('b', '10:00'),
      at('a', '10:00'),
      at('late', '20:00', { shiftId: 's' }),
      at('c', '09:00', { employeeId: 'bob' }),
      at('gone', '10:00', { shiftId: 'not-read' }),
    ];
    const shifts = [
      shift({ id: 's', start: '10-06 07:00', end: '10-06 07:30' }),
      shift({ id: 'free', ...DAY }),
    ];
    const data = periodData({ entries, shifts });
    const expected = [
      'ann 10-06 free - 480 0 no-show',
      'ann 10-06 - a 0 30 unplanned',
      'ann 10-06 - b 0 30 unplanned',
      'ann 10-06 - gone 0 30 unplanned',
      'ann 10-06 s late 30 30 matched',
      'bob 10-06 - c 0 30 unplanned',
      'zed 10-06 - z 0 30 unplanned',
    ];
    expect(shown(timesheetOf(data), shifts)).toEqual(expected);
    const turned = periodData({ entries: entries.toReversed(), shifts: shifts.toReversed() });
    expect(shown(timesheetOf(turned), shifts.toReversed())).toEqual(expected);
  });

  test('have the day of the shift, else that of the entry', () => {
    const night = shift({ id: 's', start: '10-06 22:00', end: '10-07 06:00' });
    const next = entry({ id: 'e', start: '10-07 00:30', end: '10-07 06:00', shiftId: 's' });
    const data = periodData({ entries: [next], shifts: [night] });
    expect(shown(timesheetOf(data), [night])).toEqual(['ann 10-06 s e 480 330 matched']);
    expect(shown(timesheetOf(data), [])).toEqual(['ann 10-07 - e 0 330 unplanned']);
  });

  test('omit work wholly in the margin, and agency work', () => {
    const margin = entry({ id: 'm', start: '09-30 08:00', end: '09-30 16:00' });
    const open = entry({ id: 'o', ...DAY, end: null, status: 'Working', employeeId: null });
    const openBefore = entry({ id: 'p', start: '09-30 08:00', end: null, status: 'Working' });
    const data = periodData({ entries: [margin, open, openBefore] });
    expect(shown(timesheetOf(data), [])).toEqual([]);
    const unnamed = { entry: { ...margin, employeeId: null }, zone: undefined, parts: [], inside: [] };
    expect(shown({ ...timesheetOf(data), exported: [unnamed] }, [])).toEqual([]);
  });
});

describe('the places of entries', () => {
  test('an entry at an unlisted place has the zone of the others, and its own id as a name', () => {
    const places = [{ id: 'cairo', zone: 'Africa/Cairo', label: undefined }];
    const work = entry({
      start: '2026-10-06T23:30:00+03:00',
      end: '2026-10-07T01:30:00+03:00',
      establishmentId: 'x9',
    });
    const data = periodData({ entries: [work], establishments: places });
    const { days, exported } = timesheetOf(data, 'split');
    expect(
      days.map(({ date, establishments, workedMinutes }) => [date, establishments, workedMinutes]),
    ).toEqual([
      ['2026-10-06', ['x9'], 30],
      ['2026-10-07', ['x9'], 90],
    ]);
    expect(exported[0]?.zone?.source).toBe('only-zone');
    expect(
      employerZones({ establishments: [...places, { id: 'y', zone: undefined, label: undefined }] }).map(
        ({ name }) => name,
      ),
    ).toEqual(['Africa/Cairo']);
  });

  test('a place without a name is shown by its id, and an entry without a place has no name', () => {
    const entries = [
      entry({ id: 'a', ...DAY, establishmentId: 'x9' }),
      entry({ id: 'b', ...DAY, establishmentId: null }),
      entry({ id: 'c', ...DAY, establishmentId: 'ghent' }),
    ];
    const establishments = [
      { id: 'x9', zone: 'Europe/Brussels', label: undefined },
      { id: 'ghent', zone: 'Europe/Brussels', label: 'Ghent' },
    ];
    const [day] = timesheetOf(periodData({ entries, establishments })).days;
    expect(day?.establishments).toEqual(['Ghent', 'x9']);
  });

  test('entries are sorted by start, then by id, each once', () => {
    const entries = ['c', 'a', 'b'].map((id) => entry({ id, ...DAY }));
    const ids = (timesheet: Timesheet) => timesheet.exported.map(({ entry: { id } }) => id);
    expect(ids(timesheetOf(periodData({ entries })))).toEqual(['a', 'b', 'c']);
    expect(timesheetOf(periodData({ entries })).estimated).toBeUndefined();
  });

  test('the part of an entry without zone or end has its own length, never a negative one', () => {
    const odd = [
      entry({
        id: 'a',
        start: '2026-10-06T08:00:00+02:00',
        end: '2026-10-06T12:00:00+01:00',
        establishmentId: null,
      }),
      entry({ id: 'b', start: '10-07 08:00', end: null }),
      entry({
        id: 'c',
        start: '2026-10-08T08:00:00+02:00',
        end: '2026-10-08T06:00:00+01:00',
        minutes: 10,
        establishmentId: null,
      }),
    ];
    const establishments = [{ id: 'x', zone: undefined, label: undefined }];
    const { exported } = timesheetOf(periodData({ entries: odd, establishments }), 'split');
    expect(
      exported.map(({ parts }) =>
        parts.map(({ date, elapsedSeconds, minutes }) => [date, elapsedSeconds, minutes]),
      ),
    ).toEqual([[['2026-10-06', 18_000, 300]], [['2026-10-07', 0, 0]], [['2026-10-08', 0, 10]]]);
    const [first] = exported;
    expect(first?.parts[0]).toMatchObject({
      startEpoch: Date.parse('2026-10-06T06:00Z') / 1000,
      endEpoch: Date.parse('2026-10-06T11:00Z') / 1000,
    });
  });

  test('days are sorted by employee and date, those without an employee first', () => {
    const entries = [
      entry({ id: '1', start: '10-07 08:00', end: '10-07 09:00', employeeId: 'zed' }),
      entry({ id: '2', start: '10-08 08:00', end: '10-08 09:00', employeeId: 'ann' }),
      entry({ id: '3', start: '10-06 08:00', end: '10-06 09:00', employeeId: 'zed' }),
      entry({ id: '4', start: '10-06 08:00', end: '10-06 09:00', employeeId: null, agencyWorkerId: 'w' }),
      entry({ id: '5', start: '10-06 08:00', end: '10-06 09:00', employeeId: null }),
    ];
    const external = shift({ ...DAY, id: 'x', employeeId: 'bob', fillType: 'External' });
    const { days, agencyDays } = timesheetOf(periodData({ entries, shifts: [external] }));
    const shown = (list: typeof days) =>
      list.map(({ personId, date, workedMinutes, plannedMinutes }) => [
        personId,
        date.slice(5),
        workedMinutes,
        plannedMinutes,
      ]);
    expect(shown(days)).toEqual([
      ['ann', '10-08', 60, 0],
      ['bob', '10-06', 0, 480],
      ['zed', '10-06', 60, 0],
      ['zed', '10-07', 60, 0],
    ]);
    expect(shown(agencyDays)).toEqual([
      [null, '10-06', 60, 0],
      ['w', '10-06', 60, 0],
    ]);
  });

  test('days without worked or planned minutes are omitted', () => {
    const empty = shift({ id: 's', start: '10-06 08:00', end: '10-06 08:00' });
    expect(timesheetOf(periodData({ shifts: [empty] })).days).toEqual([]);
  });

  test('a year outside the tables names the entry', () => {
    const late = entry({ id: 'late', start: '9050-10-06T08:00:00+02:00', end: '9050-10-06T16:00:00+02:00' });
    const run = () =>
      timesheetOf(periodData({ entries: [late] }), 'split', period('9050-10-01', '9050-10-31'));
    expect(run).toThrow(/^Entry late: ./);
  });
});

describe('the plan used instead of entries', () => {
  const policy = (attribution: 'start' | 'split', from: string) =>
    ({ attribution, dst: 'elapsed', estimateFrom: toLocalDate(from) }) as const;
  const built = (
    data: Parameters<typeof periodData>[0],
    attribution: 'start' | 'split',
    from = '2026-10-20',
  ) => buildTimesheet(periodData(data), OCTOBER, policy(attribution, from));

  test('is the shifts of employees with minutes on these days, by start', () => {
    const at = (id: string, day: string, change: Partial<ShiftInput> = {}) =>
      shift({ id, start: `10-${day} 08:00`, end: `10-${day} 12:00`, ...change });
    const shifts = [
      at('b', '21'),
      at('before', '19'),
      at('a', '20'),
      at('nobody', '20', { employeeId: null }),
      at('none', '20', { plannedMinutes: 0 }),
      shift({ id: 'after', start: '2026-11-01T08:00:00+01:00', end: '2026-11-01T12:00:00+01:00' }),
      shift({ id: 'edge', start: '2026-10-31T22:00:00+01:00', end: '2026-11-01T06:00:00+01:00' }),
    ];
    const { estimated } = built({ shifts }, 'split');
    expect(
      estimated?.estimates.map(({ entry: { id }, inside }) => [id, inside.map(({ minutes }) => minutes)]),
    ).toEqual([
      ['shift a', [240]],
      ['shift b', [240]],
      ['shift edge', [120]],
    ]);
    expect(built({ shifts: null }, 'split').estimated).toEqual({ replaced: [], estimates: [] });
  });

  test('replaces entries that are wholly on such days, even empty ones', () => {
    const entries = [
      entry({ id: 'on', start: '10-20 08:00', end: '10-20 09:00' }),
      entry({ id: 'empty', start: '10-20 08:00', end: '10-20 08:00' }),
      entry({ id: 'before', start: '10-19 08:00', end: '10-19 08:00' }),
      entry({ id: 'after', start: '2026-11-01T08:00:00+01:00', end: '2026-11-01T09:00:00+01:00' }),
      entry({ id: 'minute', start: '10-19 23:59', end: '10-20 00:01', minutes: 1 }),
    ];
    const { exported, outside, estimated, excluded } = built({ entries }, 'split');
    const ids = (worked: readonly WorkedEntry[] = []) => worked.map(({ entry: { id } }) => id);
    expect([ids(exported), ids(outside), ids(estimated?.replaced)]).toEqual([
      ['before', 'minute'],
      ['after'],
      ['empty', 'on'],
    ]);
    expect(excluded.map(({ entry: { id }, reason }) => `${id} ${reason}`)).toEqual([
      'after outside-period',
      'empty estimated',
      'on estimated',
    ]);
  });

  test('appears in the control totals with everything else', () => {
    const night = { start: '2026-10-31T22:00:00+01:00', end: '2026-11-01T06:00:00+01:00' };
    const data = periodData({
      entries: [entry({ id: 'e', ...night })],
      shifts: [shift({ id: 's', ...night })],
    });
    const timesheet = buildTimesheet(data, OCTOBER, policy('split', '2026-10-20'));
    const control = controlTotals(timesheet, []);
    expect(control).toMatchObject({
      fetched: { entries: 1, minutes: 480 },
      exported: { entries: 0, minutes: 0 },
      excluded: [
        { reason: 'outside-period', entries: 0, minutes: 360 },
        { reason: 'estimated', entries: 1, minutes: 120 },
      ],
      estimates: { entries: 1, minutes: 120 },
    });
    expect(control.byEmployee.get('ann')?.estimates).toEqual({ entries: 1, minutes: 120 });
    expect(() => verifyControlTotals(control, data, timesheet)).not.toThrow();
    expect('estimates' in controlTotals(timesheetOf(data), [])).toBe(false);
  });

  test('is the shift as an entry', () => {
    const plan = shift({
      ...DAY,
      id: 's1',
      breakMinutes: 30,
      teamId: 't',
      taskId: 'k',
      agencyId: 'g',
      agencyWorkerId: 'w',
    });
    expect(entryFromShift(plan)).toEqual({
      id: 'shift s1',
      workDate: '2026-10-06',
      status: 'Completed',
      start: plan.start,
      end: plan.end,
      workedMinutes: 450,
      shiftId: 's1',
      employeeId: 'ann',
      reviewedAtUtc: null,
      shift: plan,
      establishmentId: 'ghent',
      teamId: 't',
      taskId: 'k',
      agencyId: 'g',
      agencyWorkerId: 'w',
    });
  });

  const night = entry({ id: 'n', start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T06:00:00+01:00' });
  const [worked] = timesheetOf(periodData({ entries: [night] }), 'split').exported;

  test('pays an entry up to the midnight between, and its shift from there, and keeps both whole', () => {
    const cut = worked && clipAtEstimates(worked, policy('split', '2026-10-25'));
    expect(cut?.entry).toBe(worked?.entry);
    expect(cut?.parts.map(({ date, minutes }) => [date, minutes])).toEqual([['2026-10-24', 120]]);
    expect(cut?.isCutByEstimates).toBe(true);
    const plan = worked && clipAtEstimates({ ...worked, isEstimate: true }, policy('split', '2026-10-25'));
    expect(plan?.parts.map(({ date, minutes }) => [date, minutes])).toEqual([['2026-10-25', 420]]);
  });

  test('does not cut entries that are on one side', () => {
    if (worked === undefined) throw new Error('no entry');
    for (const from of ['2026-10-26', '2026-10-24'])
      expect(clipAtEstimates(worked, policy('split', from))).toBe(worked);
    expect(clipAtEstimates(worked, { estimateFrom: undefined })).toBe(worked);
  });
});

describe('two ways of counting', () => {
  const data = periodData({
    entries: [
      entry({ id: 'a', ...DAY }),
      entry({ id: 'b', ...DAY, establishmentId: null }),
      entry({ id: 'c', ...DAY, employeeId: null }),
    ],
  });
  const timesheet = timesheetOf(data);
  const good = controlTotals(timesheet, []);
  const said = (change: Partial<Control>, sheet: Partial<Timesheet> = {}) => {
    try {
      verifyControlTotals({ ...good, ...change }, data, { ...timesheet, ...sheet });
    } catch (error) {
      if (!(error instanceof PaytallyError)) throw error;
      expect([error.code, error.record]).toEqual(['CONTROL_MISMATCH', /"(.*)"/.exec(error.message)?.[1]]);
      return error.message;
    }
    return 'they agree';
  };
  const off = { entries: 2, minutes: 961 };

  test('that disagree name the scope and the two figures', () => {
    expect(said({})).toBe('they agree');
    expect(said({ exported: off })).toBe(
      'Two calculations of "employer: exported, minutes" give different results: 961 and 960.',
    );
    expect(said({ exported: { entries: 3, minutes: 960 } })).toBe(
      'Two calculations of "employer: exported, entries" give different results: 3 and 2.',
    );
    expect(
      said({ byEmployee: new Map([...good.byEmployee, ['ann', { ...good, exported: off }]]) }),
    ).toContain('"employee ann: fetched, entries" give different results: 3 and 2');
    const nowhere: ControlTotals = {
      fetched: { entries: 1, minutes: 481 },
      exported: { entries: 1, minutes: 480 },
      excluded: [],
    };
    expect(said({ byEstablishment: new Map([...good.byEstablishment, [null, nowhere]]) })).toBe(
      'Two calculations of "establishment not named: fetched, minutes" give different results: 481 and 480.',
    );
    expect(said({}, { days: timesheet.days.map((day) => ({ ...day, workedMinutes: 959 })) })).toBe(
      'Two calculations of "employee ann: exported minutes by day" give different results: 960 and 959.',
    );
  });

  test('count an entry with an empty part on the side of its minutes', () => {
    const short = entry({ id: 's', start: '10-31 22:00', end: '2026-11-01T06:00:00+01:00', minutes: 1 });
    const shared = periodData({
      entries: [short, entry({ id: 'z', start: '09-30 22:00', end: '10-01 00:30', minutes: 1 })],
    });
    const split = timesheetOf(shared, 'split');
    expect(() => verifyControlTotals(controlTotals(split, []), shared, split)).not.toThrow();
    expect(controlTotals(split, []).exported).toEqual({ entries: 0, minutes: 0 });
  });
});
