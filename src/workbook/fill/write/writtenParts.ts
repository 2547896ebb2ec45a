import { sheetFrame } from '../frame/sheetFrame.js';
import { filledUserShapes, movedChart } from '../parts/chart.js';
import { movedComments, movedNoteShapes } from '../parts/comments.js';
import { movedDrawing } from '../parts/drawing.js';
import type { SheetCopy } from '../parts/partCopy.js';
import { movedPivotCache, movedPivotTable, pivotSource } from '../parts/pivot.js';
import { movedTable } from '../parts/table.js';
import type { WorkbookCells } from '../plan/outputCells.js';
import type { TemplateSheet } from '../plan/templateSheet.js';
import type { TemplateWorkbook } from '../plan/templateWorkbook.js';
import { sheetBytes } from './sheetBytes.js';

export type Content = Uint8Array | Generator<Uint8Array>;

/** A name and number for each table of a copied sheet, by the table's part. */
export type RenamedTables = ReadonlyMap<string, { readonly name: string; readonly id: number }>;

/** Writes a part that belongs to a sheet; a part that nothing in the sheet changes comes as it is. */
export function writtenSheetPart(
  part: string,
  plan: TemplateWorkbook,
  copy: SheetCopy,
  cells: WorkbookCells,
  tables: RenamedTables,
): Content {
  const { file } = plan;
  const { sheet, context } = copy;
  const asItIs = file.parts.get(part) ?? new Uint8Array();
  if (part === sheet.partName) return sheet.changes ? sheetContent(sheet, copy, cells) : asItIs;
  if (/\.vml$/i.test(part)) {
    const isMoved = sheet.moves || sheet.directiveNotes.size > 0;
    return isMoved ? encoded(movedNoteShapes(file.xml(part), copy)) : asItIs;
  }
  if (!/\.xml$/i.test(part)) return asItIs;
  const xml = file.xml(part);
  switch (xml.root.local) {
    case 'wsDr':
      return encoded(movedDrawing(xml, copy));
    case 'chartSpace':
      return encoded(movedChart(xml, sheet, context, cells));
    case 'userShapes':
      return encoded(filledUserShapes(xml, sheet, context));
    case 'table':
      return encoded(movedTable(xml, copy, tables.get(part)));
    case 'comments':
    case 'ThreadedComments':
      return encoded(movedComments(xml, copy));
    case 'pivotTableDefinition':
      return sheet.moves ? encoded(movedPivotTable(xml, sheet)) : asItIs;
    default:
      return asItIs;
  }
}

function* sheetContent(
  sheet: TemplateSheet,
  { copy, context }: SheetCopy,
  cells: WorkbookCells,
): Generator<Uint8Array> {
  yield* sheetBytes(sheet, sheetFrame(sheet, copy, context), cells);
}

/** A pivot cache whose source changed; undefined if it stays as it is. */
export function writtenPivotCache(part: string, plan: TemplateWorkbook): Uint8Array | undefined {
  const xml = plan.file.xml(part);
  const { sheet, name } = pivotSource(xml)?.attributes ?? {};
  const table = name === undefined ? undefined : plan.tables.get(name.toLowerCase())?.sheet;
  const source =
    sheet === undefined
      ? (table ?? sheetOfName(name, plan))
      : (plan.context.sheetNamed(sheet) as TemplateSheet | undefined);
  return source?.changes ? encoded(movedPivotCache(xml, source)) : undefined;
}

/** A source that is named is taken for changed if any sheet is: refreshing once too often does no harm. */
function sheetOfName(name: string | undefined, plan: TemplateWorkbook): TemplateSheet | undefined {
  return name === undefined ? undefined : plan.sheets.find((sheet) => sheet.changes);
}

export function encoded(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}
