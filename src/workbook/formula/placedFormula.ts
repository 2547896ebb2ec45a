import { columnLetters, MAX_ROWS } from '../cells/address.js';
import type { Axis } from '../language/directive.js';
import { message } from '../messages.js';
import {
  hasFixedDistance,
  innermostRepeated,
  neighbourBand,
  outputRowSpans,
  type PlacedAxes,
  type RowAt,
  type RowTarget,
  resolveRow,
} from '../placement/movedAreas.js';
import { renderRefused } from '../workbookError.js';
import {
  type AxisEnd,
  axisEnd,
  axisEnds,
  bandAroundFormula,
  type CompiledFormula,
  type FormulaSheet,
  isRelative,
  LAST,
  type MovedReference,
} from './movedReference.js';
import { type Corner, cornerText, sheetPrefix, tableName } from './tokens.js';

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
