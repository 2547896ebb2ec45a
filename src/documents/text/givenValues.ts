import { groupBy } from '../../domain/collections.js';
import type { RowIdentity } from '../../domain/corrections/rowName.js';
import { addQuantities } from '../../domain/pay/payLine.js';
import type { DataRow, Field, Scalar } from '../dataSet.js';
import type { GivenAmount } from './givenCells.js';
import { sumKnown } from './rowRecords.js';

/* The rows that the records of a correction stand for. */

/** What a record shows, and its amounts. */
interface ValuedRecord {
  readonly name: RowIdentity;
  readonly shown: DataRow;
  readonly amounts: readonly GivenAmount[];
}

/** The row of a day of a record. */
export function dayRow(row: DataRow, { code = '', amount }: GivenAmount): DataRow {
  return { ...row, date: code, minutes: amount };
}

/** The amounts of a record by pay code, or by another field. */
export function codedAmounts(
  { amounts, shown }: Omit<ValuedRecord, 'name'>,
  by: string,
): ReadonlyMap<string, number> {
  const codes = new Map<string, number>();
  for (const { by: own, code, amount } of amounts) {
    const name = own === by && code !== undefined ? code : String(shown[by] ?? '');
    codes.set(name, addQuantities(codes.get(name) ?? 0, amount));
  }
  return codes;
}

const NUMERIC: readonly Field['type'][] = ['minutes', 'number', 'integer'];

/** What a record shows, with its amounts in the fields from which columns take them. */
export function amountFields(record: ValuedRecord, fields: readonly Field[]): DataRow {
  const isPayLine = record.name.data === undefined;
  const blank = fields.map(({ name: field, type }): [string, Scalar] => [
    field,
    !isPayLine && NUMERIC.includes(type) ? 0 : null,
  ]);
  return { ...Object.fromEntries(blank), ...record.shown, ...sumsOf(record) };
}

/** The amounts of a record by their fields. */
export function sumsOf({ amounts, name }: Omit<ValuedRecord, 'shown'>): DataRow {
  const sum = (some: readonly GivenAmount[]): number | null =>
    some.length === 0 ? null : some.reduce((total, { amount }) => addQuantities(total, amount), 0);
  const quantity = sum(amounts.filter(({ unit }) => unit !== 'minutes'));
  if (name.data !== undefined)
    return Object.fromEntries(amounts.flatMap(({ field, amount }) => (field ? [[field, amount]] : [])));
  return {
    minutes: sum(amounts.filter(({ unit }) => unit === 'minutes')),
    quantity,
    quantityWithoutMinutes: quantity,
  };
}

/**
 * The rows that a record adds up, with the fields that are known of them: those that it shows, and, if the ledger has
 * its pay lines, those of each line.
 */
export function knownOf(record: ValuedRecord): readonly DataRow[] {
  const { name, shown, amounts } = record;
  const isKnown = amounts.every(({ lines }) => lines !== undefined);
  if (amounts.length === 0 || !isKnown) return [{ ...shown, ...sumsOf(record) }];
  const ofPerson = Object.fromEntries(Object.entries(shown).filter(([key]) => key.startsWith('employee.')));
  // What the rows of now have in common need not be that of a line that is taken back.
  return linesOf(amounts).map((line) => ({ ...shown, ...line, ...ofPerson, ...name.values }));
}

const LINE_AMOUNTS = ['minutes', 'quantity', 'quantityWithoutMinutes'];

/** The pay lines of some amounts. One that adds up to nothing, because it was taken back, is none. */
function linesOf(amounts: readonly GivenAmount[]): readonly DataRow[] {
  const groups = groupBy(
    amounts.flatMap(({ lines = [] }) => lines),
    lineKey,
  );
  const lines = [...groups.values()].map((same) => ({ ...same[0], ...sumsOfLines(same) }));
  return lines.filter((line: DataRow) => LINE_AMOUNTS.some((name) => Boolean(line[name])));
}

function lineKey(line: DataRow): string {
  const isTime = line.minutes !== null;
  return JSON.stringify([isTime, ...Object.entries(line).filter(([name]) => !LINE_AMOUNTS.includes(name))]);
}

function sumsOfLines(lines: readonly DataRow[]): DataRow {
  return Object.fromEntries(LINE_AMOUNTS.map((name) => [name, sumKnown(lines, name)]));
}
