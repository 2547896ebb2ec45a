import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';
import { type Expression, expressionText } from '../../language/grammar.js';
import { parseText } from '../../language/placeholders.js';
import { TemplateError } from '../../language/templateError.js';
import { formatValue } from '../../language/writtenValue.js';
import { storedNumber } from '../cells/numbers.js';
import { resolveAt } from '../content/valueContent.js';
import { compileFormula, type FormulaUse } from '../formula/compileFormula.js';
import type { CompiledFormula } from '../formula/movedReference.js';
import { formulaText, placedReference, type WrittenSheet } from '../formula/placedFormula.js';
import { type CellResult, type OutputArea, type OutputCells, outputArea } from '../formula/ranges.js';
import { fixReferences, unfixOwnRows } from '../formula/tokens.js';
import type { Band } from '../language/bands.js';
import type { ResolvedPlaceholder } from '../language/filling.js';
import { message } from '../messages.js';
import { listDrawingCharts, type TemplatePackage, type XmlPart } from '../package/templatePackage.js';
import { repetitions } from '../placement/movedAreas.js';
import { findTargets } from '../template/areaFinder.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import { isName } from '../template/precedents.js';
import type { CompileContext, DrawnSheet, TemplatePlan, TemplateWorkbook } from '../template/templatePlan.js';
import { renderRefused, shortQuote, type WorkbookError } from '../workbookError.js';
import {
  childOf,
  childrenOf,
  descendantsOf,
  prefixedAttribute,
  prefixOf,
  type XmlElement,
} from '../xml/xml.js';
import { XmlEdits } from '../xml/xmlEdits.js';
import { escapeXml } from '../xml/xmlText.js';
import { bandAround, listAnchors, listObjects, listRelations, readAnchorRows } from './drawing.js';
import { goneElements } from './goneParts.js';
import { editHourAxes } from './hourAxes.js';
import { fillShapeTexts, PICTURE_CHOICE, type TextPlace } from './shapeTexts.js';
import { isShown } from './shownObjects.js';

/** A chart's cached cell values; newer kinds of charts have their own levels. */
const CACHES = ['numCache', 'strCache', 'multiLvlStrCache', 'dlblRangeCache', 'lvl'];

/** The ranges that a chart draws, each with the element of its formula. */
export function chartFormulas(part: XmlPart): XmlElement[] {
  return [...descendantsOf(part.root, 'f', 'sqref')].filter((element) => element.children.length === 0);
}

/** A series includes all output cells of a template cell; its name is one cell. */
export function chartUse(formula: XmlElement): FormulaUse {
  return formula.parent?.parent?.local === 'tx' ? 'value' : 'range';
}

/**
 * A chart, or the text boxes drawn within one: ranges follow their cells; cached values of changed ranges are updated
 * or removed.
 */
export function movedChart(part: XmlPart, place: TextPlace, plan: TemplatePlan, cells: OutputCells): string {
  const edits = new XmlEdits(part.source);
  const { changed, context } = plan;
  const { sheet, band, instance } = place;
  const gone = goneElements(part, place);
  for (const element of gone) edits.remove(element);
  for (const element of chartFormulas(part)) {
    if (gone.some(({ start, end }) => start <= element.start && element.end <= end)) continue;
    const source = unfixOwnRows(element.text, band);
    const formula = compileFormula(source, { sheet: sheet.drawn, band }, context, chartUse(element));
    edits.setText(element, fixReferences(formulaText(formula, sheet)(instance), band));
    const changes = [...findTargets(formula.tokens, plan)].some((each) => changed.has(each));
    const area = changes ? formulaArea(formula, sheet, instance, cells) : undefined;
    const caches = changes ? CACHES.flatMap((local) => childrenOf(element.parent, local)) : [];
    for (const cache of caches) {
      const isPlain = cache.local === 'numCache' || cache.local === 'strCache';
      const renewed = isPlain && area ? chartCache(cache, edits.source, area, cells) : undefined;
      if (renewed !== undefined) edits.replace(cache.start, cache.end, renewed);
      else if (!area || !isTyped(area, plan)) edits.remove(cache);
    }
  }
  editHourAxes(part.root, edits, seriesArea(place, plan, cells), { plan, cells });
  fillShapeTexts(part.root, edits, place);
  return edits.apply();
}

/** The cells with the values of a series. */
function seriesArea({ sheet, band, instance }: TextPlace, { context }: TemplatePlan, cells: OutputCells) {
  return (series: XmlElement): OutputArea | undefined => {
    const written = childOf(childOf(childOf(series, 'val'), 'numRef'), 'f');
    if (!written) return undefined;
    const source = unfixOwnRows(written.text, band);
    const formula = compileFormula(source, { sheet: sheet.drawn, band }, context, 'range');
    return formulaArea(formula, sheet, instance, cells);
  };
}

function formulaArea(
  { tokens }: CompiledFormula,
  sheet: WrittenSheet,
  instance: number,
  cells: OutputCells,
): OutputArea | undefined {
  const [only] = tokens;
  const at = { sheet, row: 1, column: 1, instance, columnInstance: 0 };
  if (tokens.length === 1 && only && (only.kind === 'table' || isName(only)))
    return cells.areaOf(
      {
        kind: only.kind === 'table' ? 'table' : 'name',
        text: only.text.slice(only.text.lastIndexOf('!') + 1),
      },
      at,
    );
  if (tokens.length !== 1 || only?.kind !== 'moved') return undefined;
  return outputArea(placedReference(only, sheet), { instance, columnInstance: 0 });
}

export function chartSheets({ file, workbookPart, sheetElements }: TemplateWorkbook) {
  const targets = file.relationships(workbookPart).filter(({ type }) => type === 'chartsheet');
  return targets.map(({ id, target }) => {
    const element = sheetElements.find((each) => prefixedAttribute(each, 'id') === id);
    const charts = file.related(target, 'drawing').flatMap((drawing) => listDrawingCharts(file, drawing));
    return { name: element?.attributes.name ?? 'chart sheet', charts };
  });
}

const MOST_POINTS = 32_000;

/** Whether no cell of an area can differ from the drawn one: nothing moves, and all are typed. */
function isTyped(
  { sheet, top, bottom, left, right }: OutputArea,
  { sheets, contents }: TemplatePlan,
): boolean {
  const drawn = sheets.find((each) => each === sheet.drawn);
  if (!drawn || drawn.moves || (bottom - top + 1) * (right - left + 1) > MOST_POINTS) return false;
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      if ((contents.get(drawn)?.at(row, column)?.kind ?? 'static') !== 'static') return false;
    }
  }
  return true;
}

/**
 * A chart's cached values of its cells, for viewers that do not calculate; undefined if unknown here, so that no wrong
 * values are drawn.
 * @param cache the template's element, `numCache` or `strCache`
 */
function chartCache(
  cache: XmlElement,
  source: string,
  area: OutputArea,
  cells: OutputCells,
): string | undefined {
  const { sheet, top, bottom, left, right } = area;
  if ((bottom - top + 1) * (right - left + 1) > MOST_POINTS) return undefined;
  const points: (string | undefined)[] = [];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++)
      points.push(pointText(cells.valueOf(sheet, row, column), cache.local));
  }
  if (points.includes(undefined)) return undefined;
  const prefix = prefixOf(cache);
  const format = childOf(cache, 'formatCode');
  const written = points.map((text, index) =>
    text === ''
      ? ''
      : `<${prefix}pt idx="${index}"><${prefix}v>${escapeXml(text ?? '')}</${prefix}v></${prefix}pt>`,
  );
  const count = `<${prefix}ptCount val="${points.length}"/>`;
  const head = format ? source.slice(format.start, format.end) : '';
  return `<${cache.name}>${head}${count}${written.join('')}</${cache.name}>`;
}

/** '' for a gap; undefined for values that only Excel knows: calculated results, and formatted numbers. */
function pointText(value: CellResult, cache: string): string | undefined {
  if (value === null) return '';
  if (cache === 'numCache') return typeof value === 'number' ? String(storedNumber(value)) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** A chart entirely within repeated rows: each repetition has its own. */
export interface RepeatedChart {
  readonly drawing: string;
  readonly part: string;
  readonly relationship: string;
  /** Its place in the drawing, with its condition. */
  readonly object: XmlElement;
  readonly band: Band;
  readonly from: number;
  readonly to: number;
}

export function repeatedCharts(sheet: DrawnSheet, file: TemplatePackage): RepeatedChart[] {
  if (!sheet.moves) return [];
  return file.related(sheet.partName, 'drawing').flatMap((drawing) => {
    const charts = new Map(
      file
        .relationships(drawing)
        .filter(({ type }) => type === 'chart' || type === 'chartEx')
        .map(({ id, target }) => [id, target] as const),
    );
    return listAnchors(file.xml(drawing)).flatMap((anchor) => {
      const band = bandAround(anchor, sheet);
      const rows = readAnchorRows(anchor, sheet);
      if (band === sheet.root || !rows) return [];
      return [...listRelations(anchor)].flatMap(({ id }): RepeatedChart[] => {
        const part = charts.get(id);
        if (part === undefined) return [];
        return [
          { drawing, part, relationship: id, object: anchor, band, from: rows.from.row, to: rows.to.row },
        ];
      });
    });
  });
}

/** The repetitions in which a chart is shown. */
export function chartInstances(
  { object, band, from, to }: RepeatedChart,
  sheet: PlacedSheet,
  context: CompileContext,
): number[] {
  return [...repetitions(sheet.rows, from, to)]
    .map(({ instance }) => instance)
    .filter((instance) => !sheet.rows.isBlank(band, instance))
    .filter((instance) => isShown(object, { sheet, context, band, instance }));
}

/** Names of objects in repeated rows, other than charts, that cannot be repeated: SmartArt, slicers. */
export function otherFrames(sheet: DrawnSheet, file: TemplatePackage): string[] {
  const charts = new Set(repeatedCharts(sheet, file).map(({ relationship }) => relationship));
  return file.related(sheet.partName, 'drawing').flatMap((drawing) =>
    (sheet.moves ? listAnchors(file.xml(drawing)) : [])
      .filter((anchor) => bandAround(anchor, sheet) !== sheet.root)
      // Including those within groups and version alternatives.
      .flatMap((anchor) => [...descendantsOf(anchor, 'graphicFrame')])
      .filter((frame) => ![...listRelations(frame)].some(({ id }) => charts.has(id)))
      .map((frame) => [...descendantsOf(frame, 'cNvPr')][0]?.attributes.name ?? 'an object'),
  );
}

export const PICTURE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
};

/** A placeholder picture: the data determine the picture in its box. */
export interface DataPicture {
  readonly drawing: string;
  readonly picture: XmlElement;
  readonly relationship: string;
  readonly band: Band;
  readonly choice: Expression;
  /** The folder of the pictures, and the name of the fallback picture. */
  readonly folder: string;
  readonly otherwise: string | undefined;
  /** Whether the text itself is shown as a QR code. */
  readonly isCode: boolean;
}

/** The placeholder pictures of a sheet. @throws TemplateError */
export function dataPictures(sheet: DrawnSheet, file: TemplatePackage): DataPicture[] {
  return file.related(sheet.partName, 'drawing').flatMap((drawing) =>
    listObjects(file.xml(drawing)).flatMap((object) => {
      const band = bandAround(object, sheet);
      return [...descendantsOf(object, 'pic')].flatMap((picture) => {
        const found = readChoice(picture);
        return found ? [{ drawing, picture, band, ...found }] : [];
      });
    }),
  );
}

function readChoice(picture: XmlElement) {
  const properties = childOf(childOf(picture, 'nvPicPr'), 'cNvPr')?.attributes ?? {};
  const written = PICTURE_CHOICE.exec(properties.descr ?? '')?.[0];
  const blip = [...descendantsOf(picture, 'blip')][0];
  const relationship = Object.entries(blip?.attributes ?? {}).find(([name]) => name.endsWith(':embed'))?.[1];
  if (written === undefined || relationship === undefined) return undefined;
  const [placeholder] = parseText(written);
  if (placeholder === undefined || typeof placeholder === 'string') return undefined;
  const { expression, source } = placeholder;
  const { name, inputs } = expression.kind === 'format' ? expression.call : { name: '', inputs: [] };
  const most = { picture: 2, qr: 0 }[name];
  if (expression.kind !== 'format' || most === undefined || inputs.length > most)
    throw new TemplateError(message('picture.noChoice', { source }));
  const [folder = '', otherwise] = inputs.map(String);
  return { relationship, choice: expression.of, folder, otherwise, isCode: name === 'qr' };
}

export function resolvePicture(
  { choice, band }: DataPicture,
  sheet: DrawnSheet,
  context: CompileContext,
): ResolvedPlaceholder {
  const bands = { rows: band, columns: sheet.columnRoot };
  const name = message('place.alternativeText');
  return resolveAt(choice, { sheet: sheet.name, name, bands }, context);
}

/**
 * The file for a repetition; undefined if the value is empty, so that no picture is shown.
 * @param pictures by their paths, `signatures/0042.png`
 * @throws WorkbookError RENDER_REFUSED if the file does not exist
 */
export function pictureFile(
  picture: DataPicture,
  pictures: ReadonlyMap<string, Uint8Array>,
  sheet: PlacedSheet,
  context: CompileContext,
): (instance: number) => string | undefined {
  const { type, valueAt } = resolvePicture(picture, sheet.drawn, context);
  const valueHere = valueAt(sheet);
  const paths = new Map([...pictures.keys()].map((path) => [withoutKind(path).toLowerCase(), path]));
  const { folder, otherwise } = picture;
  const found = (name: string): string | undefined =>
    paths.get((folder === '' ? name : `${folder}/${name}`).toLowerCase());
  return (instance) => {
    const name = formatValue(valueHere(instance), type, context.settings);
    if (name === '' && otherwise === undefined) return undefined;
    if (picture.isCode) {
      const facts = { sheet: sheet.drawn.name, text: shortQuote(name), most: MOST_CODE_BYTES };
      const length = Buffer.byteLength(name);
      if (length <= MOST_CODE_BYTES) return `qr:${name}.png`;
      throw renderRefused(sheet.drawn.name, message('picture.codeTooLong', { ...facts, length }));
    }
    const path = found(name) ?? (otherwise === undefined ? undefined : found(otherwise));
    if (path === undefined)
      throw missingPictureError(name === '' ? (otherwise ?? '') : name, picture, sheet.drawn.name);
    return path;
  };
}

function withoutKind(path: string): string {
  const at = path.lastIndexOf('.');
  return Object.hasOwn(PICTURE_TYPES, path.slice(at + 1).toLowerCase()) ? path.slice(0, at) : path;
}

function missingPictureError(name: string, { folder, choice }: DataPicture, sheet: string): WorkbookError {
  const missing = { sheet, name, example: `{{${expressionText(choice)} | picture:"${folder}","none"}}` };
  return renderRefused(
    sheet,
    folder === ''
      ? message('picture.missing', missing)
      : message('picture.missingInFolder', { ...missing, folder }),
  );
}

/** The capacity of the largest code at this error correction level. */
const MOST_CODE_BYTES = 2_000;

const CODE = /^qr:([\s\S]*)\.png$/;

/** The picture of such a path; undefined for other paths. */
export function codePicture(path: string): Uint8Array | undefined {
  const text = CODE.exec(path)?.[1];
  return text === undefined ? undefined : qrCode(text);
}

/** A QR code as PNG in black and white, one bit per pixel; a module is eight pixels (a byte) wide. */
function qrCode(text: string): Uint8Array {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const lines = data.flatMap((modules) => {
    const line = Buffer.from([0, ...modules.map((isBlack) => (isBlack ? 0 : 0xff))]);
    return Array<Buffer>(8).fill(line);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size * 8, 0);
  header.writeUInt32BE(size * 8, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[
      ['IHDR', header] as const,
      ['IDAT', deflateSync(Buffer.concat(lines))] as const,
      ['IEND', Buffer.alloc(0)] as const,
    ].map(([name, content]) => chunk(name, content)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.byteLength);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
