import type { Selection } from '../../language/clauses.js';
import { formatValue } from '../../language/writtenValue.js';
import { SheetNames } from '../cells/address.js';
import { fillFormatCodes } from '../content/formatCodes.js';
import { fillText, resolveAt } from '../content/valueContent.js';
import {
  chartInstances,
  type DataPicture,
  dataPictures,
  PICTURE_TYPES,
  pictureFile,
  type RepeatedChart,
  repeatedCharts,
} from '../drawings/chartsAndPictures.js';
import { goneNotes } from '../drawings/goneNotes.js';
import { goneCharts, losesAllSeries } from '../drawings/goneParts.js';
import type { FormulaSheet, WrittenSheet } from '../formula/placedFormula.js';
import type { Band, BandScope } from '../language/bands.js';
import type { PlacedBands } from '../language/filling.js';
import type { TemplateData } from '../language/templateData.js';
import { message } from '../messages.js';
import { listSheetParts } from '../package/templatePackage.js';
import { bandSlices } from '../placement/placeBands.js';
import { areaFinder, constantFinder, namedAreas } from '../template/areaFinder.js';
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
import type { DefinedName, DrawnSheet, TemplatePlan } from '../template/templatePlan.js';
import { WorkbookError } from '../workbookError.js';
import type { XmlElement } from '../xml/xml.js';

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

interface PlacedCopy {
  readonly copy: SheetCopy;
  readonly charts: readonly (RepeatedChart & { readonly instances: readonly number[] })[];
  readonly pictures: readonly (DataPicture & Pick<ChosenPicture, 'files'>)[];
  /** The parts of tables and charts that are not shown, and of notes if none is left. */
  readonly gone: ReadonlySet<string>;
}

/** A written sheet, with the names of its parts and its entry in the workbook part. */
export interface ListedCopy {
  readonly copy: SheetCopy;
  /** Parts of the template -> their names in the output. */
  readonly parts: ReadonlyMap<string, string>;
  readonly added: ListedSheet['added'];
  readonly own: OwnParts;
}

export interface ListedSheet {
  readonly element: XmlElement;
  readonly name: string;
  readonly added: { readonly sheetId: number; readonly relationship: string } | undefined;
  /** The texts of this copy's own names, for a repeated sheet. */
  readonly localNames: ReadonlyMap<DefinedName, string>;
}

export interface OwnParts {
  /** A name and number for each table of a copied sheet, by the table's part. */
  readonly tables: ReadonlyMap<string, { readonly name: string; readonly id: number }>;
  readonly charts: readonly PlacedChart[];
  readonly pictures: readonly ChosenPicture[];
  /** The parts of tables, charts and notes that are not shown: these are left out. */
  readonly gone: ReadonlySet<string>;
}

/** A chart in repeated rows: the first repetition uses the drawn part, the others have their own. */
export interface PlacedChart extends RepeatedChart {
  readonly instances: readonly number[];
  readonly others: readonly {
    readonly instance: number;
    readonly relationship: string;
    /** Parts of the template -> their names in the output, the chart's own first. */
    readonly parts: ReadonlyMap<string, string>;
  }[];
}

/** A placeholder picture, with a relationship for each chosen file. */
export interface ChosenPicture extends DataPicture {
  /** The file of each repetition; undefined for none. */
  readonly files: ReadonlyMap<number, string | undefined>;
  /** Path of a file -> relationship of the drawing, and its part. */
  readonly relations: ReadonlyMap<string, { readonly id: string; readonly part: string }>;
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

/** The maximum number of tabs: with more, users find nothing, and Excel takes minutes to open them. */
const MOST_SHEETS = 2_000;

/** The sheets to write, worksheets only, in order. A repeated sheet without data is written once, blank. */
function sheetCopies(placing: Placing): SheetCopy[] {
  const { plan } = placing;
  const drawnNames = plan.sheets.filter((sheet) => !isNamedByData(sheet)).map(({ name }) => name);
  const otherNames = plan.sheetElements
    .map(({ attributes }) => attributes.name ?? '')
    .filter((name) => !plan.context.sheetNamed(name));
  const names = new SheetNames([...drawnNames, ...otherNames]);
  const list = plan.sheets.flatMap((drawn) => {
    if (drawn.continues) return continuedSheets(drawn, placing, names);
    return sheetScopes(drawn, placing).map((scope, copy): SheetCopy => {
      const one = { ...uncopiedSheet(drawn), copy, scope, tableNames: tableNames(drawn, copy, plan) };
      return isNamedByData(drawn) ? { ...one, name: names.add(sheetName(one, placing)) } : one;
    });
  });
  const { subject } = plan.file;
  if (list.length + plan.sheetElements.length === plan.sheets.length) {
    const text = message('sheet.noneLeft', { file: subject });
    throw new WorkbookError('RENDER_REFUSED', text, { record: subject });
  }
  if (list.length > MOST_SHEETS) {
    const text = message('size.sheets', { file: subject, count: list.length, most: MOST_SHEETS });
    throw new WorkbookError('RENDER_REFUSED', text, { record: subject });
  }
  return list;
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
  const other = repeat?.standsInFor === undefined ? undefined : repeatedOver(repeat.standsInFor, plan);
  const at = { sheet: drawn.name, place: message('place.tab') };
  if (other) return data.scopes(other, at).length === 0 ? [WHOLE] : [];
  if (!repeat?.selection) return [WHOLE];
  const scopes = data.scopes(repeat.selection, at);
  if (scopes.length > 0) return scopes;
  const { dataSet } = repeat.selection;
  const isReplaced = plan.sheets.some((sheet) => sheet.repeat?.standsInFor === dataSet);
  return isReplaced ? [] : [{ rows: [], number: 1, isBlank: true }];
}

/** The groups of the sheet that repeats over a data set. */
function repeatedOver(dataSet: string, { sheets }: TemplatePlan): Selection | undefined {
  return sheets
    .flatMap(({ repeat }) => repeat?.selection ?? [])
    .find((selection) => selection.dataSet === dataSet);
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

/** The parts of picture files, each once per workbook. */
export class MediaParts {
  readonly parts = new Map<string, string>();

  constructor(readonly names: PartNames) {}

  partFor(path: string): string {
    const kind = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    const part = this.parts.get(path) ?? this.names.like(`xl/media/image1.${kind}`);
    this.parts.set(path, part);
    return part;
  }
}

export function pictureType(path: string): string {
  return PICTURE_TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'image/png';
}

function namedPicture(picture: PlacedCopy['pictures'][number], media: MediaParts): ChosenPicture {
  const paths = [...new Set(picture.files.values())].filter((path) => path !== undefined);
  const { relationship, picture: element } = picture;
  const relations = paths.map((path, index) => {
    return [path, { id: `${relationship}_${element.start}_${index}`, part: media.partFor(path) }] as const;
  });
  return { ...picture, relations: new Map(relations) };
}

function listedCopies(placed: readonly PlacedCopy[], plan: TemplatePlan, media: MediaParts): ListedCopy[] {
  const { names } = media;
  const ids = new Set(plan.file.relationships(plan.workbookPart).map((each) => each.id));
  let sheetId = Math.max(0, ...plan.sheetElements.map((element) => Number(element.attributes.sheetId)));
  let tableId = Math.max(0, ...[...plan.tables.values()].map(({ table }) => table.id));
  let relationshipNumber = 1;
  const freeRelationship = (): string => {
    while (ids.has(`rId${relationshipNumber}`)) relationshipNumber++;
    return `rId${relationshipNumber++}`;
  };
  return placed.map(({ copy, charts, pictures, gone }) => {
    const isFirst = copy.copy === 0;
    const nameFor = (part: string): string => (isFirst ? part : names.like(part));
    const parts = listSheetParts(plan.file, copy.drawn.partName, nameFor, gone);
    const own = {
      tables: renamedTables(copy, plan, () => ++tableId),
      charts: charts.map((chart) => namedChart(chart, plan, names)),
      pictures: pictures.map((picture) => namedPicture(picture, media)),
      gone,
    };
    const added = isFirst ? undefined : { sheetId: ++sheetId, relationship: freeRelationship() };
    return { copy, parts, added, own };
  });
}

function namedChart(
  chart: PlacedCopy['charts'][number],
  { file }: TemplatePlan,
  names: PartNames,
): PlacedChart {
  const taken = new Set(file.relationships(chart.drawing).map(({ id }) => id));
  const others = chart.instances.slice(1).map((instance) => {
    const relationship = `${chart.relationship}_${instance}`;
    const parts = listSheetParts(file, chart.part, (part) => names.like(part));
    return { instance, relationship: taken.has(relationship) ? `${relationship}_` : relationship, parts };
  });
  return { ...chart, others };
}

function renamedTables({ tableNames }: SheetCopy, plan: TemplatePlan, nextId: () => number) {
  return new Map(
    [...tableNames].flatMap(([key, name]) => {
      const part = plan.tables.get(key)?.table.partName;
      return part === undefined ? [] : [[part, { name, id: nextId() }] as const];
    }),
  );
}

/** Finds unused names for new parts: `xl/worksheets/sheet7.xml`. */
class PartNames {
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...taken].map((name) => name.toLowerCase()));
  }

  like(part: string): string {
    const found = /^(.*?)[0-9]*(\.[^./]+)?$/.exec(part);
    const [base, extension] = [found?.[1] ?? part, found?.[2] ?? ''];
    let number = this.#next.get(base) ?? 1;
    while (this.#taken.has(`${base}${number}${extension}`.toLowerCase())) number++;
    this.#next.set(base, number + 1);
    const name = `${base}${number}${extension}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
