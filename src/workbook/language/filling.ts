import { message, type Text } from '../../i18n/message.js';
import type { DataRow, Field, FieldType, FullSettings, Scalar } from '../model.js';
import { type Problems, TemplateError } from '../workbookError.js';
import type { PlacedAxis } from './bands.js';
import type { Placeholder } from './placeholder.js';
import type { TemplateData } from './templateData.js';
import type { TemplateFields } from './templateFields.js';

/** What a value is on its way into a cell: the type of its field, or what a format made of it. */
export type ValueType = FieldType | 'duration' | 'time';

/** Something for a repetition of the rows around a cell, and of the columns around it where columns repeat. */
export type ValueAt<T> = (instance: number, columnInstance?: number) => T;

/** What values are found in: a sheet whose bands have been placed, and the data. */
export interface PlacedBands {
  readonly rows: PlacedAxis;
  readonly columns: PlacedAxis;
  readonly data: TemplateData;
  /** What only shows with data. */
  readonly refusals: Problems;
}

/** Something in a template that is known once its sheet has been placed. */
export type Placed<T> = (sheet: PlacedBands) => T;

/** A placeholder that is ready to be filled in. */
export interface ResolvedPlaceholder {
  readonly type: ValueType;
  readonly valueAt: Placed<ValueAt<Scalar>>;
  readonly field: string | undefined;
}

export interface ResolveSettings extends FullSettings {
  /** The workbook counts days from 1904. */
  readonly counts1904: boolean;
}

/** What resolving needs: known names, and the place for messages. */
export interface FieldContext {
  readonly fields: TemplateFields;
  readonly sheet: string;
  readonly cell: Text;
}

/** A group holds different values of a field that is shown as one. */
export function refuseDifferent(
  { refusals }: PlacedBands,
  { sheet, cell }: FieldContext,
  { name, type }: Field,
): void {
  const example = `{{${name} | ${usualAggregate(type)}}}`;
  refusals.add(sheet, cell, message('workbook.field.groupDiffers', { name, example }));
}

/** Where the value of a placeholder comes from, seen from the repetitions of a band. */
export interface FieldSource {
  readonly type: FieldType;
  /** Undefined where only all rows together have a value: `employees.workedMinutes` needs `| sum`. */
  readonly valueAt: Placed<ValueAt<Scalar>> | undefined;
  /** The rows behind it, for `| sum` and the like. */
  readonly rowsAt: Placed<ValueAt<readonly DataRow[]>> | undefined;
  readonly field: string | undefined;
}

/** The one value of many rows that a field of this type most likely means: for examples in messages. */
export function usualAggregate(type: FieldType): 'sum' | 'first' {
  return hasSum(type) ? 'sum' : 'first';
}

/** Numbers with decimals too: tenths add up to tenths. */
export function sumValues(values: readonly Scalar[]): number {
  const sum = values.reduce<number>((total, value) => total + Number(value ?? 0), 0);
  return Number.isInteger(sum) ? sum : Number(sum.toFixed(6));
}

export function hasSum(type: FieldType): boolean {
  return type === 'minutes' || type === 'integer' || type === 'number';
}

/** One value of many rows. Null counts as nothing; without any value there is nothing to show, but a sum of 0. */
const AGGREGATES: Readonly<Record<string, (values: readonly Scalar[]) => Scalar>> = {
  sum: sumValues,
  min: (values) => findExtreme(values, (a, b) => a < b),
  max: (values) => findExtreme(values, (a, b) => a > b),
  first: (values) => values[0] ?? null,
  last: (values) => values.at(-1) ?? null,
  count: (values) => values.filter((value) => value !== null).length,
};

export function isAggregate(name: string): boolean {
  return Object.hasOwn(AGGREGATES, name);
}

export const AGGREGATE_NAMES = Object.keys(AGGREGATES);

function findExtreme(
  values: readonly Scalar[],
  isBetter: (a: Scalar & {}, b: Scalar & {}) => boolean,
): Scalar {
  let best: Scalar = null;
  for (const value of values) {
    if (value !== null && (best === null || isBetter(value, best))) best = value;
  }
  return best;
}

/** `workedMinutes | sum`, `employees | count`. @throws TemplateError */
export function aggregate(
  name: string,
  source: FieldSource,
  { path, source: written }: Placeholder,
): ResolvedPlaceholder {
  const { rowsAt, field, type } = source;
  const reduce = AGGREGATES[name];
  if (!rowsAt || !reduce) {
    throw new TemplateError(message('workbook.field.oneValue', { source: written, path, name }));
  }
  if (field === undefined && name !== 'count') {
    const example = `{{${path}.FIELD | ${name}}}`;
    throw new TemplateError(message('workbook.field.rowsHaveNo', { source: written, name, example }));
  }
  if (name === 'sum' && !hasSum(type)) {
    throw new TemplateError(message('workbook.field.noSum', { source: written, path, type }));
  }
  const valuesOf = (rows: readonly DataRow[]): Scalar[] =>
    field === undefined ? rows.map(() => true) : rows.map((row) => row[field] ?? null);
  const valueAt = (placed: PlacedBands): ValueAt<Scalar> => {
    const rowsHere = rowsAt(placed);
    return (...at) => reduce(valuesOf(rowsHere(...at)));
  };
  return { type: name === 'count' ? 'integer' : type, valueAt, field };
}
