import { descendantsOf, type XmlElement } from '../../xml/xmlElement.js';
import type { TemplateSheet } from '../plan/templateSheet.js';

/** Elements of a sheet's part outside of its rows. */
export function* frameElements(sheet: TemplateSheet, ...locals: readonly string[]): Generator<XmlElement> {
  for (const element of sheet.part.root.children) {
    if (element.local === 'sheetData') continue;
    if (locals.includes(element.local)) yield element;
    yield* descendantsOf(element, ...locals);
  }
}
