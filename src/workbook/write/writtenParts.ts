import { OutputBytes } from '../cells/outputBytes.js';
import { blankRowProgram, type RowProgram, rowProgram } from '../content/rowProgram.js';
import { movedChart } from '../drawings/chart.js';
import { type CopiedRelations, movedDrawing } from '../drawings/drawing.js';
import {
  movedComments,
  movedNoteShapes,
  movedPivotCache,
  movedPivotTable,
  movedTable,
  pivotSource,
} from '../drawings/tablesAndNotes.js';
import { type SheetFrame, sheetFrame } from '../frame/sheetFrame.js';
import { relationshipsPath } from '../package/templatePackage.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import type { WorkbookCells } from '../template/outputCells.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { TemplatePlan } from '../template/templatePlan.js';
import { copiedRelationships } from './packageParts.js';
import type { OwnParts, PlacedChart, PlacedWorkbook } from './placedWorkbook.js';

type Content = Uint8Array | Generator<Uint8Array>;

function copiedRelations(drawing: string, { charts, pictures }: OwnParts): CopiedRelations {
  return (element, id, instance) => {
    const shown = pictures.find(
      ({ picture, relationship }) =>
        relationship === id && picture.start < element.start && element.end <= picture.end,
    );
    if (shown?.drawing === drawing) {
      const path = shown.files.get(instance);
      return path === undefined ? null : shown.relations.get(path)?.id;
    }
    const chart = charts.find((each) => each.drawing === drawing && each.relationship === id);
    return chart?.others.find((each) => each.instance === instance)?.relationship;
  };
}

/** A chart, and the text boxes drawn within it. */
const CHARTS = ['chartSpace', 'userShapes'];

/** Writes the parts of a chart for another repetition of its rows. */
export function* writtenChartCopies(
  { band, others }: PlacedChart,
  sheet: PlacedSheet,
  { plan, cells }: PlacedWorkbook,
): Generator<{ name: string; content: Uint8Array }> {
  const { file, context } = plan;
  for (const { instance, parts } of others) {
    const place = { sheet, context, band, instance };
    for (const [part, name] of parts) {
      const isChart = /\.xml$/i.test(part) && CHARTS.includes(file.xml(part).root.local);
      const asItIs = file.parts.get(part) ?? new Uint8Array();
      yield { name, content: isChart ? toBytes(movedChart(file.xml(part), place, plan, cells)) : asItIs };
      const relationships = copiedRelationships(file, part, parts);
      if (relationships !== undefined)
        yield { name: relationshipsPath(name), content: toBytes(relationships) };
    }
  }
}

/** Writes a part of a sheet; an unaffected part is copied unchanged. */
export function writtenSheetPart(
  part: string,
  sheet: PlacedSheet,
  { plan, cells }: PlacedWorkbook,
  own: OwnParts,
): Content {
  const { tables, charts } = own;
  const { file, context } = plan;
  const { drawn } = sheet;
  const asItIs = file.parts.get(part) ?? new Uint8Array();
  if (part === drawn.partName)
    return plan.changed.has(drawn) ? sheetBytes(sheet, sheetFrame(sheet, context), cells) : asItIs;
  if (/\.vml$/i.test(part)) {
    const isMoved = drawn.moves || drawn.directiveNotes.size > 0;
    return isMoved ? toBytes(movedNoteShapes(file.xml(part), sheet)) : asItIs;
  }
  if (!/\.xml$/i.test(part)) return asItIs;
  const xml = file.xml(part);
  const chart = charts.find(
    (each) => each.part === part || file.related(each.part, 'chartUserShapes').includes(part),
  );
  const place = { sheet, context, band: chart?.band ?? drawn.root, instance: chart?.instances[0] ?? 0 };
  if (chart?.instances.length === 0) return asItIs;
  switch (xml.root.local) {
    case 'wsDr':
      return toBytes(movedDrawing(xml, sheet, context, copiedRelations(part, own)));
    case 'chartSpace':
    case 'userShapes':
      return toBytes(movedChart(xml, place, plan, cells));
    case 'table':
      return toBytes(movedTable(xml, sheet, context, tables.get(part)));
    case 'comments':
    case 'ThreadedComments':
      return toBytes(movedComments(xml, sheet, context));
    case 'pivotTableDefinition':
      return drawn.moves ? toBytes(movedPivotTable(xml, sheet)) : asItIs;
    default:
      return asItIs;
  }
}

/** A pivot cache whose source changed; undefined if it remains unchanged. */
export function writtenPivotCache(part: string, { plan, others }: PlacedWorkbook): Uint8Array | undefined {
  const xml = plan.file.xml(part);
  const { sheet, name } = pivotSource(xml)?.attributes ?? {};
  const table = name === undefined ? undefined : plan.tables.get(name.toLowerCase())?.sheet;
  const source =
    sheet === undefined ? (table ?? findChangedSheet(name, plan)) : plan.context.sheetNamed(sheet);
  if (!source || !plan.changed.has(source)) return undefined;
  return toBytes(movedPivotCache(xml, others.get(source)));
}

/** A named source counts as changed if any sheet is: an unnecessary refresh is harmless. */
function findChangedSheet(
  name: string | undefined,
  { sheets, changed }: TemplatePlan,
): DrawnSheet | undefined {
  return name === undefined ? undefined : sheets.find((sheet) => changed.has(sheet));
}

export function toBytes(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

/** Writes the part of a sheet in chunks of the compression block size. */
function* sheetBytes(sheet: PlacedSheet, frame: SheetFrame, cells: WorkbookCells): Generator<Uint8Array> {
  const { drawn, rows } = sheet;
  const programs: (RowProgram | undefined)[] = [];
  for (const [row, each] of drawn.rows)
    if (row <= drawn.lastRow) programs[row] = rowProgram(each, sheet, cells);
  const blank: (RowProgram | undefined)[] = [];
  const bytes = new OutputBytes();
  bytes.raw(Buffer.from(frame.head));
  for (let row = 1; row <= (rows.length ?? 0); row++) {
    const from = rows.drawnLine(row) ?? 0;
    const program = programs[from];
    if (!program) continue;
    const at = rows.instance(row);
    const band = drawn.bandAt(from);
    const isBlank = [band, ...band.beside.map((each) => each.band)].every((each) => rows.isBlank(each, at));
    const isKept = isBlank && band.parent !== undefined;
    if (isKept) blank[from] ??= blankProgramOf(from, sheet);
    (isKept ? (blank[from] ?? program) : program)(bytes, row, at, isBlank);
    for (const chunk of bytes.takeChunks()) yield chunk;
  }
  bytes.raw(Buffer.from(frame.tail));
  yield bytes.takeRest();
}

function blankProgramOf(row: number, sheet: PlacedSheet): RowProgram | undefined {
  const templateRow = sheet.drawn.rows.get(row);
  return templateRow && blankRowProgram(templateRow, sheet);
}
