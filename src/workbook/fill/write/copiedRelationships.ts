import { XmlEdits } from '../../xml/xmlEdits.js';
import { relationshipsPath, targetFrom } from '../package/partPath.js';
import type { TemplatePackage } from '../package/templatePackage.js';

/** The relationships of a copied part, which lead to copies where there are any. */
export function copiedRelationships(
  file: TemplatePackage,
  part: string,
  copies: ReadonlyMap<string, string>,
): string | undefined {
  if (file.relationships(part).length === 0) return undefined;
  const edits = new XmlEdits(file.xml(relationshipsPath(part)).source);
  for (const { target, isExternal, element } of file.relationships(part)) {
    const copy = copies.get(target);
    // A copy lies in the folder of its original, so that all other targets stay right.
    if (copy !== undefined && !isExternal) edits.setAttribute(element, 'Target', targetFrom(part, copy));
  }
  return edits.apply();
}
