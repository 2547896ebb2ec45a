import type { XmlEdits } from '../../xml/xmlEdits.js';
import type { XmlElement } from '../../xml/xmlElement.js';

/** Newer versions of Excel give sheets and tables an id of their own (`xr:uid`), which no two may share. */
export function removeUid(element: XmlElement, edits: XmlEdits): void {
  for (const name of Object.keys(element.attributes)) {
    if (name.endsWith(':uid')) edits.setAttribute(element, name, undefined);
  }
}
