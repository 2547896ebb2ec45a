import { type Area, MAX_COLUMNS, MAX_ROWS } from '../cells/address.js';
import type { Band } from '../language/bands.js';
import type { Axis } from '../language/directive.js';
import { neighbourBand, ownPathTowards } from '../placement/movedAreas.js';
import type { Corner, PlainToken, ReferenceToken } from './tokens.js';

export interface FormulaSheet {
  readonly name: string;
  readonly root: Band;
  readonly columnRoot: Band;
  /** Whether it is written once for each group of a data set. */
  readonly isRepeated: boolean;
}

export interface FormulaPlace {
  readonly sheet: FormulaSheet;
  readonly band: Band;
  /** The innermost band of columns that contains it. @default none */
  readonly columnBand?: Band;
  /** Whether it is written once for all rows of its band, relative to the first (conditional formats, validations). */
  readonly isShared?: boolean;
}

/** A template reference that moves with its rows: above a band it is unchanged, below it shifts, inside it expands. */
export interface MovedReference {
  readonly kind: 'moved';
  readonly token: ReferenceToken;
  readonly sheet: FormulaSheet;
  readonly place: FormulaPlace;
  readonly area: Area;
  readonly isSingleCell: boolean;
  /** The repetition that a single cell means from outside of the band. */
  readonly side: 'first' | 'last';
  /** The outermost band of the target that does not contain the formula, if it repeats: references expand over it. */
  readonly stretchedBand: Band | undefined;
  readonly stretchedColumns: Band | undefined;
  /** The band of the target with the same repetitions as that of the formula: each refers to its counterpart. */
  readonly aligned: Band | undefined;
  /** Bands that keep a blank row when they have no data, because the reference needs it. */
  readonly needs: readonly Band[];
}

interface MoveOptions {
  /** A single cell means all repetitions: the only argument in `SUM(F5)`. */
  readonly stretchesCell: boolean;
  readonly side: MovedReference['side'];
}

export function movedReference(
  token: ReferenceToken,
  sheet: FormulaSheet,
  place: FormulaPlace,
  { stretchesCell, side }: MoveOptions,
): MovedReference {
  const rows = findStretch(token, sheet, place, 'rows');
  const columns = findStretch(token, sheet, place, 'columns');
  const isStretched = rows.over !== undefined || columns.over !== undefined;
  const aligned = isStretched && stretchesCell ? undefined : alignedBand(token, sheet, place);
  return {
    kind: 'moved',
    token,
    sheet,
    place,
    side,
    area: { top: rows.from, bottom: rows.to, left: columns.from, right: columns.to },
    isSingleCell: token.last === undefined && !(stretchesCell && isStretched),
    stretchedBand: rows.over,
    stretchedColumns: columns.over,
    aligned,
    needs: [...(aligned ? [] : rows.needs), ...columns.needs],
  };
}

/**
 * The band around a single cell that repeats over the same rows as the band of the formula, elsewhere on its sheet or on
 * another one. With `$`, a cell is the same for all repetitions.
 */
function alignedBand(
  { first, last }: ReferenceToken,
  sheet: FormulaSheet,
  place: FormulaPlace,
): Band | undefined {
  const { band: own, isShared } = place;
  if (last !== undefined || first.row === undefined || first.rowFixed || isShared || !own.repeats)
    return undefined;
  if (place.sheet === sheet && neighbourBand(own, first.row)) return undefined;
  const path = sheet.root.at(first.row).path;
  return path.find((band) => band !== own && band.beside.length === 0 && isAligned(band, own));
}

function isAligned(one: Band, other: Band): boolean {
  const [a, b] = [one.path.slice(1), other.path.slice(1)];
  return a.length === b.length && a.every((band, depth) => isSameRule(band, b[depth]));
}

function isSameRule({ rule: one }: Band, other: Band | undefined): boolean {
  if (one.kind !== 'each' || other?.rule.kind !== 'each') return false;
  const [a, b] = [one, other.rule].map(({ selection, least }) => JSON.stringify([selection, least]));
  return a === b;
}

/** The innermost band that contains a formula; the root seen from another sheet. */
export function bandAroundFormula(sheet: FormulaSheet, place: FormulaPlace, axis: Axis): Band {
  if (axis === 'rows') return place.sheet === sheet ? place.band : sheet.root;
  return (place.sheet === sheet ? place.columnBand : undefined) ?? sheet.columnRoot;
}

export const LAST: Readonly<Record<Axis, number>> = { rows: MAX_ROWS, columns: MAX_COLUMNS };

/** The row or the column of a corner; undefined if it is a whole column or row. */
export interface AxisEnd {
  readonly at: number | undefined;
  readonly isFixed: boolean;
}

export function axisEnd({ row, rowFixed, column, columnFixed }: Corner, axis: Axis): AxisEnd {
  return axis === 'rows' ? { at: row, isFixed: rowFixed } : { at: column, isFixed: columnFixed };
}

/** The upper and the lower row of a reference, or its left and right column. */
export function axisEnds({ first, last = first }: ReferenceToken, axis: Axis): readonly [AxisEnd, AxisEnd] {
  const [a, b] = [axisEnd(first, axis), axisEnd(last, axis)];
  return (a.at ?? 1) <= (b.at ?? LAST[axis]) ? [a, b] : [b, a];
}

/** Whether an end counts from a row or column next to the repeated ones. */
export function isRelative(own: Band, ends: readonly AxisEnd[]): boolean {
  return ends.some(({ at, isFixed }) => at !== undefined && !isFixed && neighbourBand(own, at) !== undefined);
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** The outermost band that repeats and is not shared with the formula. */
  readonly over: Band | undefined;
  readonly needs: readonly Band[];
}

/**
 * The band that a reference expands over; none for whole columns, and for a reference that counts from a row next to
 * its own band.
 */
function findStretch(token: ReferenceToken, sheet: FormulaSheet, place: FormulaPlace, axis: Axis): Stretch {
  const ends = axisEnds(token, axis);
  const [{ at: from = 1 }, { at: to = LAST[axis] }] = ends;
  const own = bandAroundFormula(sheet, place, axis);
  if (ends[0].at === undefined || isRelative(own, ends)) return { from, to, over: undefined, needs: [] };
  const innermost = (axis === 'rows' ? sheet.root : sheet.columnRoot).at(from);
  const ownPath = ownPathTowards(innermost, own, ends[0].isFixed);
  const beyond = innermost.path.filter((band, depth) => ownPath[depth] !== band && band.parent !== undefined);
  const needs = beyond.filter((band) => to <= band.to || !hasFixedRow(band.parent, from, to));
  return { from, to, over: beyond.find((band) => band.repeats), needs };
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

/** `Jan:Dec!B2`: the same cells of several sheets, none of which move. */
export interface SheetsReference {
  readonly kind: 'sheets';
  readonly text: string;
  readonly of: readonly MovedReference[];
}

export type CompiledToken = PlainToken | MovedReference | SheetsReference;

/** A formula whose references move with their rows. */
export interface CompiledFormula {
  readonly source: string;
  readonly tokens: readonly CompiledToken[];
  readonly place: FormulaPlace;
  /** Bands that keep a blank row when they have no data, because the formula needs it. */
  readonly needs: readonly Band[];
  /** For each reference and name, the function that it is an argument of. */
  readonly argumentOf: ReadonlyMap<CompiledToken, ArgumentPlace>;
}

/** An argument position of a function; `name` is in capitals, '' outside of functions. */
export interface ArgumentPlace {
  readonly name: string;
  readonly position: number;
}
