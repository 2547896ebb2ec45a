import { listed, type Message, message } from '../../i18n/message.js';
import { compileRules } from '../pay/compiledRules.js';
import { roundMinutes } from '../pay/entryTime.js';
import {
  type BaseRule,
  type Conditions,
  type CountRule,
  type LoadingRule,
  listMinimums,
  type PayRules,
} from '../pay/payRules.js';
import { weekStart } from '../pay/payWindow.js';
import { mayApplyToEmployee, type ScopedRule } from '../pay/ruleScope.js';
import { addDays, type LocalDate } from '../time/localDate.js';
import {
  computeSyntheticPay,
  findAppliedRules,
  personas,
  type RulesInUse,
  type SyntheticPerson,
} from './syntheticPay.js';

/**
 * Rules that take no minutes in two weeks of work round the clock, and on the days that rules name and a few days
 * around them, with the reason; counts that never count; minimums that rounding or other minimums cancel; codes that no
 * rule assigns.
 */
export function ruleFindings(inUse: RulesInUse, asOf: LocalDate): RuleFinding[] {
  const taken = findAppliedRules(inUse, asOf);
  const { base, loadings } = inUse.rules;
  const found: RuleFinding[] = [];
  base.forEach((rule, index) => {
    // The last one takes all remaining minutes; it is not a mistake if there are none.
    if (index === base.length - 1) return;
    const path = `payRules.base[${index}]`;
    if (!taken.has(path)) found.push(explainNeverApplied(path, rule, base.slice(0, index), inUse, asOf));
  });
  loadings.forEach((rule, index) => {
    const path = `payRules.loadings[${index}]`;
    const before = loadings
      .slice(0, index)
      .filter(({ group }) => group !== undefined && group === rule.group);
    if (!taken.has(path)) found.push(explainNeverApplied(path, rule, before, inUse, asOf));
  });
  return [
    ...found,
    ...idleCounts(inUse, taken, asOf),
    ...minimumFindings(inUse, asOf),
    ...unknownCodeFindings(inUse.rules),
  ];
}

/** Counts do not exclude each other. */
function idleCounts(inUse: RulesInUse, taken: ReadonlySet<string>, asOf: LocalDate): RuleFinding[] {
  return (inUse.rules.counts ?? []).flatMap((rule, index) => {
    const path = `payRules.counts[${index}]`;
    return taken.has(path) ? [] : [explainNotCounted(path, rule, inUse, asOf)];
  });
}

function explainNotCounted(path: string, rule: CountRule, inUse: RulesInUse, asOf: LocalDate): RuleFinding {
  const about = { rule: path, payCode: rule.code };
  const counts = [{ ...rule, validFrom: undefined, validTo: undefined }];
  const isValidLater = findAppliedRules({ ...inUse, rules: { ...inUse.rules, counts } }, asOf).has(
    'payRules.counts[0]',
  );
  if (isValidLater) return notValidNow(about, rule, asOf);
  return {
    ...about,
    kind: 'never',
    message: message('rules.neverCounted', { code: rule.code }),
  };
}

function notValidNow(
  about: Pick<RuleFinding, 'rule' | 'payCode'>,
  { validFrom, validTo }: Conditions,
  asOf: LocalDate,
): RuleFinding {
  const text = message('rules.notValidNow', {
    code: about.payCode,
    hasFrom: validFrom === undefined ? 'no' : 'yes',
    from: validFrom ?? '',
    hasTo: validTo === undefined ? 'no' : 'yes',
    to: validTo ?? '',
    asOf,
  });
  return { ...about, kind: 'not-valid-now', message: text };
}

type AnyRule = BaseRule | LoadingRule;

function explainNeverApplied(
  path: string,
  rule: AnyRule,
  before: readonly AnyRule[],
  inUse: RulesInUse,
  asOf: LocalDate,
): RuleFinding {
  const about = { rule: path, payCode: rule.code };
  const isBase = path.startsWith('payRules.base');
  const works = (change: Partial<Conditions>, others: readonly AnyRule[] = []): boolean =>
    appliesBeside({ ...rule, ...change }, others, isBase, inUse, asOf);
  if (works({})) {
    const hiding = before.filter((other) => !works({}, [other])).map(({ code }) => code);
    return { ...about, kind: 'hidden', message: hiddenBy(rule.code, hiding) };
  }
  if (works({ validFrom: undefined, validTo: undefined })) {
    return notValidNow(about, rule, asOf);
  }
  if (works({ minimumInWindow: undefined, validFrom: undefined, validTo: undefined })) {
    const values = { code: rule.code, minimum: rule.minimumInWindow ?? 0 };
    return { ...about, kind: 'minimum-not-reached', message: message('rules.windowTooShort', values) };
  }
  return { ...about, kind: 'never', message: message('rules.never', { code: rule.code }) };
}

/** @param hiding codes of the rules that each take all minutes; empty if only several together do */
function hiddenBy(code: string, hiding: readonly string[]): Message {
  return hiding.length === 0
    ? message('rules.hiddenTogether', { code })
    : message('rules.hiddenBy', { code, hiding: listed(hiding), count: hiding.length });
}

/** Whether a rule takes a minute if only some other rules exist. */
function appliesBeside(
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
  return findAppliedRules({ ...inUse, rules }, asOf).has(path);
}

type Minimum = ReturnType<typeof listMinimums>[number];

const KINDS = ['entry', 'again', 'day', 'planned'] as const;

/**
 * Minimums that rounding cancels, and minimums and holidays that can never apply because an earlier rule covers all
 * employees.
 */
function minimumFindings(inUse: RulesInUse, asOf: LocalDate): RuleFinding[] {
  return [...hiddenMinimums(inUse.rules), ...hiddenHolidays(inUse.rules), ...undoneMinimums(inUse, asOf)];
}

function hiddenMinimums(rules: PayRules): RuleFinding[] {
  const minimums = listMinimums(rules);
  return minimums.flatMap((minimum, index) => {
    const kind = KINDS.find((each) => each in minimum);
    const before = minimums
      .slice(0, index)
      .find((other) => kind !== undefined && kind in other && isForEverybody(other));
    return before === undefined ? [] : [hidden(minimum.path, minimum.code, before.code)];
  });
}

function hiddenHolidays({ notWorked = [] }: PayRules): RuleFinding[] {
  return notWorked.flatMap(({ code }, index) => {
    const before = notWorked.slice(0, index).find(isForEverybody);
    return before === undefined ? [] : [hidden(`payRules.notWorked[${index}]`, code, before.code)];
  });
}

function hidden(rule: string, payCode: string, by: string): RuleFinding {
  return { kind: 'hidden', rule, payCode, message: message('rules.hiddenByAll', { code: payCode, by }) };
}

/** What a rule pays. All other settings limit for whom or when it applies. */
const PAID: ReadonlySet<string> = new Set(['path', 'code', 'by', 'weeks', ...KINDS]);

function isForEverybody(rule: object): boolean {
  return Object.entries(rule).every(([setting, value]) => value === undefined || PAID.has(setting));
}

function undoneMinimums(inUse: RulesInUse, asOf: LocalDate): RuleFinding[] {
  const { rules } = inUse;
  const { rounding } = rules;
  if (rounding.level === 'none') return [];
  const idle = listMinimums(rules).filter((minimum) => isIdle(minimum, inUse, asOf));
  const found: RuleFinding[] = idle.map(({ path, code }) => ({
    kind: 'minimum-undone',
    rule: path,
    payCode: code,
    message: message('rules.roundingPays', { code }),
  }));
  const { base, loadings, counts } = compileRules(rules);
  for (const { path, code, minimumInWindow } of [...base, ...loadings, ...counts]) {
    const rounded = roundMinutes(minimumInWindow, rounding);
    if (minimumInWindow === 0 || rounded >= minimumInWindow || rounding.level === 'stamp') continue;
    found.push({
      kind: 'minimum-undone',
      rule: path,
      payCode: code,
      message: message('rules.roundedBelow', { code, minimum: minimumInWindow, rounded }),
    });
  }
  return found;
}

/** Whether no entry below the minimum gets a top-up, for any employee. */
function isIdle(minimum: Minimum, inUse: RulesInUse, asOf: LocalDate): boolean {
  const [persona] = personas(inUse.rules);
  if (persona === undefined || !('entry' in minimum || 'day' in minimum)) return false;
  const { code } = minimum;
  const least = 'entry' in minimum ? minimum.entry : minimum.day;
  const bare = 'entry' in minimum ? { code, entry: least } : { code, day: least };
  const people: SyntheticPerson[] = Array.from({ length: least }, (_, index) => ({
    id: `minimum ${index}`,
    persona,
    work: [{ date: addDays(weekStart(asOf, 'monday'), 1), from: 0, until: index + 1 }],
  }));
  const rules = { ...inUse.rules, minimumPaid: bare };
  return !computeSyntheticPay(people, { ...inUse, rules }, []).lines.some(({ kind }) => kind === 'topup');
}

/** A probable mistake in a rule. */
export interface RuleFinding {
  readonly kind:
    | 'hidden'
    | 'not-valid-now'
    | 'minimum-not-reached'
    | 'never'
    | 'minimum-undone'
    | 'unmapped'
    | 'unmatched'
    | 'holiday-fraction';
  /** The rule's path: `payRules.loadings[1]`, `minimumPaid`. */
  readonly rule: string;
  readonly payCode: string;
  readonly message: Message;
}

/** Pay codes that rules can assign without a code of the payroll system. */
export function unmappedFindings(rules: PayRules, hasExternal: (payCode: string) => boolean): RuleFinding[] {
  const unmapped = codesOf(rules).filter(({ payCode }) => !hasExternal(payCode));
  return [...new Map(unmapped.map((each) => [each.payCode, each])).values()].map((each) => ({
    ...each,
    kind: 'unmapped',
    message: message('rules.unmapped', { code: each.payCode }),
  }));
}

/** Credits and counters of codes that no rule assigns. */
function unknownCodeFindings(rules: PayRules): RuleFinding[] {
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
    const values = { code: payCode, codes: listed(strange), count: strange.length };
    return [{ kind: 'never' as const, rule, payCode, message: message('rules.unknownCodes', values) }];
  });
}

/** Rules for people that the mapping file does not contain. @param people the further columns of each row */
export function unmatchedFindings(
  naming: readonly ScopedRule[],
  people: readonly Readonly<Record<string, string>>[],
): RuleFinding[] {
  return naming.flatMap((rule) => {
    const { path, code = '', employees = {}, limitColumns } = rule;
    const asked = [...Object.keys(employees), ...limitColumns];
    const empty = Object.fromEntries(asked.map((column) => [column, '']));
    const isFor = (columns: (typeof people)[number]): boolean =>
      mayApplyToEmployee(rule, '', { ...empty, ...columns });
    if (asked.length === 0 || people.some(isFor)) return [];
    const text = message('rules.unmatched', { code, columns: listed(asked) });
    return [{ kind: 'unmatched' as const, rule: path, payCode: code, message: text }];
  });
}

/** The pay codes that rules assign, each with its rule. */
export function codesOf(rules: PayRules): Pick<RuleFinding, 'rule' | 'payCode'>[] {
  const { base, loadings, counts } = compileRules(rules);
  const credits = withPaths(rules.credits ?? [], 'credits');
  const notWorked = withPaths(rules.notWorked ?? [], 'notWorked');
  return [...base, ...loadings, ...listMinimums(rules), ...counts, ...credits, ...notWorked].map(
    ({ path, code }) => ({ rule: path, payCode: code }),
  );
}

function withPaths(rules: readonly { readonly code: string }[], list: string) {
  return rules.map(({ code }, index) => ({ path: `payRules.${list}[${index}]`, code }));
}
