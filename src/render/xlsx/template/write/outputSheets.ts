import { PaytallyError } from '../../../../errors.js';
import { fieldContext, fillText } from '../cells/fillText.js';
import { conditionFields } from '../cells/valueContent.js';
import type { TemplateData } from '../language/templateData.js';
import { valueText } from '../language/valueText.js';
import type { SheetPlan } from '../plan/sheetPlan.js';
import type { WorkbookPlan } from '../plan/workbookPlan.js';
import type { Scope } from '../sheet/band.js';
import { placeBands } from '../sheet/placeBands.js';
import { uniqueSheetName } from './sheetNames.js';

/** A sheet of the workbook that is written: a template's sheet, for one group if it repeats. */
export interface OutputSheet {
  readonly sheet: SheetPlan;
  /** 0 for the first or only one. */
  readonly copy: number;
  readonly scope: Scope;
  readonly name: string;
}

/** More tabs than this nobody finds anything in, and Excel takes minutes to open them. */
const MOST_SHEETS = 2_000;

/** The sheets to write, worksheets only, in order. A repeated sheet without data is there once, blank. */
export function outputSheets(plan: WorkbookPlan, data: TemplateData): OutputSheet[] {
  const taken = new Set<string>();
  // Names that stand fast come first, so that those made of data give way.
  for (const sheet of plan.sheets) if (!isNamedByData(sheet)) taken.add(sheet.name.toLowerCase());
  for (const element of plan.sheetElements) {
    const name = element.attributes.name ?? '';
    if (!plan.context.sheetNamed(name)) taken.add(name.toLowerCase());
  }
  const list = plan.sheets.flatMap((sheet) => {
    return scopesOf(sheet, data).map((scope, copy): OutputSheet => {
      const name = isNamedByData(sheet) ? uniqueSheetName(wantedName(sheet, scope, plan), taken) : sheet.name;
      return { sheet, copy, scope, name };
    });
  });
  if (list.length > MOST_SHEETS) {
    throw new PaytallyError(
      'RENDER_REFUSED',
      `${plan.file.subject} would have ${list.length} sheets; at most ${MOST_SHEETS} are written`,
      {
        record: plan.file.subject,
        remedy: 'Let fewer groups in with "where", or repeat rows instead of sheets.',
      },
    );
  }
  return list;
}

function isNamedByData(sheet: SheetPlan): boolean {
  return sheet.isRepeated || sheet.name.includes('{{');
}

function scopesOf({ repeat }: SheetPlan, data: TemplateData): Scope[] {
  if (!repeat) return [{ rows: [], number: 1, isBlank: false }];
  const groups = data.groups(repeat.selection, undefined, 0);
  if (groups.length === 0) return [{ rows: [], number: 1, isBlank: true }];
  return groups.map((rows, index) => ({ rows, number: index + 1, isBlank: false }));
}

function wantedName(sheet: SheetPlan, scope: Scope, plan: WorkbookPlan): string {
  placeSheet(sheet, scope, sheet.name, plan);
  const { context } = plan;
  const { name, repeat, root } = sheet;
  const field = repeat?.nameField ?? (name.includes('{{') ? undefined : repeat?.selection.groupBy[0]);
  if (scope.isBlank) return name.replace(/\{\{|\}\}/g, '');
  if (field === undefined) return fillText(name, root, fieldContext(context, name, 'tab'), context)(0);
  const value =
    conditionFields([field], { sheet: name, name: 'tab', band: root }, context).get(field)?.(0) ?? null;
  return valueText(value, 'text', context.settings);
}

/** Finds where everything on a sheet stands for a group, and lets formulas know the sheet's new name. */
export function placeSheet(sheet: SheetPlan, scope: Scope, name: string, plan: WorkbookPlan): void {
  const { lastRow } = sheet;
  sheet.output = placeBands(sheet.root, { sheet: sheet.name, data: plan.context.data(), scope, lastRow });
  sheet.outputName = name;
  sheet.epoch++;
}
