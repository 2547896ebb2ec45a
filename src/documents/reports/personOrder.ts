import type { DataRow, DataSet } from '../dataSet.js';
import type { ReportModel } from '../reportModel.js';
import { sortKeyOf } from '../sortKey.js';
import { textOf } from './rowAccess.js';

/** Data sets about people, which people look up by name. */
const BY_PERSON = [
  'employees',
  'employee-days',
  'calendar',
  'planned-worked',
  'clock-changes',
  'period-edges',
];

/** The model with people in the order of their last and first names; those without a name come last, by id. */
export function inPersonOrder(model: ReportModel): ReportModel {
  const dataSets = new Map(model.dataSets);
  for (const name of BY_PERSON) {
    const dataSet = dataSets.get(name);
    if (dataSet !== undefined) dataSets.set(name, sorted(dataSet));
  }
  return { ...model, dataSets };
}

/** Sorted when somebody first asks for the rows, and then kept. */
function sorted(dataSet: DataSet): DataSet {
  let kept: readonly DataRow[] | undefined;
  const rows = () => {
    kept ??= sortedRows(dataSet);
    return kept[Symbol.iterator]();
  };
  return { ...dataSet, rows: { [Symbol.iterator]: rows } };
}

/** Sorts stably: the rows of a person stay in their order. */
function sortedRows(dataSet: DataSet): DataRow[] {
  const rows = [...dataSet.rows];
  const people = new Map(rows.map((row) => [textOf(row, 'employee.id'), row]));
  const keys = [...people].map(([id, row]) => ({ id, key: keyOf(row, id) }));
  keys.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const ranks = new Map(keys.map(({ id }, rank) => [id, rank]));
  const rankOf = (row: DataRow) => ranks.get(textOf(row, 'employee.id')) ?? 0;
  return rows.sort((a, b) => rankOf(a) - rankOf(b));
}

/** Last name, first name; of people whose names are sorted alike by the letters as they are, then by id. */
function keyOf(row: DataRow, id: string): string {
  const names = [textOf(row, 'employee.lastName'), textOf(row, 'employee.firstName')];
  return [...names.map(sortKeyOf), ...names, id].join('\u0000');
}
