import { payRulesOf } from '../../../src/config/schema/paySchema.js';
import type { RulesInUse } from '../../../src/domain/rulesCheck/syntheticPay.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';
import { configured } from '../../support/records/payFixture.js';

/** Rules as in a configuration for Brussels. */
export function rulesInUse(yaml: string, zone = 'Europe/Brussels'): RulesInUse {
  return {
    rules: payRulesOf(configured(yaml)),
    policy: { attribution: 'start', dst: 'elapsed' },
    zone: zoneByName(zone),
  };
}

/** Loadings next to one base rule. */
export function withLoadings(...rules: readonly string[]): string {
  return `payRules: { base: [{ code: NORMAL }], loadings: [${rules.join(', ')}] }`;
}
