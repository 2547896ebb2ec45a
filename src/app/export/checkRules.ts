import type { Config } from '../../config/config.js';
import { readHolidayFile, readMapping } from '../../config/inputFiles.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import { holidayRules } from '../../domain/absences/holidayFindings.js';
import { type AccountExample, accountExamples } from '../../domain/account/accountExamples.js';
import { payCodeLabels } from '../../domain/computed/computedPeriod.js';
import { finding } from '../../domain/exceptions/finding.js';
import { findingText } from '../../domain/exceptions/wording.js';
import type { HolidayRow } from '../../domain/holidays/dayHoliday.js';
import type { PayRules } from '../../domain/pay/payRules.js';
import { listScopedRules, type ScopedRule } from '../../domain/pay/ruleScope.js';
import { type ExampleTable, exampleTables } from '../../domain/rulesCheck/examples.js';
import {
  type RuleFinding,
  ruleFindings,
  unmappedFindings,
  unmatchedFindings,
} from '../../domain/rulesCheck/ruleFindings.js';
import type { RulesInUse } from '../../domain/rulesCheck/syntheticPay.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { zoneByName } from '../../domain/time/tzdata.js';
import { localDateAt } from '../../domain/time/zone.js';
import { englishText } from '../../i18n/formatMessage.js';
import { policyOf } from '../compute/workOfPeople.js';

/** A preview of the pay rules of one employer, and rules that are probably mistakes. */
export interface RulesChecked {
  readonly employer: string;
  readonly zone: string;
  /** The first day of the examples. */
  readonly asOf: LocalDate;
  readonly tables: readonly ExampleTable[];
  /** What days do to the hours account; undefined without one. */
  readonly account?: readonly AccountExample[] | undefined;
  /** Labels of pay codes, for those that have one. */
  readonly labels: Readonly<Record<string, string>>;
  readonly findings: readonly RuleFinding[];
  /** Rules that name records: the examples include them, and a run reports RULE_UNUSED if no work has them. */
  readonly naming: readonly { readonly rule: string; readonly payCode: string; readonly names: string }[];
}

/** Used if neither the employer nor its establishments have a zone in the configuration. */
const ZONE = 'Europe/Brussels';

/**
 * Needs no service and no secret, the mapping file only if a rule uses its columns, and the file of holidays.
 * @throws PaytallyError ZONE_UNKNOWN, MAPPING_INVALID, HOLIDAYS_INVALID
 */
export async function checkRules(config: Config, folder: string, nowMs: number): Promise<RulesChecked> {
  const inUse = rulesInUse(config);
  const naming = listScopedRules(inUse.rules);
  const asOf = localDateAt(Math.floor(nowMs / 1000), inUse.zone);
  return {
    employer: config.employerKey,
    zone: inUse.zone.name,
    asOf,
    tables: exampleTables(inUse, asOf),
    ...(inUse.rules.account === undefined ? {} : { account: accountExamples(inUse, asOf) }),
    labels: payCodeLabels(config.payCodes, config.language),
    findings: [
      ...findingsOf(config, inUse, asOf),
      ...(await unmatchedIn(config, folder, naming)),
      ...fractionFindings(inUse.rules, (await readHolidayFile(config.holidays, folder)).rows),
    ],
    naming: naming.map(({ path, code = '', names }) => ({ rule: path, payCode: code, names })),
  };
}

/** The result for programs: its texts in English. */
export function rulesJson({ tables, account, findings, ...checked }: RulesChecked): object {
  return {
    ...checked,
    ...(account && { account: account.map((day) => ({ ...day, name: englishText(day.name) })) }),
    tables: tables.map(({ persona, examples }) => ({
      persona: englishText(persona),
      examples: examples.map((example) => ({ ...example, name: englishText(example.name) })),
    })),
    findings: findings.map((finding) => ({ ...finding, message: englishText(finding.message) })),
  };
}

/** Without a mapping file, an export reports what is missing. */
async function unmatchedIn(
  { employer }: Config,
  folder: string,
  naming: readonly ScopedRule[],
): Promise<RuleFinding[]> {
  const isAsked = naming.some((rule) => rule.employees !== undefined || rule.limitColumns.length > 0);
  if (!isAsked || employer.employees === undefined) return [];
  const { employees } = await readMapping(employer.employees, folder);
  const people = [...employees.byId.values()].flat().map(({ extra }) => extra);
  return people.length === 0 ? [] : unmatchedFindings(naming, people);
}

/** Rules for work on holidays that cannot use a row of the file of holidays: a fraction has no clock times. */
function fractionFindings(rules: PayRules, holidays: readonly HolidayRow[]): RuleFinding[] {
  const fractions = holidays.filter(({ action, part }) => action === 'add' && part.kind === 'fraction');
  return holidayRules(rules).flatMap(({ rule, payCode }) =>
    fractions.map((row): RuleFinding => {
      const { line, name, partText } = row;
      const said = findingText(
        finding('HOLIDAY_FRACTION', { record: name }, { line, name, part: partText, rules: rule }),
      );
      return { kind: 'holiday-fraction', rule, payCode, message: said };
    }),
  );
}

/** The findings alone. @throws PaytallyError ZONE_UNKNOWN */
export function ruleFindingsOf(config: Config, nowMs: number): readonly RuleFinding[] {
  const inUse = rulesInUse(config);
  return findingsOf(config, inUse, localDateAt(Math.floor(nowMs / 1000), inUse.zone));
}

function rulesInUse(config: Config): RulesInUse {
  const [configured = ZONE] = [config.employer.zone, ...Object.values(config.zones)].filter(
    (name) => name !== undefined,
  );
  const policy = policyOf(config);
  return { rules: payRulesOf(config), policy, zone: zoneByName(configured) };
}

/** If no codes are mapped, missing codes are not reported. */
function findingsOf(config: Config, inUse: RulesInUse, asOf: LocalDate): RuleFinding[] {
  const { payCodes } = config;
  const mapsCodes = Object.keys(payCodes).length > 0;
  return [
    ...ruleFindings(inUse, asOf),
    ...(mapsCodes ? unmappedFindings(inUse.rules, (code) => Object.hasOwn(payCodes, code)) : []),
  ];
}
