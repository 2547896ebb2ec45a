import { compileRules } from '../pay/compiledRule.js';
import { isForEmployee, type NamingRule } from '../pay/namingRules.js';
import { minimumsOf, type PayRules } from '../pay/payRules.js';

/** Something about a rule that its author did not mean. */
export interface RuleFinding {
  readonly kind:
    | 'hidden'
    | 'not-valid-now'
    | 'minimum-not-reached'
    | 'never'
    | 'minimum-undone'
    | 'unmapped'
    | 'unmatched';
  /** Where the rule stands: `payRules.loadings[1]`, `minimumPaid`. */
  readonly rule: string;
  readonly payCode: string;
  readonly message: string;
}

/** Pay codes that rules can give and that have no code of the payroll system. */
export function unmappedFindings(rules: PayRules, hasExternal: (payCode: string) => boolean): RuleFinding[] {
  const unmapped = codesOf(rules).filter(({ payCode }) => !hasExternal(payCode));
  return [...new Map(unmapped.map((each) => [each.payCode, each])).values()].map((each) => ({
    ...each,
    kind: 'unmapped',
    message: `The pay code ${each.payCode} has no external code under payCodes.`,
  }));
}

/** Credits and counters of codes that no rule gives. */
export function strangeCodes(rules: PayRules): RuleFinding[] {
  const given = new Set(codesOf(rules).map(({ payCode }) => payCode));
  const asking = [
    ...(rules.credits ?? []).map(({ code, of }, index) => ({
      rule: `payRules.credits[${index}]`,
      payCode: code,
      of,
    })),
    ...(rules.counters ?? []).map(({ name, of }, index) => ({
      rule: `payRules.counters[${index}]`,
      payCode: name,
      of,
    })),
  ];
  return asking.flatMap(({ rule, payCode, of }) => {
    const strange = of.filter((code) => !given.has(code));
    if (strange.length === 0) return [];
    const message = `${payCode} looks at ${strange.join(', ')}, which no rule gives.`;
    return [{ kind: 'never' as const, rule, payCode, message }];
  });
}

/** Rules for people of whom the mapping file has none. @param people the further columns of each row */
export function unmatchedFindings(
  naming: readonly NamingRule[],
  people: readonly Readonly<Record<string, string>>[],
): RuleFinding[] {
  return naming.flatMap((rule) => {
    const { path, code = '', employees = {}, limitColumns } = rule;
    const asked = [...Object.keys(employees), ...limitColumns];
    const empty = Object.fromEntries(asked.map((column) => [column, '']));
    const isFor = (columns: (typeof people)[number]): boolean =>
      isForEmployee(rule, '', () => ({ ...empty, ...columns }));
    if (asked.length === 0 || people.some(isFor)) return [];
    const message = `${code} is for nobody: no row of the mapping file has what it asks of ${asked.join(', ')}.`;
    return [{ kind: 'unmatched' as const, rule: path, payCode: code, message }];
  });
}

/** Every pay code that a rule gives, with the rule. */
function codesOf(rules: PayRules): Pick<RuleFinding, 'rule' | 'payCode'>[] {
  const { base, loadings, counts } = compileRules(rules);
  const credits = withPaths(rules.credits ?? [], 'credits');
  const notWorked = withPaths(rules.notWorked ?? [], 'notWorked');
  return [...base, ...loadings, ...minimumsOf(rules), ...counts, ...credits, ...notWorked].map(
    ({ path, code }) => ({ rule: path, payCode: code }),
  );
}

function withPaths(rules: readonly { readonly code: string }[], list: string) {
  return rules.map(({ code }, index) => ({ path: `payRules.${list}[${index}]`, code }));
}
