import type { CompiledRule } from './compiledRule.js';
import { type ColumnQuestion, limitMinutes } from './mappingColumns.js';
import type { Over } from './payRules.js';

/** Limits of one person in whole minutes, by what they are about; undefined: none. */
export type OwnLimits = Readonly<Record<keyof Over, number | undefined>>;

/** The limits of one person. */
export interface LimitsOfPerson {
  readonly of: ReadonlyMap<CompiledRule, OwnLimits>;
  /** The least minutes of a day or week with which overtime begins; infinite where there is no limit. */
  readonly least: Readonly<Record<'day' | 'week', number>>;
}

/**
 * The limits of overtime rules for one employee. Limits from the mapping are never guessed: who is not mapped, or has
 * no value in the column, has none.
 * @throws PaytallyError MAPPING_INVALID where the column is missing or holds no number
 */
export function ownLimits(
  rules: readonly CompiledRule[],
  person: Omit<ColumnQuestion, 'path'>,
): LimitsOfPerson {
  const limits = new Map<CompiledRule, OwnLimits>();
  for (const rule of rules) {
    const { over, path } = rule;
    if (over === undefined) continue;
    const own = (unit: keyof Over): number | undefined => limitMinutes(over[unit], { ...person, path });
    limits.set(rule, {
      day: own('day'),
      week: own('week'),
      average: own('average'),
      reference: own('reference'),
    });
  }
  const least = (unit: 'day' | 'week'): number =>
    Math.min(...[...limits.values()].map((own) => own[unit] ?? Number.POSITIVE_INFINITY));
  return { of: limits, least: { day: least('day'), week: least('week') } };
}
