import type { AmountPlace } from '../../domain/corrections/rowName.js';
import type { AmountUnit } from '../../domain/pay/payAmounts.js';
import type { DataRow } from '../dataSet.js';
import type { AmountCell } from './amountCells.js';
import type { CellUnits } from './plannedColumn.js';
import { unitOfKind, unitsOfDecimals } from './printFormats.js';
import type { RowRecord } from './rowRecords.js';

/** An amount of a given record. */
export interface GivenAmount extends AmountPlace {
  readonly unit: AmountUnit;
  /** Printed whole units, signed. */
  readonly units: number;
  /** Units of an hour, a count or a day. */
  readonly unitsOfOne: number;
  /** The same in minutes, counts or days, before rounding. */
  readonly amount: number;
  /** For a data set other than pay lines, the field of the amount; null if it is a text. */
  readonly field?: string | null | undefined;
  /** The pay lines that it sums, each with its share; undefined if the amount is no sum of pay lines. */
  readonly lines?: readonly DataRow[] | undefined;
}

const OF_ENTRIES = /^(?:team|task|entry)\./;

/** What the ledger tells of a row of pay lines: its place, but neither its team, its task nor its review. */
export function knownOfLine(row: DataRow): DataRow {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !OF_ENTRIES.test(name)));
}

/** Whether an amount has its place in a cell. @param numbers of the columns, see `columnNumbers` */
export function isAt(amount: GivenAmount, cell: AmountCell, numbers: readonly number[]): boolean {
  const { source, share, index, column } = cell;
  const number = source === 'minutes' ? undefined : numbers[index];
  const isPlace = amount.place === undefined || amount.place === column.heading;
  const isColumn = amount.by === share?.by && amount.code === share?.value && amount.column === number;
  return isPlace && isColumn && hasUnitOf(amount, cell);
}

/** Whether a cell can have an amount whose own place is gone. */
export function isAlike(amount: GivenAmount, cell: AmountCell): boolean {
  const { share } = cell;
  const isCode = share === undefined || amount.code === undefined || amount.code === share.value;
  return hasUnitOf(amount, cell) && isCode;
}

/** An amount's units as the cell writes them: a computed text has its own notation. */
export function unitsIn({ column }: AmountCell, { units, unitsOfOne }: GivenAmount): number {
  const { amount } = column.spec;
  if (column.format.kind === 'number' || amount === undefined || amount === 'none') return units;
  return Math.round((units * unitsOfDecimals(amount)) / unitsOfOne);
}

function hasUnitOf({ unit }: GivenAmount, { source }: AmountCell): boolean {
  return (source !== 'quantity' && unitOfKind(source) === 'minutes') === (unit === 'minutes');
}

/** Units of single cells. */
export class GivenCells implements CellUnits {
  readonly #lines = new Map<RowRecord, Map<number, number>>();

  set(record: RowRecord, line: number, units: number): void {
    const lines = this.#lines.get(record) ?? new Map<number, number>();
    this.#lines.set(record, lines.set(line, units));
  }

  add(record: RowRecord, line: number, units: number): void {
    this.set(record, line, (this.get(record, line) ?? 0) + units);
  }

  get(record: RowRecord, line: number): number | undefined {
    return this.#lines.get(record)?.get(line);
  }
}
