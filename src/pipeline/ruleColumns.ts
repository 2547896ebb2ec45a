import type { Conditions, PayRules } from '../domain/pay/payRules.js';
import { PaytallyError } from '../errors.js';
import type { MappingFile } from './mapping.js';

/** A column of the mapping file that a pay rule asks for, and the rule. */
interface AskedColumn {
  readonly column: string;
  /** Where the rule stands in the configuration: `payRules.base[1]`. */
  readonly path: string;
}

/** The columns that pay rules ask for and the mapping file lacks, all in one error; undefined where there are none. */
export function lackingRuleColumns(rules: PayRules, mapping: MappingFile): PaytallyError | undefined {
  const there = new Set(mapping.employees.extraColumns);
  const lacking = askedColumns(rules).filter(({ column }) => !there.has(column));
  const [first] = lacking;
  if (first === undefined) return undefined;
  const why =
    mapping.path === undefined ? 'and no mapping file is configured' : 'which the employee mapping lacks';
  const lines = lacking.map(({ column, path }) => `${path} asks for the column "${column}", ${why}.`);
  return new PaytallyError('MAPPING_INVALID', lines.join('\n'), {
    record: `${first.path}.employees.${first.column}`,
    remedy:
      mapping.path === undefined
        ? 'Add "employees: FILE.csv" to the employer, and the column to that file, or take the condition out of the rule.'
        : `Add the column to ${mapping.path}, or correct its name in the rule.`,
  });
}

function askedColumns({ base, loadings }: PayRules): AskedColumn[] {
  return [...asked(base, 'payRules.base'), ...asked(loadings, 'payRules.loadings')];
}

function asked(rules: readonly Conditions[], list: string): AskedColumn[] {
  return rules.flatMap(({ employees = {} }, index) =>
    Object.keys(employees).map((column) => ({ column, path: `${list}[${index}]` })),
  );
}
