import { SheetNames, type SheetPlan } from '../../workbook/index.js';

/** A sheet whose final name depends on the others of its workbook. */
export interface NamedSheet {
  readonly wantedName: string;
  readonly plan: (name: string) => SheetPlan;
}

/** Plans sheets under names that are safe and unique. */
export function planSheets(sheets: readonly NamedSheet[]): SheetPlan[] {
  const names = new SheetNames();
  return sheets.map(({ wantedName, plan }) => plan(names.add(wantedName)));
}
