import { type Area, parseArea } from '../../cells/address.js';
import { childOf } from '../../xml/xmlElement.js';
import type { XmlPart } from '../package/templatePackage.js';

/** The cells that a pivot table shows, in the template. */
export function pivotArea(part: XmlPart): Area | undefined {
  return parseArea(childOf(part.root, 'location')?.attributes.ref ?? '');
}
