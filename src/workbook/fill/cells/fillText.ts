import type { FieldType } from '../../model.js';
import type { CellBands } from '../language/band.js';
import type { FieldContext } from '../language/filling.js';
import { usualAggregate, type ValueAt } from '../language/filling.js';
import { fillingOf } from '../language/fillValue.js';
import { textPieces } from '../language/placeholder.js';
import { valueText } from '../language/valueText.js';
import type { CompileContext } from '../plan/compileContext.js';

/** The part of a field context that names the cell in messages. */
export function fieldContext(context: CompileContext, sheet: string, cell: string): FieldContext {
  const { fields, data, refusals } = context;
  const onDifferent = (field: string, type: FieldType): void => {
    const remedy = `Say which is meant, for example {{${field} | ${usualAggregate(type)}}}, or group by it as well.`;
    refusals.add(sheet, cell, `the rows of a group differ in "${field}"`, remedy);
  };
  return { fields, data, onDifferent };
}

/** Text with placeholders as a function of the repetition. @throws Mistake, SyntaxError */
export function fillText(
  text: string,
  bands: CellBands,
  fieldsHere: FieldContext,
  context: CompileContext,
): ValueAt<string> {
  const pieces = textPieces(text).map((piece) => {
    if (typeof piece === 'string') return () => piece;
    const { type, valueAt } = fillingOf(piece, bands, fieldsHere, context.settings);
    return (...at: Parameters<ValueAt<string>>) => valueText(valueAt(...at), type, context.settings);
  });
  return (...at) => pieces.map((piece) => piece(...at)).join('');
}
