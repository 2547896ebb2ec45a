import { type Area, columnLetters, MAX_COLUMNS, MAX_ROWS } from '../cells/address.js';
import type { Band } from '../language/bands.js';
import type { Axis } from '../language/directive.js';
import { message } from '../messages.js';
import {
  hasFixedDistance,
  innermostRepeated,
  neighbourBand,
  outputRowSpans,
  ownPathTowards,
  type PlacedAxes,
  type RowAt,
  type RowTarget,
  resolveRow,
} from '../placement/movedAreas.js';
import { renderRefused } from '../workbookError.js';
import {
  type Corner,
  cornerText,
  type PlainToken,
  type ReferenceToken,
  sheetPrefix,
  tableName,
} from './tokens.js';

export interface FormulaSheet {
  readonly name: string;
  readonly root: Band;
  readonly columnRoot: Band;
  /** Whether it is written once for each group of a data set. */
  readonly isRepeated: boolean;
}

export interface WrittenSheet extends PlacedAxes {
  readonly drawn: FormulaSheet;
  readonly name: string;
  /** The names of its tables, by their lower-case names in the template; empty for the first copy. */
  readonly tableNames: ReadonlyMap<string, string>;
  /** The heading of a table's column in the output; undefined if it is the drawn one. @default the drawn one */
  columnName?(table: string, column: string, columnInstance: number): string | undefined;
  /** The output column of a table with this heading. @default the drawn one */
  headedColumn?(table: string, heading: string): number | undefined;
  /** The written sheet for a drawn sheet, as seen from a formula on this sheet. */
  sheetOf(drawn: FormulaSheet): WrittenSheet;
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

/** A part of a formula on a placed sheet: fixed text, the number of a row, a column. */
export type FormulaPiece = string | { readonly rowAt: RowAt } | { readonly columnAt: RowAt };

export interface PlacedReference {
  readonly sheet: WrittenSheet;
  readonly isSingleCell: boolean;
  /** Rows in the output, seen from an instance of the band of the formula. */
  readonly topAt: RowAt;
  readonly bottomAt: RowAt;
  /** The same for columns, seen from an instance of the band of columns of the formula. */
  readonly leftAt: RowAt;
  readonly rightAt: RowAt;
}

/** Finds the target of a reference after the sheets have been placed. @param from the sheet of the formula */
export function placedReference(reference: MovedReference, from: WrittenSheet): PlacedReference {
  const { isSingleCell } = reference;
  const sheet = reference.sheet === from.drawn ? from : from.sheetOf(reference.sheet);
  refuseContinued(reference, sheet, from);
  const [topAt, bottomAt] = resolveEnds(reference, sheet, 'rows');
  const [leftAt, rightAt] = resolveEnds(reference, sheet, 'columns');
  return { sheet, isSingleCell, topAt, bottomAt, leftAt, rightAt };
}

/** A sheet that continues on further ones has only some of the repetitions. */
function refuseContinued(
  { aligned, place, token }: MovedReference,
  sheet: WrittenSheet,
  from: WrittenSheet,
): void {
  if (aligned === undefined) return;
  const [own, other] = [from.rows.placesOf(place.band), sheet.rows.placesOf(aligned)];
  const [count, wanted] = [own.starts.length, other.starts.length];
  if (count === wanted || count === 0 || wanted === 0) return;
  throw renderRefused(
    from.name,
    message('formula.alignedContinues', { sheet: from.name, reference: token.text }),
  );
}

/** Whether all columns of a reference are left out. */
export function hasNoColumn(reference: MovedReference, from: WrittenSheet): boolean {
  const { sheet: drawn, area, token } = reference;
  if (drawn.columnRoot.children.length === 0 || token.first.column === undefined) return false;
  const sheet = drawn === from.drawn ? from : from.sheetOf(drawn);
  return outputRowSpans(sheet.columns, area.left, area.right).length === 0;
}

function resolveEnds(
  { token, sheet: drawn, place, isSingleCell, side, aligned }: MovedReference,
  sheet: WrittenSheet,
  axis: Axis,
): readonly [RowAt, RowAt] {
  const ends = axisEnds(token, axis);
  const [first, last] = ends;
  if (first.at === undefined) return [() => 1, () => LAST[axis]];
  const own = (axis === 'rows' ? aligned : undefined) ?? bandAroundFormula(drawn, place, axis);
  const { root } = sheet[axis];
  const endAt = ({ at: row = LAST[axis], isFixed }: AxisEnd, which: RowTarget['side']): RowAt => {
    const found = resolveRow(sheet[axis], own, { row, isFixed, side: isSingleCell ? side : which });
    // Another sheet has one repetition of its root, for any row of the formula.
    const at: RowAt = own === root ? () => found(0) : found;
    // A reference below all bands to the last rows of the sheet would be moved beyond the sheet.
    return root.at(row) === root ? (instance) => Math.min(LAST[axis], at(instance)) : at;
  };
  const [one, other] = [endAt(first, 'first'), endAt(last, 'last')];
  if (first.at === last.at && first.isFixed === last.isFixed) return [one, other];
  if (!isRelative(own, ends)) return [one, other];
  // A reference relative to its own row may pass a fixed end: the area is then still between the two.
  return [
    (instance) => Math.min(one(instance), other(instance)),
    (instance) => Math.max(one(instance), other(instance)),
  ];
}

function referencePieces(reference: MovedReference, placed: PlacedReference): FormulaPiece[] {
  const { token, isSingleCell } = reference;
  const { topAt, bottomAt } = placed;
  const { name, drawn } = placed.sheet;
  const written = token.text.slice(0, token.text.lastIndexOf('!') + 1);
  const prefix = token.sheet === undefined ? [] : [name === drawn.name ? written : sheetPrefix(name)];
  const { first, last = first } = token;
  const [upper, lower] = (first.row ?? 1) <= (last.row ?? MAX_ROWS) ? [first, last] : [last, first];
  const [left, right] = columnPieces(reference, placed, [upper, lower]);
  const mark = (corner: Corner): string => (isWrittenFixed(corner, reference, 'rows') ? '$' : '');
  if (isSingleCell) return [...prefix, ...left, mark(upper), { rowAt: topAt }];
  if (upper.row === undefined) return [...prefix, ...left, ':', ...right];
  // Conditional rows at both ends may be missing: then the row before them remains.
  const lastAt = (instance: number): number => Math.max(1, bottomAt(instance));
  const firstAt = (instance: number): number => Math.min(topAt(instance), lastAt(instance));
  return [...prefix, ...left, mark(upper), { rowAt: firstAt }, ':', ...right, mark(lower), { rowAt: lastAt }];
}

function columnPieces(
  reference: MovedReference,
  { leftAt, rightAt }: PlacedReference,
  [a, b]: readonly [Corner, Corner],
): readonly [FormulaPiece[], FormulaPiece[]] {
  const isMovedAcross = reference.sheet.columnRoot.children.length > 0;
  if (!isMovedAcross || a.column === undefined) return [[columnText(a)], [columnText(b)]];
  const isSwapped = (b.column ?? a.column) < a.column;
  const piece = (corner: Corner, columnAt: RowAt): FormulaPiece[] => {
    return [isWrittenFixed(corner, reference, 'columns') ? '$' : '', { columnAt }];
  };
  // As for rows: of conditional columns that are missing at both ends, the column before them remains.
  const lastAt = (instance: number): number => Math.max(1, rightAt(instance));
  const firstAt = (instance: number): number => Math.min(leftAt(instance), lastAt(instance));
  if (reference.isSingleCell) return [piece(a, leftAt), piece(b, leftAt)];
  return isSwapped ? [piece(a, lastAt), piece(b, firstAt)] : [piece(a, firstAt), piece(b, lastAt)];
}

function columnText(corner: Corner): string {
  return cornerText({ ...corner, row: undefined });
}

/**
 * Whether a corner is written with `$`: if it was drawn with it, or if many rows share the formula and the corner's row
 * does not repeat with them, because it must not shift from row to row. The same for columns.
 */
function isWrittenFixed(corner: Corner, { sheet, place }: MovedReference, axis: Axis): boolean {
  const { at, isFixed } = axisEnd(corner, axis);
  const band = axis === 'rows' ? place.band : place.columnBand;
  if (isFixed || at === undefined || !place.isShared || !band || !innermostRepeated(band)) return isFixed;
  if (sheet !== place.sheet) return true;
  const beside = neighbourBand(band, at);
  // A row next to the repeated rows follows them if it is at the same distance from each repetition.
  const followsNeighbour = beside !== undefined && (axis === 'columns' || hasFixedDistance(beside, at));
  const root = axis === 'rows' ? sheet.root : sheet.columnRoot;
  return !followsNeighbour && !root.at(at).path.includes(band);
}

/** The parts of a formula on a placed sheet; fixed text is joined. */
export function formulaPieces(
  { tokens }: CompiledFormula,
  sheet: WrittenSheet,
  columnInstance = 0,
): FormulaPiece[] {
  const pieces: FormulaPiece[] = [];
  // In a copy of a sheet, tables have other names.
  const renamed = (text: string): string => {
    const name = tableName(text);
    const columns = text
      .slice(name.length)
      .replace(/\[(@?)((?:[^[\]'@#]|'.)+)\]/g, (written, mark: string, inside: string) => {
        const drawn = inside.replace(/'(.)/g, '$1');
        const filled = sheet.columnName?.(name, drawn, columnInstance) ?? drawn;
        return filled === drawn ? written : `[${mark}${filled.replace(/['#[\]@]/g, "'$&")}]`;
      });
    return (sheet.tableNames.get(name.toLowerCase()) ?? name) + columns;
  };
  for (const token of tokens) {
    const added: readonly FormulaPiece[] =
      token.kind === 'moved'
        ? referencePieces(token, placedReference(token, sheet))
        : [token.kind === 'table' || token.kind === 'name' ? renamed(token.text) : token.text];
    for (const piece of added) {
      const last = pieces.length - 1;
      const before = pieces[last];
      if (typeof piece === 'string' && typeof before === 'string') pieces[last] = before + piece;
      else pieces.push(piece);
    }
  }
  return pieces;
}

/** The text of a formula, seen from an instance of its band. */
export function formulaText(
  formula: CompiledFormula,
  sheet: WrittenSheet,
): (instance: number, columnInstance?: number) => string {
  const pieces = formulaPieces(formula, sheet);
  return (instance, columnInstance = 0) => {
    let text = '';
    for (const piece of pieces) {
      if (typeof piece === 'string') text += piece;
      else text += 'rowAt' in piece ? piece.rowAt(instance) : columnLetters(piece.columnAt(columnInstance));
    }
    return text;
  };
}
