import type { DataRow, DataSet } from '../dataSet.js';
import type { ReportModel } from '../reportModel.js';
import { textOf } from './rowAccess.js';

/** Letters that Unicode does not take apart into a letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  þ: 'th',
};

/**
 * A name as it is sorted: without case, marks and punctuation, so that Çelik stands among the Cs and 't Kint among
 * the Ts. Written here, because the system's own order differs between versions of its data.
 */
export function sortKeyOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return plain
    .replace(/[øđðłħıœæßþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim();
}

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

/** Sorts stably: the rows of a person stay in their order. */
function sorted(dataSet: DataSet): DataSet {
  const people = new Map(dataSet.rows.map((row) => [textOf(row, 'employee.id'), row]));
  const keys = [...people].map(([id, row]) => ({ id, key: keyOf(row, id) }));
  keys.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const ranks = new Map(keys.map(({ id }, rank) => [id, rank]));
  const rankOf = (row: DataRow) => ranks.get(textOf(row, 'employee.id')) ?? 0;
  return { ...dataSet, rows: [...dataSet.rows].sort((a, b) => rankOf(a) - rankOf(b)) };
}

/** The last code unit stands behind all letters: no name, last. */
function keyOf(row: DataRow, id: string): string {
  const lastName = sortKeyOf(textOf(row, 'employee.lastName'));
  const firstName = sortKeyOf(textOf(row, 'employee.firstName'));
  const named = lastName !== '' || firstName !== '';
  return named ? `${lastName || '\uffff'}\u0000${firstName}\u0000${id}` : `\uffff\u0001${id}`;
}
