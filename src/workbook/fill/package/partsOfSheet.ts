import type { TemplatePackage } from './templatePackage.js';

/** Relationships whose parts belong to one sheet and so are copied with it; others (pictures) are shared. */
const COPIED = new Set([
  'drawing',
  'vmlDrawing',
  'comments',
  'table',
  'chart',
  'chartEx',
  'chartUserShapes',
  'chartStyle',
  'chartColorStyle',
  'pivotTable',
  'threadedComment',
]);

/** The charts that a drawing shows, those of newer kinds (waterfall, treemap, …) too. */
export function chartsOfDrawing(file: TemplatePackage, drawing: string): string[] {
  return [...file.related(drawing, 'chart'), ...file.related(drawing, 'chartEx')];
}

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
