import { columnLetters, MAX_COLUMNS, MAX_ROWS } from '../../cells/address.js';
import type { Band } from '../language/band.js';
import { isEvenlyFar, neighbourBand, repeatedAround } from '../sheet/neighbours.js';
import { pathSeen, type RowAt, type RowTarget, rowResolver } from '../sheet/rowResolver.js';
import type { FormulaPlace, MovedSheet } from './sheetOfFormula.js';
import { type Corner, type ReferenceToken, sheetPrefix } from './tokens.js';

/** A piece of a formula: fixed text, text that differs between copies of a sheet, the number of a row, a column. */
export type FormulaPiece =
  | string
  | { readonly textNow: () => string }
  | { readonly rowAt: RowAt }
  | { readonly columnAt: RowAt };

/** A reference of the template that follows its rows: above a band it stays, below it shifts, inside it stretches. */
export interface MovedReference {
  readonly kind: 'moved';
  readonly token: ReferenceToken;
  readonly sheet: MovedSheet;
  /** Rows and columns in the template. */
  readonly area: {
    readonly top: number;
    readonly bottom: number;
    readonly left: number;
    readonly right: number;
  };
  readonly isSingleCell: boolean;
  /** Rows in the output, seen from an instance of the band of the formula. */
  readonly topAt: RowAt;
  readonly bottomAt: RowAt;
  /** The same for columns, seen from an instance of the band of columns of the formula. */
  readonly leftAt: RowAt;
  readonly rightAt: RowAt;
  /** The outermost band around the target that the formula is not in, if it repeats: references stretch over it. */
  readonly stretchedBand: Band | undefined;
  readonly stretchedColumns: Band | undefined;
  /** Its text, piece by piece. */
  readonly pieces: readonly FormulaPiece[];
}

export interface MoveOptions {
  /** A single cell stands for all repetitions: the only argument in `SUM(F5)`. */
  readonly stretchesCell: boolean;
  /** Which repetition a single cell means, seen from outside. */
  readonly side: 'first' | 'last';
}

/** Prepares a reference. Bands whose rows it needs are marked to keep a blank row when they have no data. */
export function movedReference(
  token: ReferenceToken,
  sheet: MovedSheet,
  place: FormulaPlace,
  options: MoveOptions,
): MovedReference {
  const { upper, lower, area } = drawnArea(token);
  const down: Axis = {
    root: sheet.root,
    own: ownBand(sheet, place, 'rows'),
    from: area.top,
    to: area.bottom,
  };
  const right: Axis = {
    ...{ root: sheet.columnRoot, own: ownBand(sheet, place, 'columns') },
    ...{ from: area.left, to: area.right },
  };
  const [left, last] = columnEnds(token);
  const stretchedBand = upper.row === undefined ? undefined : stretched(down, [rowEnd(upper), rowEnd(lower)]);
  const stretchedColumns = left.at === undefined ? undefined : stretched(right, [left, last]);
  const isStretched = stretchedBand !== undefined || stretchedColumns !== undefined;
  const isSingleCell = token.last === undefined && !(options.stretchesCell && isStretched);
  const sides = isSingleCell ? ([options.side, options.side] as const) : (['first', 'last'] as const);
  const rows =
    upper.row === undefined ? WHOLE_ROWS : endsAt(down, [rowEnd(upper), rowEnd(lower)], sides, MAX_ROWS);
  const columns = left.at === undefined ? WHOLE_COLUMNS : endsAt(right, [left, last], sides, MAX_COLUMNS);
  const ends: Ends = { rows, columns, upper, lower, isMovedAcross: sheet.columnRoot.children.length > 0 };
  return {
    ...{ kind: 'moved', token, sheet, isSingleCell, stretchedBand, stretchedColumns, area },
    ...{ topAt: rows[0], bottomAt: rows[1], leftAt: columns[0], rightAt: columns[1] },
    pieces: referencePieces(token, sheet, isSingleCell, ends, place),
  };
}

/** One of the two directions in which a reference moves. */
interface Axis {
  readonly root: Band;
  /** The innermost band around the formula; the root seen from another sheet. */
  readonly own: Band;
  /** First and last row or column in the template. */
  readonly from: number;
  readonly to: number;
}

/** The row or the column of a corner. */
interface AxisEnd {
  readonly at: number | undefined;
  readonly isFixed: boolean;
}

const WHOLE_ROWS = [() => 1, () => MAX_ROWS] as const;
const WHOLE_COLUMNS = [() => 1, () => MAX_COLUMNS] as const;

function ownBand(sheet: MovedSheet, place: FormulaPlace, axis: 'rows' | 'columns'): Band {
  if (axis === 'rows') return place.sheet === sheet ? place.band : sheet.root;
  return (place.sheet === sheet ? place.columnBand : undefined) ?? sheet.columnRoot;
}

function rowEnd({ row, rowFixed }: Corner): AxisEnd {
  return { at: row, isFixed: rowFixed };
}

/** The left and the right column of a reference. */
function columnEnds({ first, last = first }: ReferenceToken): readonly [AxisEnd, AxisEnd] {
  const ends = [first, last].map(({ column, columnFixed }) => ({ at: column, isFixed: columnFixed }));
  const [a, b] = ends as [AxisEnd, AxisEnd];
  return (a.at ?? 1) <= (b.at ?? MAX_COLUMNS) ? [a, b] : [b, a];
}

/** The outermost band that a reference stretches over; undefined for one that counts from beside its own band. */
function stretched({ root, own, from, to }: Axis, ends: readonly [AxisEnd, AxisEnd]): Band | undefined {
  return isRelative(own, ends) ? undefined : markNeeded(root, own, from, to, ends[0].isFixed);
}

/** Whether an end counts from a row or column beside the repeated ones. */
function isRelative(own: Band, ends: readonly [AxisEnd, AxisEnd]): boolean {
  return ends.some(({ at, isFixed }) => at !== undefined && !isFixed && neighbourBand(own, at) !== undefined);
}

function endsAt(
  { root, own, from, to }: Axis,
  [first, last]: readonly [AxisEnd, AxisEnd],
  [firstSide, lastSide]: readonly [MoveOptions['side'], MoveOptions['side']],
  most: number,
): readonly [RowAt, RowAt] {
  const one = seenFrom(root, own, { row: from, isFixed: first.isFixed, side: firstSide }, most);
  const other = seenFrom(root, own, { row: to, isFixed: last.isFixed, side: lastSide }, most);
  if (from === to && first.isFixed === last.isFixed) return [one, other];
  if (!isRelative(own, [first, last])) return [one, other];
  // What counts from beside its own row may pass a fixed end: the area then lies between them all the same.
  return [
    (instance) => Math.min(one(instance), other(instance)),
    (instance) => Math.max(one(instance), other(instance)),
  ];
}

function seenFrom(root: Band, own: Band, target: RowTarget, most: number): RowAt {
  const found = rowResolver(root, own, target);
  // Another sheet has one repetition of its root, whichever row the formula stands in.
  const at: RowAt = own === root ? () => found(0) : found;
  // Below all bands a reference to the last rows of the sheet would be pushed out of it.
  return root.at(target.row) === root ? (instance) => Math.min(most, at(instance)) : at;
}

/** The rows beside the repeated rows around a formula that a reference counts from: the row before, say. */
export function neighboursOf({ first, last }: ReferenceToken, own: Band): readonly number[] {
  return [first, last].flatMap((corner) => {
    const row = corner?.rowFixed === false ? corner.row : undefined;
    return row !== undefined && neighbourBand(own, row) ? [row] : [];
  });
}

function drawnArea({ first, last = first }: ReferenceToken) {
  const [upper, lower] = (first.row ?? 1) <= (last.row ?? MAX_ROWS) ? [first, last] : [last, first];
  const columns = [first.column ?? 1, last.column ?? MAX_COLUMNS];
  const rows = { top: upper.row ?? 1, bottom: lower.row ?? MAX_ROWS };
  return { upper, lower, area: { ...rows, left: Math.min(...columns), right: Math.max(...columns) } };
}

/**
 * Whether a corner is written with `$`: where it was drawn so, and in a formula that many rows share where its row
 * does not repeat with them, since it must not count on from row to row.
 */
function isWrittenFixed({ row, rowFixed }: Corner, sheet: MovedSheet, place: FormulaPlace): boolean {
  const { band, isShared = false } = place;
  if (rowFixed || row === undefined || !isShared || !repeatedAround(band)) return rowFixed;
  const isOwn = sheet === place.sheet && (sheet.root.at(row).path.includes(band) || countsOn(row, place));
  return !isOwn;
}

/** A row beside the repeated rows, as far from each of them as from the first. */
function countsOn(row: number, { band }: FormulaPlace): boolean {
  const beside = neighbourBand(band, row);
  return beside !== undefined && beside === repeatedAround(band) && isEvenlyFar(beside, row);
}

/** Marks the bands that hold all of the rows and are not shared with the formula; gives the outermost that repeats. */
function markNeeded(root: Band, own: Band, top: number, bottom: number, isFixed: boolean): Band | undefined {
  const innermost = root.at(top);
  const ownPath = pathSeen(innermost, own, isFixed);
  const beyond = innermost.path.filter((band, depth) => ownPath[depth] !== band && band.parent !== undefined);
  for (const band of beyond) {
    if (bottom <= band.to || !holdsRowOfItsOwn(band.parent, top, bottom)) band.keepsBlank = true;
  }
  return beyond.find((band) => band.repeats);
}

/** Some of these rows stay even if no band within has data. */
function holdsRowOfItsOwn(around: Band | undefined, top: number, bottom: number): boolean {
  let row = top;
  for (const band of around?.children ?? []) {
    if (band.from > row) return true;
    if (band.to >= row) row = band.to + 1;
    if (row > bottom) return false;
  }
  return true;
}

/** Where the corners of a reference stand in the output. */
interface Ends {
  readonly rows: readonly [RowAt, RowAt];
  readonly columns: readonly [RowAt, RowAt];
  readonly upper: Corner;
  readonly lower: Corner;
  /** Columns repeat on the sheet. */
  readonly isMovedAcross: boolean;
}

/** The pieces of a reference: `Hours!$F$`, its row, `:$G$`, its row. */
function referencePieces(
  token: ReferenceToken,
  sheet: MovedSheet,
  isSingleCell: boolean,
  ends: Ends,
  place: FormulaPlace,
): FormulaPiece[] {
  const prefix = prefixPieces(token, sheet);
  const { upper, lower, rows } = ends;
  const [left, right] = columnPieces(token, ends, sheet, place);
  const mark = (corner: Corner): string => (isWrittenFixed(corner, sheet, place) ? '$' : '');
  if (isSingleCell) return [...prefix, ...left, mark(upper), { rowAt: rows[0] }];
  if (upper.row === undefined) return [...prefix, ...left, ':', ...right];
  // Conditional rows at both ends may be gone: then what is left is the row before them.
  const lastAt = (instance: number): number => Math.max(1, rows[1](instance));
  const firstAt = (instance: number): number => Math.min(rows[0](instance), lastAt(instance));
  return [...prefix, ...left, mark(upper), { rowAt: firstAt }, ':', ...right, mark(lower), { rowAt: lastAt }];
}

/** The columns of both corners, as they are written or as they move. */
function columnPieces(
  token: ReferenceToken,
  { columns: [leftAt, rightAt], upper, lower, isMovedAcross }: Ends,
  sheet: MovedSheet,
  place: FormulaPlace,
): readonly [FormulaPiece[], FormulaPiece[]] {
  const whole = upper.row === undefined ? [token.first, token.last ?? token.first] : [upper, lower];
  const [a, b] = whole as [Corner, Corner];
  if (!isMovedAcross || a.column === undefined) return [[columnText(a)], [columnText(b)]];
  const isSwapped = (b.column ?? a.column) < a.column;
  const piece = (corner: Corner, columnAt: RowAt): FormulaPiece[] => {
    return [isColumnWrittenFixed(corner, sheet, place) ? '$' : '', { columnAt }];
  };
  return isSwapped ? [piece(a, rightAt), piece(b, leftAt)] : [piece(a, leftAt), piece(b, rightAt)];
}

function isColumnWrittenFixed(
  { column, columnFixed }: Corner,
  sheet: MovedSheet,
  place: FormulaPlace,
): boolean {
  const { columnBand, isShared = false } = place;
  if (columnFixed || column === undefined || !isShared || !columnBand || !repeatedAround(columnBand))
    return columnFixed;
  const beside = neighbourBand(columnBand, column);
  const isOwn = sheet === place.sheet && (beside || sheet.columnRoot.at(column).path.includes(columnBand));
  return !isOwn;
}

function prefixPieces(token: ReferenceToken, sheet: MovedSheet): FormulaPiece[] {
  if (token.sheet === undefined) return [];
  const written = token.text.slice(0, token.text.lastIndexOf('!') + 1);
  return [{ textNow: () => (sheet.outputName === sheet.name ? written : sheetPrefix(sheet.outputName)) }];
}

function columnText({ column, columnFixed }: Corner): string {
  return column === undefined ? '' : `${columnFixed ? '$' : ''}${columnLetters(column)}`;
}
