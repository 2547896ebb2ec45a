import { prefixedAttribute } from '../../xml/xmlElement.js';
import { chartsOfDrawing } from '../package/partsOfSheet.js';
import type { TemplateSheet } from '../plan/templateSheet.js';
import type { TemplateWorkbook } from '../plan/templateWorkbook.js';

/** The chart parts that the drawings of a sheet show. */
export function chartsOfSheet(sheet: TemplateSheet, { file }: TemplateWorkbook): string[] {
  return file.related(sheet.partName, 'drawing').flatMap((drawing) => chartsOfDrawing(file, drawing));
}

/** Sheets that are one chart, with its parts. */
export function chartSheets({ file, workbookPart, sheetElements }: TemplateWorkbook) {
  const targets = file.relationships(workbookPart).filter(({ type }) => type === 'chartsheet');
  return targets.map(({ id, target }) => {
    const element = sheetElements.find((each) => prefixedAttribute(each, 'id') === id);
    const charts = file.related(target, 'drawing').flatMap((drawing) => chartsOfDrawing(file, drawing));
    return { name: element?.attributes.name ?? 'chart sheet', charts };
  });
}
