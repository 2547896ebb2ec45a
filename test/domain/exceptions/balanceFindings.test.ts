import { describe, expect, test } from 'vitest';
import { buildAbsenceLine } from '../../../src/domain/absences/absenceDays.js';
import {
  type BalancedPerson,
  balanceFindings,
  unknownDayFindings,
} from '../../../src/domain/exceptions/balanceFindings.js';
import type { PayLine } from '../../../src/domain/pay/payLine.js';
import type { CounterRule, PayRules } from '../../../src/domain/pay/payRules.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { message } from '../../../src/i18n/message.js';
import { OCTOBER, period } from '../../support/records/periodFixture.js';

const day = toLocalDate;
const YEAR: CounterRule = { name: 'overtime', of: ['OT', 'OT50'], limit: 600, from: '01-01' };
const ofYear = (change: Partial<CounterRule>): Pick<PayRules, 'counters'> => ({
  counters: [{ ...YEAR, ...change }],
});

/** `2026-10-05 OT 480` */
function line(text: string): PayLine {
  const [date = '', code = '', minutes = ''] = text.split(' ');
  const absence = { employeeId: 'ann', date: day(date), code, minutes: Number(minutes), days: null };
  return { ...buildAbsenceLine(absence), kind: 'base' };
}

function ann(
  lines: readonly string[],
  earlier: readonly string[] = [],
  columns: Readonly<Record<string, string>> | undefined = {},
): BalancedPerson {
  return {
    employeeId: 'ann',
    columnsOn: () => columns,
    earlierLines: earlier.map(line),
    lines: lines.map(line),
  };
}

const hoursOf = (rules: Parameters<typeof balanceFindings>[0], person: BalancedPerson, of = OCTOBER) =>
  balanceFindings(rules, person, of).map(
    ({ record, facts }) => `${record}: ${facts.minutes} of ${facts.limitMinutes}`,
  );

describe('a counter', () => {
  test('that reaches its limit names the employee, total, limit and year', () => {
    expect(balanceFindings(ofYear({}), ann(['2026-10-05 OT 600']), OCTOBER)).toEqual([
      {
        code: 'COUNTER_REACHED',
        employeeId: 'ann',
        date: null,
        record: 'ann overtime 2026-01-01',
        facts: { name: 'overtime', minutes: 600, limitMinutes: 600, from: '2026-01-01' },
      },
    ]);
  });

  test('adds up its own codes, from earlier days and from the period', () => {
    const person = ann(
      ['2026-10-05 OT 100', '2026-10-06 NORMAL 480', '2026-10-07 OT50 200'],
      ['2026-03-02 OT 299'],
    );
    expect(hoursOf(ofYear({}), person)).toEqual([]);
    expect(hoursOf(ofYear({ limit: 599 }), person)).toEqual(['ann overtime 2026-01-01: 599 of 599']);
  });

  test('counts the first and the last day of its year, and none outside it', () => {
    const lines = ['2026-07-31 OT 7', '2026-08-01 OT 100', '2027-07-31 OT 20', '2027-08-01 OT 400'];
    const july = period('2026-07-15', '2027-08-14');
    const rules = ofYear({ limit: 1, from: '08-01' });
    expect(hoursOf(rules, ann(lines), july)).toEqual([
      'ann overtime 2025-08-01: 7 of 1',
      'ann overtime 2027-08-01: 400 of 1',
    ]);
    expect(hoursOf(rules, ann(lines), period('2026-08-01', '2027-07-31'))).toEqual([
      'ann overtime 2026-08-01: 120 of 1',
    ]);
  });

  test('of a period that spans two years checks both, each with its own days', () => {
    const person = ann(['2026-12-31 OT 300', '2027-01-01 OT 700'], ['2026-12-01 OT 300']);
    const turn = period('2026-12-15', '2027-01-14');
    expect(hoursOf(ofYear({}), person, turn)).toEqual([
      'ann overtime 2026-01-01: 600 of 600',
      'ann overtime 2027-01-01: 700 of 600',
    ]);
  });

  test('ignores earlier lines for days of the period, because those are computed again', () => {
    const earlier = ['2026-09-30 OT 1', '2026-10-01 OT 500', '2026-10-05 OT 500'];
    expect(hoursOf(ofYear({ limit: 601 }), ann(['2026-10-05 OT 600'], earlier))).toEqual([
      'ann overtime 2026-01-01: 601 of 601',
    ]);
  });

  test('multiplies the value of a column by a ratio, and has no limit for employees without a value', () => {
    const rules = ofYear({ limit: { column: 'yearly', ratio: 0.5 } });
    expect(hoursOf(rules, ann(['2026-10-05 OT 60'], [], { yearly: '120' }))).toEqual([
      'ann overtime 2026-01-01: 60 of 60',
    ]);
    expect(hoursOf(rules, ann(['2026-10-05 OT 60'], [], { yearly: '' }))).toEqual([]);
  });

  test('names the rule if the mapping file lacks the column', () => {
    const counters = [YEAR, { ...YEAR, limit: { column: 'yearly', ratio: 1 } }];
    expect(() => balanceFindings({ counters }, ann([]), OCTOBER)).toThrow(
      'payRules.counters[1] uses the column "yearly", but the mapping file has no such column.',
    );
  });
});

describe('an opening balance', () => {
  const until = (date: string) => ofYear({ limit: 400, opening: { column: 'before', until: day(date) } });
  const opened = (minutes: string, earlier: readonly string[], contractFrom?: string) =>
    ann(['2026-10-05 OT 100'], earlier, {
      before: minutes,
      ...(contractFrom === undefined ? {} : { contractFrom }),
    });

  test('covers everything up to its day, including that day', () => {
    const earlier = ['2026-06-29 OT 1000', '2026-06-30 OT 1000', '2026-07-01 OT 50'];
    expect(hoursOf(until('2026-06-30'), opened('250', earlier))).toEqual([
      'ann overtime 2026-01-01: 400 of 400',
    ]);
    expect(hoursOf(until('2026-06-30'), opened('249', earlier))).toEqual([]);
  });

  test('applies up to the day before the period, and not to the period itself', () => {
    expect(hoursOf(until('2026-09-30'), opened('300', ['2026-09-30 OT 900']))).toHaveLength(1);
    expect(hoursOf(until('2026-10-01'), opened('300', []))).toEqual([]);
  });

  test('applies from the first day of the year, and excludes the year before', () => {
    expect(hoursOf(until('2026-01-01'), opened('300', []))).toHaveLength(1);
    expect(hoursOf(until('2025-12-31'), opened('300', []))).toEqual([]);
  });

  test('is not required for a year that begins in the period', () => {
    const turn = period('2026-12-15', '2027-01-14');
    const person = ann(['2027-01-04 OT 399'], [], { before: '300' });
    expect(hoursOf(until('2026-06-30'), person, turn)).toEqual([]);
    expect(hoursOf(until('2026-06-30'), ann(['2027-01-04 OT 400'], [], { before: '300' }), turn)).toEqual([
      'ann overtime 2027-01-01: 400 of 400',
    ]);
  });

  test('that is empty is unknown, and the known minutes count', () => {
    const person = opened('', ['2026-07-01 OT 300']);
    expect(balanceFindings(until('2026-06-30'), person, OCTOBER)).toEqual([
      {
        code: 'BALANCE_UNKNOWN',
        employeeId: 'ann',
        date: null,
        record: 'ann before',
        facts: { why: message('exceptions.balance.opening', { column: 'before' }) },
      },
      expect.objectContaining({ code: 'COUNTER_REACHED' }),
    ]);
  });

  test('is not required for employees who started after it', () => {
    const codes = (contractFrom: string) =>
      balanceFindings(until('2026-06-30'), opened('', [], contractFrom), OCTOBER).map(({ code }) => code);
    expect(codes('2026-06-30')).toEqual(['BALANCE_UNKNOWN']);
    expect(codes('2026-07-01')).toEqual([]);
  });

  test('of another year is neither used nor required', () => {
    expect(balanceFindings(until('2025-12-31'), opened('', []), OCTOBER)).toEqual([]);
    expect(balanceFindings(until('2026-01-01'), opened('', []), OCTOBER)).toHaveLength(1);
  });

  test('whose column the mapping file lacks is an error', () => {
    expect(() => balanceFindings(until('2026-06-30'), ann([]), OCTOBER)).toThrow(
      'payRules uses the column "before"',
    );
  });

  test('applies to the reference period that contains it', () => {
    const rules = (date: string) => ({
      reference: {
        months: 3,
        from: day('2026-09-01'),
        absences: 'ignored',
        opening: { column: 'before', until: day(date) },
      } as const,
    });
    const records = (date: string) =>
      balanceFindings(rules(date), opened('', []), OCTOBER).map(({ record }) => record);
    expect(records('2026-08-31')).toEqual([]);
    expect(records('2026-09-01')).toEqual(['ann before']);
    expect(records('2026-09-30')).toEqual(['ann before']);
    expect(records('2026-10-01')).toEqual([]);
    expect(balanceFindings(rules('2026-09-30'), opened('60', []), OCTOBER)).toEqual([]);
  });
});

describe('an employee who was purged', () => {
  const purged = { ...ann(['2026-10-05 OT 600'], [], { before: '60' }), earlierLines: undefined };
  const unknown = {
    code: 'BALANCE_UNKNOWN',
    employeeId: 'ann',
    date: null,
    record: 'ann',
    facts: { why: message('exceptions.balance.purged') },
  };

  test('is reported, and the known minutes count', () => {
    expect(balanceFindings(ofYear({}), purged, OCTOBER)).toEqual([
      unknown,
      expect.objectContaining({ record: 'ann overtime 2026-01-01' }),
    ]);
  });

  test('is reported if only a reference period needs earlier days', () => {
    const reference = { weeks: 4, from: day('2026-09-07'), absences: 'ignored' } as const;
    expect(balanceFindings({ reference }, purged, OCTOBER)).toEqual([unknown]);
  });

  test('is not reported if no rule needs earlier days', () => {
    expect(balanceFindings({}, purged, OCTOBER)).toEqual([]);
    expect(balanceFindings({ counters: [] }, purged, OCTOBER)).toEqual([]);
  });
});

test('days without a final are reported, once for each range', () => {
  const days = [
    { from: day('2026-09-01'), to: day('2026-09-06') },
    { from: day('2026-09-20'), to: day('2026-09-20') },
  ];
  const earlier = { unknownDays: () => days, linesOf: () => [] };
  expect(unknownDayFindings(earlier, { from: day('2026-09-01'), to: day('2026-09-30') })).toEqual(
    days.map(({ from, to }) => ({
      code: 'BALANCE_UNKNOWN',
      employeeId: null,
      date: null,
      record: `${from}..${to}`,
      facts: { why: message('exceptions.balance.days', { from, to }) },
    })),
  );
  expect(unknownDayFindings(earlier, undefined)).toEqual([]);
});
