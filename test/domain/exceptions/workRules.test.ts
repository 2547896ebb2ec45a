import { describe, expect, test } from 'vitest';
import { EXCEPTION_CODES, type Finding } from '../../../src/domain/exceptions/finding.js';
import { findExceptions, rateFindings } from '../../../src/domain/exceptions/ratedFindings.js';
import { findingMessage } from '../../../src/domain/exceptions/wording.js';
import { findUnmappedCodes } from '../../../src/domain/people/mappingFindings.js';
import type { PeriodData } from '../../../src/domain/records/periodData.js';
import type { Attribution } from '../../../src/domain/time/attribution.js';
import { formatText } from '../../../src/i18n/formatMessage.js';
import { LANGUAGES } from '../../../src/i18n/language.js';
import { verbatim } from '../../../src/i18n/message.js';
import { found as rated } from '../../support/records/explainFixture.js';
import { entry, periodData, shift, timesheetOf } from '../../support/records/periodFixture.js';

const findingsOf = (code: Finding['code'], data: Partial<PeriodData>, attribution: Attribution = 'start') => {
  const all = periodData(data);
  return findExceptions(all, timesheetOf(all, attribution)).filter((finding) => finding.code === code);
};
const records = (code: Finding['code'], data: Partial<PeriodData>, attribution?: Attribution) =>
  findingsOf(code, data, attribution).map(({ record }) => record);
const at = (id: string, start: string, end: string | null, change: object = {}) =>
  entry({ id, start: `10-${start}`, end: end === null ? null : `10-${end}`, ...change });

describe('overlaps', () => {
  test('are found if entries share time, not if one begins when the other ends', () => {
    expect(
      records('OVERLAP', { entries: [at('a', '06 08:00', '06 12:00'), at('b', '06 12:00', '06 16:00')] }),
    ).toEqual([]);
    expect(
      findingsOf('OVERLAP', { entries: [at('a', '06 08:00', '06 12:00'), at('b', '06 11:59', '06 16:00')] }),
    ).toEqual([
      {
        code: 'OVERLAP',
        employeeId: 'ann',
        date: '2026-10-06',
        record: 'b',
        facts: {
          start: '2026-10-06 11:59',
          end: '2026-10-06 16:00',
          minutes: 1,
          size: 'short',
          open: 'none',
          earlierStart: '2026-10-06 08:00',
          earlierEnd: '2026-10-06 12:00',
        },
      },
    ]);
  });

  test('name the ten that end last', () => {
    const entries = Array.from({ length: 12 }, (_, index) =>
      at(`e${String(index).padStart(2, '0')}`, '06 08:00', `06 ${String(22 - index)}:00`),
    );
    const late = at('late', '06 10:30', '06 10:40');
    const named = findingsOf('OVERLAP', { entries: [...entries, late] })
      .filter(({ record }) => record === 'late')
      .map(({ facts }) => facts.earlierEnd);
    expect(named.sort()).toEqual(Array.from({ length: 10 }, (_, index) => `2026-10-06 ${13 + index}:00`));
  });

  test('name the ten that end last, whatever their order', () => {
    const entries = Array.from({ length: 12 }, (_, index) =>
      at(`e${String(index).padStart(2, '0')}`, '06 08:00', `06 ${String(11 + index)}:00`),
    );
    const late = at('late', '06 10:30', '06 10:40');
    const named = findingsOf('OVERLAP', { entries: [...entries, late] })
      .filter(({ record }) => record === 'late')
      .map(({ facts }) => facts.earlierEnd);
    expect(named.sort()).toEqual(Array.from({ length: 10 }, (_, index) => `2026-10-06 ${13 + index}:00`));
  });

  test('report an entry without an end as open, whichever of the two it is', () => {
    const said = (...entries: Parameters<typeof at>[]) =>
      findingsOf('OVERLAP', { entries: entries.map((each) => at(...each)) }).map((each) =>
        findingMessage(each),
      );
    const closed = { status: 'Working' } as const;
    expect(said(['o', '06 08:00', null, closed], ['b', '06 09:00', '06 10:00'])).toEqual([
      '2026-10-06 09:00 to 10:00 overlaps by 1:00 h with the entry that started 2026-10-06 08:00 and has no end.',
    ]);
    expect(said(['a', '06 08:00', '06 09:01'], ['o', '06 09:00', null, closed])).toEqual([
      'The entry that started 2026-10-06 09:00 and has no end overlaps by 1 minute with the entry from 2026-10-06 08:00 to 09:01.',
    ]);
  });

  test('treat an open entry as sixteen hours long; two open ones are not reported', () => {
    const open = at('o', '06 08:00', null, { status: 'Working' });
    expect(records('OVERLAP', { entries: [open, at('b', '06 23:59', '07 00:30')] })).toEqual(['b']);
    expect(records('OVERLAP', { entries: [open, at('b', '07 00:00', '07 00:30')] })).toEqual([]);
    expect(records('OVERLAP', { entries: [open, at('p', '06 09:00', null, { status: 'OnBreak' })] })).toEqual(
      [],
    );
  });

  test('treat a completed entry without an end as having no duration', () => {
    expect(
      records('OVERLAP', { entries: [at('a', '06 08:00', null), at('b', '06 08:30', '06 09:00')] }),
    ).toEqual([]);
  });

  test('are never found for work without an employee', () => {
    const nobody = { employeeId: null };
    const open = at('o', '06 08:00', null, { status: 'Working', ...nobody });
    expect(records('OVERLAP', { entries: [open, at('b', '06 09:00', '06 10:00', nobody)] })).toEqual([]);
  });
});

describe('rest between work', () => {
  test('between two days is at least eleven hours, counted from the work that ended last', () => {
    const evening = at('a', '06 14:00', '06 22:00');
    expect(records('SHORT_REST', { entries: [evening, at('b', '07 08:59', '07 12:00')] })).toEqual(['b']);
    expect(records('SHORT_REST', { entries: [evening, at('b', '07 09:00', '07 12:00')] })).toEqual([]);
    expect(
      records('SHORT_REST', {
        entries: [evening, at('b', '06 15:00', '06 16:00'), at('c', '07 08:00', '07 12:00')],
      }),
    ).toEqual(['c']);
  });

  test('of zero minutes is too short, and overlapping work has no rest', () => {
    const night = at('a', '06 14:00', '07 02:00');
    const after = at('b', '07 02:00', '07 08:00', { workDate: '2026-10-07' });
    expect(
      findingsOf('SHORT_REST', { entries: [night, after] }).map(({ record, facts }) => [
        record,
        facts.minutes,
      ]),
    ).toEqual([['b', 0]]);
    expect(records('SHORT_REST', { entries: [night, at('b', '07 01:00', '07 08:00')] })).toEqual([]);
  });

  test('within one long day is counted from its first work', () => {
    const first = at('a', '06 00:00', '06 06:00');
    expect(records('SHORT_REST', { entries: [first, at('b', '06 08:00', '06 13:00')] })).toEqual([]);
    expect(records('SHORT_REST', { entries: [first, at('b', '06 08:00', '06 13:01')] })).toEqual(['b']);
    const eve = at('z', '05 20:00', '05 23:00');
    const spread = [eve, at('a', '06 06:00', '06 09:00'), at('b', '06 12:00', '06 18:00')];
    expect(records('SHORT_REST', { entries: spread })).toEqual(['a']);
  });
});

describe('planned work', () => {
  test('lists entries that name no shift or an unread one as entries without a shift', () => {
    const entries = [
      at('a', '06 08:00', '06 12:00'),
      at('b', '07 08:00', '07 12:00', { shiftId: 'lost' }),
      at('c', '08 08:00', '08 12:00', { shiftId: 'bad' }),
    ];
    const invalid = [
      { list: 'shifts', id: 'bad', problems: [verbatim('date: no such date')], workedMinutes: 0 },
      { list: 'time-entries', id: 'lost', problems: [verbatim('x'), verbatim('y')], workedMinutes: 0 },
    ] as const;
    expect(records('ENTRY_NO_SHIFT', { entries, invalid })).toEqual(['a', 'b']);
    expect(
      findingsOf('INVALID_RECORD', { invalid }).map(({ record, facts }) => [
        record,
        formatText(facts.problems ?? '', 'en'),
      ]),
    ).toEqual([
      ['bad', 'date: no such date'],
      ['lost', 'x; y'],
    ]);
  });

  test('reports minutes that differ by a minute, but not by seconds', () => {
    const plan = (end: string, plannedMinutes: number) =>
      records('PLANNED_MISMATCH', {
        shifts: [shift({ id: 's', start: '2026-10-06T08:00:00+02:00', end, plannedMinutes })],
      });
    expect(plan('2026-10-06T09:00:59+02:00', 60)).toEqual([]);
    expect(plan('2026-10-06T09:01:00+02:00', 60)).toEqual(['s']);
    expect(plan('2026-10-06T08:59:01+02:00', 60)).toEqual([]);
    expect(plan('2026-10-06T08:59:00+02:00', 60)).toEqual(['s']);
  });

  test('lists shifts by day and id', () => {
    const shifts = ['b', 'c', 'a'].map((id, index) =>
      shift({
        id,
        start: `10-${index === 1 ? '05' : '06'} 08:00`,
        end: `10-${index === 1 ? '05' : '06'} 12:00`,
      }),
    );
    expect(records('SHIFT_NO_ENTRY', { shifts })).toEqual(['c', 'a', 'b']);
    expect(findingsOf('SHIFT_NO_ENTRY', { shifts })[0]?.facts).toEqual({
      start: '2026-10-05 08:00',
      end: '2026-10-05 12:00',
      plannedMinutes: 240,
    });
  });
});

describe('entries', () => {
  test('of agencies outside the period, or with a worker or agency, name enough', () => {
    const nobody = (id: string, day: string, change: object = {}) =>
      at(id, `${day} 08:00`, `${day} 12:00`, { employeeId: null, ...change });
    const entries = [
      nobody('a', '06'),
      nobody('b', '06', { agencyWorkerId: 'w' }),
      nobody('c', '06', { agencyId: 'g' }),
      entry({ id: 'd', start: '09-30 08:00', end: '09-30 12:00', employeeId: null }),
    ];
    expect(records('NO_EMPLOYEE', { entries })).toEqual(['a']);
  });

  test('that are open on the last day of the period belong to it', () => {
    const open = (id: string, start: string) => entry({ id, start, end: null, status: 'Working' });
    const entries = [
      open('before', '09-30 08:00'),
      open('first', '10-01 08:00'),
      open('last', '2026-10-31T08:00:00+01:00'),
      open('after', '2026-11-01T08:00:00+01:00'),
    ];
    expect(records('OPEN_ENTRY', { entries })).toEqual(['first', 'last']);
    expect(records('OPEN_ENTRY', { entries }, 'split')).toEqual(['before', 'first', 'last']);
  });

  test('have their offsets compared for each zone, including agency work of the period', () => {
    const odd = (id: string, day: string, change: object = {}) =>
      entry({ id, start: `2026-${day}T08:00:00+05:00`, end: `2026-${day}T12:00:00+05:00`, ...change });
    const entries = [
      odd('a', '10-07', { employeeId: null }),
      odd('b', '10-06', { establishmentId: 'cairo' }),
      odd('c', '09-15', { employeeId: null }),
    ];
    expect(
      findingsOf('OFFSET_MISMATCH', { entries }).map(({ record, facts }) => [
        record,
        facts.count,
        facts.first,
      ]),
    ).toEqual([
      ['Africa/Cairo', 1, 'b'],
      ['Europe/Brussels', 1, 'a'],
    ]);
  });
});

test('list each code without an external one once, in order', () => {
  const lines = ['OT', 'NIGHT', 'OT', 'NORMAL'].map((payCode) => ({ payCode }));
  expect(findUnmappedCodes(lines, (code) => code === 'NORMAL')).toEqual(
    ['NIGHT', 'OT'].map((payCode) => ({
      code: 'UNMAPPED_CODE',
      employeeId: null,
      date: null,
      record: payCode,
      facts: { payCode },
    })),
  );
});

test('a rated finding keeps its minimum severity', () => {
  const finding: Finding = { code: 'LONG_ENTRY', employeeId: 'ann', date: null, record: 'r', facts: {} };
  const policy = { severities: {}, accepted: new Map() };
  const plain = { ...finding, severity: 'warn', accepted: undefined };
  expect(rateFindings([finding], policy)).toEqual([plain]);
  expect(Object.keys(rateFindings([finding], policy)[0] ?? {})).not.toContain('atLeast');
  expect(rateFindings([{ ...finding, atLeast: 'block' }], policy)).toEqual([
    { ...plain, atLeast: 'block', severity: 'block' },
  ]);
  expect(
    rateFindings([{ ...finding, atLeast: 'warn' }], { ...policy, severities: { LONG_ENTRY: 'off' } }),
  ).toEqual([{ ...plain, atLeast: 'warn' }]);
});

describe('facts as they are read', () => {
  const dutch = { language: 'nl', hours: 'decimal' } as const;
  const shift = {
    start: '2026-10-06 08:00',
    end: '2026-10-06 16:06',
    plannedMinutes: 456,
    breakMinutes: 30,
    expectedMinutes: -75,
  };

  test('format hours and dates for the language of the reader', () => {
    const finding = rated({ code: 'PLANNED_MISMATCH', facts: shift });
    expect([findingMessage(finding), findingMessage(finding, dutch)]).toEqual([
      'The shift from 2026-10-06 08:00 to 16:06 shows 7:36 h planned. Its length less 0:30 h of breaks is −1:15 h.',
      'De dienst van 06-10-2026 08:00 tot 16:06 vermeldt 7,60 u gepland. De tijd min 0,50 u pauze is −1,25 u.',
    ]);
  });

  test.each(['9:30', '2026-10-06', 'x 2026-10-06', '2026-10-06..2026-10-07'])(
    'do not treat an external value as a date or time: %s',
    (name) => {
      const finding = rated({ code: 'CHANGED_WHILE_READING', record: name });
      expect(findingMessage(finding, dutch)).toContain(`Record ${name} is`);
    },
  );

  test('show a dash for a missing fact, and a fact of an older version unchanged', () => {
    expect(findingMessage(rated({ facts: { start: '2026-10-06 08:00' } }))).toBe(
      'The entry from 2026-10-06 08:00 to – has not been reviewed.',
    );
    const older = { ...shift, plannedMinutes: '7:36', breakMinutes: 'unknown' };
    expect(findingMessage(rated({ code: 'PLANNED_MISMATCH', facts: older }), dutch)).toBe(
      'De dienst van 06-10-2026 08:00 tot 16:06 vermeldt 7:36 u gepland. De tijd min unknown u pauze is −1,25 u.',
    );
  });

  test.each(EXCEPTION_CODES)('give a sentence for %s without any facts, and with only texts', (code) => {
    for (const language of LANGUAGES) {
      expect(findingMessage(rated({ code }), language)).toMatch(/^\S.*\.$/);
      const texts = { minutes: '0:46', count: '3', start: 'now', open: 'x', why: 'days', list: 'shifts' };
      expect(findingMessage(rated({ code, facts: texts }), language)).not.toMatch(/undefined|NaN|\[object/);
    }
  });
});

test('an entry that ends before it starts is not attributed to a clock change', () => {
  const backwards = entry({
    start: '2026-10-25T02:30:00+01:00',
    end: '2026-10-25T02:30:00+02:00',
    minutes: 0,
  });
  expect(records('DST_SUSPECT', { entries: [backwards] })).toEqual([]);
});

test('without a zone of the employer, the end of a period is in UTC', () => {
  const over = (text: string) =>
    records('PERIOD_NOT_OVER', { employerZone: undefined, readBeganEpoch: Date.parse(text) / 1000 });
  expect([over('2026-10-31T23:59:59Z').length, over('2026-11-01T00:00:00Z').length]).toEqual([1, 0]);
});

test('a code that is turned off is in no list', () => {
  const policy = { severities: { UNREVIEWED: 'off' }, accepted: new Map() } as const;
  expect(rateFindings([rated({ code: 'UNREVIEWED' })], policy)).toEqual([]);
});
