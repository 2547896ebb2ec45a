import type { SheetPlan } from '../plan/sheetPlan.js';
import type { WorkbookPlan } from '../plan/workbookPlan.js';

/** The chart parts that the drawings of a sheet show. */
export function chartsOfSheet(sheet: SheetPlan, { file }: WorkbookPlan): string[] {
  return file.related(sheet.partName, 'drawing').flatMap((drawing) => file.related(drawing, 'chart'));
}
