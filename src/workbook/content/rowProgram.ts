import { columnLetters } from '../cells/address.js';
import type { OutputBytes } from '../cells/outputBytes.js';
import { linesOfCell, pointsPerLine } from '../cells/textWidth.js';
import type { TemplateCell, TemplateRow } from '../package/templateRows.js';
import type { WorkbookCells } from '../template/outputCells.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { CellContent, FittedRow } from '../template/sheetContents.js';
import { attributeText } from '../xml/escapeXml.js';
import { childOf, isTrue, prefixOf } from '../xml/parseXml.js';
import { tagWithout } from '../xml/xmlEdits.js';
import { type Across, type CellWriter, formulaWriter, valueWriter } from './cellWriters.js';

/** Writes one row of the output. */
export type RowProgram = (bytes: OutputBytes, row: number, instance: number, isBlank: boolean) => void;

/** A part of a row: fixed text, the position of the row number, or a cell that is rewritten each time. */
type Piece = string | typeof ROW | CellWriter;
const ROW = Symbol('row number');

/** Prepares the writing of a template's row; constant parts are joined once. */
export function rowProgram(templateRow: TemplateRow, sheet: PlacedSheet, cells: WorkbookCells): RowProgram {
  return buildProgram(rowPieces(templateRow, sheet, cells));
}

/**
 * Prepares the writing of a row that is kept without data: its cells keep only their format. Their typed content
 * belongs to rows that do not exist, and would be counted.
 */
export function blankRowProgram(templateRow: TemplateRow, sheet: PlacedSheet): RowProgram {
  const cells = placedCells(templateRow, sheet).flatMap(({ cell, across }) => blankPieces(cell, across));
  return buildProgram(aroundCells(templateRow, sheet, cells));
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
        bytes.raw(piece);
      }
    }
    bytes.settle();
  };
}

function encodedPieces(pieces: readonly Piece[]): (Buffer | typeof ROW | CellWriter)[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.length - 1;
    if (typeof piece === 'string' && typeof joined[last] === 'string') joined[last] += piece;
    else joined.push(piece);
  }
  return joined.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
}

function rowPieces(templateRow: TemplateRow, sheet: PlacedSheet, cells: WorkbookCells): Piece[] {
  const band = sheet.drawn.bandAt(templateRow.row);
  const inside = placedCells(templateRow, sheet).flatMap(({ cell, across, isBlank }) => {
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
  return aroundCells(templateRow, sheet, inside);
}

/** A cell of a row of the output. */
interface PlacedCell {
  readonly cell: TemplateCell;
  readonly across: Across;
  /** Whether it is in a column that is kept without data. */
  readonly isBlank: boolean;
}

/** The cells of a row from left to right; those of repeated columns several times. */
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

/** Excel's maximum outline level. */
const MOST_LEVELS = 7;

function aroundCells({ element, row }: TemplateRow, sheet: PlacedSheet, inside: readonly Piece[]): Piece[] {
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
  const height = fitted ? [heightWriter(fitted, sheet)] : [];
  const tag = `"${tagWithout(source, element, without)}${outline}`;
  const open = [`<${element.name} r="`, ROW, tag, ...height, '>'] as const;
  const extension = childOf(element, 'extLst');
  const end = extension ? source.slice(extension.start, extension.end) : '';
  return [...open, ...inside, `${end}</${element.name}>`];
}

/** The greatest height of a row in Excel. */
const MOST_POINTS = 409;

function heightWriter({ leastPoints, texts }: FittedRow, sheet: PlacedSheet): CellWriter {
  const known = texts.map((text) => ({ ...text, valueAt: text.content.valueAt(sheet) }));
  return (bytes, _, instance) => {
    const heights = known.map(({ valueAt, fontPoints, width }) => {
      const lines = linesOfCell(String(valueAt(instance) ?? ''), width, fontPoints);
      return lines * pointsPerLine(fontPoints);
    });
    bytes.raw(Buffer.from(` ht="${Math.min(MOST_POINTS, Math.max(leastPoints, ...heights))}"`));
  };
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
  if (content.kind === 'spilled' && !cells.kept.holdsSpilled(content, sheet)) {
    return [`<${element.name} r="${letters}`, ROW, `"${tagWithout(source, element, ['r', 't'])}/>`];
  }
  if (content.kind === 'static' || content.kind === 'spilled') {
    const rest = tagWithout(source, element, ['r']);
    const inside = element.closeStart < element.end ? `>${source.slice(element.openEnd, element.end)}` : '/>';
    return [`<${element.name} r="${letters}`, ROW, `"${rest}${inside}`];
  }
  const style =
    content.kind === 'value' && content.style !== content.cell.style ? ` s="${content.style}"` : undefined;
  const rest =
    tagWithout(source, element, style === undefined ? ['r', 't'] : ['r', 't', 's']) + (style ?? '');
  const place = `${sheet.drawn.name}!${columnLetters(column)}${content.cell.row}`;
  const names = { cell: element.name, prefix: prefixOf(element), place };
  const open = [`<${element.name} r="${letters}`, ROW, `"${rest}`] as const;
  return [
    ...open,
    content.kind === 'value'
      ? valueWriter(content, names, { ...across, sheet })
      : formulaWriter(content, names, { ...across, sheet, cells }),
  ];
}
