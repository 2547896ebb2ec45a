import { type Area, MAX_COLUMNS, MAX_ROWS } from '../cells/address.js';
import type { Band } from '../language/bands.js';
import type { PlacedAxes } from '../placement/movedAreas.js';
import { neighbourBand, ownPathTowards } from '../placement/resolveRow.js';
import type { Corner, ReferenceToken } from './tokens.js';

/** The data of a drawn sheet that formulas need. */
export interface FormulaSheet {
  readonly name: string;
  readonly root: Band;
  /** The same for columns. */
  readonly columnRoot: Band;
  /** Written once for each group of a data set. */
  readonly isRepeated: boolean;
}

/** The data of a written sheet that formulas need. */
export interface WrittenSheet extends PlacedAxes {
  readonly drawn: FormulaSheet;
  /** Its name in the workbook that is written. */
  readonly name: string;
  /** The names of its tables, by their lower-case names in the template; empty for the first copy. */
  readonly tableNames: ReadonlyMap<string, string>;
  /** The written sheet for a drawn sheet, as seen from a formula on this sheet. */
  sheetOf(drawn: FormulaSheet): WrittenSheet;
}

/** The position of a formula. */
export interface FormulaPlace {
  readonly sheet: FormulaSheet;
  /** The innermost band around it. */
  readonly band: Band;
  /** The innermost band of columns around it. @default none */
  readonly columnBand?: Band;
  /** It is written once for all rows of its band, counting from the first (conditional formats, validations). */
  readonly isShared?: boolean;
}

/** A template reference that moves with its rows: above a band it is unchanged, below it shifts, inside it expands. */
export interface MovedReference {
  readonly kind: 'moved';
  readonly token: ReferenceToken;
  readonly sheet: FormulaSheet;
  /** The position of the formula. */
  readonly place: FormulaPlace;
  /** Rows and columns in the template. */
  readonly area: Area;
  readonly isSingleCell: boolean;
  /** The repetition that a single cell means from outside of the band. */
  readonly side: 'first' | 'last';
  /** The outermost band around the target that the formula is not in, if it repeats: references expand over it. */
  readonly stretchedBand: Band | undefined;
  readonly stretchedColumns: Band | undefined;
  /** Bands that keep a blank row when they have no data, because the reference needs it. */
  readonly needs: readonly Band[];
}

interface MoveOptions {
  /** A single cell means all repetitions: the only argument in `SUM(F5)`. */
  readonly stretchesCell: boolean;
  readonly side: MovedReference['side'];
}

/** Prepares a reference. */
export function movedReference(
  token: ReferenceToken,
  sheet: FormulaSheet,
  place: FormulaPlace,
  { stretchesCell, side }: MoveOptions,
): MovedReference {
  const area = drawnArea(token);
  const rows = findStretch({
    ...{ root: sheet.root, own: bandAroundFormula(sheet, place, 'rows'), ends: rowEnds(token) },
    ...{ from: area.top, to: area.bottom },
  });
  const columns = findStretch({
    ...{ root: sheet.columnRoot, own: bandAroundFormula(sheet, place, 'columns'), ends: columnEnds(token) },
    ...{ from: area.left, to: area.right },
  });
  const isStretched = rows.over !== undefined || columns.over !== undefined;
  return {
    ...{ kind: 'moved', token, sheet, place, area, side },
    isSingleCell: token.last === undefined && !(stretchesCell && isStretched),
    ...{ stretchedBand: rows.over, stretchedColumns: columns.over },
    needs: [...rows.needs, ...columns.needs],
  };
}

/** The innermost band around a formula; the root seen from another sheet. */
export function bandAroundFormula(sheet: FormulaSheet, place: FormulaPlace, axis: 'rows' | 'columns'): Band {
  if (axis === 'rows') return place.sheet === sheet ? place.band : sheet.root;
  return (place.sheet === sheet ? place.columnBand : undefined) ?? sheet.columnRoot;
}

/** The row or the column of a corner; undefined if it is a whole column or row. */
export interface AxisEnd {
  readonly at: number | undefined;
  readonly isFixed: boolean;
}

/** The upper and the lower row of a reference. */
export function rowEnds(token: ReferenceToken): readonly [AxisEnd, AxisEnd] {
  const [upper, lower] = rowCorners(token);
  return [rowEnd(upper), rowEnd(lower)];
}

/** The corner with the upper row, and the one with the lower. */
export function rowCorners({ first, last = first }: ReferenceToken): readonly [Corner, Corner] {
  return (first.row ?? 1) <= (last.row ?? MAX_ROWS) ? [first, last] : [last, first];
}

function rowEnd({ row, rowFixed }: Corner): AxisEnd {
  return { at: row, isFixed: rowFixed };
}

/** The left and the right column of a reference. */
export function columnEnds({ first, last = first }: ReferenceToken): readonly [AxisEnd, AxisEnd] {
  const [a, b] = [columnEnd(first), columnEnd(last)];
  return (a.at ?? 1) <= (b.at ?? MAX_COLUMNS) ? [a, b] : [b, a];
}

function columnEnd({ column, columnFixed }: Corner): AxisEnd {
  return { at: column, isFixed: columnFixed };
}

function drawnArea(token: ReferenceToken): MovedReference['area'] {
  const [upper, lower] = rowEnds(token);
  const [left, right] = columnEnds(token);
  return {
    ...{ top: upper.at ?? 1, bottom: lower.at ?? MAX_ROWS },
    ...{ left: left.at ?? 1, right: right.at ?? MAX_COLUMNS },
  };
}

/** Whether an end counts from a row or column next to the repeated ones. */
export function isRelative(own: Band, ends: readonly AxisEnd[]): boolean {
  return ends.some(({ at, isFixed }) => at !== undefined && !isFixed && neighbourBand(own, at) !== undefined);
}

/** One of the two directions in which a reference moves. */
interface Direction {
  readonly root: Band;
  readonly own: Band;
  readonly ends: readonly [AxisEnd, AxisEnd];
  /** First and last row or column in the template. */
  readonly from: number;
  readonly to: number;
}

interface Stretch {
  /** The outermost band that repeats and is not shared with the formula. */
  readonly over: Band | undefined;
  readonly needs: readonly Band[];
}

/**
 * The band that a reference expands over; none for whole columns, and for a reference that counts from a row next to
 * its own band.
 */
function findStretch({ root, own, ends, from, to }: Direction): Stretch {
  if (ends[0].at === undefined || isRelative(own, ends)) return { over: undefined, needs: [] };
  const innermost = root.at(from);
  const ownPath = ownPathTowards(innermost, own, ends[0].isFixed);
  const beyond = innermost.path.filter((band, depth) => ownPath[depth] !== band && band.parent !== undefined);
  const needs = beyond.filter((band) => to <= band.to || !hasFixedRow(band.parent, from, to));
  return { over: beyond.find((band) => band.repeats), needs };
}

/** Whether some of these rows remain even if no nested band has data. */
function hasFixedRow(around: Band | undefined, top: number, bottom: number): boolean {
  let row = top;
  for (const band of around?.children ?? []) {
    if (band.from > row) return true;
    if (band.to >= row) row = band.to + 1;
    if (row > bottom) return false;
  }
  return true;
}
