import { groupBy } from '../../domain/collections.js';
import { type DistinctName, shownName } from '../../domain/people/peopleDirectory.js';
import type { DataRow } from '../dataSet.js';
import type { TemplateModel } from '../templateModel.js';

/** The rows of a data set; empty if the model has no such set. */
export function listRows(model: TemplateModel, dataSet: string): readonly DataRow[] {
  return [...(model.dataSets.get(dataSet)?.rows ?? [])];
}

/** The same, one at a time, for sums that keep no rows. */
export function eachRow(model: TemplateModel, dataSet: string): Iterable<DataRow> {
  return model.dataSets.get(dataSet)?.rows ?? [];
}

/** A field as text; empty if it is null. */
export function textField(row: DataRow, field: string): string {
  const value = row[field] ?? null;
  return value === null ? '' : String(value);
}

/** A field as a number; null if there is none. Minutes and counts. */
export function numberField(row: DataRow, field: string): number | null {
  const value = row[field] ?? null;
  return typeof value === 'number' ? value : null;
}

/** The sum of a field; null counts as zero. */
export function sumField(rows: readonly DataRow[], field: string): number {
  return rows.reduce((sum, row) => sum + (numberField(row, field) ?? 0), 0);
}

/** The sum of a field; null if no row has a number (for example, if planning cannot be read). */
export function sumFieldOrNull(rows: readonly DataRow[], field: string): number | null {
  return rows.some((row) => numberField(row, field) !== null) ? sumField(rows, field) : null;
}

/** Rows by the text of a field, in the order of first appearance. */
export function groupRowsBy(rows: readonly DataRow[], field: string): Map<string, DataRow[]> {
  return groupBy(rows, (row) => textField(row, field));
}

/** The name of a row's employee, with what tells namesakes apart; empty if the row is not about an employee. */
export function shownEmployee({ tell }: Pick<TemplateModel, 'tell'>, row: DataRow): string {
  return shownName(distinctEmployee({ tell }, row));
}

/** The same in its parts. */
export function distinctEmployee({ tell }: Pick<TemplateModel, 'tell'>, row: DataRow): DistinctName {
  const id = textField(row, 'employee.id');
  const name = textField(row, 'employee.name') || id;
  return id === '' || tell === undefined ? { name } : tell(id);
}
