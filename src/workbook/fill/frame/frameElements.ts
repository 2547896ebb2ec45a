import type { XmlEdits } from '../../xml/xmlEdits.js';
import { descendantsOf, type XmlElement } from '../../xml/xmlElement.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';

/** Elements of a sheet's part outside of its rows. */
export function* frameElements(sheet: DrawnSheet, ...locals: readonly string[]): Generator<XmlElement> {
  for (const element of sheet.part.root.children) {
    if (element.local === 'sheetData') continue;
    if (locals.includes(element.local)) yield element;
    yield* descendantsOf(element, ...locals);
  }
}

/** Newer versions of Excel give sheets and tables an id of their own (`xr:uid`), which no two may share. */
export function removeUid(element: XmlElement, edits: XmlEdits): void {
  for (const name of Object.keys(element.attributes)) {
    if (name.endsWith(':uid')) edits.setAttribute(element, name, undefined);
  }
}
