import { columnLetters } from '../cells/address.js';
import { encoded, type Markup } from '../cells/encoded.js';
import type { OutputBytes } from '../cells/outputBytes.js';
import type { TemplateCell, TemplateRow } from '../package/templateCells.js';
import type { WorkbookCells } from '../template/outputCells.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type {
  CellContent,
  CellLook,
  FittedRow,
  FormulaContent,
  ValueContent,
} from '../template/templatePlan.js';
import { childOf, isTrue, prefixOf } from '../xml/xml.js';
import { tagWithout } from '../xml/xmlEdits.js';
import { attributeText } from '../xml/xmlText.js';
import { type Across, type CellWriter, formulaWriter, valueWriter } from './contentWriter.js';
import { type FittedWidths, rowHeights } from './rowHeights.js';

export type RowProgram = (bytes: OutputBytes, row: number, instance: number, isBlank: boolean) => void;

/** A part of a row: fixed text, the position of the row number, or a cell that is rewritten each time. */
type Piece = string | typeof ROW | CellWriter;
const ROW = Symbol('row number');

/** Prepares the writing of a template's row; constant parts are joined once. */
export function rowProgram(
  templateRow: TemplateRow,
  sheet: PlacedSheet,
  cells: WorkbookCells,
  widths: FittedWidths,
): RowProgram {
  return buildProgram(aroundCells(templateRow, sheet, rowPieces(templateRow, sheet, cells), widths));
}

/**
 * Prepares the writing of a row that is kept without data: its cells keep only their format. Their typed content
 * belongs to rows that do not exist, and would be counted.
 */
export function blankRowProgram(
  templateRow: TemplateRow,
  sheet: PlacedSheet,
  widths: FittedWidths,
): RowProgram {
  const cells = placedCells(templateRow, sheet).flatMap(({ cell, across }) => blankPieces(cell, across));
  return buildProgram(aroundCells(templateRow, sheet, cells, widths));
}

function buildProgram(written: readonly Piece[]): RowProgram {
  const pieces = encodedPieces(written);
  return (bytes, row, instance, isBlank) => {
    for (const piece of pieces) {
      if (piece === ROW) {
        bytes.number(row);
      } else if (typeof piece === 'function') {
        piece(bytes, row, instance, isBlank);
        bytes.settle();
      } else {
        bytes.long(piece.bytes);
      }
    }
    bytes.settle();
  };
}

function encodedPieces(pieces: readonly Piece[]): (Markup | typeof ROW | CellWriter)[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.length - 1;
    if (typeof piece === 'string' && typeof joined[last] === 'string') joined[last] += piece;
    else joined.push(piece);
  }
  return joined.map((piece) => (typeof piece === 'string' ? encoded(piece) : piece));
}

function rowPieces(templateRow: TemplateRow, sheet: PlacedSheet, cells: WorkbookCells): Piece[] {
  const band = sheet.drawn.bandAt(templateRow.row);
  return placedCells(templateRow, sheet).flatMap(({ cell, across, isBlank }) => {
    if (isBlank) return blankPieces(cell, across);
    const pieces = cellPieces(sheet.contents.at(cell.row, cell.column), across, sheet, cells);
    if (band.beside.length === 0) return pieces;
    const [full, empty] = [buildProgram(pieces), buildProgram(blankPieces(cell, across))];
    const own = band.inColumn(cell.column);
    // A list that is shorter than the adjacent one ends in blank cells.
    const either: CellWriter = (bytes, row, instance, isEmpty) =>
      (sheet.rows.isBlank(own, instance) ? empty : full)(bytes, row, instance, isEmpty);
    return [either];
  });
}

interface PlacedCell {
  readonly cell: TemplateCell;
  readonly across: Across;
  readonly isBlank: boolean;
}

function placedCells({ cells }: TemplateRow, sheet: PlacedSheet): PlacedCell[] {
  const { columns } = sheet;
  if (!columns.drawnAt)
    return cells.map((cell) => ({
      cell,
      across: { column: cell.column, columnInstance: 0 },
      isBlank: false,
    }));
  const known = new Map(cells.map((cell) => [cell.column, cell]));
  return columns.drawnAt.flatMap((drawn, index) => {
    const cell = known.get(drawn);
    if (!cell) return [];
    const column = index + 1;
    const columnInstance = columns.instance(column);
    return [
      { cell, across: { column, columnInstance }, isBlank: sheet.isBlankColumn(column, columnInstance) },
    ];
  });
}

function blankPieces({ element }: TemplateCell, { column }: Across): Piece[] {
  const style = element.attributes.s === undefined ? '' : ` s="${attributeText(element.attributes.s)}"`;
  return [`<${element.name} r="${columnLetters(column)}`, ROW, `"${style}/>`];
}

const MOST_LEVELS = 7;

function aroundCells(
  { element, row }: TemplateRow,
  sheet: PlacedSheet,
  inside: readonly Piece[],
  widths: FittedWidths,
): Piece[] {
  const { part, hasColumnBands } = sheet.drawn;
  const fitted = isTrue(element.attributes.customHeight) ? undefined : sheet.contents.fitted.get(row);
  const { source } = part;
  const level = sheet.drawn.bandAt(row).outlineLevel;
  const without = [
    'r',
    ...(fitted ? ['ht'] : []),
    ...(hasColumnBands ? ['spans'] : []),
    ...(level > 0 ? ['outlineLevel'] : []),
  ];
  const outline = level > 0 ? ` outlineLevel="${Math.min(MOST_LEVELS, level)}"` : '';
  const height = fitted ? [heightWriter(fitted, sheet, widths)] : [];
  const tag = `"${tagWithout(source, element, without)}${outline}`;
  const open = [`<${element.name} r="`, ROW, tag, ...height, '>'] as const;
  const extension = childOf(element, 'extLst');
  const end = extension ? source.slice(extension.start, extension.end) : '';
  return [...open, ...inside, `${end}</${element.name}>`];
}

function heightWriter(fitted: FittedRow, sheet: PlacedSheet, widths: FittedWidths): CellWriter {
  const heightAt = rowHeights(fitted, sheet, widths);
  return (bytes, _, instance) => bytes.raw(encoded(` ht="${heightAt(instance)}"`));
}

function cellPieces(
  content: CellContent | undefined,
  across: Across,
  sheet: PlacedSheet,
  cells: WorkbookCells,
): Piece[] {
  if (!content) return [];
  const { element, column } = content.cell;
  const { source } = sheet.drawn.part;
  const letters = columnLetters(across.column);
  const looks = sheet.contents.looks.get(content.cell.row)?.get(column);
  if (looks) return lookedPieces(content, looks, across, { sheet, cells });
  if (content.kind === 'spilled' && !cells.kept.holdsSpilled(content, sheet)) {
    return [`<${element.name} r="${letters}`, ROW, `"${tagWithout(source, element, ['r', 't'])}/>`];
  }
  if (content.kind === 'static' || content.kind === 'spilled') {
    const rest = tagWithout(source, element, ['r']);
    const inside = element.closeStart < element.end ? `>${source.slice(element.openEnd, element.end)}` : '/>';
    return [`<${element.name} r="${letters}`, ROW, `"${rest}${inside}`];
  }
  const own = styleOn(content, sheet);
  const style = own === content.cell.style ? undefined : ` s="${own}"`;
  const rest =
    tagWithout(source, element, style === undefined ? ['r', 't'] : ['r', 't', 's']) + (style ?? '');
  return [`<${element.name} r="${letters}`, ROW, `"${rest}`, contentWriter(content, across, sheet, cells)];
}

/** The format of a cell on a sheet, before it takes another look. */
export function styleOn(content: CellContent, sheet: PlacedSheet): number {
  const hours = content.kind === 'value' || content.kind === 'formula' ? content.hours : undefined;
  if (hours) return hours[hours.unitOn(sheet)];
  return content.kind === 'value' ? content.style : content.cell.style;
}

/** A cell whose format depends on data. */
function lookedPieces(
  content: CellContent,
  looks: readonly CellLook[],
  across: Across,
  { sheet, cells }: { readonly sheet: PlacedSheet; readonly cells: WorkbookCells },
): Piece[] {
  const { element } = content.cell;
  const { source } = sheet.drawn.part;
  const own = styleOn(content, sheet);
  const start = `<${element.name} r="${columnLetters(across.column)}`;
  const hours = content.kind === 'value' ? content.hours : undefined;
  const isDecimal = hours?.unitOn(sheet) === 'decimal';
  const taken = looks.map(({ style, decimalStyle, holdsAt }) => {
    return { style: (isDecimal ? decimalStyle : undefined) ?? style, holdsAt };
  });
  const look = lookWriter(taken, own, sheet, across.columnInstance);
  if (content.kind === 'static' || content.kind === 'spilled') {
    const isKept = content.kind === 'static' || cells.kept.holdsSpilled(content, sheet);
    const rest = tagWithout(source, element, isKept ? ['r', 's'] : ['r', 's', 't']);
    const inside = isKept && element.closeStart < element.end;
    return [
      start,
      ROW,
      '"',
      look,
      inside ? `${rest}>${source.slice(element.openEnd, element.end)}` : `${rest}/>`,
    ];
  }
  const rest = tagWithout(source, element, ['r', 's', 't']);
  return [start, ROW, '"', look, rest, contentWriter(content, across, sheet, cells)];
}

/** The number of the first format whose condition is met, or else of the cell's own. */
function lookWriter(
  looks: readonly Pick<CellLook, 'style' | 'holdsAt'>[],
  own: number,
  sheet: PlacedSheet,
  columnInstance: number,
): CellWriter {
  const styles = looks.map(({ style, holdsAt }) => {
    return { text: encoded(` s="${style}"`), holds: holdsAt(sheet) };
  });
  const usual = encoded(own === 0 ? '' : ` s="${own}"`);
  return (bytes, _, instance) => {
    for (const { text, holds } of styles) if (holds(instance, columnInstance)) return bytes.raw(text);
    bytes.raw(usual);
  };
}

function contentWriter(
  content: ValueContent | FormulaContent,
  across: Across,
  sheet: PlacedSheet,
  cells: WorkbookCells,
): CellWriter {
  const { element, column, row } = content.cell;
  const place = `${sheet.drawn.name}!${columnLetters(column)}${row}`;
  const names = { cell: element.name, prefix: prefixOf(element), place };
  return content.kind === 'value'
    ? valueWriter(content, names, { ...across, sheet })
    : formulaWriter(content, names, { ...across, sheet, cells });
}
