import { PaytallyError } from '../../errors.js';
import type { TimeEntry } from '../records/records.js';
import { parseLocalDate } from '../time/localDate.js';
import type { ColumnCondition, Conditions } from './conditions.js';
import type { ColumnsOf } from './mappingColumns.js';

/** Ids as a configuration lists them, or as a set for speed. */
type Ids = readonly string[] | ReadonlySet<string> | undefined;

/** What of a rule is about entries as a whole. */
interface Concerned {
  readonly path: string;
  readonly establishments?: Ids;
  readonly teams?: Ids;
  readonly tasks?: Ids;
  readonly employees?: Conditions['employees'];
}

/**
 * Whether a rule concerns the entry's employee, establishment, team and task at all. An employee who is not mapped fulfils no
 * condition on a column. @throws PaytallyError MAPPING_INVALID where a column is missing or holds no date.
 */
export function appliesToEntry(rule: Concerned, entry: TimeEntry, columnsOf: ColumnsOf): boolean {
  const { establishments, teams, tasks, employees } = rule;
  if (!isAmong(entry.establishmentId, establishments)) return false;
  if (!isAmong(entry.teamId, teams)) return false;
  if (!isAmong(entry.taskId, tasks)) return false;
  return employees === undefined || appliesToEmployee(rule, entry.employeeId ?? '', columnsOf);
}

/** The same of the employee alone. @throws PaytallyError MAPPING_INVALID where a column is missing or holds no date */
export function appliesToEmployee(
  rule: Pick<Concerned, 'path' | 'employees'>,
  employeeId: string,
  columnsOf: ColumnsOf,
): boolean {
  if (rule.employees === undefined) return true;
  const columns = columnsOf(employeeId);
  if (columns === undefined) return false;
  return Object.entries(rule.employees).every(([column, condition]) => {
    const value = Object.hasOwn(columns, column) ? columns[column] : undefined;
    if (value === undefined) throw missingColumn(column, rule);
    return holds(value.trim(), condition, { column, employeeId });
  });
}

function isAmong(id: string | null, ids: Ids): boolean {
  if (ids === undefined) return true;
  return 'has' in ids ? ids.has(id ?? '') : ids.includes(id ?? '');
}

interface Place {
  readonly column: string;
  readonly employeeId: string;
}

function holds(value: string, condition: ColumnCondition, place: Place): boolean {
  if (isList(condition)) return condition.includes(value);
  if (value === '') return false;
  const date = parseLocalDate(value);
  if (date === undefined) throw notADate(value, place);
  return (
    (condition.from === undefined || date >= condition.from) &&
    (condition.before === undefined || date < condition.before)
  );
}

/** `Array.isArray` does not see through `readonly`. */
function isList(condition: ColumnCondition): condition is readonly string[] {
  return Array.isArray(condition);
}

function missingColumn(column: string, rule: Pick<Concerned, 'path'>): PaytallyError {
  return new PaytallyError(
    'MAPPING_INVALID',
    `${rule.path} asks for the column "${column}", which the employee mapping lacks.`,
    {
      record: `${rule.path}.employees.${column}`,
      remedy: 'Add the column to the mapping file, or correct its name in the rule.',
    },
  );
}

function notADate(value: string, { column, employeeId }: Place): PaytallyError {
  return new PaytallyError(
    'MAPPING_INVALID',
    `The column "${column}" of employee ${employeeId} holds ${JSON.stringify(value)}, which is no date.`,
    {
      record: employeeId,
      remedy: `Write the date as YYYY-MM-DD in the column "${column}" of the mapping file.`,
    },
  );
}
