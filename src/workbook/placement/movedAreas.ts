import { type Area, areaText, MAX_COLUMNS, MAX_ROWS, parseArea } from '../cells/address.js';
import type { Band, PlacedAxis } from '../language/bands.js';
import { message } from '../messages.js';
import { renderRefused, shortQuote } from '../workbookError.js';

/** The output row of a template row, seen from a repetition of the band that refers to it. */
export type RowAt = (instance: number) => number;

export interface RowTarget {
  readonly row: number;
  /** Written with `$`: within the same band it means the first or last repetition, not the own one. */
  readonly isFixed: boolean;
  /** The repetition that a reference from outside means if the target repeats. */
  readonly side: 'first' | 'last';
}

/**
 * Finds the output row of a template row. In bands that target and reference share, it is the reference's own
 * repetition; in further bands of the target it is the first or last one. Without `$`, a row next to the repeated rows
 * is relative: it is in the previous or next repetition, or for the first or last repetition the adjacent row.
 * @param axis of the target's sheet
 * @param own the innermost band that contains the reference, on the target's sheet
 */
export function resolveRow(axis: PlacedAxis, own: Band, target: RowTarget): RowAt {
  if (target.isFixed || !neighbourBand(own, target.row)) return resolveDrawnRow(axis, own, target);
  return neighbourRow(axis, own, target.row);
}

/** A row next to the repeated rows: in the previous or next repetition, or the adjacent row. */
function neighbourRow(axis: PlacedAxis, own: Band, row: number): RowAt {
  const around = own.path.toReversed().filter((band) => band.parent);
  const outside = around.findIndex(({ from, to }) => from <= row && row <= to);
  const steps = (outside < 0 ? around : around.slice(0, outside)).map((band) => {
    const step = row < band.from ? -1 : 1;
    const side = step < 0 ? 'last' : 'first';
    const target = { row: row - step * bandHeight(band), side } as const;
    const { parentOf } = axis.placesOf(band);
    return {
      parentOf,
      step,
      rowAt: isNeighbour(band, row) ? resolveRowInside(axis, band, target) : undefined,
    };
  });
  const side = row < own.from ? 'last' : 'first';
  const drawn = resolveDrawnRow(axis, own, { row, isFixed: false, side });
  return (instance) => {
    let at = instance;
    for (const { parentOf, step, rowAt } of steps) {
      if (rowAt && parentOf[at + step] === parentOf[at]) return rowAt(at + step);
      at = parentOf[at] ?? 0;
    }
    return drawn(instance);
  };
}

function resolveDrawnRow(axis: PlacedAxis, own: Band, target: RowTarget): RowAt {
  const { row } = target;
  const innermost = axis.root.at(row);
  const common = sharedBand(innermost, own, target.isFixed);
  const start = common ?? axis.root;
  const isDirect = innermost === start && start.firstChildTo(row) === 0;
  if (isDirect && start === own) {
    const offset = row - start.from;
    const { starts } = axis.placesOf(start);
    return (instance) => (starts[instance] ?? 0) + offset;
  }
  const rowAt = resolveRowInside(axis, start, target);
  if (!common) return () => rowAt(0);
  return (instance) => rowAt(axis.ancestorInstance(own, instance, common));
}

function resolveRowInside(
  axis: PlacedAxis,
  around: Band,
  { row, side }: Pick<RowTarget, 'row' | 'side'>,
): RowAt {
  const inside = around.at(row).path.slice(around.depth + 1);
  const steps = inside.map((band) => ({ band, places: axis.placesOf(band) }));
  const within = resolveOwnRow(axis, inside.at(-1) ?? around, row);
  return (instance) => {
    let at = instance;
    for (const { band, places } of steps) {
      const first = places.firstOf[at] ?? 0;
      const last = (places.firstOf[at + 1] ?? 0) - 1;
      if (last < first) {
        // Its alternative, or between its neighbours.
        const { startAt, endAt } = axis.placesOf(band.alternative ?? band);
        return side === 'last' ? (endAt[at] ?? 0) - 1 : (startAt[at] ?? 0);
      }
      at = side === 'last' ? last : first;
    }
    return within(at);
  };
}

/**
 * The innermost band that contains both a target and a reference: there the reference means its own repetition. With
 * `$` it means the first or last repetition of the rows that contain both.
 */
export function sharedBand(target: Band, own: Band, isFixed: boolean): Band | undefined {
  const ownPath = ownPathTowards(target, own, isFixed);
  return target.path.filter((band, depth) => ownPath[depth] === band).at(-1);
}

/** The bands of a reference in which it means its own repetition of a target. */
export function ownPathTowards(target: Band, own: Band, isFixed: boolean): readonly Band[] {
  const repeated = isFixed ? innermostRepeated(own) : undefined;
  const isSkipped = repeated?.parent !== undefined && innermostRepeated(target) === repeated;
  return isSkipped && repeated?.parent ? repeated.parent.path : own.path;
}

/** A row that belongs to the band itself, not to a band inside it. */
export function resolveOwnRow(axis: PlacedAxis, band: Band, row: number): RowAt {
  const before = band.children[band.firstChildTo(row) - 1];
  const [from, offset] = before
    ? [axis.placesOf(before).endAt, row - before.to - 1]
    : [axis.placesOf(band).starts, row - band.from];
  return (instance) => (from[instance] ?? 0) + offset;
}

/**
 * The repeated band around a formula if a row is next to it, at most the band's height away: a reference to such a row
 * without `$` is relative, as when Excel copies rows down. Undefined for rows inside the band and farther away.
 */
export function neighbourBand(own: Band, row: number): Band | undefined {
  const band = innermostRepeated(own);
  return band && isNeighbour(band, row) ? band : undefined;
}

function isNeighbour(band: Band, row: number): boolean {
  const distance = row < band.from ? band.from - row : row - band.to;
  return band.repeats && distance > 0 && distance <= bandHeight(band);
}

function bandHeight({ from, to }: Band): number {
  return to - from + 1;
}

export function innermostRepeated(band: Band): Band | undefined {
  return band.path.filter((each) => each.repeats).at(-1);
}

/**
 * Whether the distance to a neighbour is always as in the template: there are no rows of unknown number in between,
 * neither next to the band nor in the previous or next repetition.
 */
export function hasFixedDistance(band: Band, row: number): boolean {
  const isAbove = row < band.from;
  const mirrored = row + (isAbove ? bandHeight(band) : -bandHeight(band));
  const [from, to] = isAbove ? [mirrored, band.to] : [band.from, mirrored];
  if (band.hasBandIn(from, to)) return false;
  const [outerFrom, outerTo] = isAbove ? [row, band.from - 1] : [band.to + 1, row];
  return outerFrom === outerTo || !band.parent?.hasBandIn(outerFrom, outerTo);
}

/** The maximum number of areas in one rule: Excel struggles to open more. */
const MOST_AREAS = 8_000;

export interface PlacedAxes {
  readonly rows: PlacedAxis;
  readonly columns: PlacedAxis;
}

/** The position of a cell or area, seen from outside of all bands: from its first row and column to its last. */
export function stretchedAreaText(axes: PlacedAxes, text: string): string {
  const area = parseArea(text);
  return area ? movedText(area, stretchedArea(axes, area), text) : text;
}

export function stretchedArea({ rows, columns }: PlacedAxes, { top, bottom, left, right }: Area): Area {
  const [first, firstColumn] = [outputRow(rows, top, 'first'), outputRow(columns, left, 'first')];
  const [last, lastColumn] = [outputRow(rows, bottom, 'last'), outputRow(columns, right, 'last')];
  return {
    top: first,
    bottom: Math.min(MAX_ROWS, Math.max(first, last)),
    left: firstColumn,
    right: Math.min(MAX_COLUMNS, Math.max(firstColumn, lastColumn)),
  };
}

/** The position of a row or column, seen from outside of all bands. */
export function outputRow(axis: PlacedAxis, row: number, side: 'first' | 'last'): number {
  return Math.max(1, resolveRow(axis, axis.root, { row, isFixed: false, side })(0));
}

/** One cell: only the first of its repetitions. */
export function firstCellName(axes: PlacedAxes, text: string): string {
  const area = parseArea(text);
  if (!area) return text;
  const row = (at: number): number => outputRow(axes.rows, at, 'first');
  const column = (at: number): number => outputRow(axes.columns, at, 'first');
  const [top, bottom, left, right] = [row(area.top), row(area.bottom), column(area.left), column(area.right)];
  return movedText(area, { top, bottom, left, right }, text);
}

/** An area that did not move keeps its notation. */
function movedText(area: Area, moved: Area, text: string): string {
  const isSame = (['top', 'bottom', 'left', 'right'] as const).every((side) => area[side] === moved[side]);
  return isSame ? text : areaText(moved);
}

/**
 * All output cells of a list of areas (`A5:H5 J5`); '' if none is left.
 * @throws WorkbookError RENDER_REFUSED for too many areas
 */
export function outputAreasText(axes: PlacedAxes, areas: string, sheet: string): string {
  const written: string[] = [];
  for (const text of areas.trim().split(/\s+/)) {
    const area = parseArea(text);
    for (const piece of area ? outputAreas(axes, area) : []) {
      written.push(area ? movedText(area, piece, text) : text);
    }
    if (!area) written.push(text);
    if (written.length > MOST_AREAS) {
      const facts = { sheet: shortQuote(sheet), areas: shortQuote(areas), most: MOST_AREAS };
      throw renderRefused(sheet, message('size.areas', facts));
    }
  }
  return written.join(' ');
}

export function outputAreas(axes: PlacedAxes, area: Area): Area[] {
  const rows = outputRowSpans(axes.rows, area.top, area.bottom).filter(({ top }) => top <= MAX_ROWS);
  const columns = outputRowSpans(axes.columns, area.left, area.right).filter(({ top }) => top <= MAX_COLUMNS);
  return rows.flatMap(({ top, bottom }) =>
    columns.map((across) => {
      const [left, right] = [across.top, Math.min(MAX_COLUMNS, across.bottom)];
      return { top, bottom: Math.min(MAX_ROWS, bottom), left, right };
    }),
  );
}

interface RowSpan {
  top: number;
  bottom: number;
}

/**
 * All output rows of the template's rows `top` to `bottom`, as few spans as possible, ascending. The result is exact:
 * other rows of a band are excluded even between repetitions.
 */
export function outputRowSpans(axis: PlacedAxis, top: number, bottom: number): RowSpan[] {
  const spans: RowSpan[] = [];
  addSpans(axis, axis.root, 0, { top, bottom }, spans);
  return spans;
}

function addSpans(axis: PlacedAxis, band: Band, instance: number, asked: RowSpan, spans: RowSpan[]): void {
  let row = Math.max(asked.top, band.from);
  const end = Math.min(asked.bottom, band.to);
  const add = (top: number, bottom: number): void => {
    const start = resolveOwnRow(axis, band, top)(instance);
    addSpan(spans, start, start + bottom - top);
  };
  for (let index = band.firstChildTo(row); index < band.children.length; index++) {
    const child = band.children[index];
    if (!child || child.from > end) break;
    if (row < child.from) add(row, child.from - 1);
    addChildSpans(axis, child, instance, asked, spans);
    row = child.to + 1;
  }
  if (row <= end) add(row, end);
}

function addChildSpans(
  axis: PlacedAxis,
  child: Band,
  parentInstance: number,
  asked: RowSpan,
  spans: RowSpan[],
): void {
  const { firstOf, startAt, endAt } = axis.placesOf(child);
  const first = firstOf[parentInstance] ?? 0;
  const after = firstOf[parentInstance + 1] ?? 0;
  if (after > first && asked.top <= child.from && asked.bottom >= child.to) {
    addSpan(spans, startAt[parentInstance] ?? 0, (endAt[parentInstance] ?? 0) - 1);
    return;
  }
  for (let instance = first; instance < after; instance++) addSpans(axis, child, instance, asked, spans);
}

function addSpan(spans: RowSpan[], top: number, bottom: number): void {
  const last = spans.at(-1);
  if (last && last.bottom === top - 1) last.bottom = bottom;
  else spans.push({ top, bottom });
}

/**
 * The innermost band that contains all of the rows: an object that covers them (a merged cell, a link, a picture in a
 * row) repeats with it.
 */
export function owningBand(root: Band, top: number, bottom: number): Band {
  let band = root.at(top);
  while (band.parent && bottom > band.to) band = band.parent;
  return band;
}

/** The position of an area in each repetition of its rows and columns. Nested bands expand. */
export function* areaRepetitions(
  axes: PlacedAxes,
  area: Area,
): Generator<Area & { readonly instance: number; readonly columnInstance: number }> {
  const across = [...repetitions(axes.columns, area.left, area.right)];
  for (const { top, bottom, instance } of repetitions(axes.rows, area.top, area.bottom)) {
    for (const { top: left, bottom: right, instance: columnInstance } of across)
      yield { top, bottom, left, right, instance, columnInstance };
  }
}

interface Repetition extends RowSpan {
  readonly instance: number;
}

/** The position of rows in each repetition of their band. Nested bands expand. */
export function* repetitions(axis: PlacedAxis, top: number, bottom: number): Generator<Repetition> {
  const owner = owningBand(axis.root, top, bottom);
  const topAt = resolveRow(axis, owner, { row: top, isFixed: false, side: 'first' });
  const bottomAt = resolveRow(axis, owner, { row: bottom, isFixed: false, side: 'last' });
  const { starts } = axis.placesOf(owner);
  for (let instance = 0; instance < starts.length; instance++) {
    const span = { top: topAt(instance), bottom: bottomAt(instance), instance };
    if (span.top <= span.bottom) yield span;
  }
}
