import { prefixedAttribute } from '../../xml/xmlElement.js';
import { chartsOfDrawing } from '../package/partsOfSheet.js';
import type { SheetPlan } from '../plan/sheetPlan.js';
import type { WorkbookPlan } from '../plan/workbookPlan.js';

/** The chart parts that the drawings of a sheet show. */
export function chartsOfSheet(sheet: SheetPlan, { file }: WorkbookPlan): string[] {
  return file.related(sheet.partName, 'drawing').flatMap((drawing) => chartsOfDrawing(file, drawing));
}

/** Sheets that are one chart, with its parts. */
export function chartSheets({ file, workbookPart, sheetElements }: WorkbookPlan) {
  const targets = file.relationships(workbookPart).filter(({ type }) => type === 'chartsheet');
  return targets.map(({ id, target }) => {
    const element = sheetElements.find((each) => prefixedAttribute(each, 'id') === id);
    const charts = file.related(target, 'drawing').flatMap((drawing) => chartsOfDrawing(file, drawing));
    return { name: element?.attributes.name ?? 'chart sheet', charts };
  });
}
