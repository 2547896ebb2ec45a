import { message } from '../../i18n/message.js';
import { type Area, areaText, MAX_COLUMNS, MAX_ROWS, parseArea } from '../cells/address.js';
import type { Band, PlacedAxis } from '../language/bands.js';
import { renderRefused, shortQuote, type WorkbookError } from '../workbookError.js';
import { resolveOwnRow, resolveRow } from './resolveRow.js';

/** The maximum number of areas in one rule: Excel struggles to open more. */
const MOST_AREAS = 8_000;

/** The rows and columns of a sheet as written. */
export interface PlacedAxes {
  readonly rows: PlacedAxis;
  readonly columns: PlacedAxis;
}

/** The position of a cell or area, seen from outside of all bands: from its first row and column to its last. */
export function stretchedAreaText(axes: PlacedAxes, text: string): string {
  const area = parseArea(text);
  return area
    ? movedText(area, { ...stretchedRows(axes, area), ...stretchedColumns(axes, area) }, text)
    : text;
}

export function stretchedRows(
  { rows }: PlacedAxes,
  { top, bottom }: Pick<Area, 'top' | 'bottom'>,
): { top: number; bottom: number } {
  const first = outputRow(rows, top, 'first');
  return { top: first, bottom: Math.min(MAX_ROWS, Math.max(first, outputRow(rows, bottom, 'last'))) };
}

export function stretchedColumns(
  { columns }: PlacedAxes,
  { left, right }: Pick<Area, 'left' | 'right'>,
): { left: number; right: number } {
  const first = outputRow(columns, left, 'first');
  return { left: first, right: Math.min(MAX_COLUMNS, Math.max(first, outputRow(columns, right, 'last'))) };
}

/** The position of a row or column, seen from outside of all bands. */
export function outputRow(axis: PlacedAxis, row: number, side: 'first' | 'last'): number {
  return Math.max(1, resolveRow(axis, axis.root, { row, isFixed: false, side })(0));
}

/** One cell: only the first of its repetitions. */
export function firstCellName(axes: PlacedAxes, text: string): string {
  const area = parseArea(text);
  if (!area) return text;
  const rows = {
    top: outputRow(axes.rows, area.top, 'first'),
    bottom: outputRow(axes.rows, area.bottom, 'first'),
  };
  const columns = {
    left: outputRow(axes.columns, area.left, 'first'),
    right: outputRow(axes.columns, area.right, 'first'),
  };
  return movedText(area, { ...rows, ...columns }, text);
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
    if (written.length > MOST_AREAS) throw tooManyAreas(areas, sheet);
  }
  return written.join(' ');
}

/** The output areas of an area. */
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

function tooManyAreas(areas: string, sheet: string): WorkbookError {
  const place = { sheet: shortQuote(sheet), areas: shortQuote(areas) };
  return renderRefused(sheet, message('workbook.size.areas', { ...place, most: MOST_AREAS }));
}

/** Rows from `top` to `bottom`, inclusive. */
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

/** The position of rows in a repetition of their band. */
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
