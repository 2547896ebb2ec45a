import { Problems } from '../../problem.js';
import { WorkbookError } from '../../workbookError.js';
import type { FormulaSheet, WrittenSheet } from '../formula/sheetOfFormula.js';
import type { Band } from '../language/band.js';
import type { PlacedBands } from '../language/filling.js';
import type { TemplateData } from '../language/templateData.js';
import { type DataPicture, dataPictures, pictureFile } from '../parts/dataPictures.js';
import { chartInstances, type RepeatedChart, repeatedCharts } from '../parts/repeatedCharts.js';
import { areaFinder, constantFinder } from '../plan/areaFinder.js';
import { KeptResults } from '../plan/keptResults.js';
import { WorkbookCells } from '../plan/outputCells.js';
import { placedOutside } from '../plan/outsidePlace.js';
import { type PlacedSheet, type Placing, placedSheet, type SheetCopy } from '../plan/placedSheet.js';
import type { TemplatePlan } from '../plan/templatePlan.js';
import { sheetCopies } from './sheetCopies.js';

/** A template with its data: everything has its place in the output. */
export interface PlacedWorkbook extends Placing {
  readonly copies: readonly SheetCopy[];
  /** A copy of a repeated sheet is placed when it is written, so that not all of them are held. */
  readonly sheetOf: (copy: SheetCopy) => PlacedSheet;
  /** What belongs to no sheet. */
  readonly outside: WrittenSheet & PlacedBands;
  readonly cells: WorkbookCells;
  /** The charts in repeated rows of each copy, with the repetitions that have one. */
  readonly charts: ReadonlyMap<SheetCopy, readonly PlacedChart[]>;
  /** What stands in each copy for pictures that data choose. */
  readonly pictures: ReadonlyMap<SheetCopy, readonly ChosenPicture[]>;
  /** The files of pictures, by their paths. */
  readonly pictureFiles: ReadonlyMap<string, Uint8Array> | undefined;
  /** Repetitions with data, of the innermost rows that repeat. */
  readonly dataRows: number;
}

/** Finds where everything stands. @throws SheetTooLong */
export function placedWorkbook(
  plan: TemplatePlan,
  data: TemplateData,
  pictureFiles?: ReadonlyMap<string, Uint8Array>,
): PlacedWorkbook {
  const others = new Map<FormulaSheet, PlacedSheet>();
  const placing: Placing = { plan, data, refusals: new Problems(), others };
  const copies = sheetCopies(placing);
  const charts = new Map<SheetCopy, readonly PlacedChart[]>();
  const pictures = new Map<SheetCopy, readonly ChosenPicture[]>();
  let dataRows = 0;
  for (const copy of copies) {
    const sheet = placedSheet(copy, placing);
    if (!copy.drawn.isRepeated) others.set(copy.drawn, sheet);
    dataRows += dataRowsOf(sheet);
    charts.set(copy, placedCharts(sheet, plan));
    pictures.set(copy, pictureFiles ? chosenPictures(sheet, plan, pictureFiles) : []);
  }
  refuseManyCharts(charts, plan);
  const sheetOf = (copy: SheetCopy): PlacedSheet => others.get(copy.drawn) ?? placedSheet(copy, placing);
  const outside = placedOutside(placing);
  const { isUncalculated, context } = plan;
  const cells = new WorkbookCells(
    areaFinder(plan, outside),
    new KeptResults(isUncalculated),
    context.settings.counts1904,
    constantFinder(plan),
  );
  return { ...placing, copies, sheetOf, outside, cells, charts, pictures, pictureFiles, dataRows };
}

/** A chart in repeated rows, and the repetitions of these that show it. */
export interface PlacedChart extends RepeatedChart {
  readonly instances: readonly number[];
}

function placedCharts(sheet: PlacedSheet, { file }: TemplatePlan): PlacedChart[] {
  return repeatedCharts(sheet.drawn, file).map((chart) => {
    return { ...chart, instances: chartInstances(chart, sheet) };
  });
}

/** A picture that data choose, and the file that each repetition shows; undefined for none. */
export interface ChosenPicture extends DataPicture {
  readonly files: ReadonlyMap<number, string | undefined>;
}

function chosenPictures(
  sheet: PlacedSheet,
  { file, context }: TemplatePlan,
  known: ReadonlyMap<string, Uint8Array>,
): ChosenPicture[] {
  return dataPictures(sheet.drawn, file).map((picture) => {
    const fileAt = pictureFile(picture, known, sheet, context);
    const instances = [...sheet.rows.of(picture.band).starts.keys()];
    const shown = instances.filter(
      (instance) => !picture.band.parent || !sheet.rows.isBlank(picture.band, instance),
    );
    return { ...picture, files: new Map(shown.map((instance) => [instance, fileAt(instance)] as const)) };
  });
}

/** Each is a part of its own; Excel takes minutes to open more. */
const MOST_CHARTS = 1_000;

function refuseManyCharts(
  charts: ReadonlyMap<SheetCopy, readonly PlacedChart[]>,
  { file: { subject } }: TemplatePlan,
): void {
  const counts = [...charts.values()].flat().map(({ instances }) => instances.length);
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count <= MOST_CHARTS) return;
  const problem = `${subject} would have ${count} charts in repeated rows; at most ${MOST_CHARTS} are written`;
  const remedy = 'Put the chart into the rows of a group, or use sparklines (Insert, Sparklines).';
  throw new WorkbookError('RENDER_REFUSED', problem, { record: subject, remedy });
}

/** Repetitions with data of the innermost bands. */
function dataRowsOf({ rows }: PlacedSheet): number {
  const count = (band: Band): number => {
    const inner = band.children.filter((child) => child.repeats || child.children.length > 0);
    const isLeaf = band.repeats && !inner.some((child) => child.repeats);
    const own = isLeaf ? rows.of(band).scopes.filter((scope) => !scope.isBlank).length : 0;
    return inner.reduce((sum, child) => sum + count(child), own);
  };
  return count(rows.root);
}
