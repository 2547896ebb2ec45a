import type { MappingFile } from '../../config/inputFiles.js';
import type { AccountRules } from '../../domain/pay/accountRules.js';
import {
  type ColumnCondition,
  type Conditions,
  type Limit,
  listMinimums,
  type Opening,
  type PayRules,
} from '../../domain/pay/payRules.js';
import { parseLocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { joined, message } from '../../i18n/message.js';

/** A mapping column that a pay rule uses, and the rule. */
interface AskedColumn {
  readonly column: string;
  /** The rule's path in the configuration: `payRules.base[1]`. */
  readonly path: string;
  /** `payRules.base[1].employees.grade` */
  readonly record: string;
  readonly condition: ColumnCondition;
}

/** One error with all columns that pay rules use and the mapping file lacks; undefined if there are none. */
export function lackingRuleColumns(rules: PayRules, mapping: MappingFile): PaytallyError | undefined {
  const there = new Set(mapping.employees.extraColumns);
  const lacking = [...askedColumns(rules), ...limitColumns(rules)].filter(({ column }) => !there.has(column));
  const [first] = lacking;
  if (first === undefined) return undefined;
  const { path } = mapping;
  const id = path === undefined ? 'people.noMappingForRule' : 'csv.columnUnknown';
  const lines = lacking.map(({ column, path: rule }) => message(id, { rule, column }));
  return new PaytallyError('MAPPING_INVALID', joined(lines), {
    record: first.record,
    remedy:
      path === undefined ? message('people.addMappingForRule') : message('people.addRuleColumn', { path }),
  });
}

/** One error with all invalid dates of these people in columns that rules use as dates. Empty cells are valid. */
export function unreadableRuleDates(
  rules: PayRules,
  mapping: MappingFile,
  employeeIds: Iterable<string>,
): PaytallyError | undefined {
  const ofDates = askedColumns(rules).filter(({ condition }) => !Array.isArray(condition));
  const columns = [...new Set(ofDates.map(({ column }) => column))];
  const wrong = [...employeeIds].flatMap((employeeId) => {
    const cells = (mapping.employees.byId.get(employeeId) ?? []).flatMap(({ extra }) =>
      columns.map((column) => ({ column, employeeId, value: extra[column]?.trim() ?? '' })),
    );
    return cells.filter(({ value }) => value !== '' && parseLocalDate(value) === undefined);
  });
  const [first] = wrong;
  if (first === undefined) return undefined;
  const lines = wrong.map(({ column, employeeId: employee, value }) =>
    message('csv.notDate', { column, employee, value: JSON.stringify(value) }),
  );
  return new PaytallyError('MAPPING_INVALID', joined(lines), {
    record: first.employeeId,
    remedy: message('people.writeDates', { path: mapping.path ?? message('people.theMappingFile') }),
  });
}

function askedColumns(rules: PayRules): AskedColumn[] {
  const { base, loadings, counts = [] } = rules;
  return [
    ...asked(base, 'payRules.base'),
    ...asked(loadings, 'payRules.loadings'),
    ...asked(counts, 'payRules.counts'),
    ...asked(rules.notWorked ?? [], 'payRules.notWorked'),
    ...listMinimums(rules).flatMap(({ employees = {}, path }) => conditionsOn(employees, path)),
  ];
}

function asked(rules: readonly Conditions[], list: string): AskedColumn[] {
  return rules.flatMap(({ employees = {} }, index) => conditionsOn(employees, `${list}[${index}]`));
}

function conditionsOn(employees: NonNullable<Conditions['employees']>, path: string): AskedColumn[] {
  return Object.entries(employees).map(([column, condition]) => ({
    column,
    path,
    record: `${path}.employees.${column}`,
    condition,
  }));
}

/** Columns with minutes: limits, and opening balances from before the first day in the ledger. */
function limitColumns({
  base,
  counters = [],
  reference,
  account,
}: PayRules): Omit<AskedColumn, 'condition'>[] {
  const ofLimit = (limit: Limit | undefined, path: string, key: string) =>
    typeof limit === 'object' ? [{ column: limit.column, path, record: `${path}.${key}` }] : [];
  const ofOpening = (opening: Opening | undefined, path: string) =>
    opening === undefined ? [] : [{ column: opening.column, path, record: `${path}.opening` }];
  return [
    ...base.flatMap(({ over = {} }, index) =>
      [over.day, over.week, over.average, over.reference].flatMap((limit) =>
        ofLimit(limit, `payRules.base[${index}]`, 'over'),
      ),
    ),
    ...ofOpening(reference?.opening, 'payRules.reference'),
    ...counters.flatMap(({ limit, opening }, index) => {
      const path = `payRules.counters[${index}]`;
      return [...ofLimit(limit, path, 'limit'), ...ofOpening(opening, path)];
    }),
    ...accountColumns(account),
  ];
}

/** Columns of the hours account: the contract's hours, the opening balance, and a person's own limit. */
function accountColumns(account: AccountRules | undefined): Omit<AskedColumn, 'condition'>[] {
  if (account === undefined) return [];
  const { target, opening, cap } = account;
  const columns = [
    { column: target === 'contract' ? 'contractMinutesPerDay' : undefined, path: 'account.target' },
    { column: opening?.column, path: 'account.opening' },
    { column: cap?.column, path: 'account.cap' },
  ];
  return columns.flatMap(({ column, path }) =>
    column === undefined ? [] : [{ column, path, record: path }],
  );
}
