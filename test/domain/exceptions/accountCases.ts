import { type AccountPerson, accountDays } from '../../../src/domain/account/accountDays.js';
import { accountFindings, uncomparedFinding } from '../../../src/domain/account/accountFindings.js';
import type { Finding } from '../../../src/domain/exceptions/finding.js';
import type { AccountRules, KnownBalance } from '../../../src/domain/pay/accountRules.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import type { ExceptionCase } from './exceptionCase.js';

const OCTOBER = { from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31') };
const CONTRACT = { contractMinutesPerDay: '60', contractWeekdays: '12345', contractFrom: '2020-01-01' };
const PAYOUT = {
  date: toLocalDate('2026-10-30'),
  minutes: -60,
  payCode: undefined,
  reason: undefined,
  line: 2,
};

/** Findings of Ann's account in October, in which she owes 22 hours and works none. */
function found(
  rules: Partial<AccountRules> = {},
  columns: Readonly<Record<string, string>> = {},
  given: {
    readonly adjustments?: AccountPerson['adjustments'];
    readonly unknown?: KnownBalance;
    readonly before?: number;
  } = {},
): Finding[] {
  const all: AccountRules = {
    target: 'contract',
    credits: [],
    from: OCTOBER.from,
    period: 'month',
    ...rules,
  };
  const person: AccountPerson = {
    employeeId: 'ann',
    columnsOn: () => ({ ...CONTRACT, ...columns }),
    holidayOn: () => undefined,
    planOf: () => ({ plannedMinutes: 0, plannedInside: () => 0 }),
    lines: [],
    adjustments: given.adjustments ?? [],
    isEmployed: true,
  };
  const account = accountDays(all, person, { ...OCTOBER, weekStartsOn: 'monday' }, given.before);
  return accountFindings(all, person, account, OCTOBER, given.unknown);
}

const OPENING = { opening: { column: 'opening' } };

export const ACCOUNT_CASES: readonly ExceptionCase[] = [
  {
    code: 'ACCOUNT_NO_TARGET',
    name: 'no contract minutes',
    data: {},
    found: found({}, { contractMinutesPerDay: '' }),
    records: ['ann 2026-10-01'],
    facts: { days: 22 },
  },
  {
    code: 'ACCOUNT_NO_TARGET',
    name: 'a contract of 0 minutes',
    data: {},
    found: found({}, { contractMinutesPerDay: '0' }),
    records: [],
  },
  {
    code: 'ACCOUNT_ROW_IGNORED',
    name: 'before the contract begins',
    data: {},
    found: found({}, { contractFrom: '2026-10-31' }, { adjustments: [PAYOUT] }),
    records: ['ann 2026-10-30 2'],
    facts: { line: 2, minutes: -60 },
  },
  {
    code: 'ACCOUNT_ROW_IGNORED',
    name: 'in the account, and in another month',
    data: {},
    found: found({}, {}, { adjustments: [PAYOUT, { ...PAYOUT, date: toLocalDate('2026-11-01'), line: 3 }] }),
    records: [],
  },
  {
    code: 'ACCOUNT_BELOW',
    name: 'a minute below the lowest',
    data: {},
    found: found({ cap: { min: -1319 } }),
    records: ['ann 2026-10-31'],
    facts: { minutes: -1320, leastMinutes: -1319 },
  },
  { code: 'ACCOUNT_BELOW', name: 'the lowest', data: {}, found: found({ cap: { min: -1320 } }), records: [] },
  {
    code: 'ACCOUNT_OPEN_AT_END',
    name: 'the contract ends in the period',
    data: {},
    found: found({}, { contractTo: '2026-10-02' }),
    records: ['ann 2026-10-31'],
    facts: { minutes: -120, end: '2026-10-02' },
  },
  {
    code: 'ACCOUNT_OPEN_AT_END',
    name: 'nothing is left',
    data: {},
    found: found({}, { contractTo: '2026-10-02' }, { before: 120 }),
    records: [],
  },
  {
    code: 'BALANCE_UNKNOWN',
    name: 'days before the account without a final, purged records, an empty opening balance',
    data: {},
    found: [
      ...found({}, {}, { unknown: { unknownDays: [OCTOBER] } }),
      ...found({}, {}, { unknown: { unknownDays: undefined } }),
      ...found(OPENING, { opening: '' }),
    ],
    records: ['2026-10-01..2026-10-31', 'ann', 'ann opening'],
  },
  {
    code: 'BALANCE_NOT_COMPARED',
    name: 'days without a final, purged records',
    data: {},
    found: [[OCTOBER], undefined].map((unknownDays) =>
      uncomparedFinding({ employeeId: 'ann', unknownDays }, OCTOBER.to),
    ),
    records: ['ann 2026-10-31', 'ann 2026-10-31'],
  },
  {
    code: 'BALANCE_NOT_COMPARED',
    name: 'a balance that begins unknown, which blocks instead',
    data: {},
    found: found({}, {}, { unknown: { unknownDays: undefined } }),
    records: [],
  },
  {
    code: 'BALANCE_UNKNOWN',
    name: 'no opening balance of somebody whose contract begins',
    data: {},
    found: found(OPENING, { opening: '', contractFrom: '2026-10-12' }),
    records: [],
  },
];
