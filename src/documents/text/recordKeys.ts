import { message } from '../../i18n/message.js';
import type { DataRow } from '../dataSet.js';
import type { ColumnSpec } from './columnSpec.js';
import type { ColumnPlan, PlanInput, PlannedColumn } from './plannedColumn.js';
import { columnLabel, type RenderContext, type SharedKeyProblem, whenHolds } from './renderContext.js';
import { employeeLabel, NO_CODES } from './rowRecords.js';

/** The parts of a column, or of a tree's value, that can be a key. */
export type KeyColumn = Pick<PlannedColumn, 'heading' | 'spec' | 'plain'>;

/** Records the text by which the target identifies each employee and pay code of a section. */
export function recordKeys(input: PlanInput, plan: ColumnPlan, rows: readonly DataRow[]): void {
  recordColumnKeys(input.context, plan.columns, rows);
  recordSpreadKeys(input, rows);
}

/** The same for single columns: each has the whole key, or a part of it, in every row. */
export function recordColumnKeys(
  context: RenderContext,
  columns: readonly KeyColumn[],
  rows: readonly DataRow[],
): void {
  recordEmployeeKeys(context, columns, rows);
  for (const { heading, spec, plain } of columns) {
    const mode = keyMode(context, spec);
    if (spec.field !== 'external' || mode === 'none' || plain === undefined) continue;
    recordCodeKeys(context, heading, 'external', mode, rows, (row) => plain({ row, codes: NO_CODES }));
  }
}

type KeyMode = NonNullable<ColumnSpec['key']>;

/** Payroll imports identify people by payroll ID and hours by code, unless the template declares otherwise. */
function keyMode({ spec }: RenderContext, column: ColumnSpec): KeyMode {
  if (column.key !== undefined) return column.key;
  const isKey = column.field === 'employee.number' || column.field === 'external';
  return spec.audience === 'payroll' && isKey ? 'text' : 'none';
}

/** Whether the target identifies employees or pay codes by a column's text. */
export function isKeyColumn(context: RenderContext, column: ColumnSpec): boolean {
  return keyMode(context, column) !== 'none';
}

function recordEmployeeKeys(
  context: RenderContext,
  columns: readonly KeyColumn[],
  rows: readonly DataRow[],
): void {
  const keys = columns.filter(({ spec }) => spec.field !== 'external' && spec.pivot === undefined);
  const first = keys.filter(({ spec }) => ['text', 'number'].includes(keyMode(context, spec)));
  const second = keys.filter(({ spec }) => keyMode(context, spec) === 'otherwise');
  if (first.length + second.length === 0) return;
  for (const row of rowsByEmployee(rows)) {
    const hasFirst = recordEmployeeKey(context, first, row, {
      isNeeded: true,
      problem: sharedKeyProblem(first),
    });
    recordEmployeeKey(context, second, row, { isNeeded: !hasFirst, problem: indistinctProblem(first) });
  }
}

function rowsByEmployee(rows: readonly DataRow[]): Iterable<DataRow> {
  const known = new Map<string, DataRow>();
  for (const row of rows) {
    const id = row['employee.id'];
    if (typeof id === 'string' && !known.has(id)) known.set(id, row);
  }
  return known.values();
}

/** @returns false if the columns contain nothing about the person */
function recordEmployeeKey(
  context: RenderContext,
  columns: readonly KeyColumn[],
  row: DataRow,
  use: { readonly isNeeded: boolean; readonly problem: SharedKeyProblem },
): boolean {
  const record = { row, codes: NO_CODES };
  const written = columns.map((column) => (column.plain?.(record) ?? '').trim());
  const raw = columns.map(({ spec }, index) => {
    return spec.field === undefined ? written[index] : String(row[spec.field] ?? '');
  });
  if (raw.every((value) => value === '')) return false;
  // Two people with the same payroll ID are DUPLICATE_NUMBER, whose severity the user chooses.
  const isNumber = columns.every(({ spec }) => spec.field === 'employee.number');
  const id = String(row['employee.id']);
  context.keys.add({
    column: columns.map(({ heading, spec }) => columnLabel(heading, spec)).join(', '),
    written: written.join(', '),
    compared: JSON.stringify(
      written.map((text, index) => normalizeKey(text, columns[index]?.spec.key === 'number')),
    ),
    identity: isNumber ? JSON.stringify(raw) : id,
    label: employeeLabel(row) ?? id,
    value: raw.join(', '),
    ...use,
  });
  return true;
}

/** Payroll systems compare case-insensitively; many read digits as a number. */
function normalizeKey(text: string, isNumber: boolean): string {
  const plain = text.normalize('NFC');
  return isNumber && /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain.toUpperCase();
}

function sharedKeyProblem(keys: readonly KeyColumn[]): SharedKeyProblem {
  const names = keys.flatMap(({ spec }) => (spec.field === undefined ? [] : mappingColumn(spec.field)));
  const columns = names.join(' / ');
  return (sharers) =>
    columns === ''
      ? message('template.keys.employees', { sharers })
      : message('template.keys.employeesIn', { sharers, columns });
}

function indistinctProblem(first: readonly KeyColumn[]): SharedKeyProblem {
  const better = first.find(({ spec }) => spec.field !== undefined)?.spec.field;
  return (sharers) =>
    better === undefined
      ? message('template.keys.indistinct', { sharers })
      : message('template.keys.indistinctFill', { sharers, column: mappingColumn(better) });
}

function mappingColumn(field: string): string {
  return field === 'employee.number' ? 'employeeNumber' : field.replace(/^employee\./, '');
}

/** Different external codes that become one in the file, such as 1 and 01 if the target reads numbers. */
function recordSpreadKeys({ context, section, file }: PlanInput, rows: readonly DataRow[]): void {
  const spread = section.columns.find(({ when, pivot, slots }) => {
    return (pivot ?? slots) !== undefined && whenHolds(context, when);
  });
  if (spread === undefined || section.codes === undefined) return;
  const { by } = section.codes;
  const mode = spread.key ?? (spread.pivot?.sort === 'number' ? 'number' : 'text');
  recordCodeKeys(context, by, by, mode, rows, (row) => file.charset.prepare(String(row[by] ?? '')));
}

function recordCodeKeys(
  { keys }: RenderContext,
  column: string,
  field: string,
  mode: KeyMode,
  rows: readonly DataRow[],
  writtenOf: (row: DataRow) => string,
): void {
  const seen = new Set<string>();
  for (const row of rows) {
    const value = String(row[field] ?? '');
    if (value === '' || seen.has(value)) continue;
    seen.add(value);
    const written = writtenOf(row).trim();
    const isDigits = mode === 'number' && /^\d+$/.test(written);
    keys.add({
      column,
      written,
      compared: isDigits ? written.replace(/^0+(?=\d)/, '') : written,
      identity: value,
      label: typeof row.payCode === 'string' ? row.payCode : value,
      value,
      isNeeded: true,
      problem: (sharers) => message('template.keys.payCodes', { sharers }),
    });
  }
}
