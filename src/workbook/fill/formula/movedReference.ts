import { columnLetters, MAX_COLUMNS, MAX_ROWS } from '../../cells/address.js';
import type { Band } from '../language/band.js';
import { isEvenlyFar, neighbourBand, repeatedAround } from '../sheet/neighbours.js';
import { pathSeen, type RowAt, type RowTarget, rowResolver } from '../sheet/rowResolver.js';
import type { FormulaPlace, MovedSheet } from './sheetOfFormula.js';
import { type Corner, type ReferenceToken, sheetPrefix } from './tokens.js';

/** A piece of a formula: fixed text, text that differs between copies of a sheet, or the number of a row. */
export type FormulaPiece = string | { readonly textNow: () => string } | { readonly rowAt: RowAt };

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
  /** The outermost band around the target that the formula is not in, if it repeats: references stretch over it. */
  readonly stretchedBand: Band | undefined;
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
  { stretchesCell, side }: MoveOptions,
): MovedReference {
  const { upper, lower, area } = drawnArea(token);
  const own = place.sheet === sheet ? place.band : sheet.root;
  const hasRows = upper.row !== undefined;
  const stretchedBand =
    hasRows && neighboursOf(token, own).length === 0
      ? markNeeded(sheet.root, own, area.top, area.bottom, upper.rowFixed)
      : undefined;
  const isSingleCell = token.last === undefined && !(stretchesCell && stretchedBand);
  const [topSide, bottomSide] = isSingleCell ? [side, side] : (['first', 'last'] as const);
  const at = (row: number, { rowFixed: isFixed }: Corner, seen: 'first' | 'last'): RowAt =>
    rowSeenFrom(place, sheet, { row, isFixed, side: seen });
  const topAt = hasRows ? at(area.top, upper, topSide) : () => 1;
  const bottomAt = hasRows ? at(area.bottom, lower, bottomSide) : () => MAX_ROWS;
  const end = (corner: Corner, rowAt: RowAt): End => {
    return { corner, rowAt, mark: isWrittenFixed(corner, sheet, place) ? '$' : '' };
  };
  const pieces = referencePieces(token, sheet, isSingleCell, [end(upper, topAt), end(lower, bottomAt)]);
  return { kind: 'moved', token, sheet, isSingleCell, topAt, bottomAt, stretchedBand, area, pieces };
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

function rowSeenFrom(place: FormulaPlace, sheet: MovedSheet, target: RowTarget): RowAt {
  const { root } = sheet;
  const isSameSheet = place.sheet === sheet;
  const found = rowResolver(root, isSameSheet ? place.band : root, target);
  // Another sheet has one repetition of its root, whichever row the formula stands in.
  const at: RowAt = isSameSheet ? found : () => found(0);
  // Below all bands a reference to the last rows of the sheet would be pushed out of it.
  return root.at(target.row) === root ? (instance) => Math.min(MAX_ROWS, at(instance)) : at;
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

/** A corner of a reference as it is written: `$F`, `$`, its row. */
interface End {
  readonly corner: Corner;
  readonly mark: '$' | '';
  readonly rowAt: RowAt;
}

/** The pieces of a reference: `Hours!$F$`, its row, `:$G$`, its row. */
function referencePieces(
  token: ReferenceToken,
  sheet: MovedSheet,
  isSingleCell: boolean,
  [upper, lower]: readonly [End, End],
): FormulaPiece[] {
  const prefix = prefixPieces(token, sheet);
  const head = columnText(upper.corner) + upper.mark;
  if (isSingleCell) return [...prefix, head, { rowAt: upper.rowAt }];
  if (upper.corner.row === undefined) {
    return [...prefix, `${columnText(token.first)}:${columnText(token.last ?? token.first)}`];
  }
  // Conditional rows at both ends may be gone: then what is left is the row before them.
  const lastAt = (instance: number): number => Math.max(1, lower.rowAt(instance));
  const firstAt = (instance: number): number => Math.min(upper.rowAt(instance), lastAt(instance));
  const between = `:${columnText(lower.corner)}${lower.mark}`;
  return [...prefix, head, { rowAt: firstAt }, between, { rowAt: lastAt }];
}

function prefixPieces(token: ReferenceToken, sheet: MovedSheet): FormulaPiece[] {
  if (token.sheet === undefined) return [];
  const written = token.text.slice(0, token.text.lastIndexOf('!') + 1);
  return [{ textNow: () => (sheet.outputName === sheet.name ? written : sheetPrefix(sheet.outputName)) }];
}

function columnText({ column, columnFixed }: Corner): string {
  return column === undefined ? '' : `${columnFixed ? '$' : ''}${columnLetters(column)}`;
}
