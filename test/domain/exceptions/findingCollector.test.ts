import { describe, expect, test } from 'vitest';
import { EXCEPTION_CODES } from '../../../src/domain/exceptions/finding.js';
import { FindingCollector } from '../../../src/domain/exceptions/findingCollector.js';
import {
  downgradeEstimatedDays,
  findExceptions,
  removeAwaitedShifts,
} from '../../../src/domain/exceptions/ratedFindings.js';
import { groupRecordsByPerson, type PeriodData } from '../../../src/domain/records/periodData.js';
import type { Attribution } from '../../../src/domain/time/attribution.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { found } from '../../support/records/explainFixture.js';
import { entry, OCTOBER, periodData, shift, timesheetOf } from '../../support/records/periodFixture.js';

/** Findings of employees one after the other, in this order; the last is work without an employee. */
function oneByOne(data: PeriodData, people: readonly (string | null)[], attribution: Attribution) {
  const records = groupRecordsByPerson(data);
  const book = new FindingCollector(records.facts, OCTOBER);
  const named = people.map((person) => {
    const { entries, shifts, relatedShifts, relatedEntries } = records.of(person);
    const own = { ...data, entries, shifts: data.shifts === null ? null : shifts };
    const related = { shifts: relatedShifts, entries: relatedEntries };
    return book.add(own, timesheetOf(own, attribution), related);
  });
  return { findings: book.findings(), named, workedIds: book.workedIds() };
}

const wrong = (id: string, day: string, employeeId: string | null, hour = '08') =>
  entry({
    id,
    start: `2026-10-${day}T${hour}:00:00+03:00`,
    end: `2026-10-${day}T12:00:00+03:00`,
    employeeId,
    reviewedAtUtc: null,
  });
const unzoned = (id: string, day: string, employeeId: string | null) =>
  entry({
    id,
    start: `2026-10-${day}T08:00:00+02:00`,
    end: `2026-10-${day}T12:00:00+01:00`,
    establishmentId: null,
    employeeId,
  });
const DATA = periodData({
  establishments: [
    { id: 'ghent', zone: 'Europe/Brussels', label: 'Ghent' },
    { id: 'cairo', zone: 'Africa/Cairo', label: 'Cairo' },
  ],
  entries: [
    wrong('z1', '08', 'ann'),
    wrong('a1', '07', 'bob'),
    wrong('m1', '06', null),
    wrong('b1', '07', 'zed'),
    { ...wrong('c1', '05', 'zed'), establishmentId: 'cairo' },
    unzoned('u1', '14', 'bob'),
    unzoned('u2', '13', 'ann'),
    unzoned('u3', '12', null),
    entry({ id: 'o1', start: '10-15 08:00', end: '10-15 12:00', employeeId: 'zed' }),
    entry({ id: 'o2', start: '10-15 09:00', end: '10-15 12:00', employeeId: 'zed' }),
    entry({ id: 'o3', start: '10-16 08:00', end: '10-16 12:00' }),
    entry({ id: 'o4', start: '10-16 09:00', end: '10-16 12:00' }),
    entry({ id: 'onBobs', start: '10-20 08:00', end: '10-20 12:00', shiftId: 'sBob' }),
  ],
  shifts: [
    shift({ id: 'sBob', start: '10-20 08:00', end: '10-20 12:00', employeeId: 'bob' }),
    shift({ id: 'sAnn', start: '10-21 08:00', end: '10-21 12:00' }),
    shift({ id: 'sZed', start: '10-21 08:00', end: '10-21 12:00', employeeId: 'zed' }),
    shift({ id: 'sEarly', start: '10-19 08:00', end: '10-19 12:00', employeeId: 'bob' }),
  ],
});

describe('findings by employee', () => {
  const together = findExceptions(DATA, timesheetOf(DATA, 'split'));
  const orders = [
    ['ann', 'bob', 'zed', null],
    [null, 'zed', 'bob', 'ann'],
    ['bob', null, 'ann', 'zed'],
  ] as const;

  test.each(orders)('are the same as for all together: %s, %s, %s, %s', (...people) => {
    expect(oneByOne(DATA, people, 'split').findings).toEqual(together);
  });

  test('follow the order of the rules, then of the work', () => {
    const shown = together.map(({ code, record }) => `${code} ${record}`);
    const of = (code: string) =>
      shown.filter((text) => text.startsWith(code)).map((text) => text.slice(code.length + 1));
    expect(of('UNREVIEWED')).toEqual(['c1', 'a1', 'b1', 'z1']);
    expect(of('NO_EMPLOYEE')).toEqual(['m1', 'u3']);
    expect(of('SHIFT_NO_ENTRY')).toEqual(['sEarly', 'sAnn', 'sZed']);
    expect(of('OVERLAP')).toEqual(['o2', 'o4']);
    expect(of('ZONE_UNCLEAR')).toEqual(['u2', 'u1', 'u3']);
    expect(of('OFFSET_MISMATCH')).toEqual(['Europe/Brussels']);
    expect(of('UNKNOWN_EMPLOYEE')).toEqual(['zed']);
    expect([...new Set(together.map(({ code }) => code))]).toEqual([
      'OVERLAP',
      'UNREVIEWED',
      'NO_EMPLOYEE',
      'UNKNOWN_EMPLOYEE',
      'ENTRY_NO_SHIFT',
      'SHIFT_NO_ENTRY',
      'OFFSET_MISMATCH',
      'ZONE_UNCLEAR',
    ]);
  });

  test('of one zone are one finding, with the counts of all and the first of the employees', () => {
    expect(together.find(({ code }) => code === 'OFFSET_MISMATCH')?.facts).toEqual({
      zone: 'Europe/Brussels',
      count: 4,
      first: 'a1',
      stamp: '2026-10-07T08:00:00+03:00',
    });
  });

  test('name their records, and the employees with worked or planned minutes', () => {
    const { named, workedIds } = oneByOne(DATA, ['zed', 'ann', 'bob', null], 'split');
    expect(workedIds).toEqual(['ann', 'bob', 'zed']);
    expect(named[1]?.records).toEqual(new Set(['z1', 'o4', 'o3', 'sAnn', 'u2', 'Europe/Brussels']));
  });

  test('count another employee’s shift as not missing, and a shift that another employee worked as worked', () => {
    const { findings } = oneByOne(DATA, ['ann', 'bob', 'zed', null], 'split');
    expect(findings.filter(({ record }) => record === 'onBobs' || record === 'sBob')).toEqual([]);
  });
});

test('sort overlaps by the employee’s first work, then by their own start', () => {
  const pair = (id: string, day: string, employeeId: string) => [
    entry({ id: `${id}1`, start: `10-${day} 08:00`, end: `10-${day} 12:00`, employeeId }),
    entry({ id: `${id}2`, start: `10-${day} 09:00`, end: `10-${day} 12:00`, employeeId }),
  ];
  const early = entry({ id: 'early', start: '10-01 08:00', end: '10-01 09:00', employeeId: 'zed' });
  const data = periodData({
    entries: [...pair('a', '05', 'ann'), ...pair('z', '09', 'zed'), ...pair('y', '07', 'zed'), early],
  });
  const overlaps = findExceptions(data, timesheetOf(data)).filter(({ code }) => code === 'OVERLAP');
  expect(overlaps.map(({ record }) => record)).toEqual(['y2', 'z2', 'a2']);
  expect(oneByOne(data, ['ann', 'zed', null], 'start').findings).toEqual(
    findExceptions(data, timesheetOf(data)),
  );
});

test('sort work of one instant by id', () => {
  const entries = ['b', 'a', 'c'].map((id, index) =>
    entry({ id, start: '10-05 08:00', end: '10-05 09:00', reviewedAtUtc: null, employeeId: `p${index}` }),
  );
  const data = periodData({ entries });
  const of = (people: readonly (string | null)[]) =>
    oneByOne(data, people, 'start')
      .findings.filter(({ code }) => code === 'UNREVIEWED')
      .map(({ record }) => record);
  expect([of(['p0', 'p1', 'p2']), of(['p2', 'p1', 'p0'])]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
});

describe('days that use the plan', () => {
  const policy = { estimateFrom: toLocalDate('2026-10-20') };
  const on = (day: string | null) => (day === null ? null : toLocalDate(`2026-10-${day}`));

  test('expect no entry of a shift', () => {
    const findings = [
      found({ code: 'SHIFT_NO_ENTRY', date: on('19') }),
      found({ code: 'SHIFT_NO_ENTRY', date: on('20') }),
      found({ code: 'SHIFT_NO_ENTRY', date: on(null) }),
      found({ code: 'UNREVIEWED', date: on('20') }),
    ];
    expect(removeAwaitedShifts(findings, policy).map(({ code, date }) => [code, date])).toEqual([
      ['SHIFT_NO_ENTRY', '2026-10-19'],
      ['SHIFT_NO_ENTRY', null],
      ['UNREVIEWED', '2026-10-20'],
    ]);
    expect(removeAwaitedShifts(findings, { estimateFrom: undefined })).toEqual(findings);
  });

  /** Problems of records and employees; all others concern entries. */
  const NOT_OF_ENTRIES = [
    'WT_DAY_LENGTH',
    'WT_WEEK_LENGTH',
    'WT_WEEK_AVERAGE',
    'WT_DAILY_REST',
    'WT_WEEKLY_REST',
    'WT_DAYS_IN_ROW',
    'WT_BREAK',
    'WT_NIGHT',
    'SHIFT_NO_ENTRY',
    'SHIFT_DURING_ABSENCE',
    'UNKNOWN_EMPLOYEE',
    'INACTIVE_EMPLOYEE',
    'PLANNED_MISMATCH',
    'CHANGED_WHILE_READING',
    'LIST_UNAVAILABLE',
    'SOURCE_INCOMPLETE',
    'NO_ENTRIES',
    'ENTRIES_GONE',
    'SETTLED_AGAIN',
    'MAPPING_CHANGED',
    'TEMPLATE_EMPTY',
    'PERIOD_NOT_OVER',
    'UNMAPPED_EMPLOYEE',
    'UNMAPPED_CODE',
    'DUPLICATE_NUMBER',
    'LOST_ZERO',
    'WORKED_ON_ABSENCE',
    'ABSENCE_HOURS',
    'ABSENCE_UNCLEAR',
    'ABSENCE_NOT_COUNTED',
    'ABSENCE_OVER_A_DAY',
    'ABSENCE_PART_UNPAID',
    'ABSENCE_OUTSIDE_CONTRACT',
    'HOLIDAY_UNUSED',
    'HOLIDAY_NO_PLACE',
    'HOLIDAY_FRACTION',
    'HOLIDAY_HOURS',
    'BALANCE_UNKNOWN',
    'BALANCE_NOT_COMPARED',
    'ACCOUNT_NO_TARGET',
    'ACCOUNT_ROW_IGNORED',
    'ACCOUNT_BELOW',
    'ACCOUNT_OPEN_AT_END',
    'COUNTER_REACHED',
    'RULE_UNUSED',
    'INVALID_RECORD',
    'ESTABLISHMENT_GONE',
    'UNKNOWN_ESTABLISHMENT',
    'EXPECTED_DAY',
    'MISSING_EMPLOYEE',
  ];
  test.each(EXCEPTION_CODES)('%s: problems of entries block nothing on those days', (code) => {
    const eased = (day: string | null) =>
      downgradeEstimatedDays([found({ code, date: on(day), severity: 'block' })], policy)[0]?.severity;
    const isOfEntry = !NOT_OF_ENTRIES.includes(code);
    expect([eased('20'), eased('19'), eased(null)]).toEqual([isOfEntry ? 'warn' : 'block', 'block', 'block']);
  });

  test('a period that is not over is accepted, with the given reason or the option', () => {
    const over = (accepted: string | undefined) =>
      downgradeEstimatedDays([found({ code: 'PERIOD_NOT_OVER', accepted })], policy).map(
        (finding) => finding.accepted,
      );
    expect([over(undefined), over('closing early')]).toEqual([
      ['--estimate-from 2026-10-20'],
      ['closing early'],
    ]);
    const plain = [found({ code: 'PERIOD_NOT_OVER' })];
    expect(downgradeEstimatedDays(plain, { estimateFrom: undefined })).toBe(plain);
  });
});

test('findings are handed over, and the times of their records are not kept', () => {
  const book = new FindingCollector(groupRecordsByPerson(DATA).facts, OCTOBER);
  book.add(DATA, timesheetOf(DATA));
  const isOfPerson = ({ code }: { readonly code: string }) => code === 'UNREVIEWED';
  const unreviewed = book.findings().filter(isOfPerson);
  expect(unreviewed.length).toBeGreaterThan(0);
  expect(unreviewed.flatMap(({ facts }) => [facts.start, facts.end]).join()).not.toContain('T');
  expect(book.findings().filter(isOfPerson)).toEqual([]);
});

test('a record that changed while it was read has its person and day, unless it is gone', () => {
  const data = periodData({
    entries: [wrong('e1', '07', 'ann'), wrong('e2', '08', 'ann')],
    changedWhileReading: ['gone', 'e1'],
  });
  const { findings } = oneByOne(data, ['ann', null], 'start');
  const changed = findings.filter(({ code }) => code === 'CHANGED_WHILE_READING');
  expect(changed.map(({ record, employeeId, date }) => [record, employeeId, date])).toEqual([
    ['e1', 'ann', '2026-10-07'],
    ['gone', null, null],
  ]);
});
