import { expect, test } from 'vitest';
import { payRulesOf } from '../../../src/config/schema/paySchema.js';
import { accountExamples } from '../../../src/domain/account/accountExamples.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';
import { formatMessage } from '../../../src/i18n/formatMessage.js';
import { configured } from '../../support/records/payFixture.js';

const AS_OF = toLocalDate('2026-11-11');

function examples(account: string): string[] {
  const config = configured(
    `payRules: { base: [{ code: OT, over: { day: 540 } }, { code: NORMAL }] }\n${account}`,
  );
  const inUse = {
    rules: payRulesOf(config),
    policy: { attribution: 'start', dst: 'elapsed' } as const,
    zone: zoneByName('Europe/Brussels'),
  };
  return accountExamples(inUse, AS_OF).map(
    ({ name, worked, credits, target, change }) =>
      `${formatMessage(name, 'en')}: ${worked} ${credits} ${target} ${change}`,
  );
}

const FIRST = 'account: { from: 2026-10-01, target';

test('what days do to an account, by the rules in use', () => {
  expect(
    examples(`${FIRST}: contract, counts: [NORMAL], credits: [LEAVE], cap: { max: 600, surplus: OT } }`),
  ).toEqual([
    'a weekday with 8:00 hours worked: 480 0 480 0',
    'a weekday with 10:00 hours worked: 540 0 480 60',
    'a weekday without work or absence: 0 0 480 -480',
    'a Saturday with 4:00 hours worked: 240 0 0 240',
    'a holiday without work: 0 0 0 0',
    'a day of absence LEAVE: 0 480 480 0',
    'a day of another absence: 0 0 480 -480',
    'the end of a period with 12:10, limit 10:00: 2:10 OT: 0 0 0 -130',
  ]);
});

test('minutes that lapse', () => {
  expect(examples(`${FIRST}: planned, cap: { max: 0, surplus: lapse } }`).at(-1)).toBe(
    'the end of a period with 2:10, limit 0:00: 2:10 lapse: 0 0 0 -130',
  );
});

test('none without an account', () => {
  expect(examples('')).toEqual([]);
});
