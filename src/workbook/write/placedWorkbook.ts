import { message } from '../../i18n/message.js';
import { fillText, resolveAt } from '../content/valueContent.js';
import { SheetNames } from '../draw/sheetNames.js';
import { chartInstances, type RepeatedChart, repeatedCharts } from '../drawings/chart.js';
import { type DataPicture, dataPictures, pictureFile } from '../drawings/dataPictures.js';
import type { FormulaSheet, WrittenSheet } from '../formula/movedReference.js';
import type { Band, BandScope } from '../language/bands.js';
import type { PlacedBands } from '../language/filling.js';
import { formatValue } from '../language/formats.js';
import type { TemplateData } from '../language/templateData.js';
import { bandSlices } from '../placement/placeBands.js';
import { areaFinder, constantFinder } from '../template/areaFinder.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import { KeptResults } from '../template/keptResults.js';
import { WorkbookCells } from '../template/outputCells.js';
import {
  outermostBands,
  type PlacedSheet,
  type Placing,
  placedOutside,
  placedSheet,
  type SheetCopy,
} from '../template/placedSheet.js';
import type { TemplatePlan } from '../template/templatePlan.js';
import { Problems, WorkbookError } from '../workbookError.js';

/** A template with its data and the output positions of everything. */
export interface PlacedWorkbook extends Placing {
  readonly copies: readonly SheetCopy[];
  /** A copy of a repeated sheet is placed when it is written, so that not all copies are in memory. */
  readonly sheetOf: (copy: SheetCopy) => PlacedSheet;
  /** Content outside of sheets. */
  readonly outside: WrittenSheet & PlacedBands;
  readonly cells: WorkbookCells;
  /** The charts in repeated rows of each copy, with the repetitions that have one. */
  readonly charts: ReadonlyMap<SheetCopy, readonly PlacedChart[]>;
  /** The chosen pictures of each copy. */
  readonly pictures: ReadonlyMap<SheetCopy, readonly ChosenPicture[]>;
  /** The files of pictures, by their paths. */
  readonly pictureFiles: ReadonlyMap<string, Uint8Array> | undefined;
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
  const placing: Placing = { plan, data, refusals: new Problems(), others };
  const copies = sheetCopies(placing);
  const charts = new Map<SheetCopy, readonly PlacedChart[]>();
  const pictures = new Map<SheetCopy, readonly ChosenPicture[]>();
  let dataRows = 0;
  for (const copy of copies) {
    const sheet = placedSheet(copy, placing);
    if (!copy.drawn.isRepeated) others.set(copy.drawn, sheet);
    dataRows += countDataRows(sheet);
    charts.set(copy, placedCharts(sheet, plan));
    pictures.set(copy, chosenPictures(sheet, plan, pictureFiles));
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

/** A placeholder picture, and the file of each repetition; undefined for none. */
export interface ChosenPicture extends DataPicture {
  readonly files: ReadonlyMap<number, string | undefined>;
}

function chosenPictures(
  sheet: PlacedSheet,
  { file, context }: TemplatePlan,
  known: ReadonlyMap<string, Uint8Array> | undefined,
): ChosenPicture[] {
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

function refuseManyCharts(
  charts: ReadonlyMap<SheetCopy, readonly PlacedChart[]>,
  { file: { subject } }: TemplatePlan,
): void {
  const counts = [...charts.values()].flat().map(({ instances }) => instances.length);
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count <= MOST_CHARTS) return;
  const text = message('workbook.size.charts', { file: subject, count, most: MOST_CHARTS });
  throw new WorkbookError('RENDER_REFUSED', text, { record: subject });
}

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

/** The maximum number of tabs: with more, users find nothing, and Excel takes minutes to open them. */
const MOST_SHEETS = 2_000;

/** The sheets to write, worksheets only, in order. A repeated sheet without data is written once, blank. */
function sheetCopies(placing: Placing): SheetCopy[] {
  const { plan } = placing;
  const names = new SheetNames(fixedNames(plan));
  const list = plan.sheets.flatMap((drawn) => {
    if (drawn.continues) return continuedSheets(drawn, placing, names);
    return sheetScopes(drawn, placing).map((scope, copy): SheetCopy => {
      const one = { ...uncopiedSheet(drawn), copy, scope, tableNames: tableNames(drawn, copy, plan) };
      return isNamedByData(drawn) ? { ...one, name: names.add(sheetName(one, placing)) } : one;
    });
  });
  const { subject } = plan.file;
  if (list.length + plan.sheetElements.length === plan.sheets.length) {
    const text = message('workbook.sheet.noneLeft', { file: subject });
    throw new WorkbookError('RENDER_REFUSED', text, { record: subject });
  }
  if (list.length > MOST_SHEETS) {
    const text = message('workbook.size.sheets', { file: subject, count: list.length, most: MOST_SHEETS });
    throw new WorkbookError('RENDER_REFUSED', text, { record: subject });
  }
  return list;
}

/** Fixed names, with which names from data must not clash. */
function fixedNames(plan: TemplatePlan): string[] {
  const drawn = plan.sheets.filter((sheet) => !isNamedByData(sheet)).map(({ name }) => name);
  const others = plan.sheetElements
    .map(({ attributes }) => attributes.name ?? '')
    .filter((name) => !plan.context.sheetNamed(name));
  return [...drawn, ...others];
}

function isNamedByData(sheet: DrawnSheet): boolean {
  return sheet.repeat?.selection !== undefined || sheet.name.includes('{{');
}

const WHOLE: BandScope = { rows: [], number: 1, isBlank: false };

function uncopiedSheet(drawn: DrawnSheet): SheetCopy {
  return { drawn, copy: 0, scope: WHOLE, name: drawn.name, slice: undefined, tableNames: new Map() };
}

/** The first sheet has the drawn name; "Hours (2)" and so on follow. */
function continuedSheets(drawn: DrawnSheet, placing: Placing, names: SheetNames): SheetCopy[] {
  const { plan } = placing;
  const whole = uncopiedSheet(drawn);
  const { rows } = placedSheet(whole, placing, Number.POSITIVE_INFINITY);
  const slices = bandSlices(rows, { sheet: drawn.name, mostRows: plan.rowsPerSheet });
  const wanted = isNamedByData(drawn) ? sheetName(whole, placing) : drawn.name;
  return slices.map((slice, copy) => {
    const isDrawn = copy === 0 && !isNamedByData(drawn);
    const name = isDrawn ? wanted : names.add(wanted);
    return { ...whole, copy, slice, name, tableNames: tableNames(drawn, copy, plan) };
  });
}

/** Tables of further copies have their own names. */
function tableNames(drawn: DrawnSheet, copy: number, plan: TemplatePlan): Map<string, string> {
  const own = [...plan.tables].filter(([, { sheet }]) => copy > 0 && sheet === drawn);
  const isTaken = (name: string): boolean =>
    plan.tables.has(name.toLowerCase()) ||
    plan.names.some((each) => each.name.toLowerCase() === name.toLowerCase());
  return new Map(
    own.map(([key, { table }]) => {
      let name = `${table.name}_${copy + 1}`;
      while (isTaken(name)) name += '_';
      return [key, name] as const;
    }),
  );
}

function sheetScopes(drawn: DrawnSheet, placing: Placing): readonly BandScope[] {
  const { data, plan } = placing;
  const { repeat, root } = drawn;
  if (repeat?.condition) {
    const shown = plan.bandRules.conditions.get(root)?.(outermostBands(uncopiedSheet(drawn), placing));
    return shown?.(0) ? [WHOLE] : [];
  }
  if (!repeat?.selection) return [WHOLE];
  const scopes = data.scopes(repeat.selection);
  return scopes.length === 0 ? [{ rows: [], number: 1, isBlank: true }] : scopes;
}

function sheetName(copy: SheetCopy, placing: Placing): string {
  const { context } = placing.plan;
  const { name, repeat, outer } = copy.drawn;
  const by = repeat?.nameBy ?? (name.includes('{{') ? undefined : repeat?.selection?.keys[0]);
  if (copy.scope.isBlank) return name.replace(/\{\{|\}\}/g, '');
  const bands = outermostBands(copy, placing);
  const place = { sheet: name, name: 'tab', bands: outer };
  if (!by) return fillText(name, place, context)(bands)(0);
  const { valueAt, type } = resolveAt(by, place, context);
  // A field is used in sheet names in its machine-readable form.
  return formatValue(valueAt(bands)(0), by.kind === 'field' ? 'text' : type, context.settings);
}
