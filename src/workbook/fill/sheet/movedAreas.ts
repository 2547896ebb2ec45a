import { type Area, areaText, MAX_ROWS, parseArea } from '../../cells/address.js';
import { shortQuote } from '../../shortText.js';
import { WorkbookError } from '../../workbookError.js';
import type { Band } from '../language/band.js';
import { rowImage } from './rowImage.js';
import { rowResolver } from './rowResolver.js';

/** More areas than this in one rule are more than Excel opens with good grace. */
const MOST_AREAS = 8_000;

/** The place of a cell or area seen from outside of all bands: from its first row to its last one. */
export function hullText(root: Band, text: string): string {
  const area = parseArea(text);
  if (!area) return text;
  const { top, bottom } = hullRows(root, area);
  return top === area.top && bottom === area.bottom ? text : areaText({ ...area, top, bottom });
}

export function hullRows(
  root: Band,
  { top, bottom }: Pick<Area, 'top' | 'bottom'>,
): { top: number; bottom: number } {
  const first = rowAt(root, top, 'first');
  return { top: first, bottom: Math.min(MAX_ROWS, Math.max(first, rowAt(root, bottom, 'last'))) };
}

/** Where a row stands, seen from outside of all bands. */
export function rowAt(root: Band, row: number, side: 'first' | 'last'): number {
  return Math.max(1, rowResolver(root, root, { row, isFixed: false, side })(0));
}

/** One cell: the first of its repetitions, and no more. */
export function firstCellText(root: Band, text: string): string {
  const area = parseArea(text);
  if (!area) return text;
  const [top, bottom] = [rowAt(root, area.top, 'first'), rowAt(root, area.bottom, 'first')];
  return top === area.top && bottom === area.bottom ? text : areaText({ ...area, top, bottom });
}

/**
 * All cells that a list of areas (`A5:H5 J5`) became; '' where none is left.
 * @throws WorkbookError RENDER_REFUSED if they fall into too many pieces
 */
export function imageText(root: Band, areas: string, sheet: string): string {
  const written: string[] = [];
  for (const text of areas.trim().split(/\s+/)) {
    const area = parseArea(text);
    for (const piece of area ? areaImage(root, area, text) : [text]) written.push(piece);
    if (written.length > MOST_AREAS) throw tooManyAreas(areas, sheet);
  }
  return written.join(' ');
}

function areaImage(root: Band, area: Area, text: string): string[] {
  const spans = rowImage(root, area.top, area.bottom).filter(({ top }) => top <= MAX_ROWS);
  const [first] = spans;
  const isSame =
    spans.length === 1 && first?.top === area.top && Math.min(MAX_ROWS, first.bottom) === area.bottom;
  if (isSame) return [text];
  return spans.map(({ top, bottom }) => areaText({ ...area, top, bottom: Math.min(MAX_ROWS, bottom) }));
}

function tooManyAreas(areas: string, sheet: string): WorkbookError {
  const problem = `Sheet "${shortQuote(sheet)}": the cells ${shortQuote(areas)} become more than ${MOST_AREAS} separate areas`;
  const remedy =
    'Let the format, validation or protection cover all rows of the repeated group, or use single repeated rows.';
  return new WorkbookError('RENDER_REFUSED', problem, { record: sheet, sheet, remedy });
}
