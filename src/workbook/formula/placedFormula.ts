import { columnLetters, MAX_COLUMNS, MAX_ROWS } from '../cells/address.js';
import type { Band, PlacedAxis } from '../language/bands.js';
import {
  hasFixedDistance,
  innermostRepeated,
  neighbourBand,
  type RowAt,
  type RowTarget,
  resolveRow,
} from '../placement/resolveRow.js';
import type { CompiledFormula } from './compileFormula.js';
import {
  type AxisEnd,
  bandAroundFormula,
  columnEnds,
  type FormulaPlace,
  type FormulaSheet,
  isRelative,
  type MovedReference,
  rowCorners,
  rowEnds,
  type WrittenSheet,
} from './movedReference.js';
import {
  type Corner,
  cornerText,
  type PlainToken,
  type ReferenceToken,
  sheetPrefix,
  tableName,
} from './tokens.js';

/** A part of a formula on a placed sheet: fixed text, the number of a row, a column. */
export type FormulaPiece = string | { readonly rowAt: RowAt } | { readonly columnAt: RowAt };

/** The output position of a reference's cells. */
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

const WHOLE_ROWS = [() => 1, () => MAX_ROWS] as const;
const WHOLE_COLUMNS = [() => 1, () => MAX_COLUMNS] as const;

/** Finds the target of a reference after the sheets have been placed. @param from the sheet of the formula */
export function placedReference(reference: MovedReference, from: WrittenSheet): PlacedReference {
  const { token, place, isSingleCell, area, side } = reference;
  const sheet = reference.sheet === from.drawn ? from : from.sheetOf(reference.sheet);
  const sides = isSingleCell ? ([side, side] as const) : (['first', 'last'] as const);
  const own = (axis: 'rows' | 'columns'): Band => bandAroundFormula(reference.sheet, place, axis);
  const rows = rowEnds(token);
  const [topAt, bottomAt] =
    rows[0].at === undefined
      ? WHOLE_ROWS
      : resolveEnds(
          { axis: sheet.rows, own: own('rows'), from: area.top, to: area.bottom },
          rows,
          sides,
          MAX_ROWS,
        );
  const columns = columnEnds(token);
  const [leftAt, rightAt] =
    columns[0].at === undefined
      ? WHOLE_COLUMNS
      : resolveEnds(
          { axis: sheet.columns, own: own('columns'), from: area.left, to: area.right },
          columns,
          sides,
          MAX_COLUMNS,
        );
  return { sheet, isSingleCell, topAt, bottomAt, leftAt, rightAt };
}

interface Span {
  readonly axis: PlacedAxis;
  readonly own: Band;
  readonly from: number;
  readonly to: number;
}

function resolveEnds(
  { axis, own, from, to }: Span,
  [first, last]: readonly [AxisEnd, AxisEnd],
  [firstSide, lastSide]: readonly [RowTarget['side'], RowTarget['side']],
  most: number,
): readonly [RowAt, RowAt] {
  const one = resolveEnd(axis, own, { row: from, isFixed: first.isFixed, side: firstSide }, most);
  const other = resolveEnd(axis, own, { row: to, isFixed: last.isFixed, side: lastSide }, most);
  if (from === to && first.isFixed === last.isFixed) return [one, other];
  if (!isRelative(own, [first, last])) return [one, other];
  // A reference relative to its own row may pass a fixed end: the area is then still between the two.
  return [
    (instance) => Math.min(one(instance), other(instance)),
    (instance) => Math.max(one(instance), other(instance)),
  ];
}

function resolveEnd(axis: PlacedAxis, own: Band, target: RowTarget, most: number): RowAt {
  const found = resolveRow(axis, own, target);
  // Another sheet has one repetition of its root, for any row of the formula.
  const at: RowAt = own === axis.root ? () => found(0) : found;
  // Below all bands a reference to the last rows of the sheet would be moved beyond the sheet.
  return axis.root.at(target.row) === axis.root ? (instance) => Math.min(most, at(instance)) : at;
}

/** The parts of a reference: `Hours!$F$`, its row, `:$G$`, its row. */
export function referencePieces(reference: MovedReference, placed: PlacedReference): FormulaPiece[] {
  const { token, sheet, place, isSingleCell } = reference;
  const { topAt, bottomAt } = placed;
  const prefix = prefixPieces(token, placed.sheet);
  const [upper, lower] = rowCorners(token);
  const [left, right] = columnPieces(reference, placed);
  const mark = (corner: Corner): string => (isWrittenFixed(corner, sheet, place) ? '$' : '');
  if (isSingleCell) return [...prefix, ...left, mark(upper), { rowAt: topAt }];
  if (upper.row === undefined) return [...prefix, ...left, ':', ...right];
  // Conditional rows at both ends may be missing: then the row before them remains.
  const lastAt = (instance: number): number => Math.max(1, bottomAt(instance));
  const firstAt = (instance: number): number => Math.min(topAt(instance), lastAt(instance));
  return [...prefix, ...left, mark(upper), { rowAt: firstAt }, ':', ...right, mark(lower), { rowAt: lastAt }];
}

function prefixPieces(token: ReferenceToken, { name, drawn }: WrittenSheet): FormulaPiece[] {
  if (token.sheet === undefined) return [];
  return [name === drawn.name ? token.text.slice(0, token.text.lastIndexOf('!') + 1) : sheetPrefix(name)];
}

/** The columns of both corners, fixed or moved. */
function columnPieces(
  { token, sheet, place }: MovedReference,
  { leftAt, rightAt }: PlacedReference,
): readonly [FormulaPiece[], FormulaPiece[]] {
  const { first, last = first } = token;
  const [a, b] = rowCorners(token)[0].row === undefined ? [first, last] : rowCorners(token);
  const isMovedAcross = sheet.columnRoot.children.length > 0;
  if (!isMovedAcross || a.column === undefined) return [[columnText(a)], [columnText(b)]];
  const isSwapped = (b.column ?? a.column) < a.column;
  const piece = (corner: Corner, columnAt: RowAt): FormulaPiece[] => {
    return [isColumnWrittenFixed(corner, sheet, place) ? '$' : '', { columnAt }];
  };
  return isSwapped ? [piece(a, rightAt), piece(b, leftAt)] : [piece(a, leftAt), piece(b, rightAt)];
}

function columnText(corner: Corner): string {
  return cornerText({ ...corner, row: undefined });
}

/**
 * Whether a corner is written with `$`: if it was drawn with it, and in a formula shared by many rows if its row does
 * not repeat with them, because it must not shift from row to row.
 */
function isWrittenFixed({ row, rowFixed }: Corner, sheet: FormulaSheet, place: FormulaPlace): boolean {
  const { band, isShared = false } = place;
  if (rowFixed || row === undefined || !isShared || !innermostRepeated(band)) return rowFixed;
  const isOwn =
    sheet === place.sheet && (sheet.root.at(row).path.includes(band) || followsNeighbour(row, place));
  return !isOwn;
}

/** A row next to the repeated rows, at the same distance from each of them. */
function followsNeighbour(row: number, { band }: FormulaPlace): boolean {
  const beside = neighbourBand(band, row);
  return beside !== undefined && beside === innermostRepeated(band) && hasFixedDistance(beside, row);
}

function isColumnWrittenFixed(
  { column, columnFixed }: Corner,
  sheet: FormulaSheet,
  place: FormulaPlace,
): boolean {
  const { columnBand, isShared = false } = place;
  if (columnFixed || column === undefined || !isShared || !columnBand || !innermostRepeated(columnBand))
    return columnFixed;
  const beside = neighbourBand(columnBand, column);
  const isOwn = sheet === place.sheet && (beside || sheet.columnRoot.at(column).path.includes(columnBand));
  return !isOwn;
}

/** The parts of a formula on a placed sheet; fixed text is joined. */
export function formulaPieces({ tokens }: CompiledFormula, sheet: WrittenSheet): FormulaPiece[] {
  const pieces: FormulaPiece[] = [];
  for (const token of tokens) {
    const added: readonly FormulaPiece[] =
      token.kind === 'moved'
        ? referencePieces(token, placedReference(token, sheet))
        : [token.kind !== 'sheets' && namesTable(token) ? tableText(token.text, sheet) : token.text];
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

/** `Hours[Worked]`, or `Hours` alone. */
function namesTable({ kind }: PlainToken): boolean {
  return kind === 'table' || kind === 'name';
}

/** In a copy of a sheet its tables have names of their own. */
function tableText(text: string, { tableNames }: WrittenSheet): string {
  const name = tableName(text);
  const renamed = tableNames.get(name.toLowerCase());
  return renamed === undefined ? text : renamed + text.slice(name.length);
}
