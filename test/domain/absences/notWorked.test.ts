import { describe, expect, test } from 'vitest';
import { type HolidayPerson, notWorked } from '../../../src/domain/absences/notWorked.js';
import { paidTotals } from '../../../src/domain/pay/paidTotals.js';
import type { NotWorkedRule } from '../../../src/domain/pay/payRules.js';
import { localDateOf } from '../../../src/domain/time/localDate.js';

/** A Wednesday. */
const HOLIDAY = localDateOf('2026-11-11');
const PLANNED: NotWorkedRule = { code: 'FEAST', by: 'planned' };
const CONTRACT: NotWorkedRule = { code: 'FEAST', by: 'contract' };
const COLUMNS = { contractMinutesPerDay: '456', contractWeekdays: '12345', contractFrom: '2020-01-01' };
const PERSON: HolidayPerson = {
  employeeId: 'ann',
  days: [],
  hasPlanning: true,
  isEmployed: true,
  columns: COLUMNS,
  paidBefore: () => ({ lines: [], isKnown: () => false }),
};
const day = (plannedMinutes: number | null, workedMinutes = 0) => ({
  date: HOLIDAY,
  plannedMinutes,
  workedMinutes,
});
const contract = (columns: Readonly<Record<string, string>>): Partial<HolidayPerson> => ({
  columns: { ...COLUMNS, ...columns },
});

type Row = readonly [
  name: string,
  rules: readonly NotWorkedRule[],
  person: Partial<HolidayPerson>,
  paid: readonly number[] | 'unknown',
];

const ROWS: readonly Row[] = [
  ['the plan', [PLANNED], { days: [day(450)] }, [450]],
  ['the plan less what was worked', [PLANNED], { days: [day(450, 120)] }, [330]],
  ['more worked than planned', [PLANNED], { days: [day(450, 480)] }, []],
  ['nothing planned', [PLANNED], {}, []],
  ['planning that cannot be read', [PLANNED], { hasPlanning: false }, 'unknown'],
  ['the contract, planning or not', [CONTRACT], { hasPlanning: false }, [456]],
  ['the contract less what was worked', [CONTRACT], { days: [day(null, 56)] }, [400]],
  ['a weekday that is not of the contract', [CONTRACT], contract({ contractWeekdays: '1245' }), []],
  ['no hours', [CONTRACT], contract({ contractMinutesPerDay: '' }), 'unknown'],
  ['no weekdays', [CONTRACT], contract({ contractWeekdays: '' }), 'unknown'],
  ['no beginning', [CONTRACT], contract({ contractFrom: '' }), 'unknown'],
  ['no row in the mapping', [CONTRACT], { columns: undefined }, 'unknown'],
  ['no hours on purpose', [CONTRACT], { columns: { contractMinutesPerDay: '0' } }, []],
  ['a contract from the day on', [CONTRACT], contract({ contractFrom: '2026-11-11' }), [456]],
  ['a contract from the day after', [CONTRACT], contract({ contractFrom: '2026-11-12' }), []],
  ['a contract until the day', [CONTRACT], contract({ contractTo: '2026-11-11' }), [456]],
  ['a contract until the day before', [CONTRACT], contract({ contractTo: '2026-11-10' }), []],
  ['somebody who is not listed any more', [CONTRACT], { isEmployed: false }, 'unknown'],
  [
    'somebody who left after it',
    [CONTRACT],
    { isEmployed: false, ...contract({ contractTo: '2026-11-30' }) },
    [456],
  ],
  [
    'the first rule that concerns the person',
    [{ ...CONTRACT, employees: { contractMinutesPerDay: ['480'] } }, PLANNED],
    { days: [day(450)] },
    [450],
  ],
  [
    'no rule that concerns the person',
    [{ ...CONTRACT, employees: { contractMinutesPerDay: ['480'] } }],
    {},
    [],
  ],
  ['a rule that ended', [{ ...CONTRACT, validTo: localDateOf('2026-11-10') }, PLANNED], {}, []],
  ['a rule that has not begun', [{ ...CONTRACT, validFrom: localDateOf('2026-11-12') }], {}, []],
];

describe('holidays paid without work', () => {
  test.each(ROWS)('%s', (_name, rules, person, paid) => {
    const { lines, findings } = notWorked(rules, { ...PERSON, ...person }, [HOLIDAY]);
    expect(lines.map(({ minutes }) => minutes)).toEqual(paid === 'unknown' ? [] : paid);
    expect(findings.map(({ code, employeeId, date }) => [code, employeeId, date])).toEqual(
      paid === 'unknown' ? [['HOLIDAY_HOURS', 'ann', HOLIDAY]] : [],
    );
  });

  test('lines are of no entry and say which rule made them', () => {
    const never: NotWorkedRule = { ...CONTRACT, validTo: localDateOf('2000-01-01') };
    const [line] = notWorked([never, CONTRACT], PERSON, [HOLIDAY]).lines;
    expect(line).toMatchObject({
      kind: 'not-worked',
      payCode: 'FEAST',
      entryId: null,
      rule: 'payRules.notWorked[1]',
    });
  });

  test('stand between worked and paid minutes as an adjustment of their own', () => {
    const { lines } = notWorked([CONTRACT], PERSON, [HOLIDAY]);
    const period = { from: HOLIDAY, to: HOLIDAY, label: 'holiday' };
    expect(paidTotals({ lines, outsideLines: [], entries: [] }, period, 0)).toEqual({
      workedMinutes: 0,
      differences: [{ reason: 'not-worked', entries: 1, minutes: 456 }],
      paid: { entries: 0, minutes: 456 },
    });
  });

  test.each([
    ['contractMinutesPerDay', '7:36'],
    ['contractWeekdays', 'Mo-Fr'],
    ['contractFrom', '01.01.2020'],
    ['contractTo', '2026-11-31'],
  ])('a column that cannot be read: %s %s', (column, value) => {
    const person = { ...PERSON, ...contract({ [column]: value }) };
    expect(() => notWorked([CONTRACT], person, [HOLIDAY])).toThrow(new RegExp(`"${column}".*${value}`));
  });
});
