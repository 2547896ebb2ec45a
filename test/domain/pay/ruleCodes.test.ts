import { expect, test } from 'vitest';
import { payRulesOf } from '../../../src/config/schema/paySchema.js';
import { ruleCodes } from '../../../src/domain/pay/ruleCodes.js';
import { configured } from '../../support/records/payFixture.js';

const codesOf = (yaml: string) =>
  ruleCodes(payRulesOf(configured(yaml))).map(({ payCode, kind, path }) => `${payCode} ${kind} ${path}`);

test('every pay code of the rules is named with its kind and its location in the rules', () => {
  expect(
    codesOf(`
minimumPaid: { entry: 180, code: CALLOUT }
payRules:
  base: [{ code: NIGHT, clock: ["22:00", "06:00"] }, { code: NORMAL }]
  loadings: [{ code: SUNDAY, on: [sunday] }]
  counts: [{ code: MEAL, per: entry }]
`),
  ).toEqual([
    'NIGHT base payRules.base[0]',
    'NORMAL base payRules.base[1]',
    'SUNDAY loading payRules.loadings[0]',
    'CALLOUT topup minimumPaid',
    'MEAL count payRules.counts[0]',
  ]);
});

test('a code in several rules is named once, at its first location', () => {
  expect(
    codesOf(`
payRules:
  base: [{ code: EXTRA, clock: ["22:00", "06:00"] }, { code: SUNDAY, on: [sunday] }, { code: EXTRA, on: [holiday] }, { code: NORMAL }]
`),
  ).toEqual(['EXTRA base payRules.base[0]', 'SUNDAY base payRules.base[1]', 'NORMAL base payRules.base[3]']);
});
