import { columnLetters } from '../../cells/address.js';
import { attributeText } from '../../xml/escapeXml.js';
import { tagWithout } from '../../xml/openingTag.js';
import { childOf, prefixOf } from '../../xml/xmlElement.js';
import type { CellContent } from '../plan/cellContent.js';
import { isSpillKept } from '../plan/keptResult.js';
import type { WorkbookCells } from '../plan/outputCells.js';
import type { SheetPlan } from '../plan/sheetPlan.js';
import type { TemplateRow } from '../sheet/templateRows.js';
import { type CellWriter, formulaWriter, valueWriter } from './cellWriters.js';
import type { PartBytes } from './partBytes.js';

/** Writes one row of the output. */
export type RowProgram = (bytes: PartBytes, row: number, instance: number, isBlank: boolean) => void;

/** A piece of a row: fixed text, the place of the row's number, or a cell that is written anew each time. */
type Piece = string | typeof ROW | CellWriter;
const ROW = Symbol('row number');

/** Prepares the writing of a template's row; what does not change is joined once. */
export function rowProgram(templateRow: TemplateRow, sheet: SheetPlan, cells: WorkbookCells): RowProgram {
  return programOf(rowPieces(templateRow, sheet, cells));
}

/**
 * Prepares the writing of a row that is kept without data: of its cells only the look stays. What is typed in them
 * belongs to rows that are not there, and would be counted.
 */
export function blankRowProgram(templateRow: TemplateRow, sheet: SheetPlan): RowProgram {
  const cells = templateRow.cells.flatMap(({ element, column }): Piece[] => {
    const style = element.attributes.s === undefined ? '' : ` s="${attributeText(element.attributes.s)}"`;
    return [`<${element.name} r="${columnLetters(column)}`, ROW, `"${style}/>`];
  });
  return programOf(aroundCells(templateRow, sheet, cells));
}

function programOf(written: readonly Piece[]): RowProgram {
  const pieces = encodedPieces(written);
  return (bytes, row, instance, isBlank) => {
    for (const piece of pieces) {
      if (piece === ROW) {
        bytes.out.number(row);
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

function rowPieces(templateRow: TemplateRow, sheet: SheetPlan, cells: WorkbookCells): Piece[] {
  const inside = templateRow.cells.flatMap((cell) =>
    cellPieces(sheet.contentAt(cell.row, cell.column), sheet, cells),
  );
  return aroundCells(templateRow, sheet, inside);
}

function aroundCells({ element }: TemplateRow, sheet: SheetPlan, inside: readonly Piece[]): Piece[] {
  const { source } = sheet.part;
  const open = [`<${element.name} r="`, ROW, `"${tagWithout(source, element, ['r'])}>`] as const;
  const extension = childOf(element, 'extLst');
  const end = extension ? source.slice(extension.start, extension.end) : '';
  return [...open, ...inside, `${end}</${element.name}>`];
}

function cellPieces(content: CellContent | undefined, sheet: SheetPlan, cells: WorkbookCells): Piece[] {
  if (!content) return [];
  const { element, column } = content.cell;
  const { source } = sheet.part;
  const letters = columnLetters(column);
  if (content.kind === 'spilled' && !isSpillKept(content, sheet, cells)) {
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
  const place = `${sheet.name}!${letters}${content.cell.row}`;
  const names = { cell: element.name, prefix: prefixOf(element), place };
  const open = [`<${element.name} r="${letters}`, ROW, `"${rest}`] as const;
  return [
    ...open,
    content.kind === 'value' ? valueWriter(content, names) : formulaWriter(content, names, sheet, cells),
  ];
}
