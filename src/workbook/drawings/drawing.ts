import { MAX_ROWS } from '../cells/address.js';
import { countUntil } from '../cells/numbers.js';
import { compileFormula } from '../formula/compileFormula.js';
import { formulaText } from '../formula/placedFormula.js';
import { fixReferences, unfixOwnRows } from '../formula/tokens.js';
import type { Band } from '../language/bands.js';
import { message } from '../messages.js';
import type { XmlPart } from '../package/templatePackage.js';
import { outputRow, owningBand, repetitions } from '../placement/movedAreas.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { CompileContext, DrawnSheet } from '../template/templatePlan.js';
import { renderRefused } from '../workbookError.js';
import { childOf, descendantsOf, isTrue, type XmlElement } from '../xml/xml.js';
import { XmlEdits } from '../xml/xmlEdits.js';
import { fillShapeTexts, type TextPlace } from './shapeTexts.js';
import { isShown } from './shownObjects.js';

const ANCHORS = ['twoCellAnchor', 'oneCellAnchor', 'absoluteAnchor'];

const isAnchor = ({ local }: XmlElement): boolean => ANCHORS.includes(local);

/** The objects of a drawing. Office wraps some in version alternatives: each alternative is then an object. */
export function listObjects({ root }: XmlPart): XmlElement[] {
  return root.children.flatMap((child) => {
    if (child.local !== 'AlternateContent') return [child];
    const choices = child.children.flatMap((choice) => choice.children);
    return choices.some(isAnchor) ? choices : [child];
  });
}

export function listAnchors(part: XmlPart): XmlElement[] {
  return listObjects(part).filter(isAnchor);
}

/** First and last row of the template that an object covers; undefined if it is not anchored to rows. */
export function readAnchorRows(anchor: XmlElement, sheet: DrawnSheet): { from: Edge; to: Edge } | undefined {
  const marker = childOf(anchor, 'from');
  if (!marker || isFixed(anchor)) return undefined;
  const from = readEdge(marker);
  const to = childOf(anchor, 'to');
  if (to) return { from, to: readEdge(to) };
  // A chart with its own size ends at its anchor's end; a picture belongs to its first row.
  const height = Number(childOf(anchor, 'ext')?.attributes.cy ?? 0);
  if (!(height > 0) || !childOf(anchor, 'graphicFrame')) return { from, to: from };
  const heights = drawnHeights(sheet);
  return { from, to: heights.edge(heights.above(from) + height) };
}

function isFixed({ attributes }: XmlElement): boolean {
  return attributes.editAs === 'absolute';
}

/**
 * The relationship of an element in a repetition: undefined for the original one, null for a picture or a chart that is
 * not shown.
 */
export type CopiedRelations = (
  element: XmlElement,
  id: string,
  instance: number,
) => string | null | undefined;

/** The relationship attributes in an object: `r:id`, `r:embed`. */
export function* listRelations(object: XmlElement) {
  const open = [object];
  for (let element = open.pop(); element; element = open.pop()) {
    for (const [name, id] of Object.entries(element.attributes))
      if (/^r:|:(?:id|embed)$/.test(name)) yield { element, name, id };
    open.push(...element.children);
  }
}

/**
 * Pictures, charts and shapes: each moves with its first row and keeps its height; a picture or chart entirely within
 * repeated rows occurs once per repetition.
 */
export function movedDrawing(
  part: XmlPart,
  sheet: PlacedSheet,
  context: CompileContext,
  related: CopiedRelations,
): string {
  const { drawn } = sheet;
  const edits = new XmlEdits(part.source);
  const heights = new RowHeights(sheet);
  const ids = new FreeIds(part);
  let pictures = 0;
  for (const object of listObjects(part)) {
    const band = bandAround(object, drawn);
    const rows = drawn.moves && isAnchor(object) ? readAnchorRows(object, drawn) : undefined;
    if (!rows || band === drawn.root) {
      if (!isShown(object, { sheet, context, band, instance: 0 })) {
        edits.remove(object);
        continue;
      }
      fillShape(object, edits, { sheet, context, band, instance: 0 });
      setRelations(object, edits, 0, related);
      if (rows) moveAnchor(object, rows, outputRow(sheet.rows, rows.from.row, 'first'), edits, heights);
      else if (drawn.moves && isAnchor(object) && isFixed(object)) {
        // The object keeps its place on the page.
        for (const marker of [childOf(object, 'from'), childOf(object, 'to')])
          if (marker) setEdge(marker, heights.output.edge(heights.drawn.above(readEdge(marker))), edits);
      }
      continue;
    }
    const places = [...repetitions(sheet.rows, rows.from.row, rows.to.row)];
    pictures += places.length;
    if (places.length > MOST_COPIES || pictures > MOST_PICTURES) {
      const facts = { sheet: drawn.name, count: pictures, mostOfOne: MOST_COPIES, most: MOST_PICTURES };
      throw renderRefused(drawn.name, message('size.pictures', facts));
    }
    const filled = places.filter(
      ({ instance }) =>
        !sheet.rows.isBlank(band, instance) && isShown(object, { sheet, context, band, instance }),
    );
    const copies = filled.map(({ top, instance }, index) => {
      return edits.copy(object, (copy) => {
        moveAnchor(object, rows, top, copy, heights);
        fillShape(object, copy, { sheet, context, band, instance });
        if (index > 0) ids.renew(object, copy);
        setRelations(object, copy, instance, related);
      });
    });
    edits.replace(object.start, object.end, copies.join(''));
  }
  return edits.apply();
}

function setRelations(object: XmlElement, edits: XmlEdits, instance: number, related: CopiedRelations): void {
  for (const { element, name, id } of listRelations(object)) {
    const own = related(element, id, instance);
    if (own === null) edits.remove(findFrame(element, object));
    else if (own !== undefined) edits.setAttribute(element, name, own);
  }
}

const FRAMES = ['pic', 'graphicFrame'];

/** The picture or chart of a relationship; the whole object if it is not within a group. */
function findFrame(element: XmlElement, object: XmlElement): XmlElement {
  let frame = element;
  while (frame.parent && frame !== object && !FRAMES.includes(frame.local)) frame = frame.parent;
  return frame.parent === object ? object : frame;
}

class FreeIds {
  #last = 0;

  constructor({ root }: XmlPart) {
    for (const { attributes } of descendantsOf(root, 'cNvPr'))
      this.#last = Math.max(this.#last, Number(attributes.id) || 0);
  }

  renew(object: XmlElement, edits: XmlEdits): void {
    for (const named of descendantsOf(object, 'cNvPr')) edits.setAttribute(named, 'id', String(++this.#last));
  }
}

export function bandAround(anchor: XmlElement, sheet: DrawnSheet): Band {
  const { root, moves } = sheet;
  const rows = moves && isAnchor(anchor) ? readAnchorRows(anchor, sheet) : undefined;
  return rows ? owningBand(root, rows.from.row, rows.to.row) : root;
}

function fillShape(within: XmlElement, edits: XmlEdits, place: TextPlace): void {
  fillShapeTexts(within, edits, place);
  const { sheet, band, instance, context } = place;
  for (const { element, name, formula } of shapeLinks(within)) {
    const compiled = compileFormula(unfixOwnRows(formula, band), { sheet: sheet.drawn, band }, context);
    edits.setAttribute(element, name, fixReferences(formulaText(compiled, sheet)(instance), band));
  }
}

export function* shapeLinks(within: XmlElement) {
  for (const element of descendantsOf(within, 'sp', 'cxnSp', 'cameraTool')) {
    for (const name of ['textlink', 'cellRange']) {
      const formula = element.attributes[name] ?? '';
      if (formula !== '') yield { element, name, formula };
    }
  }
}

/** The maximum number of copies of one object, and per sheet. Excel slows down long before. */
const MOST_COPIES = 5_000;
const MOST_PICTURES = 20_000;

const EMU_PER_POINT = 12_700;
const DEFAULT_POINTS = 15;

/** A height on the sheet: a row, counted from 1, and an offset into it. */
interface Edge {
  readonly row: number;
  readonly offset: number;
}

/** Rows with the sums of their heights, in English metric units (914,400 to the inch). */
class SummedRows {
  constructor(
    readonly sums: Float64Array,
    readonly usualHeight: number,
  ) {}

  above({ row, offset }: Edge): number {
    const rows = Math.min(row - 1, this.sums.length - 1);
    return (this.sums[rows] ?? 0) + (row - 1 - rows) * this.usualHeight + offset;
  }

  /** The edge at this height: the row after those that fit. */
  edge(height: number): Edge {
    const { sums, usualHeight } = this;
    const rows = sums.length - 1;
    const past = height - (sums[rows] ?? 0);
    if (past < 0) {
      const whole = Math.max(0, countUntil(sums.length, (at) => (sums[at] ?? 0) <= height) - 1);
      return { row: whole + 1, offset: Math.max(0, height - (sums[whole] ?? 0)) };
    }
    const further = usualHeight === 0 ? 0 : Math.floor(past / usualHeight);
    const row = Math.min(MAX_ROWS, rows + 1 + further);
    return { row, offset: row === MAX_ROWS ? 0 : past - further * usualHeight };
  }
}

/** The template's rows, which never change; shared by all callers. */
const knownHeights = new WeakMap<DrawnSheet, SummedRows>();

function drawnHeights(sheet: DrawnSheet): SummedRows {
  const rows = (): number[] => Array.from({ length: sheet.lastRow }, (_, index) => index + 1);
  const known = knownHeights.get(sheet) ?? summedRows(sheet, rows());
  knownHeights.set(sheet, known);
  return known;
}

class RowHeights {
  readonly drawn: SummedRows;
  readonly output: SummedRows;

  constructor(readonly placed: PlacedSheet) {
    this.drawn = drawnHeights(placed.drawn);
    this.output = summedRows(placed.drawn, placed.rows.drawnAt ?? []);
  }
}

function summedRows(sheet: DrawnSheet, rows: readonly number[]): SummedRows {
  const format = childOf(sheet.part.root, 'sheetFormatPr');
  const isHidden = format?.attributes.zeroHeight === '1';
  const usual = isHidden ? 0 : inUnits(Number(format?.attributes.defaultRowHeight ?? DEFAULT_POINTS));
  const sums = new Float64Array(rows.length + 1);
  for (const [index, row] of rows.entries()) {
    const { ht, hidden } = sheet.rows.get(row)?.element.attributes ?? {};
    const shown = ht === undefined ? usual : inUnits(Number(ht));
    sums[index + 1] = (sums[index] ?? 0) + (isTrue(hidden) ? 0 : shown);
  }
  return new SummedRows(sums, usual);
}

function inUnits(points: number): number {
  return points > 0 && Number.isFinite(points) ? Math.round(points * EMU_PER_POINT) : 0;
}

/** Reads `from` or `to` of an anchor. A row beyond the sheet counts as its last row. */
function readEdge(marker: XmlElement): Edge {
  const number = (local: string): number => {
    const value = Number(childOf(marker, local)?.text ?? 0);
    return Number.isFinite(value) ? value : 0;
  };
  return { row: Math.min(MAX_ROWS, Math.max(1, Math.floor(number('row')) + 1)), offset: number('rowOff') };
}

function moveAnchor(
  anchor: XmlElement,
  { from, to }: { from: Edge; to: Edge },
  start: number,
  edits: XmlEdits,
  heights: RowHeights,
): void {
  setEdge(childOf(anchor, 'from'), { row: start, offset: from.offset }, edits);
  const marker = childOf(anchor, 'to');
  moveAcross(childOf(anchor, 'from'), marker, edits, heights.placed);
  if (!marker) return;
  // The object keeps its height.
  const top = heights.output.above({ row: start, offset: 0 });
  const height = heights.drawn.above(to) - heights.drawn.above({ row: from.row, offset: 0 });
  setEdge(marker, heights.output.edge(top + Math.max(0, height)), edits);
}

/** An object moves with its first column, and covers as many columns as before. */
function moveAcross(
  from: XmlElement | undefined,
  to: XmlElement | undefined,
  edits: XmlEdits,
  { drawn, columns }: PlacedSheet,
): void {
  const column = Number(childOf(from, 'col')?.text ?? 0) + 1;
  const shift = drawn.hasColumnBands ? outputRow(columns, column, 'first') - column : 0;
  if (shift === 0) return;
  for (const element of [childOf(from, 'col'), childOf(to, 'col')])
    if (element) edits.setText(element, String(Number(element.text) + shift));
}

function setEdge(marker: XmlElement | undefined, edge: Edge, edits: XmlEdits): void {
  const row = childOf(marker, 'row');
  const offset = childOf(marker, 'rowOff');
  if (row) edits.setText(row, String(edge.row - 1));
  if (offset) edits.setText(offset, String(edge.offset));
}
