// @module-tag slow
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { ListCollector } from '../../../src/sources/records/listCollector.js';
import type { ListShape } from '../../../src/sources/records/lists.js';
import { EMPLOYEES, SHIFTS, TEAMS, TIME_ENTRIES } from '../../../src/sources/workforce/wire/serviceLists.js';
import { memoryStaging } from '../../support/service/memoryStaging.js';

const ID = '0e6f1c5e-4c1d-4a52-9d6c-3f5c0a1b2c3d';
const ENTRY = {
  id: ID,
  workDate: '2026-10-25',
  status: 'Completed',
  startsAt: '2026-10-25T01:30:00+02:00',
  endsAt: '2026-10-25T06:00:00+01:00',
  workedMinutes: 300,
  shiftId: null,
  employeeId: ID,
  reviewedAtUtc: '2026-10-26T08:00:00Z',
};
const SHIFT = {
  id: ID,
  date: '2026-10-25',
  startsAt: '2026-10-25T01:30:00+02:00',
  endsAt: '2026-10-25T06:00:00+01:00',
  breakMinutes: 30,
  plannedMinutes: 300,
  fillType: 'Internal',
  employeeId: ID,
};
const EMPLOYEE = { id: ID, firstName: 'Ann', lastName: '', isActive: true };
const RECORDS: Readonly<Record<string, { readonly shape: ListShape<unknown>; readonly record: object }>> = {
  'time entry': { shape: TIME_ENTRIES, record: ENTRY },
  shift: { shape: SHIFTS, record: SHIFT },
  employee: { shape: EMPLOYEES, record: EMPLOYEE },
  team: { shape: TEAMS, record: { id: ID } },
};

/** The result of reading one element once. */
function seen(shape: ListShape<unknown>, element: unknown) {
  const ledger = new ListCollector(shape, memoryStaging());
  ledger.beginPass();
  ledger.addPage([element], () => 'page 1, record 1');
  return ledger;
}
const problemsOf = (shape: ListShape<unknown>, element: unknown) =>
  seen(shape, element)
    .invalid()
    .flatMap(({ problems }) => problems.map(englishText));

const without = (record: object, field: string) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));

describe('what the service allows', () => {
  it.each<[string, keyof typeof RECORDS, object]>([
    ['an entry as documented', 'time entry', {}],
    ['a shift as documented', 'shift', {}],
    ['unknown fields', 'time entry', { note: 'x', nested: { deep: [1, { a: null }] } }],
    ['an open entry, endsAt null', 'time entry', { status: 'Working', endsAt: null, workedMinutes: null }],
    ['an open entry, endsAt empty', 'time entry', { status: 'OnBreak', endsAt: '', workedMinutes: null }],
    [
      'an open entry, endsAt absent',
      'time entry',
      { status: 'Working', endsAt: undefined, workedMinutes: undefined },
    ],
    ['a completed entry without endsAt (exception MISSING_END)', 'time entry', { endsAt: null }],
    ['a cancelled entry', 'time entry', { status: 'Cancelled', workedMinutes: null }],
    ['no employee', 'time entry', { employeeId: null }],
    [
      'references absent',
      'time entry',
      { employeeId: undefined, shiftId: undefined, reviewedAtUtc: undefined },
    ],
    ['not reviewed', 'time entry', { reviewedAtUtc: '' }],
    ['reviewed, without a zone designator', 'time entry', { reviewedAtUtc: '2026-10-26T08:00:00' }],
    ['zero minutes', 'time entry', { workedMinutes: 0 }],
    ['an offset of quarter hours', 'shift', { startsAt: '2026-10-25T01:30:00+05:45' }],
    ['an external worker', 'shift', { fillType: 'External', employeeId: null }],
    ['an upper-case UUID', 'employee', { id: ID.toUpperCase() }],
  ])('%s', (_name, kind, change) => {
    const { shape, record } = RECORDS[kind] ?? {};
    if (shape === undefined) throw new Error(kind);
    expect(problemsOf(shape, JSON.parse(JSON.stringify({ ...record, ...change })))).toEqual([]);
  });
});

describe('a violation of a documented rule is listed with its path', () => {
  it.each<[string, keyof typeof RECORDS, object, string]>([
    [
      'an end in the year 9999',
      'time entry',
      { endsAt: '9999-12-31T17:00:00+01:00' },
      'endsAt: more than a year from its date: "9999-12-31T17:00:00+01:00"',
    ],
    [
      'a start in the year 0001',
      'shift',
      { startsAt: '0001-01-01T08:00:00+01:00' },
      'startsAt: more than a year from its date: "0001-01-01T08:00:00+01:00"',
    ],
    [
      'an end beyond the known clock changes',
      'time entry',
      { endsAt: '2062-10-25T17:00:00+01:00' },
      'endsAt: more than a year from its date: "2062-10-25T17:00:00+01:00"',
    ],
    [
      'a day in the year 9999',
      'shift',
      { date: '9999-12-31' },
      'date: not in the years 2000 to 2100: "9999-12-31"',
    ],
    [
      'completed without minutes',
      'time entry',
      { workedMinutes: null },
      'workedMinutes: missing, but status is Completed',
    ],
    [
      'open with minutes',
      'time entry',
      { status: 'Working', endsAt: null },
      'workedMinutes: present, but status is Working',
    ],
    [
      'open with an end',
      'time entry',
      { status: 'OnBreak', workedMinutes: null },
      'endsAt: must be empty when status is OnBreak',
    ],
    [
      'half minutes',
      'time entry',
      { workedMinutes: 7.5 },
      'workedMinutes: expected a whole number of minutes or null, got 7.5',
    ],
    [
      'negative minutes',
      'time entry',
      { workedMinutes: -1 },
      'workedMinutes: expected a whole number of minutes or null, got -1',
    ],
    [
      'minutes as text',
      'time entry',
      { workedMinutes: '300' },
      'workedMinutes: expected a whole number of minutes or null, got "300"',
    ],
    [
      'an unknown status',
      'time entry',
      { status: 'Done' },
      'status: expected one of Working, OnBreak, Completed, Cancelled, got "Done"',
    ],
    [
      'an invalid date',
      'time entry',
      { workDate: '2026-02-30' },
      'workDate: expected a date written YYYY-MM-DD, got "2026-02-30"',
    ],
    [
      'a time without an offset',
      'time entry',
      { startsAt: '2026-10-25T01:30:00' },
      'startsAt: no UTC offset: "2026-10-25T01:30:00"',
    ],
    ['no start', 'time entry', { startsAt: null }, 'startsAt: expected a date-time, got null'],
    [
      'a review time outside UTC',
      'time entry',
      { reviewedAtUtc: '2026-10-26T08:00:00+02:00' },
      'reviewedAtUtc: expected a UTC timestamp or nothing, got "2026-10-26T08:00:00+02:00"',
    ],
    [
      'a shift that is not a UUID',
      'time entry',
      { shiftId: '17' },
      'shiftId: expected a UUID or null, got "17"',
    ],
    ['a shift without an end', 'shift', { endsAt: null }, 'endsAt: expected a date-time, got null'],
    [
      'an unknown fill type',
      'shift',
      { fillType: 'internal' },
      'fillType: expected one of Internal, External, got "internal"',
    ],
    ['a flag as text', 'employee', { isActive: 'true' }, 'isActive: expected true or false, got "true"'],
    ['no last name', 'employee', { lastName: null }, 'lastName: expected text, got null'],
  ])('%s', (_name, kind, change, problem) => {
    const { shape, record } = RECORDS[kind] ?? {};
    if (shape === undefined) throw new Error(kind);
    expect(problemsOf(shape, { ...record, ...change })).toContain(problem);
  });

  it.each([
    ['no id', without(EMPLOYEE, 'id')],
    ['a number as id', { ...EMPLOYEE, id: 7 }],
    ['null', null],
    ['text', 'employee'],
    ['a list', [EMPLOYEE]],
  ])('%s: named by its position', (_name, element) => {
    expect(seen(EMPLOYEES, element).invalid()).toMatchObject([{ id: 'page 1, record 1', list: 'employees' }]);
  });

  it('the minutes of a broken entry are kept for the control totals', () => {
    const broken = { ...ENTRY, status: 'Nonsense', workedMinutes: 480 };
    expect(seen(TIME_ENTRIES, broken).invalid()).toMatchObject([{ id: ID, workedMinutes: 480 }]);
  });
});

describe('invalid values', () => {
  const cases = Object.entries(RECORDS).flatMap(([kind, { shape, record }]) =>
    Object.keys(record).map((field) => ({ kind, field, shape, record })),
  );
  it.each(cases)('in $field of a $kind: no crash, and either valid or named', ({ field, shape, record }) => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.string(), fc.constantFrom('__proto__', '﻿', -0, 1e308, '')),
        (value) => {
          const list = seen(shape, JSON.parse(JSON.stringify({ ...record, [field]: value })));
          const [invalid] = list.invalid();
          expect(list.columns().records).toBe(invalid === undefined ? 1 : 0);
          if (invalid !== undefined) expect(invalid.problems.map(englishText).join()).toMatch(/^(\w+): /);
          if (field !== 'id' && invalid !== undefined) expect(invalid.id).toBe(ID);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(
    cases.filter(({ field }) => field !== 'shiftId' && field !== 'employeeId' && field !== 'reviewedAtUtc'),
  )('an object in $field of a $kind is always named', ({ field, shape, record }) => {
    const [invalid] = seen(shape, { ...record, [field]: { value: 1 } }).invalid();
    expect(invalid?.problems.map(englishText)).toEqual([
      expect.stringMatching(new RegExp(`^${field}: expected .*got an object`)),
    ]);
  });

  it('whole records of any JSON do not crash', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        for (const { shape } of Object.values(RECORDS)) expect(seen(shape, value).size).toBe(1);
      }),
      { numRuns: 200 },
    );
  });
});
