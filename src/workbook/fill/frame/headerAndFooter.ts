import type { XmlEdits } from '../../xml/xmlEdits.js';
import { childOf, type XmlElement } from '../../xml/xmlElement.js';
import { fieldContext, fillText } from '../cells/fillText.js';
import type { CompileContext } from '../plan/compileContext.js';
import type { PlacedSheet } from '../plan/placedSheet.js';

/** All three sections of a header together, with their codes (MS-XLSB 2.5.73). */
const LONGEST = 255;

/** Fills headers and footers. An ampersand in a value is doubled, because a single one begins a code. */
export function fillHeaderAndFooter(
  root: XmlElement,
  edits: XmlEdits,
  sheet: PlacedSheet,
  context: CompileContext,
): void {
  const { drawn } = sheet;
  for (const element of childOf(root, 'headerFooter')?.children ?? []) {
    if (!element.text.includes('{{')) continue;
    const place = `header or footer (${element.local})`;
    const fieldsHere = fieldContext(context, drawn.name, place);
    let filled = '';
    for (const piece of element.text.split(/(\{\{[^{}]*\}\})/)) {
      const isFixed = !piece.startsWith('{{');
      const text = isFixed
        ? piece
        : fillText(piece, drawn.outer, fieldsHere, context)(sheet)(0).replaceAll('&', '&&');
      filled += joins(filled, text) ? ` ${text}` : text;
    }
    edits.setText(element, filled);
    if (filled.length > LONGEST) {
      const remedy = 'Leave some of its fields away, or put them into cells.';
      sheet.refusals.add(
        drawn.name,
        place,
        `it would have more than ${LONGEST} characters, the most that Excel takes`,
        remedy,
      );
    }
  }
}

const FONT_SIZE = /(?<!&)(?:&&)*&\d{1,2}$/;
const PAGE_NUMBER = /(?<!&)(?:&&)*&[PN]$/i;
const PAGE_OFFSET = /(?<!&)(?:&&)*&[PN][+-]\d*$/i;

/** Digits after `&12` would be read as part of the font size, `-3` after `&P` as a calculation: a space keeps both. */
function joins(before: string, text: string): boolean {
  if (/^\d/.test(text)) return FONT_SIZE.test(before) || PAGE_OFFSET.test(before);
  return /^[+-]\d/.test(text) && PAGE_NUMBER.test(before);
}

/** Whether a placeholder would complete the code that an ampersand before it begins. */
export function hasOpenCode(text: string): boolean {
  return /(?<!&)(?:&&)*&\{\{/.test(text);
}
