import { relationshipsPath, targetFrom } from '../package/partPath.js';
import type { TemplatePackage } from '../package/templatePackage.js';
import { XmlEdits } from '../xml/xmlEdits.js';

/** Relationships whose parts belong to one sheet and so are copied with it; others (pictures) are shared. */
const COPIED = new Set([
  'drawing',
  'vmlDrawing',
  'comments',
  'table',
  'chart',
  'chartUserShapes',
  'chartStyle',
  'chartColorStyle',
  'pivotTable',
  'threadedComment',
]);

/** For each part that belongs to a sheet, the sheet's own first: its name as `nameFor` gives it. */
export function partsOfSheet(
  file: TemplatePackage,
  sheetPart: string,
  nameFor: (part: string) => string,
): Map<string, string> {
  const parts = new Map<string, string>();
  const add = (part: string): void => {
    if (parts.has(part)) return;
    parts.set(part, nameFor(part));
    for (const { type, target, isExternal } of file.relationships(part)) {
      if (COPIED.has(type) && !isExternal) add(target);
    }
  };
  add(sheetPart);
  return parts;
}

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
