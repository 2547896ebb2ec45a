import type { Conditions } from '../pay/conditions.js';
import type { BaseRule, CountRule, LoadingRule, PayRules } from '../pay/payRules.js';
import type { LocalDate } from '../time/localDate.js';
import { type RuleFinding, strangeCodes } from './codeFindings.js';
import { minimumFindings } from './minimumFindings.js';
import { rulesTaking } from './probes.js';
import type { RulesInUse } from './syntheticWork.js';

/**
 * Rules that never take a minute of two weeks of work round the clock, of the days that rules name and of the days
 * around them, with the reason; counts that never count; minimums that rounding or other minimums undo; codes that no
 * rule gives.
 */
export function ruleFindings(inUse: RulesInUse, asOf: LocalDate): RuleFinding[] {
  const taken = rulesTaking(inUse, asOf);
  const { base, loadings } = inUse.rules;
  const found: RuleFinding[] = [];
  base.forEach((rule, index) => {
    // The last one takes what is left; that nothing is left is no mistake.
    if (index === base.length - 1) return;
    const path = `payRules.base[${index}]`;
    if (!taken.has(path)) found.push(whyNever(path, rule, base.slice(0, index), inUse, asOf));
  });
  loadings.forEach((rule, index) => {
    const path = `payRules.loadings[${index}]`;
    const before = loadings
      .slice(0, index)
      .filter(({ group }) => group !== undefined && group === rule.group);
    if (!taken.has(path)) found.push(whyNever(path, rule, before, inUse, asOf));
  });
  return [
    ...found,
    ...idleCounts(inUse, taken, asOf),
    ...minimumFindings(inUse, asOf),
    ...strangeCodes(inUse.rules),
  ];
}

/** Counts do not stand in each other's way. */
function idleCounts(inUse: RulesInUse, taken: ReadonlySet<string>, asOf: LocalDate): RuleFinding[] {
  return (inUse.rules.counts ?? []).flatMap((rule, index) => {
    const path = `payRules.counts[${index}]`;
    return taken.has(path) ? [] : [whyNotCounted(path, rule, inUse, asOf)];
  });
}

function whyNotCounted(path: string, rule: CountRule, inUse: RulesInUse, asOf: LocalDate): RuleFinding {
  const about = { rule: path, payCode: rule.code };
  const counts = [{ ...rule, validFrom: undefined, validTo: undefined }];
  const isValidLater = rulesTaking({ ...inUse, rules: { ...inUse.rules, counts } }, asOf).has(
    'payRules.counts[0]',
  );
  if (isValidLater) return notValidNow(about, rule, asOf);
  return {
    ...about,
    kind: 'never',
    message: `${rule.code} is never counted: nothing that is worked has it.`,
  };
}

function notValidNow(
  about: Pick<RuleFinding, 'rule' | 'payCode'>,
  { validFrom, validTo }: Conditions,
  asOf: LocalDate,
): RuleFinding {
  const days = [validFrom && `from ${validFrom}`, validTo && `until ${validTo}`];
  const message = `${about.payCode} holds ${days.filter(Boolean).join(' ')}, not in the two weeks from ${asOf}.`;
  return { ...about, kind: 'not-valid-now', message };
}

type AnyRule = BaseRule | LoadingRule;

function whyNever(
  path: string,
  rule: AnyRule,
  before: readonly AnyRule[],
  inUse: RulesInUse,
  asOf: LocalDate,
): RuleFinding {
  const about = { rule: path, payCode: rule.code };
  const isBase = path.startsWith('payRules.base');
  const works = (change: Partial<Conditions>, others: readonly AnyRule[] = []): boolean =>
    takesBeside({ ...rule, ...change }, others, isBase, inUse, asOf);
  if (works({})) {
    const hiding = before.filter((other) => !works({}, [other])).map(({ code }) => code);
    return { ...about, kind: 'hidden', message: hiddenBy(rule.code, hiding) };
  }
  if (works({ validFrom: undefined, validTo: undefined })) {
    return notValidNow(about, rule, asOf);
  }
  if (works({ minimumInWindow: undefined, validFrom: undefined, validTo: undefined })) {
    const message = `${rule.code} wants ${rule.minimumInWindow} minutes in its window, and no entry of up to 24 hours has them.`;
    return { ...about, kind: 'minimum-not-reached', message };
  }
  const message = `${rule.code} never takes a minute: its conditions cannot all hold at once.`;
  return { ...about, kind: 'never', message };
}

/** @param hiding codes of the rules each of which takes all; none where only some together do */
function hiddenBy(code: string, hiding: readonly string[]): string {
  const by = hiding.length === 0 ? 'the rules before it' : hiding.join(', ');
  return hiding.length === 1
    ? `${code} never takes a minute: ${by} takes them first.`
    : `${code} never takes a minute: ${by} take them first.`;
}

/** Whether a rule takes a minute beside some others, with nothing else in the way. */
function takesBeside(
  rule: AnyRule,
  others: readonly AnyRule[],
  isBase: boolean,
  inUse: RulesInUse,
  asOf: LocalDate,
): boolean {
  const list = [...others, rule];
  const rules: PayRules = {
    ...inUse.rules,
    minimumPaid: undefined,
    counts: undefined,
    base: [...(isBase ? list : []), { code: 'REST' }],
    loadings: isBase ? [] : list,
  };
  const path = `payRules.${isBase ? 'base' : 'loadings'}[${others.length}]`;
  return rulesTaking({ ...inUse, rules }, asOf).has(path);
}
