import { compileRules } from '../pay/compiledRule.js';
import { type MinimumConditions, minimumsOf, type PayRules } from '../pay/payRules.js';
import { roundMinutes } from '../pay/roundMinutes.js';
import { weekOf } from '../pay/weeks.js';
import { addDays, type LocalDate } from '../time/localDate.js';
import type { RuleFinding } from './codeFindings.js';
import { personas } from './persona.js';
import { payOf, type RulesInUse, type SyntheticPerson } from './syntheticWork.js';

type Minimum = ReturnType<typeof minimumsOf>[number];

const KINDS = ['entry', 'again', 'day', 'planned'] as const;

/** Minimums that rounding undoes, and minimums and holidays that an earlier rule leaves nobody to. */
export function minimumFindings(inUse: RulesInUse, asOf: LocalDate): RuleFinding[] {
  return [...hiddenMinimums(inUse.rules), ...hiddenHolidays(inUse.rules), ...undoneMinimums(inUse, asOf)];
}

function hiddenMinimums(rules: PayRules): RuleFinding[] {
  const minimums = minimumsOf(rules);
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
  const message = `${payCode} is never paid: the ${by} before it concerns everybody, always.`;
  return { kind: 'hidden', rule, payCode, message };
}

const OF_SOME = ['validFrom', 'validTo', 'establishments', 'teams', 'tasks', 'employees'] as const;

function isForEverybody(rule: MinimumConditions): boolean {
  return OF_SOME.every((condition) => rule[condition] === undefined);
}

function undoneMinimums(inUse: RulesInUse, asOf: LocalDate): RuleFinding[] {
  const { rules } = inUse;
  const { rounding } = rules;
  if (rounding.level === 'none') return [];
  const idle = minimumsOf(rules).filter((minimum) => isIdle(minimum, inUse, asOf));
  const found: RuleFinding[] = idle.map(({ path, code }) => ({
    kind: 'minimum-undone',
    rule: path,
    payCode: code,
    message: `${code} is never paid: rounding alone pays as much.`,
  }));
  const { base, loadings, counts } = compileRules(rules);
  for (const { path, code, minimumInWindow } of [...base, ...loadings, ...counts]) {
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

/** Whether no entry of up to the minimum gets a top-up, whomever it concerns. */
function isIdle(minimum: Minimum, inUse: RulesInUse, asOf: LocalDate): boolean {
  const [persona] = personas(inUse.rules);
  if (persona === undefined || !('entry' in minimum || 'day' in minimum)) return false;
  const { code } = minimum;
  const least = 'entry' in minimum ? minimum.entry : minimum.day;
  const bare = 'entry' in minimum ? { code, entry: least } : { code, day: least };
  const people: SyntheticPerson[] = Array.from({ length: least }, (_, index) => ({
    id: `minimum ${index}`,
    persona,
    work: [{ date: addDays(weekOf(asOf, 'monday'), 1), from: 0, until: index + 1 }],
  }));
  const rules = { ...inUse.rules, minimumPaid: bare };
  return !payOf(people, { ...inUse, rules }, []).lines.some(({ kind }) => kind === 'topup');
}
