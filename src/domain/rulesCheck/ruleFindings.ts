import { weekOf } from '../pay/baseParts.js';
import { compileRules } from '../pay/compiledRule.js';
import {
  type BaseRule,
  type Conditions,
  type LoadingRule,
  minimumsOf,
  type PayRules,
} from '../pay/payRules.js';
import { roundMinutes } from '../pay/roundMinutes.js';
import { addDays, type LocalDate, localDateOf } from '../time/localDate.js';
import { syntheticHolidays } from './examples.js';
import { personas } from './persona.js';
import { onDays, payOf, type RulesInUse, type SyntheticPerson, type SyntheticWork } from './syntheticWork.js';

/** Something about a rule that its author did not mean. */
export interface RuleFinding {
  readonly kind: 'hidden' | 'not-valid-now' | 'minimum-not-reached' | 'never' | 'minimum-undone' | 'unmapped';
  /** Where the rule stands: `payRules.loadings[1]`, `minimumPaid`. */
  readonly rule: string;
  readonly payCode: string;
  readonly message: string;
}

const HOUR = 60;
const WEEKS_DAYS = 14;

/**
 * Rules that never take a minute of two weeks of work round the clock, of the days that rules name and of the days
 * around them, with the reason; and minimums that rounding undoes.
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
  return [...found, ...undoneMinimums(inUse, asOf)];
}

/** Pay codes that rules can give and that have no code of the payroll system. */
export function unmappedFindings(rules: PayRules, hasExternal: (payCode: string) => boolean): RuleFinding[] {
  const { base, loadings, counts } = compileRules(rules);
  const credits = (rules.credits ?? []).map(({ code }, index) => ({
    path: `payRules.credits[${index}]`,
    code,
  }));
  const notWorked = (rules.notWorked ?? []).map(({ code }, index) => ({
    path: `payRules.notWorked[${index}]`,
    code,
  }));
  const all = [...base, ...loadings, ...minimumsOf(rules), ...counts, ...credits, ...notWorked].map(
    ({ path, code }) => ({
      rule: path,
      payCode: code,
    }),
  );
  const unmapped = all.filter(({ payCode }) => !hasExternal(payCode));
  return [...new Map(unmapped.map((each) => [each.payCode, each])).values()].map((each) => ({
    ...each,
    kind: 'unmapped',
    message: `The pay code ${each.payCode} has no external code under payCodes.`,
  }));
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
    const by = hiding.length === 0 ? 'the rules before it' : hiding.join(', ');
    return {
      ...about,
      kind: 'hidden',
      message: `${rule.code} never takes a minute: ${by} takes them first.`,
    };
  }
  if (works({ validFrom: undefined, validTo: undefined })) {
    const days = [rule.validFrom && `from ${rule.validFrom}`, rule.validTo && `until ${rule.validTo}`];
    const message = `${rule.code} holds ${days.filter(Boolean).join(' ')}, not in the two weeks from ${asOf}.`;
    return { ...about, kind: 'not-valid-now', message };
  }
  if (works({ minimumInWindow: undefined, validFrom: undefined, validTo: undefined })) {
    const message = `${rule.code} wants ${rule.minimumInWindow} minutes in its window, and no entry of up to 24 hours has them.`;
    return { ...about, kind: 'minimum-not-reached', message };
  }
  const message = `${rule.code} never takes a minute: its conditions cannot all hold at once.`;
  return { ...about, kind: 'never', message };
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
    base: [...(isBase ? list : []), { code: 'REST' }],
    loadings: isBase ? [] : list,
  };
  const path = `payRules.${isBase ? 'base' : 'loadings'}[${others.length}]`;
  return rulesTaking({ ...inUse, rules }, asOf).has(path);
}

function rulesTaking(inUse: RulesInUse, asOf: LocalDate): ReadonlySet<string> {
  const people = personas(inUse.rules).flatMap((persona, index) =>
    probes(inUse.rules, asOf).map((work, probe) => ({ id: `probe ${index} ${probe}`, persona, work })),
  );
  return new Set(payOf(people, inUse, syntheticHolidays(asOf)).lines.map(({ rule }) => rule));
}

/** Round the clock from midnight, from noon, and eight hours from every hour, on two weeks and the days of rules. */
function probes(rules: PayRules, asOf: LocalDate): SyntheticWork[][] {
  const monday = weekOf(asOf, 'monday');
  const spans = [{ first: monday, days: WEEKS_DAYS }, ...namedDays(rules, addDays(monday, WEEKS_DAYS))];
  const shift = (from: number, until: number): SyntheticWork[] =>
    spans.flatMap(({ first, days }) => onDays(first, days, { from, until }));
  return [
    shift(0, 24 * HOUR),
    shift(12 * HOUR, 36 * HOUR),
    ...Array.from({ length: 24 }, (_, hour) => shift(hour * HOUR, (hour + 8) * HOUR)),
  ];
}

/** Three days around each date that rules name, when it comes next; each day once. */
function namedDays(
  rules: PayRules,
  after: LocalDate,
): { readonly first: LocalDate; readonly days: number }[] {
  const monthDays = [...rules.base, ...rules.loadings].flatMap(({ dates = [] }) =>
    dates.map((date) => (typeof date === 'string' ? date : date.date)),
  );
  const years = [0, 1, 2, 3, 4].map((more) => Number(after.slice(0, 4)) + more);
  const days = monthDays.flatMap((monthDay) => {
    const date = years
      .map((year) => dateIn(year, monthDay))
      .find((each) => each !== undefined && each > after);
    return date === undefined ? [] : [addDays(date, -1), date, addDays(date, 1)];
  });
  return [...new Set(days)]
    .filter((date) => date > after)
    .sort()
    .map((first) => ({ first, days: 1 }));
}

/** 29 February is not in every year. */
function dateIn(year: number, monthDay: string): LocalDate | undefined {
  const isLeapDay = monthDay === '02-29' && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0));
  return isLeapDay ? undefined : localDateOf(`${year}-${monthDay}`);
}

function undoneMinimums(inUse: RulesInUse, asOf: LocalDate): RuleFinding[] {
  const { rules } = inUse;
  const { rounding } = rules;
  const [minimumPaid, ...others] = minimumsOf(rules);
  if (rounding.level === 'none') return [];
  const found: RuleFinding[] = [];
  if (minimumPaid !== undefined && others.length === 0 && isMinimumIdle(inUse, asOf)) {
    found.push({
      kind: 'minimum-undone',
      rule: minimumPaid.path,
      payCode: minimumPaid.code,
      message: `${minimumPaid.code} is never paid: rounding alone pays as much.`,
    });
  }
  const { base, loadings } = compileRules(rules);
  for (const { path, code, minimumInWindow } of [...base, ...loadings]) {
    const rounded = roundMinutes(minimumInWindow, rounding);
    if (minimumInWindow === 0 || rounded >= minimumInWindow || rounding.level === 'stamp') continue;
    found.push({
      kind: 'minimum-undone',
      rule: path,
      payCode: code,
      message: `${code} wants ${minimumInWindow} minutes after rounding, and ${minimumInWindow} minutes are rounded to ${rounded}.`,
    });
  }
  return found;
}

/** Whether no entry of up to the minimum gets a top-up. */
function isMinimumIdle(inUse: RulesInUse, asOf: LocalDate): boolean {
  const [minimumPaid] = minimumsOf(inUse.rules);
  if (minimumPaid === undefined) return false;
  const least = 'entry' in minimumPaid ? minimumPaid.entry : minimumPaid.day;
  const [persona] = personas(inUse.rules);
  if (persona === undefined) return false;
  const people: SyntheticPerson[] = Array.from({ length: least }, (_, index) => ({
    id: `minimum ${index}`,
    persona,
    work: [{ date: addDays(weekOf(asOf, 'monday'), 1), from: 0, until: index + 1 }],
  }));
  return !payOf(people, inUse, []).lines.some(({ kind }) => kind === 'topup');
}
