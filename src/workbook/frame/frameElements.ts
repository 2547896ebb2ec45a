import { compileFormula } from '../formula/compileFormula.js';
import { formulaText } from '../formula/placedFormula.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { CompileContext } from '../template/templatePlan.js';
import { descendantsOf, type XmlElement } from '../xml/parseXml.js';
import type { XmlEdits } from '../xml/xmlEdits.js';

/** Elements of a sheet's part outside of its rows. */
export function* frameElements(sheet: DrawnSheet, ...locals: readonly string[]): Generator<XmlElement> {
  for (const element of sheet.part.root.children) {
    if (element.local === 'sheetData') continue;
    if (locals.includes(element.local)) yield element;
    yield* descendantsOf(element, ...locals);
  }
}

/** Newer versions of Excel give sheets and tables a unique ID (`xr:uid`). */
export function removeUid(element: XmlElement, edits: XmlEdits): void {
  for (const name of Object.keys(element.attributes)) {
    if (name.endsWith(':uid')) edits.setAttribute(element, name, undefined);
  }
}

/** A formula that belongs to the sheet, not to a row: seen from outside of all bands. */
export function outerFormula(text: string, sheet: PlacedSheet, context: CompileContext): string {
  const { drawn } = sheet;
  return formulaText(compileFormula(text, { sheet: drawn, band: drawn.root }, context), sheet)(0);
}
