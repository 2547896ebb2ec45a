import type { FullSettings } from '../../fillSettings.js';
import type { DataRow, Field, FieldType, Scalar } from '../../model.js';
import type { Problems } from '../../problem.js';
import type { PlacedAxis } from './placedBands.js';
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
export interface Filling {
  readonly type: ValueType;
  readonly valueAt: Placed<ValueAt<Scalar>>;
  readonly field: string | undefined;
}

export interface FillSettings extends FullSettings {
  /** The workbook counts days from 1904. */
  readonly counts1904: boolean;
}

/** What resolving needs: known names, and the place for messages. */
export interface FieldContext {
  readonly fields: TemplateFields;
  readonly sheet: string;
  readonly cell: string;
}

/** A group holds different values of a field that is shown as one. */
export function refuseDifferent(
  { refusals }: PlacedBands,
  { sheet, cell }: FieldContext,
  { name, type }: Field,
): void {
  const remedy = `Say which is meant, for example {{${name} | ${usualAggregate(type)}}}, or group by it as well.`;
  refusals.add(sheet, cell, `the rows of a group differ in "${name}"`, remedy);
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
export function addedUp(values: readonly Scalar[]): number {
  const sum = values.reduce<number>((total, value) => total + Number(value ?? 0), 0);
  return Number.isInteger(sum) ? sum : Number(sum.toFixed(6));
}

export function hasSum(type: FieldType): boolean {
  return type === 'minutes' || type === 'integer' || type === 'number';
}
