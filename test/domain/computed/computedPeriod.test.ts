import { describe, expect, test } from 'vitest';
import { payRulesOf } from '../../../src/config/schema/paySchema.js';
import { groupBy } from '../../../src/domain/collections.js';
import {
  groupWorkByPerson,
  payCodeLabel,
  payCodeLabels,
} from '../../../src/domain/computed/computedPeriod.js';
import { holidaysEverywhere } from '../../../src/domain/holidays/holidayCalendar.js';
import { computePay } from '../../../src/domain/pay/computePay.js';
import { groupRecordsByPerson, inheritFromShifts } from '../../../src/domain/records/periodData.js';
import type { Shift, TimeEntry } from '../../../src/domain/records/records.js';
import { addDays } from '../../../src/domain/time/localDate.js';
import { configured } from '../../support/records/payFixture.js';
import { entry, OCTOBER, periodData, shift, timesheetOf } from '../../support/records/periodFixture.js';

const at = (start: string, end: string) => ({ start: `10-06 ${start}`, end: `10-06 ${end}` });
const onBobs = entry({ id: 'onBobs', ...at('08:00', '10:00'), shiftId: 'ofBob' });
const again = entry({ id: 'again', ...at('10:00', '11:00'), shiftId: 'ofBob' });
const onOwn = entry({ id: 'onOwn', ...at('12:00', '13:00'), shiftId: 'ofAnn' });
const bobs = entry({ id: 'bobs', ...at('08:00', '09:00'), employeeId: 'bob', shiftId: 'ofAnn' });
const agency = entry({
  id: 'agency',
  ...at('08:00', '09:00'),
  employeeId: null,
  agencyWorkerId: 'agency-worker',
  shiftId: 'nobodys',
});
const ofAnn = shift({ id: 'ofAnn', ...at('12:00', '13:00') });
const ofBob = shift({ id: 'ofBob', ...at('08:00', '11:00'), employeeId: 'bob' });
const ofCem = shift({ id: 'ofCem', ...at('08:00', '11:00'), employeeId: 'cem' });
const nobodys = shift({
  id: 'nobodys',
  ...at('08:00', '09:00'),
  employeeId: null,
  agencyWorkerId: 'agency-worker',
  fillType: 'External',
});
const SHIFTS = [ofCem, ofBob, ofAnn, nobodys];
const data = periodData({ entries: [bobs, onBobs, agency, again, onOwn], shifts: SHIFTS });
const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

describe('records by employee', () => {
  const records = groupRecordsByPerson(data);

  test('name each employee with an entry or a shift once, sorted, and no others', () => {
    expect(records.personIds).toEqual(['ann', 'bob', 'cem']);
  });

  test('include the facts of the read other than shifts and entries', () => {
    const { entries, shifts, ...facts } = data;
    expect(records.facts).toEqual({ ...facts, hasPlanning: true });
  });

  test('include an employee’s own, and others’ shifts that they worked on, each once', () => {
    const ann = records.of('ann');
    expect([ann.personId, ids(ann.entries), ids(ann.shifts)]).toEqual([
      'ann',
      ['onBobs', 'again', 'onOwn'],
      ['ofAnn'],
    ]);
    expect(ids(ann.relatedShifts)).toEqual(['ofBob']);
    expect(ids(ann.relatedEntries)).toEqual(['bobs']);
  });

  test('include the entries of others on an employee’s shifts', () => {
    const bob = records.of('bob');
    expect([ids(bob.entries), ids(bob.shifts)]).toEqual([['bobs'], ['ofBob']]);
    expect([ids(bob.relatedShifts), ids(bob.relatedEntries)]).toEqual([['ofAnn'], ['onBobs', 'again']]);
  });

  test('keep records without an employee separate, and are empty for an unknown employee', () => {
    const nobody = records.of(null);
    expect([ids(nobody.entries), ids(nobody.shifts), nobody.relatedShifts, nobody.relatedEntries]).toEqual([
      ['agency'],
      ['nobodys'],
      [],
      [],
    ]);
    const nothing = { entries: [], shifts: [], relatedShifts: [], relatedEntries: [] };
    expect(records.of('zoe')).toEqual({ personId: 'zoe', ...nothing });
    expect(ids(records.of('cem').shifts)).toEqual(['ofCem']);
  });

  test('know that planning cannot be read', () => {
    const unplanned = groupRecordsByPerson({ ...data, shifts: null });
    expect(unplanned.facts.hasPlanning).toBe(false);
    expect([unplanned.personIds, unplanned.of('ann').shifts, unplanned.of('ann').relatedShifts]).toEqual([
      ['ann', 'bob'],
      [],
      [],
    ]);
  });
});

describe('work that was computed for all employees, by employee', () => {
  const outside = entry({
    id: 'outside',
    start: '2026-11-02T08:00:00+01:00',
    end: '2026-11-02T09:00:00+01:00',
  });
  const open = entry({
    id: 'open',
    ...at('20:00', '21:00'),
    end: null,
    status: 'Working',
    employeeId: 'bob',
  });
  const whole = { ...data, entries: [...data.entries, outside, open] };
  const timesheet = timesheetOf(whole);
  const pay = computePay({
    worked: [...timesheet.exported, ...timesheet.outside],
    period: OCTOBER,
    policy: timesheet.policy,
    rules: payRulesOf(configured('payRules: { base: [{ code: NORMAL }] }')),
    holidaysAt: holidaysEverywhere([]),
    columnsOf: () => undefined,
  });
  const work = groupWorkByPerson({
    data: whole,
    relatedShifts: [],
    timesheet,
    pay,
    holidayOn: () => undefined,
  });
  const entriesOf = (worked: readonly { readonly entry: { readonly id: string } }[]) =>
    worked.map((each) => each.entry.id);

  test('names each employee with an entry or a shift, sorted', () => {
    expect(work.ids).toEqual(['ann', 'bob', 'cem']);
  });

  test('has all work of one employee', () => {
    const ann = work.of('ann');
    expect([ids(ann.data.entries), ids(ann.data.shifts ?? []), ids(ann.relatedShifts)]).toEqual([
      ['onBobs', 'again', 'onOwn', 'outside'],
      ['ofAnn'],
      ['ofCem', 'ofBob', 'nobodys'],
    ]);
    expect([entriesOf(ann.timesheet.exported), entriesOf(ann.timesheet.outside)]).toEqual([
      ['onBobs', 'again', 'onOwn'],
      ['outside'],
    ]);
    expect(ann.timesheet.days.map(({ personId, workedMinutes }) => [personId, workedMinutes])).toEqual([
      ['ann', 240],
    ]);
    expect([ann.timesheet.agency, ann.timesheet.agencyDays]).toEqual([[], []]);
    expect([ann.pay.lines, ann.pay.outsideLines].map((lines) => lines.map(({ entryId }) => entryId))).toEqual(
      [['onBobs', 'again', 'onOwn'], ['outside']],
    );
    expect(ann.pay.entries.map(({ entryId }) => entryId)).toEqual(['onBobs', 'again', 'onOwn', 'outside']);
    expect([ann.data.establishments, ann.timesheet.period]).toEqual([data.establishments, OCTOBER]);
  });

  test('has work that counts nowhere with its employee', () => {
    const excluded = work.of('bob').timesheet.excluded.map(({ entry: { id }, reason }) => [id, reason]);
    expect(excluded).toEqual([['open', 'open']]);
    expect(work.of('ann').timesheet.excluded.map(({ reason }) => reason)).toEqual(['outside-period']);
    expect(work.of('bob').pay.entries.map(({ entryId }) => entryId)).toEqual(['bobs']);
  });

  test('has agency work with no employee, and none for an unknown employee', () => {
    const nobody = work.of(null);
    expect([ids(nobody.data.entries), entriesOf(nobody.timesheet.agency)]).toEqual([['agency'], ['agency']]);
    expect(nobody.timesheet.agencyDays.map(({ personId }) => personId)).toEqual(['agency-worker']);
    expect([nobody.pay.lines, nobody.pay.outsideLines, nobody.pay.entries]).toEqual([[], [], []]);
    const { data: records, timesheet: sheet, pay: paid } = work.of('zoe');
    expect([
      records.entries,
      records.shifts,
      sheet.exported,
      sheet.outside,
      sheet.excluded,
      sheet.days,
    ]).toEqual([[], [], [], [], [], []]);
    expect(paid).toEqual({ lines: [], outsideLines: [], entries: [] });
  });

  test('knows that planning cannot be read, and which employees are only paid', () => {
    const line = { ...pay.lines[0], employeeId: 'dan', entryId: null } as (typeof pay.lines)[number];
    const unplanned = groupWorkByPerson({
      holidayOn: () => undefined,
      data: { ...whole, shifts: null },
      relatedShifts: [],
      timesheet,
      pay: {
        lines: [line],
        outsideLines: [],
        entries: [{ ...pay.entries[0], entryId: 'unknown' } as (typeof pay.entries)[number]],
      },
    });
    // Cem has a planned day in the timesheet.
    expect(unplanned.ids).toEqual(['ann', 'bob', 'cem', 'dan']);
    expect([unplanned.of('ann').data.shifts, unplanned.of('ann').relatedShifts]).toEqual([null, []]);
    expect(unplanned.of(null).pay.entries).toHaveLength(1);
  });
});

describe('the name of a pay code for readers', () => {
  const codes = {
    NORMAL: { external: '100', label: { en: 'Normal hours', nl: 'Gewone uren' } },
    NIGHT: { external: '200' },
    SAME: { external: '300', label: { en: 'SAME' } },
  };

  test('is its label in the language, else its usual meaning, else the code', () => {
    expect(payCodeLabel('NORMAL', codes, 'nl-BE')).toBe('Gewone uren');
    expect(payCodeLabel('NORMAL', codes, 'fr')).toBe('Heures normales');
    expect([payCodeLabel('NIGHT', codes, 'en'), payCodeLabel('toString', codes, 'en')]).toEqual([
      'NIGHT',
      'toString',
    ]);
  });

  test('is listed if it says more than the code', () => {
    expect(payCodeLabels(codes, 'en')).toEqual({ NORMAL: 'Normal hours' });
    expect(payCodeLabels(codes, 'de')).toEqual({ NORMAL: 'Normalstunden', NIGHT: 'Nacht' });
  });
});

test('groups are in the order of their first item', () => {
  expect([...groupBy([3, 1, 4, 2], (number) => number % 2)]).toEqual([
    [1, [3, 1]],
    [0, [4, 2]],
  ]);
});

describe('teams and tasks', () => {
  const planned = shift({ id: 'planned', ...at('08:00', '10:00'), teamId: 'bar', taskId: 'wait' });
  const ofAnother = { ...planned, id: 'ofAnother', employeeId: 'bob' };
  const one = entry({ id: 'one', ...at('08:00', '10:00') });
  const teamsOf = (entries: readonly TimeEntry[], shifts: readonly Shift[] | null = [planned, ofAnother]) => {
    const records = groupRecordsByPerson(periodData({ entries, shifts }));
    return inheritFromShifts(records.of('ann'), 1).entries.map(({ teamId, taskId }) => [teamId, taskId]);
  };

  test('are the entry’s own, else those of the shift that it names, separately for each', () => {
    expect(teamsOf([{ ...one, shiftId: 'planned' }])).toEqual([['bar', 'wait']]);
    expect(teamsOf([{ ...one, shiftId: 'planned', teamId: 'kitchen' }])).toEqual([['kitchen', 'wait']]);
    expect(teamsOf([{ ...one, shiftId: 'planned', taskId: 'wash' }])).toEqual([['bar', 'wash']]);
    expect(teamsOf([{ ...one, teamId: 'kitchen', taskId: 'wash' }])).toEqual([['kitchen', 'wash']]);
  });

  test('are not those of a shift that a shorter read would not have', () => {
    const named = { ...one, shiftId: 'planned' };
    const on = (days: number) => ({ ...planned, date: addDays(planned.date, days) });
    expect([-2, -1, 1, 2].map((days) => teamsOf([named], [on(days)])[0]?.[0])).toEqual([
      null,
      'bar',
      'bar',
      null,
    ]);
  });

  test('can come from another employee’s shift', () => {
    expect(teamsOf([{ ...one, shiftId: 'ofAnother' }])).toEqual([['bar', 'wait']]);
  });

  test('are empty if the entry names no shift or an unread one, or if planning cannot be read', () => {
    expect(teamsOf([one, { ...one, id: 'two', shiftId: 'elsewhere' }])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(teamsOf([{ ...one, shiftId: 'planned' }], null)).toEqual([[null, null]]);
  });
});
