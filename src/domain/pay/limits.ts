import { PaytallyError } from '../../errors.js';
import type { CompiledRule } from './compiledRule.js';
import type { Limit } from './payRules.js';

/** Limits of one person in whole minutes; undefined: none. */
export interface OwnLimits {
  readonly day: number | undefined;
  readonly week: number | undefined;
}

/**
 * The limits of overtime rules for one employee. Limits from the mapping are never guessed: who is not mapped, or has
 * no value in the column, has none.
 * @throws PaytallyError MAPPING_INVALID where the column is missing or holds no number
 */
export function ownLimits(
  rules: readonly CompiledRule[],
  employeeId: string,
  columns: Readonly<Record<string, string>> | undefined,
): ReadonlyMap<CompiledRule, OwnLimits> {
  const limits = new Map<CompiledRule, OwnLimits>();
  for (const rule of rules) {
    if (rule.over === undefined) continue;
    const own = (limit: Limit | undefined): number | undefined =>
      typeof limit === 'object' ? fromColumn(limit, rule, employeeId, columns) : limit;
    limits.set(rule, { day: own(rule.over.day), week: own(rule.over.week) });
  }
  return limits;
}

function fromColumn(
  { column, ratio }: Exclude<Limit, number>,
  { path }: CompiledRule,
  employeeId: string,
  columns: Readonly<Record<string, string>> | undefined,
): number | undefined {
  if (columns === undefined) return undefined;
  const value = Object.hasOwn(columns, column) ? columns[column]?.trim() : undefined;
  if (value === undefined) {
    throw new PaytallyError(
      'MAPPING_INVALID',
      `${path} takes a limit from the column "${column}", which the employee mapping lacks.`,
      {
        record: `${path}.over`,
        remedy: 'Add the column to the mapping file, or correct its name in the rule.',
      },
    );
  }
  if (value === '') return undefined;
  if (!/^\d{1,6}$/.test(value)) {
    throw new PaytallyError(
      'MAPPING_INVALID',
      `The column "${column}" of employee ${employeeId} holds ${JSON.stringify(value)}, which is no whole number of minutes.`,
      {
        record: employeeId,
        remedy: `Write minutes in the column "${column}" of the mapping file: 38 hours are 2280.`,
      },
    );
  }
  // Ratios have few decimals: 2400 × 1.1 is 2640, not 2640.0000000000005 and not 2639.9.
  return Math.floor(Number((Number(value) * ratio).toFixed(6)));
}
