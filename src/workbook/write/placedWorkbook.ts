import { fillFormatCodes } from '../content/formatCodes.js';
import {
  chartInstances,
  dataPictures,
  PICTURE_TYPES,
  pictureFile,
  repeatedCharts,
} from '../drawings/chartsAndPictures.js';
import { goneNotes } from '../drawings/goneNotes.js';
import { goneCharts, losesAllSeries } from '../drawings/goneParts.js';
import type { FormulaSheet } from '../formula/movedReference.js';
import type { WrittenSheet } from '../formula/placedFormula.js';
import type { Band } from '../language/bands.js';
import type { PlacedBands } from '../language/filling.js';
import type { TemplateData } from '../language/templateData.js';
import { message } from '../messages.js';
import { addedRowsWatch } from '../template/addedRows.js';
import { areaFinder, constantFinder } from '../template/areaFinder.js';
import { KeptResults } from '../template/keptResults.js';
import { namedAreas } from '../template/namedAreas.js';
import { WorkbookCells } from '../template/outputCells.js';
import {
  type PlacedSheet,
  type Placing,
  placedOutside,
  placedSheet,
  type SheetCopy,
} from '../template/placedSheet.js';
import type { TemplatePlan } from '../template/templatePlan.js';
import { WorkbookError } from '../workbookError.js';
import { type ListedCopy, listedCopies, MediaParts, PartNames, type PlacedCopy } from './listedCopies.js';
import { sheetCopies } from './sheetCopies.js';

/** A template with its data and the output positions of everything. */
export interface PlacedWorkbook extends Placing {
  readonly copies: readonly ListedCopy[];
  /** Long copies of a repeated sheet are placed again when they are written, so that not all are in memory. */
  readonly sheetOf: (copy: SheetCopy) => PlacedSheet;
  readonly outside: WrittenSheet & PlacedBands;
  readonly cells: WorkbookCells;
  readonly pictureFiles: ReadonlyMap<string, Uint8Array> | undefined;
  /** The parts of picture files, each once per workbook. */
  readonly media: MediaParts;
  /** Repetitions with data, of the innermost rows that repeat. */
  readonly dataRows: number;
}

/** Finds the position of everything. @throws SheetTooLong */
export function placedWorkbook(
  plan: TemplatePlan,
  data: TemplateData,
  pictureFiles?: ReadonlyMap<string, Uint8Array>,
): PlacedWorkbook {
  const others = new Map<FormulaSheet, PlacedSheet>();
  const kept = new KeptSheets();
  const placing: Placing = { plan, data, refusals: data.refusals, others };
  let dataRows = 0;
  const placed = sheetCopies(placing).map((copy): PlacedCopy => {
    const sheet = placedSheet(copy, placing);
    if (copy.drawn.isRepeated) kept.add(copy, sheet);
    else others.set(copy.drawn, sheet);
    dataRows += countDataRows(sheet);
    const charts = repeatedCharts(copy.drawn, plan.file).map((chart) => {
      const { part, band } = chart;
      const place = { sheet, context: plan.context, band, instance: 0 };
      const isEmpty = losesAllSeries(plan.file.xml(part), place);
      return { ...chart, instances: isEmpty ? [] : chartInstances(chart, sheet, plan.context) };
    });
    const tables = sheet.goneTables.map(({ table }) => table.partName);
    const notes = goneNotes(copy.drawn, plan.file);
    const gone = new Set([...tables, ...notes, ...goneCharts(sheet, plan, charts)]);
    return { copy, charts, pictures: chosenPictures(sheet, plan, pictureFiles), gone };
  });
  const charts = placed.flatMap((copy) => copy.charts);
  const count = charts.reduce((sum, { instances }) => sum + instances.length, 0);
  const { subject } = plan.file;
  if (count > MOST_CHARTS) {
    const text = message('size.charts', { file: subject, count, most: MOST_CHARTS });
    throw new WorkbookError('RENDER_REFUSED', text, { record: subject });
  }
  const media = new MediaParts(new PartNames(plan.file.parts.keys()));
  const sheetOf = (copy: SheetCopy): PlacedSheet =>
    others.get(copy.drawn) ?? kept.take(copy) ?? placedSheet(copy, placing);
  const outside = placedOutside(placing);
  fillFormatCodes(plan, outside);
  const cells = new WorkbookCells(
    areaFinder(plan, outside),
    new KeptResults(plan.isUncalculated, namedAreas(plan)),
    plan.context.settings.counts1904,
    constantFinder(plan),
  );
  cells.examine = addedRowsWatch(plan, data, cells);
  const copies = listedCopies(placed, plan, media);
  return { ...placing, copies, sheetOf, outside, cells, pictureFiles, media, dataRows };
}

/** Rows of all kept copies: a few megabytes. */
const MOST_KEPT_ROWS = 50_000;

/** Copies of repeated sheets between their placing and their writing, while they are few rows. */
class KeptSheets {
  readonly #sheets = new Map<SheetCopy, PlacedSheet>();
  #rows = 0;

  add(copy: SheetCopy, sheet: PlacedSheet): void {
    this.#rows += sheet.rows.length ?? sheet.drawn.lastRow;
    if (this.#rows <= MOST_KEPT_ROWS) this.#sheets.set(copy, sheet);
  }

  take(copy: SheetCopy): PlacedSheet | undefined {
    const sheet = this.#sheets.get(copy);
    this.#sheets.delete(copy);
    return sheet;
  }
}

function chosenPictures(
  sheet: PlacedSheet,
  { file, context }: TemplatePlan,
  known: ReadonlyMap<string, Uint8Array> | undefined,
): PlacedCopy['pictures'] {
  const chosen = dataPictures(sheet.drawn, file).filter(({ isCode }) => known !== undefined || isCode);
  return chosen.map((picture) => {
    const fileAt = pictureFile(picture, known ?? new Map(), sheet, context);
    const instances = [...sheet.rows.placesOf(picture.band).starts.keys()];
    const shown = instances.filter(
      (instance) => !picture.band.parent || !sheet.rows.isBlank(picture.band, instance),
    );
    return { ...picture, files: new Map(shown.map((instance) => [instance, fileAt(instance)] as const)) };
  });
}

/** The maximum number, because each is its own part and Excel takes minutes to open more. */
const MOST_CHARTS = 1_000;

/** Repetitions with data of the innermost bands. */
function countDataRows({ rows }: PlacedSheet): number {
  const count = (band: Band): number => {
    const inner = band.children.filter((child) => child.repeats || child.children.length > 0);
    const isLeaf = band.repeats && !inner.some((child) => child.repeats);
    const lists = isLeaf ? [band, ...band.beside.map((each) => each.band)] : [];
    const own = lists.flatMap((list) => rows.placesOf(list).scopes).filter(({ isBlank }) => !isBlank).length;
    return inner.reduce((sum, child) => sum + count(child), own);
  };
  return count(rows.root);
}

export function pictureType(path: string): string {
  return PICTURE_TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'image/png';
}
