import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { TimeEntry } from '../records/records.js';
import { type LocalDate, parseLocalDate } from '../time/localDate.js';
import type { CostCenters } from './costCenter.js';
import { type Columns, unreadableColumn } from './mappingColumns.js';
import {
  type BaseRule,
  type ColumnCondition,
  type Conditions,
  listMinimums,
  type PayRules,
} from './payRules.js';

/** IDs as listed in a configuration, or as a set for speed. */
type Ids = readonly string[] | ReadonlySet<string> | undefined;

/** The conditions of a rule on entries as a whole. */
interface RuleScope {
  readonly path: string;
  readonly establishments?: Ids;
  readonly teams?: Ids;
  readonly tasks?: Ids;
  readonly employees?: Conditions['employees'];
}

/**
 * Whether a rule can apply to the entry's employee, establishment, team and task. An employee without a row meets no
 * condition on a column.
 * @param columns of the employee's row on the day that the minutes count for
 * @throws PaytallyError MAPPING_INVALID if a column is missing or is not a date.
 */
export function appliesToEntry(rule: RuleScope, entry: TimeEntry, columns: Columns): boolean {
  const { establishments, teams, tasks, employees } = rule;
  if (!isAmong(entry.establishmentId, establishments)) return false;
  if (!isAmong(entry.teamId, teams)) return false;
  if (!isAmong(entry.taskId, tasks)) return false;
  return employees === undefined || appliesToEmployee(rule, entry.employeeId ?? '', columns);
}

/** The same for the employee alone. @throws PaytallyError MAPPING_INVALID if a column is missing or is not a date */
export function appliesToEmployee(
  rule: Pick<RuleScope, 'path' | 'employees'>,
  employeeId: string,
  columns: Columns,
): boolean {
  if (rule.employees === undefined) return true;
  if (columns === undefined) return false;
  return Object.entries(rule.employees).every(([column, condition]) => {
    const value = Object.hasOwn(columns, column) ? columns[column] : undefined;
    if (value === undefined) throw missingColumn(column, rule);
    return meetsCondition(value.trim(), condition, { column, employeeId });
  });
}

/** Whether a rule can apply on a day. */
export function isValidOn(
  { validFrom, validTo }: Pick<Conditions, 'validFrom' | 'validTo'>,
  date: LocalDate,
): boolean {
  return (validFrom === undefined || date >= validFrom) && (validTo === undefined || date <= validTo);
}

function isAmong(id: string | null, ids: Ids): boolean {
  if (ids === undefined) return true;
  return 'has' in ids ? ids.has(id ?? '') : ids.includes(id ?? '');
}

interface Place {
  readonly column: string;
  readonly employeeId: string;
}

function meetsCondition(value: string, condition: ColumnCondition, place: Place): boolean {
  if (isList(condition)) return condition.includes(value);
  if (value === '') return false;
  const date = parseLocalDate(value);
  if (date === undefined) throw unreadableColumn('csv.notDate', place.column, value, place.employeeId);
  return (
    (condition.from === undefined || date >= condition.from) &&
    (condition.before === undefined || date < condition.before)
  );
}

/** `Array.isArray` does not narrow `readonly` arrays. */
export function isList(condition: object): condition is readonly string[] {
  return Array.isArray(condition);
}

function missingColumn(column: string, rule: Pick<RuleScope, 'path'>): PaytallyError {
  return new PaytallyError('MAPPING_INVALID', message('csv.columnUnknown', { rule: rule.path, column }), {
    record: `${rule.path}.employees.${column}`,
  });
}

/** The kinds of names: places, teams, tasks, or values in columns of the mapping file. */
type ScopeConditions = Pick<Conditions, 'establishments' | 'teams' | 'tasks' | 'employees'>;

/** A rule that names records. Only a run can tell whether any work has them. */
export interface ScopedRule
  extends ScopeConditions,
    Pick<Conditions, 'validFrom' | 'validTo' | 'on' | 'dates' | 'clock' | 'reachTo' | 'startedBefore'> {
  /** `payRules.base[0]` */
  readonly path: string;
  /** undefined for cost centres. */
  readonly code: string | undefined;
  /** As written in the configuration: `tasks: on-call`. */
  readonly names: string;
  /** All its limits are in these columns: an employee without a value has no limit. */
  readonly limitColumns: readonly string[];
  /**
   * The rule counts as applied once it concerns an employee. If overtime, a minimum or a break never occurs, its name
   * is not necessarily wrong.
   */
  readonly isSeldom: boolean;
  /** It pays days without work, so it applies to people and not to entries. */
  readonly isOfPeople: boolean;
}

/** The rules that name places, teams, tasks or columns of the mapping file, in the order of the configuration. */
export function listScopedRules(rules: PayRules): ScopedRule[] {
  const { base, loadings, counts = [], notWorked = [] } = rules;
  return [
    ...listed('base', base, { isSeldom: ({ over }) => over !== undefined, limitColumns: limitColumnsOf }),
    ...listed('loadings', loadings, {}),
    ...listed('counts', counts, { isSeldom: ({ per }) => per === 'gap' || per === 'rest' }),
    ...listMinimums(rules).map((minimum) => scopedRule(minimum, { isSeldom: true })),
    ...listed('notWorked', notWorked, { isSeldom: () => true, isOfPeople: true }),
  ].filter(({ names }) => names !== '');
}

/** Place ids without any work are not reported here: an unused cost centre changes no pay. */
export function listScopedCostCenters(costCenters: CostCenters | undefined): ScopedRule[] {
  const [teams, tasks] = [Object.keys(costCenters?.teams ?? {}), Object.keys(costCenters?.tasks ?? {})];
  const named = [
    { path: 'costCenters.teams', code: undefined, ...(teams.length === 0 ? {} : { teams }) },
    { path: 'costCenters.tasks', code: undefined, ...(tasks.length === 0 ? {} : { tasks }) },
  ];
  return named.map((each) => scopedRule(each, { isSeldom: true })).filter(({ names }) => names !== '');
}

/** Whether a rule can apply to an employee, by the columns of a row. @throws PaytallyError MAPPING_INVALID */
export function mayApplyToEmployee(rule: ScopedRule, employeeId: string, columns: Columns): boolean {
  const { limitColumns } = rule;
  const hasLimit = (column: string): boolean => (columns?.[column]?.trim() ?? '') !== '';
  if (limitColumns.length > 0 && !limitColumns.some(hasLimit)) return false;
  return appliesToEmployee(rule, employeeId, columns);
}

type Described = Omit<ScopedRule, 'names' | 'limitColumns' | 'isSeldom' | 'isOfPeople'>;

interface Kind<Rule> {
  readonly isSeldom?: (rule: Rule) => boolean;
  readonly limitColumns?: (rule: Rule) => readonly string[];
  readonly isOfPeople?: boolean;
}

function listed<Rule extends Conditions & { readonly code: string }>(
  list: string,
  all: readonly Rule[],
  { isSeldom = () => false, limitColumns = () => [], isOfPeople = false }: Kind<Rule>,
): ScopedRule[] {
  return all.map((rule, index) =>
    scopedRule(
      { ...rule, path: `payRules.${list}[${index}]` },
      { isSeldom: isSeldom(rule), limitColumns: limitColumns(rule), isOfPeople },
    ),
  );
}

function scopedRule(
  rule: Described,
  { limitColumns = [], isOfPeople = false, ...kind }: Pick<ScopedRule, 'isSeldom'> & Partial<ScopedRule>,
): ScopedRule {
  return { ...rule, ...kind, limitColumns, isOfPeople, names: describeScope(rule, limitColumns) };
}

/** None if the rule itself has the limit. */
function limitColumnsOf({ over = {} }: BaseRule): string[] {
  const limits = Object.values(over).filter((limit) => limit !== undefined);
  return limits.every((limit) => typeof limit === 'object') ? limits.map(({ column }) => column) : [];
}

const MOST_NAMED = 3;

/** As written in the configuration: `tasks: on-call, travel; employees.grade: A`; empty if it names nothing. */
function describeScope(
  { establishments, teams, tasks, employees = {} }: ScopeConditions,
  limitColumns: readonly string[],
): string {
  const lists: readonly (readonly [string, readonly string[] | undefined])[] = [
    ['establishments', establishments],
    ['teams', teams],
    ['tasks', tasks],
    ['over.column', limitColumns.length === 0 ? undefined : limitColumns],
  ];
  const columns = Object.entries(employees).map(([column, condition]) => {
    const { from, before } = condition as { readonly from?: string; readonly before?: string };
    const values = isList(condition) ? condition : [from && `from ${from}`, before && `before ${before}`];
    return [`employees.${column}`, values.filter((value) => value !== undefined)] as const;
  });
  return [...lists, ...columns]
    .flatMap(([key, ids]) => (ids === undefined ? [] : [`${key}: ${shortened(ids)}`]))
    .join('; ');
}

function shortened(ids: readonly string[]): string {
  const shown = ids.slice(0, MOST_NAMED).join(', ');
  return ids.length > MOST_NAMED ? `${shown} … (${ids.length})` : shown;
}
