import type { Placed, ValueAt } from '../language/filling.js';
import { type Message, message } from '../messages.js';
import type { CompileContext, TemplateWorkbook } from '../template/templatePlan.js';
import { reportErrors } from '../template/templatePlan.js';
import { fillText } from './valueContent.js';

type Codes = Pick<TemplateWorkbook, 'outside'> & { readonly context: CompileContext };

/** Reports mistakes in number formats with words of the run: `0.00" {{say('hours')}}"`. */
export function checkFormatCodes(workbook: Codes): void {
  for (const code of workbook.context.formats.codesToFill()) textOfCode(code, workbook);
}

/** Fills the number formats that have such words. */
export function fillFormatCodes(workbook: Codes, outside: Parameters<Placed<ValueAt<string>>>[0]): void {
  workbook.context.formats.fillCodes((code) => textOfCode(code, workbook)?.(outside)(0));
}

function textOfCode(
  code: string,
  { context, outside: { sheet, band } }: Codes,
): Placed<ValueAt<string>> | undefined {
  const name: Message = message('place.numberFormat', { code });
  const place = { sheet: 'document', name, bands: { rows: band, columns: sheet.columnRoot } };
  return reportErrors(context, undefined, name, () => {
    const pieces = code
      .split(/(\{\{[^{}]*\}\})/)
      .map((piece) => (piece.startsWith('{{') ? fillText(piece, place, context) : () => () => piece));
    return (placed) => {
      const texts = pieces.map((piece) => piece(placed)(0));
      // A quotation mark would end the words of the format.
      return () => texts.map((text, index) => (index % 2 === 1 ? text.replaceAll('"', '”') : text)).join('');
    };
  });
}
