import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { payRulesOf } from '../../../src/config/schema/paySchema.js';
import { holidaysEverywhere } from '../../../src/domain/holidays/holidayCalendar.js';
import { computePay } from '../../../src/domain/pay/computePay.js';
import { sumPaidTotals, withoutEstimates } from '../../../src/domain/pay/paidTotals.js';
import type { Attribution } from '../../../src/domain/time/attribution.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { buildTimesheet } from '../../../src/domain/timesheet/buildTimesheet.js';
import { controlTotals } from '../../../src/domain/timesheet/controlTotals.js';
import { clipAtEstimates } from '../../../src/domain/timesheet/estimates.js';
import { verifyControlTotals } from '../../../src/domain/timesheet/verifyControlTotals.js';
import { configured, stampOf } from '../../support/records/payFixture.js';
import { entry, OCTOBER, periodData, shift } from '../../support/records/periodFixture.js';

const FROM = toLocalDate('2026-10-20');

interface Night {
  /** Minutes after 2026-10-19 12:00. */
  readonly begin: number;
  readonly length: number;
  readonly pause: number;
}

function times({ begin, length }: Night) {
  const at = (minutes: number): string =>
    new Date(Date.UTC(2026, 9, 19, 12) + minutes * 60_000).toISOString().replace('.000Z', '+02:00');
  return { start: at(begin), end: at(begin + length) };
}

/** What is paid if an entry and a planned shift cross the first estimated day; the totals are checked on the way. */
function paid(yaml: string, attribution: Attribution, worked: Night, planned: Night) {
  const record = { ...times(worked), workDate: times(worked).start.slice(0, 10) };
  const data = periodData({
    entries: [entry({ ...record, minutes: worked.length - worked.pause })],
    shifts: [shift({ ...times(planned), plannedMinutes: planned.length - planned.pause })],
  });
  const policy = { attribution, dst: 'elapsed', estimateFrom: FROM } as const;
  const timesheet = buildTimesheet(data, OCTOBER, policy);
  const control = controlTotals(timesheet, []);
  verifyControlTotals(control, { entries: data.entries, invalid: [] }, timesheet);
  const { exported, outside, estimated } = timesheet;
  const all = [...exported, ...outside, ...(estimated?.estimates ?? [])];
  const pay = computePay({
    worked: all.map((each) => clipAtEstimates(each, policy)),
    period: OCTOBER,
    policy,
    rules: payRulesOf(configured(yaml)),
    holidaysAt: holidaysEverywhere([]),
    columnsOf: () => undefined,
  });
  const totals = sumPaidTotals(withoutEstimates(pay), OCTOBER, control.exported.minutes);
  return { pay, totals };
}

const NIGHT = { begin: 600, length: 430, pause: 0 };
const ROUNDED = 'rounding: { level: entry, step: 15 }';

describe('an entry and a shift across the first estimated day', () => {
  test('are rounded whole and then divided', () => {
    const { pay, totals } = paid(ROUNDED, 'split', NIGHT, { ...NIGHT, length: 427 });
    // 430 minutes are rounded to 435, of which 7200 of 25800 seconds are 121.4; 427 to 420, the shift's share is 302.
    expect(pay.lines.map(({ date, minutes, isEstimated }) => [date, minutes, isEstimated])).toEqual([
      ['2026-10-19', 121, undefined],
      ['2026-10-20', 302, true],
    ]);
    expect(totals).toEqual({
      workedMinutes: 120,
      differences: [
        { reason: 'entry-rounding', entries: 1, minutes: 5 },
        { reason: 'estimate-edge', entries: 1, minutes: -4 },
      ],
      paid: { entries: 1, minutes: 121 },
    });
  });

  test('add up under any rounding, break and policy', () => {
    const night = fc.record({
      begin: fc.integer({ min: 0, max: 900 }),
      length: fc.integer({ min: 1, max: 900 }),
      pause: fc.constant(0),
    });
    const yaml = fc.constantFrom(
      ROUNDED,
      'rounding: { level: stamp, step: 15 }',
      'rounding: { level: day, step: 30, mode: up }',
      'breaks: { allocate: halves, deduct: [{ afterHours: 2, minutes: 30 }] }',
      'minimumPaid: { entry: 300, code: TOP }',
    );
    const attribution = fc.constantFrom<Attribution[]>('start', 'split', 'end', 'majority', 'shift');
    fc.assert(
      fc.property(yaml, attribution, night, night, (rules, policy, worked, planned) => {
        const { pay } = paid(rules, policy, worked, planned);
        for (const { date, kind, isEstimated = false } of pay.lines)
          if (kind !== 'topup') expect(date >= FROM).toBe(isEstimated);
      }),
      { numRuns: 200 },
    );
  });

  test('a shift that rounding leaves nothing of is no worked time', () => {
    const short = { begin: 730, length: 4, pause: 0 };
    const { totals } = paid(ROUNDED, 'split', NIGHT, short);
    expect(totals.workedMinutes).toBe(120);
    expect(stampOf(times(short).start).text).toContain('2026-10-20T00:10');
  });
});
