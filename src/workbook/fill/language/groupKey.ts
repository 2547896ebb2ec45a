import type { FullSettings } from '../../fillSettings.js';
import type { DataRow, FieldType, Scalar } from '../../model.js';
import { converter } from './conversions.js';
import type { ValueType } from './filling.js';
import type { GroupKey } from './placeholder.js';

export interface KeyReader {
  readonly type: ValueType;
  readonly of: (row: DataRow) => Scalar;
}

/** How to find a key in a row of data. @throws Mistake where a format does not fit the field */
export function keyReader(
  { field, filters }: GroupKey,
  fieldType: FieldType,
  settings: FullSettings,
): KeyReader {
  let type: ValueType = fieldType;
  const steps = filters.map((call) => {
    const step = converter(call, { type, field }, settings);
    type = step.type;
    return step.convert;
  });
  const of = (row: DataRow): Scalar => steps.reduce((value, step) => step(value), row[field] ?? null);
  return { type, of };
}
