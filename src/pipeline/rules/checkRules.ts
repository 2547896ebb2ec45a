import type { Config } from '../../config/config.js';
import { payRulesOf } from '../../config/paySchema.js';
import { payCodeLabels } from '../../domain/computed/computedPeriod.js';
import { type RuleFinding, unmappedFindings } from '../../domain/rulesCheck/codeFindings.js';
import { type ExampleTable, exampleTables } from '../../domain/rulesCheck/examples.js';
import { ruleFindings } from '../../domain/rulesCheck/ruleFindings.js';
import type { RulesInUse } from '../../domain/rulesCheck/syntheticWork.js';
import { dayOf } from '../../domain/time/dayOf.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { zoneNamed } from '../../domain/time/zoneNamed.js';

/** What the pay rules of one employer would pay, and which of them are not as meant. */
export interface RulesChecked {
  readonly employer: string;
  readonly zone: string;
  /** The day from which on the examples lie. */
  readonly asOf: LocalDate;
  readonly tables: readonly ExampleTable[];
  /** What people call pay codes, of those that have a label. */
  readonly labels: Readonly<Record<string, string>>;
  readonly findings: readonly RuleFinding[];
}

/** Where neither the employer nor its establishments have a zone in the configuration. */
const ZONE = 'Europe/Brussels';

/** Needs no service and no secret. @throws PaytallyError ZONE_UNKNOWN */
export function checkRules(config: Config, nowMs: number): RulesChecked {
  const inUse = rulesInUse(config);
  const asOf = dayOf(Math.floor(nowMs / 1000), inUse.zone);
  return {
    employer: config.employerKey,
    zone: inUse.zone.name,
    asOf,
    tables: exampleTables(inUse, asOf),
    labels: payCodeLabels(config.payCodes, config.language),
    findings: findingsOf(config, inUse, asOf),
  };
}

/** The findings alone. @throws PaytallyError ZONE_UNKNOWN */
export function ruleFindingsOf(config: Config, nowMs: number): readonly RuleFinding[] {
  const inUse = rulesInUse(config);
  return findingsOf(config, inUse, dayOf(Math.floor(nowMs / 1000), inUse.zone));
}

function rulesInUse(config: Config): RulesInUse {
  const [configured = ZONE] = [config.employer.zone, ...Object.values(config.zones)].filter(
    (name) => name !== undefined,
  );
  const policy = { attribution: config.attribution, dst: config.dst };
  return { rules: payRulesOf(config), policy, zone: zoneNamed(configured) };
}

/** Who maps no code at all is not told about codes. */
function findingsOf(config: Config, inUse: RulesInUse, asOf: LocalDate): RuleFinding[] {
  const { payCodes } = config;
  const mapsCodes = Object.keys(payCodes).length > 0;
  return [
    ...ruleFindings(inUse, asOf),
    ...(mapsCodes ? unmappedFindings(inUse.rules, (code) => Object.hasOwn(payCodes, code)) : []),
  ];
}
