import { describe, expect, test } from 'vitest';
import { parseAccepted } from '../../../src/app/session/runRequests.js';
import {
  blockingFindings,
  EXCEPTION_CODES,
  EXCEPTIONS,
  type ExceptionCode,
  type Finding,
  type Severity,
} from '../../../src/domain/exceptions/finding.js';
import { findExceptions, rateFindings } from '../../../src/domain/exceptions/ratedFindings.js';
import { PaytallyError } from '../../../src/errors.js';
import { entry, periodData, shift, timesheetOf } from '../../support/records/periodFixture.js';

const finding = (code: ExceptionCode, more: Partial<Finding> = {}): Finding => ({
  code,
  employeeId: null,
  date: null,
  record: 'r',
  facts: {},
  ...more,
});

const NOBODY_ACCEPTED = new Map<ExceptionCode, string>();

describe('what blocks a run by default', () => {
  const BLOCK = [
    'UNMAPPED_EMPLOYEE',
    'UNMAPPED_CODE',
    'DUPLICATE_NUMBER',
    'ABSENCE_HOURS',
    'HOLIDAY_HOURS',
    'ZONE_UNCLEAR',
  ];
  const BLOCK_FINAL = [
    'ABSENCE_OVER_A_DAY',
    'ABSENCE_UNCLEAR',
    'ABSENCE_NOT_COUNTED',
    'ABSENCE_OUTSIDE_CONTRACT',
    'BALANCE_UNKNOWN',
    'ACCOUNT_NO_TARGET',
    'ACCOUNT_ROW_IGNORED',
    'OPEN_ENTRY',
    'MISSING_END',
    'UNREVIEWED',
    'OVERLAP',
    'NET_EXCEEDS_GROSS',
    'INVALID_RECORD',
    'CHANGED_WHILE_READING',
    'ESTABLISHMENT_GONE',
    'SOURCE_INCOMPLETE',
    'NO_ENTRIES',
    'ENTRIES_GONE',
    'SETTLED_AGAIN',
    'MAPPING_CHANGED',
    'TEMPLATE_EMPTY',
    'PERIOD_NOT_OVER',
  ];
  test('EXPECTED_DAY is off', () => {
    expect(rateFindings([finding('EXPECTED_DAY')], { severities: {}, accepted: NOBODY_ACCEPTED })).toEqual(
      [],
    );
  });

  test.each(EXCEPTION_CODES.filter((code) => code !== 'EXPECTED_DAY'))('%s', (code) => {
    const expected = BLOCK.includes(code) ? 'block' : BLOCK_FINAL.includes(code) ? 'block-final' : 'warn';
    expect(EXCEPTIONS[code].severity).toBe(expected);
    const rated = rateFindings([finding(code)], { severities: {}, accepted: NOBODY_ACCEPTED });
    expect(rated.map(({ severity }) => severity)).toEqual([expected]);
    expect(blockingFindings(rated, 'draft')).toHaveLength(expected === 'block' ? 1 : 0);
    expect(blockingFindings(rated, 'final')).toHaveLength(expected === 'warn' ? 0 : 1);
  });
});

describe('the configuration and the command line', () => {
  const ROWS: readonly (readonly [
    name: string,
    finding: Finding,
    severities: Partial<Record<ExceptionCode, Severity>>,
    accept: readonly string[],
    expected: readonly [severity: Severity, draft: boolean, final: boolean] | undefined,
  ])[] = [
    ['a warning set to block', finding('SHORT_REST'), { SHORT_REST: 'block' }, [], ['block', true, true]],
    ['a block set to warn', finding('OVERLAP'), { OVERLAP: 'warn' }, [], ['warn', false, false]],
    ['turned off', finding('UNREVIEWED'), { UNREVIEWED: 'off' }, [], undefined],
    [
      'another code changes nothing',
      finding('OVERLAP'),
      { SHORT_REST: 'off' },
      [],
      ['block-final', false, true],
    ],
    ['accepted', finding('OVERLAP'), {}, ['OVERLAP=agreed'], ['block-final', false, false]],
    [
      'accepted, although it blocks everything',
      finding('ZONE_UNCLEAR'),
      {},
      ['ZONE_UNCLEAR=x'],
      ['block', false, false],
    ],
    ['another one accepted', finding('OVERLAP'), {}, ['OPEN_ENTRY=x'], ['block-final', false, true]],
    [
      'over 24 hours stays a block if the code is a warning',
      finding('LONG_ENTRY', { atLeast: 'block-final' }),
      { LONG_ENTRY: 'warn' },
      [],
      ['block-final', false, true],
    ],
    [
      'over 24 hours stays a block if the code is off',
      finding('LONG_ENTRY', { atLeast: 'block-final' }),
      { LONG_ENTRY: 'off' },
      [],
      ['block-final', false, true],
    ],
    [
      'over 24 hours does not lower a stricter setting',
      finding('LONG_ENTRY', { atLeast: 'block-final' }),
      { LONG_ENTRY: 'block' },
      [],
      ['block', true, true],
    ],
    [
      'over 24 hours can be accepted',
      finding('LONG_ENTRY', { atLeast: 'block-final' }),
      {},
      ['LONG_ENTRY=fire brigade'],
      ['block-final', false, false],
    ],
  ];
  test.each(ROWS)('%s', (_name, one, severities, accept, expected) => {
    const rated = rateFindings([one], {
      severities,
      accepted: parseAccepted(accept, true, [])('any').accepted,
    });
    expect(rated[0]?.severity).toBe(expected?.[0]);
    if (expected === undefined) return;
    expect(blockingFindings(rated, 'draft').length > 0).toBe(expected[1]);
    expect(blockingFindings(rated, 'final').length > 0).toBe(expected[2]);
  });

  test('a reason is stored with the finding; without one a draft continues and a final run stops', () => {
    const { accepted } = parseAccepted(['OVERLAP=agreed by phone = yes'], true, [])('any');
    const rated = rateFindings([finding('OVERLAP'), finding('OPEN_ENTRY')], { severities: {}, accepted });
    expect(rated.map((each) => each.accepted)).toEqual(['agreed by phone = yes', undefined]);
    expect(parseAccepted(['OVERLAP'], false, [])('any').accepted.get('OVERLAP')).toBe('');
    expect(() => parseAccepted(['OVERLAP'], true, [])).toThrow(PaytallyError);
    expect(() => parseAccepted(['OVERLAPP=x'], false, [])).toThrow(/no exception "OVERLAPP"/);
  });
});

test('a reason for one employer takes precedence over the reason for all', () => {
  const accepted = parseAccepted(['OVERLAP=both', 'bakery:OVERLAP=by phone: yes'], true, ['bakery', 'shop']);
  expect(['bakery', 'shop'].map((key) => accepted(key).accepted.get('OVERLAP'))).toEqual([
    'by phone: yes',
    'both',
  ]);
  expect(() => parseAccepted(['bakry:OVERLAP=x'], true, ['bakery'])).toThrow('Did you mean "bakery"?');
  expect(() => parseAccepted(['bakery:OVERLAP'], true, ['bakery'])).toThrow('--accept bakery:OVERLAP');
});

test('findings do not depend on the order in which records were read', () => {
  const entries = [
    entry({ id: 'a', start: '10-06 08:00', end: '10-06 18:00' }),
    entry({ id: 'b', start: '10-06 09:00', end: '10-06 10:00', reviewedAtUtc: null }),
    entry({ id: 'c', start: '10-06 09:00', end: '10-06 11:00', employeeId: 'zed' }),
    entry({ id: 'd', start: '10-07 01:00', end: null, status: 'Working' }),
    entry({ id: 'e', start: '2026-10-08T08:00:00+01:00', end: '2026-10-08T09:00:00+01:00' }),
  ];
  const shifts = ['s1', 's2', 's3'].map((id, day) => {
    return shift({ id, start: `10-1${day} 08:00`, end: `10-1${day} 16:00`, plannedMinutes: 1 });
  });
  const data = periodData({
    entries,
    shifts,
    changedWhileReading: ['x', 'y'],
    goneEstablishments: ['p', 'q'],
  });
  const turned = {
    ...data,
    entries: [...entries].reverse(),
    shifts: [...shifts].reverse(),
    changedWhileReading: ['y', 'x'],
    goneEstablishments: ['q', 'p'],
  };
  const found = findExceptions(data, timesheetOf(data));
  expect(findExceptions(turned, timesheetOf(turned))).toEqual(found);
  expect(new Set(found.map(({ code }) => code)).size).toBeGreaterThan(7);
});

test('the list is finite even if every entry of an employee overlaps every other one', () => {
  const entries = Array.from({ length: 400 }, (_, index) =>
    entry({ id: String(index).padStart(3, '0'), start: '10-06 08:00', end: '10-06 16:00' }),
  );
  const data = periodData({ entries });
  const overlaps = findExceptions(data, timesheetOf(data)).filter(({ code }) => code === 'OVERLAP');
  expect(overlaps.length).toBeLessThanOrEqual(4000);
  expect(new Set(overlaps.map(({ record }) => record)).size).toBe(399);
});
