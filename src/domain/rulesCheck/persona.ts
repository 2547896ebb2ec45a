import type { Conditions } from '../pay/conditions.js';
import { type Limit, minimumsOf, type PayRules } from '../pay/payRules.js';
import { addDays } from '../time/localDate.js';

/** Somebody whom rules treat differently: where the work is done, and what the mapping says of the person. */
export interface Persona {
  /** `everybody`, or the conditions that this one fulfils. */
  readonly name: string;
  readonly establishmentId: string | null;
  readonly teamId: string | null;
  readonly taskId: string | null;
  readonly columns: Readonly<Record<string, string>>;
}

/** What the columns of limits hold in the check: a day of 7:36, a week of 38 hours, and a quarter of such weeks. */
const SAMPLE_LIMIT = { day: '456', week: '2280', average: '2280', reference: '29640' } as const;
const SAMPLE_UNITS = ['day', 'week', 'average', 'reference'] as const;

/** One whom no condition on people and places fits, and one for each set of such conditions. */
export function personas(rules: PayRules): Persona[] {
  const all = [...rules.base, ...rules.loadings, ...(rules.counts ?? []), ...minimumsOf(rules)];
  const columns = neutralColumns(all, rules.base);
  const special = all.filter(isSpecial).map((rule) => personaOf(rule, columns));
  const neutral = { name: 'everybody', establishmentId: null, teamId: null, taskId: null, columns };
  return [...new Map([neutral, ...special].map((each) => [each.name, each])).values()];
}

function isSpecial({ establishments, teams, tasks, employees }: Conditions): boolean {
  return [establishments, teams, tasks, employees].some((condition) => condition !== undefined);
}

function personaOf(rule: Conditions, neutral: Persona['columns']): Persona {
  const own = Object.entries(rule.employees ?? {}).map(([column, condition]) => {
    if (isList(condition)) return [column, condition[0] ?? ''] as const;
    return [
      column,
      condition.from ?? (condition.before === undefined ? '' : addDays(condition.before, -1)),
    ] as const;
  });
  const [establishmentId = null, teamId = null, taskId = null] = [
    rule.establishments?.[0],
    rule.teams?.[0],
    rule.tasks?.[0],
  ];
  const words = [
    ...(establishmentId === null ? [] : [`establishment ${establishmentId}`]),
    ...(teamId === null ? [] : [`team ${teamId}`]),
    ...(taskId === null ? [] : [`task ${taskId}`]),
    ...own.map(([column, value]) => `${column} ${value}`),
  ];
  const columns = { ...neutral, ...Object.fromEntries(own) };
  return { name: words.join(', '), establishmentId, teamId, taskId, columns };
}

/** `Array.isArray` does not see through `readonly`. */
function isList(condition: unknown): condition is readonly string[] {
  return Array.isArray(condition);
}

function neutralColumns(rules: readonly Conditions[], base: PayRules['base']): Persona['columns'] {
  const columns: Record<string, string> = {};
  for (const { employees = {} } of rules) for (const column of Object.keys(employees)) columns[column] = '';
  for (const { over } of base) {
    for (const unit of SAMPLE_UNITS) {
      const column = columnOf(over?.[unit]);
      if (column !== undefined) columns[column] = SAMPLE_LIMIT[unit];
    }
  }
  return columns;
}

function columnOf(limit: Limit | undefined): string | undefined {
  return typeof limit === 'object' ? limit.column : undefined;
}
