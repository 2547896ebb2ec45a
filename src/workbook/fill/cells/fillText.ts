import type { CellBands } from '../language/band.js';
import type { FieldContext, Placed, ValueAt } from '../language/filling.js';
import { fillingOf } from '../language/fillValue.js';
import { textPieces } from '../language/placeholder.js';
import { valueText } from '../language/valueText.js';
import type { CompileContext } from '../plan/compileContext.js';

/** What resolving fields needs; sheet and cell are for messages. */
export function fieldContext({ fields }: CompileContext, sheet: string, cell: string): FieldContext {
  return { fields, sheet, cell };
}

/** Text with placeholders as a function of the repetition. @throws Mistake, SyntaxError */
export function fillText(
  text: string,
  bands: CellBands,
  fieldsHere: FieldContext,
  { settings }: CompileContext,
): Placed<ValueAt<string>> {
  const pieces = textPieces(text).map((piece) => {
    return typeof piece === 'string' ? piece : fillingOf(piece, bands, fieldsHere, settings);
  });
  return (placed) => {
    const texts = pieces.map((piece): ValueAt<string> => {
      if (typeof piece === 'string') return () => piece;
      const valueHere = piece.valueAt(placed);
      return (...at) => valueText(valueHere(...at), piece.type, settings);
    });
    return (...at) => texts.map((text) => text(...at)).join('');
  };
}
