import type { AmountUnit } from '../pay/payAmounts.js';
import type { ShownValues } from './exportedLine.js';

/** Where an amount is in a record of a file. */
export interface AmountPlace {
  /** The field and value that its rows have in common: a pay code or a day. */
  readonly by?: string | undefined;
  readonly code?: string | undefined;
  /** The number of its column; undefined for the minutes of pay lines. */
  readonly column?: number | undefined;
  /** undefined for minutes of pay lines. */
  readonly unit?: AmountUnit | undefined;
  /** The position in a tree. */
  readonly place?: string | undefined;
}

/** The parts of a row's name: the identity of one amount in a template's files, the same in any rendering. */
export interface RowIdentity extends Omit<AmountPlace, 'place'> {
  /** 0 for the template's own file, then one per companion. undefined for a pay line that no file contains. */
  readonly file?: number | undefined;
  /** The number of the section, or the position of the amount in a tree. */
  readonly section?: number | string | undefined;
  /** The first day of the month of the file, if it is split. */
  readonly month?: string | undefined;
  /** The value by which files are split. */
  readonly part?: string | undefined;
  /** Fields by which the target identifies the row. */
  readonly values: ShownValues;
  /** For a data set other than pay lines. */
  readonly data?: string | undefined;
  /** For such a data set, the field of the amount; null if it is a text. */
  readonly field?: string | null | undefined;
  readonly unitsPerHour?: number | undefined;
}

export function formatRowName(identity: RowIdentity): string {
  const { values, ...others } = identity;
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  const { file, section, month, part, by, code, column, unit, data, field, unitsPerHour } = others;
  // The order of names that are recorded already.
  return JSON.stringify({
    file,
    section,
    month,
    part,
    values: Object.fromEntries(sorted),
    by,
    code,
    column,
    unit,
    data,
    field,
    unitsPerHour,
  });
}

/** The parts of a name. Names of the ledger begin with the days of their final. */
export function parseRowName(row: string): RowIdentity {
  return JSON.parse(row.slice(row.indexOf('{')));
}

/** The name of the record of a row: all rows with this name are in the same line or element of a file. */
export function recordNameOf(row: string): string {
  if (!row.includes('{')) return row;
  const prefix = row.slice(0, row.indexOf('{'));
  const { file, section, month, part, values, data } = parseRowName(row);
  const place = typeof section === 'string' ? undefined : section;
  return prefix + formatRowName({ file, section: place, month, part, values, data });
}

/** Where the amount of a row is in its record. */
export function amountPlaceOf({ section, by, code, column, unit }: RowIdentity): AmountPlace {
  return { by, code, column, unit, place: typeof section === 'string' ? section : undefined };
}

/** Identical for the same place only. */
export function amountPlaceText({ by, code, column, unit, place }: AmountPlace): string {
  return JSON.stringify([by, code, column, unit, place]);
}
