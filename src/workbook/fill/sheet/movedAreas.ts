import { type Area, areaText, MAX_COLUMNS, MAX_ROWS, parseArea } from '../../cells/address.js';
import { shortQuote } from '../../shortText.js';
import { WorkbookError } from '../../workbookError.js';
import type { PlacedAxis } from '../language/placedBands.js';
import { rowImage } from './rowImage.js';
import { rowResolver } from './rowResolver.js';

/** More areas than this in one rule are more than Excel opens with good grace. */
const MOST_AREAS = 8_000;

/** The rows and columns of a sheet as they are written. */
export interface PlacedAxes {
  readonly rows: PlacedAxis;
  readonly columns: PlacedAxis;
}

/** The place of a cell or area seen from outside of all bands: from its first row and column to its last ones. */
export function hullText(axes: PlacedAxes, text: string): string {
  const area = parseArea(text);
  return area ? movedText(area, { ...hullRows(axes, area), ...hullColumns(axes, area) }, text) : text;
}

export function hullRows(
  { rows }: PlacedAxes,
  { top, bottom }: Pick<Area, 'top' | 'bottom'>,
): { top: number; bottom: number } {
  const first = rowAt(rows, top, 'first');
  return { top: first, bottom: Math.min(MAX_ROWS, Math.max(first, rowAt(rows, bottom, 'last'))) };
}

export function hullColumns(
  { columns }: PlacedAxes,
  { left, right }: Pick<Area, 'left' | 'right'>,
): { left: number; right: number } {
  const first = rowAt(columns, left, 'first');
  return { left: first, right: Math.min(MAX_COLUMNS, Math.max(first, rowAt(columns, right, 'last'))) };
}

/** Where a row, or a column, stands, seen from outside of all bands. */
export function rowAt(axis: PlacedAxis, row: number, side: 'first' | 'last'): number {
  return Math.max(1, rowResolver(axis, axis.root, { row, isFixed: false, side })(0));
}

/** One cell: the first of its repetitions, and no more. */
export function firstCellText(axes: PlacedAxes, text: string): string {
  const area = parseArea(text);
  if (!area) return text;
  const rows = { top: rowAt(axes.rows, area.top, 'first'), bottom: rowAt(axes.rows, area.bottom, 'first') };
  const columns = {
    left: rowAt(axes.columns, area.left, 'first'),
    right: rowAt(axes.columns, area.right, 'first'),
  };
  return movedText(area, { ...rows, ...columns }, text);
}

/** An area that did not move stays as it is written. */
function movedText(area: Area, moved: Area, text: string): string {
  const isSame = (['top', 'bottom', 'left', 'right'] as const).every((side) => area[side] === moved[side]);
  return isSame ? text : areaText(moved);
}

/**
 * All cells that a list of areas (`A5:H5 J5`) became; '' where none is left.
 * @throws WorkbookError RENDER_REFUSED if they fall into too many pieces
 */
export function imageText(axes: PlacedAxes, areas: string, sheet: string): string {
  const written: string[] = [];
  for (const text of areas.trim().split(/\s+/)) {
    const area = parseArea(text);
    for (const piece of area ? areaImage(axes, area) : []) {
      written.push(area ? movedText(area, piece, text) : text);
    }
    if (!area) written.push(text);
    if (written.length > MOST_AREAS) throw tooManyAreas(areas, sheet);
  }
  return written.join(' ');
}

/** The pieces that an area became. */
export function areaImage(axes: PlacedAxes, area: Area): Area[] {
  const rows = rowImage(axes.rows, area.top, area.bottom).filter(({ top }) => top <= MAX_ROWS);
  const columns = rowImage(axes.columns, area.left, area.right).filter(({ top }) => top <= MAX_COLUMNS);
  return rows.flatMap(({ top, bottom }) =>
    columns.map((across) => {
      const [left, right] = [across.top, Math.min(MAX_COLUMNS, across.bottom)];
      return { top, bottom: Math.min(MAX_ROWS, bottom), left, right };
    }),
  );
}

function tooManyAreas(areas: string, sheet: string): WorkbookError {
  const problem = `Sheet "${shortQuote(sheet)}": the cells ${shortQuote(areas)} become more than ${MOST_AREAS} separate areas`;
  const remedy =
    'Let the format, validation or protection cover all rows of the repeated group, or use single repeated rows.';
  return new WorkbookError('RENDER_REFUSED', problem, { record: sheet, sheet, remedy });
}
