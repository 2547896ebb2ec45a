import { MAX_COLUMNS } from '../../cells/address.js';
import { SheetNames } from '../../draw/sheetNames.js';
import { WorkbookError } from '../../workbookError.js';
import { fieldContext, fillText } from '../cells/fillText.js';
import { fieldValues } from '../cells/valueContent.js';
import type { Scope } from '../language/band.js';
import type { TemplateData } from '../language/templateData.js';
import { valueText } from '../language/valueText.js';
import type { TemplateSheet } from '../plan/templateSheet.js';
import type { TemplateWorkbook } from '../plan/templateWorkbook.js';
import { placeBands } from '../sheet/placeBands.js';
import { type Slice, slicesOf } from '../sheet/slices.js';

/** A sheet of the workbook that is written: a template's sheet, for one group if it repeats. */
export interface OutputSheet {
  readonly sheet: TemplateSheet;
  /** 0 for the first or only one. */
  readonly copy: number;
  readonly scope: Scope;
  readonly name: string;
  /** The part of its rows, where they do not fit one sheet. */
  readonly slice: Slice | undefined;
}

/** More tabs than this nobody finds anything in, and Excel takes minutes to open them. */
const MOST_SHEETS = 2_000;

/** The sheets to write, worksheets only, in order. A repeated sheet without data is there once, blank. */
export function outputSheets(plan: TemplateWorkbook, data: TemplateData): OutputSheet[] {
  const names = new SheetNames(fixedNames(plan));
  const list = plan.sheets.flatMap((sheet) => {
    if (sheet.continues) return continuedSheets(sheet, plan, names);
    return scopesOf(sheet, data).map((scope, copy): OutputSheet => {
      const name = isNamedByData(sheet) ? names.add(wantedName(sheet, scope, plan)) : sheet.name;
      return { sheet, copy, scope, name, slice: undefined };
    });
  });
  if (list.length > MOST_SHEETS) {
    throw new WorkbookError(
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

/** Names that stand fast: those made of data give way. */
function fixedNames(plan: TemplateWorkbook): string[] {
  const drawn = plan.sheets.filter((sheet) => !isNamedByData(sheet)).map(({ name }) => name);
  const others = plan.sheetElements
    .map(({ attributes }) => attributes.name ?? '')
    .filter((name) => !plan.context.sheetNamed(name));
  return [...drawn, ...others];
}

function isNamedByData(sheet: TemplateSheet): boolean {
  return sheet.repeat !== undefined || sheet.name.includes('{{');
}

const WHOLE: Scope = { rows: [], number: 1, isBlank: false };

/** The first sheet has the name that was drawn; "Hours (2)" and so on go on. */
function continuedSheets(sheet: TemplateSheet, plan: TemplateWorkbook, names: SheetNames): OutputSheet[] {
  const { rowsPerSheet: mostRows } = plan;
  placeSheet({ sheet, scope: WHOLE, name: sheet.name, slice: undefined }, plan, Number.POSITIVE_INFINITY);
  const slices = slicesOf(sheet.root, sheet.output.templateRow.length, { sheet: sheet.name, mostRows });
  const drawn = isNamedByData(sheet) ? nameOf(sheet, WHOLE, plan) : sheet.name;
  return slices.map((slice, copy) => {
    const isDrawn = copy === 0 && !isNamedByData(sheet);
    return { sheet, copy, scope: WHOLE, name: isDrawn ? drawn : names.add(drawn), slice };
  });
}

function scopesOf({ repeat }: TemplateSheet, data: TemplateData): readonly Scope[] {
  if (!repeat) return [WHOLE];
  const scopes = data.scopes(repeat.selection, undefined, 0);
  return scopes.length === 0 ? [{ rows: [], number: 1, isBlank: true }] : scopes;
}

function wantedName(sheet: TemplateSheet, scope: Scope, plan: TemplateWorkbook): string {
  placeSheet({ sheet, scope, name: sheet.name, slice: undefined }, plan);
  return nameOf(sheet, scope, plan);
}

/** The sheet's bands must have been placed. */
function nameOf(sheet: TemplateSheet, scope: Scope, plan: TemplateWorkbook): string {
  const { context } = plan;
  const { name, repeat } = sheet;
  const field = repeat?.nameField ?? (name.includes('{{') ? undefined : repeat?.selection.groupBy[0]);
  if (scope.isBlank) return name.replace(/\{\{|\}\}/g, '');
  if (field === undefined) return fillText(name, sheet.outer, fieldContext(context, name, 'tab'), context)(0);
  const value =
    fieldValues([field], { sheet: name, name: 'tab', bands: sheet.outer }, context).get(field)?.(0) ?? null;
  return valueText(value, 'text', context.settings);
}

function placedColumns({ name, columnRoot, lastColumn }: TemplateSheet, scope: Scope, data: TemplateData) {
  const room = { lastRow: lastColumn, mostRows: MAX_COLUMNS, slice: undefined };
  return placeBands(columnRoot, { sheet: name, data, scope, ...room });
}

/**
 * Finds where everything on a sheet stands for a group, and lets formulas know the sheet's new name.
 * @throws SheetTooLong
 */
export function placeSheet(
  { sheet, scope, name, slice }: Omit<OutputSheet, 'copy'>,
  plan: TemplateWorkbook,
  mostRows = plan.rowsPerSheet,
): void {
  const { lastRow, root } = sheet;
  const data = plan.context.data();
  sheet.outputColumns = sheet.hasColumnBands ? placedColumns(sheet, scope, data) : undefined;
  sheet.output = placeBands(root, { sheet: sheet.name, data, scope, lastRow, mostRows, slice });
  sheet.outputName = name;
  sheet.epoch++;
}
