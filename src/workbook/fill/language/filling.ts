import type { FullSettings } from '../../fillSettings.js';
import type { DataRow, FieldType, Scalar } from '../../model.js';
import type { TemplateData } from './templateData.js';
import type { TemplateFields } from './templateFields.js';

/** What a value is on its way into a cell: the type of its field, or what a format made of it. */
export type ValueType = FieldType | 'number' | 'duration' | 'time';

/** Something for a repetition of the rows around a cell, and of the columns around it where columns repeat. */
export type ValueAt<T> = (instance: number, columnInstance?: number) => T;

/** A placeholder that is ready to be filled in. */
export interface Filling {
  readonly type: ValueType;
  readonly valueAt: ValueAt<Scalar>;
  readonly field: string | undefined;
}

export interface FillSettings extends FullSettings {
  /** The workbook counts days from 1904. */
  readonly counts1904: boolean;
}

/** What resolving needs: known names, and the data once a workbook is filled. */
export interface FieldContext {
  readonly fields: TemplateFields;
  /** Only called while filling. */
  readonly data: () => TemplateData;
  /** Told once a group holds different values of a field that is shown as one. */
  readonly onDifferent: (field: string, type: FieldType) => void;
}

/** Where the value of a placeholder comes from, seen from the repetitions of a band. */
export interface FieldSource {
  readonly type: FieldType;
  /** Undefined where only all rows together have a value: `employees.workedMinutes` needs `| sum`. */
  readonly valueAt: ValueAt<Scalar> | undefined;
  /** The rows behind it, for `| sum` and the like. */
  readonly rowsAt: ValueAt<readonly DataRow[]> | undefined;
  readonly field: string | undefined;
}

/** The one value of many rows that a field of this type most likely means: for examples in messages. */
export function usualAggregate(type: FieldType): 'sum' | 'first' {
  return hasSum(type) ? 'sum' : 'first';
}

export function hasSum(type: FieldType): boolean {
  return type === 'minutes' || type === 'integer';
}
