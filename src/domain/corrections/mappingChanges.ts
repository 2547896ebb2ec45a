import { type Finding, finding } from '../exceptions/finding.js';
import { type DatedRows, type EmployeeRow, rowOn } from '../mapping/employeeRows.js';
import { type Period, periodDays } from '../period/period.js';

/** A cell of the mapping file that is different today on a day of a final. */
export interface MappingChange {
  /** `employeeNumber`, or a further column. */
  readonly column: string;
  /** Empty for an empty cell, and for a day without a row. */
  readonly before: string;
  readonly after: string;
}

/** What the rows of one employee said on the days of a period, and what they say today; each difference once. */
export function mappingChanges(
  before: DatedRows | undefined,
  after: DatedRows | undefined,
  period: Period,
): MappingChange[] {
  const found = new Map<string, MappingChange>();
  for (const date of periodDays(period)) {
    const [then, now] = [cellsOf(rowOn(before, date)), cellsOf(rowOn(after, date))];
    for (const column of new Set([...then.keys(), ...now.keys()])) {
      const change = { column, before: then.get(column) ?? '', after: now.get(column) ?? '' };
      if (change.before !== change.after) found.set(JSON.stringify(change), change);
    }
  }
  return [...found.values()];
}

function cellsOf(row: EmployeeRow | undefined): ReadonlyMap<string, string> {
  if (row === undefined) return new Map();
  return new Map([['employeeNumber', row.number ?? ''], ...Object.entries(row.extra)]);
}

/**
 * Edited rows of the mapping file that alone change closed days, an exception for each cell; one for the mapping of pay
 * codes and cost centres if no row of the employee changed.
 */
export function mappingChanged(employeeId: string, changes: readonly MappingChange[]): Finding[] {
  const cells = changes.length > 0 ? changes : [{ column: 'payCodes', before: '', after: '' }];
  return cells.map((change) => {
    const { column, before, after } = change;
    return finding('MAPPING_CHANGED', { employeeId, record: employeeId }, { column, before, after });
  });
}
