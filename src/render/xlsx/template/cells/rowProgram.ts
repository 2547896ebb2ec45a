import { columnLetters } from '../formula/address.js';
import type { WorkbookCells } from '../plan/outputCells.js';
import type { SheetPlan } from '../plan/sheetPlan.js';
import type { TemplateRow } from '../sheet/templateRows.js';
import { childOf, prefixOf } from '../xml/xmlElement.js';
import type { CellContent } from './cellContent.js';
import { type CellWriter, formulaWriter, valueWriter } from './cellWriters.js';

/** Writes one row of the output as XML. */
export type RowProgram = (row: number, instance: number, isBlank: boolean) => string;

/** A piece of a row: fixed text, the place of the row's number, or a cell that is written anew each time. */
type Piece = string | typeof ROW | CellWriter;
const ROW = Symbol('row number');

/** Prepares the writing of a template's row; what does not change is joined once. */
export function rowProgram(templateRow: TemplateRow, sheet: SheetPlan, cells: WorkbookCells): RowProgram {
  const pieces: Piece[] = [];
  const add = (piece: Piece): void => {
    const last = pieces.length - 1;
    if (typeof piece === 'string' && typeof pieces[last] === 'string') pieces[last] += piece;
    else pieces.push(piece);
  };
  const { source } = sheet.part;
  const { element } = templateRow;
  add(`<${element.name} r="`);
  add(ROW);
  add(`"${restOfTag(source, element, ['r'])}>`);
  for (const cell of templateRow.cells) {
    for (const piece of cellPieces(sheet.contentAt(cell.row, cell.column), sheet, cells)) add(piece);
  }
  const extension = childOf(element, 'extLst');
  if (extension) add(source.slice(extension.start, extension.end));
  add(`</${element.name}>`);
  return (row, instance, isBlank) => {
    const number = String(row);
    let text = '';
    for (const piece of pieces) {
      text += typeof piece === 'string' ? piece : piece === ROW ? number : piece(row, instance, isBlank);
    }
    return text;
  };
}

function cellPieces(content: CellContent | undefined, sheet: SheetPlan, cells: WorkbookCells): Piece[] {
  if (!content) return [];
  const { element, column } = content.cell;
  const { source } = sheet.part;
  const letters = columnLetters(column);
  if (content.kind === 'static') {
    const rest = restOfTag(source, element, ['r']);
    const inside = element.closeStart < element.end ? `>${source.slice(element.openEnd, element.end)}` : '/>';
    return [`<${element.name} r="${letters}`, ROW, `"${rest}${inside}`];
  }
  const style =
    content.kind === 'value' && content.style !== content.cell.style ? ` s="${content.style}"` : undefined;
  const rest = restOfTag(source, element, style === undefined ? ['r', 't'] : ['r', 't', 's']) + (style ?? '');
  const names = { cell: element.name, prefix: prefixOf(element) };
  const open = [`<${element.name} r="${letters}`, ROW, `"${rest}`] as const;
  return [
    ...open,
    content.kind === 'value' ? valueWriter(content, names) : formulaWriter(content, names, sheet, cells),
  ];
}

/** The attributes of an opening tag as they are written, without some of them and without the end of the tag. */
function restOfTag(source: string, element: TemplateRow['element'], without: readonly string[]): string {
  const tag = source.slice(element.start + 1 + element.name.length, element.openEnd).replace(/\s*\/?>$/, '');
  return without.reduce(
    (rest, name) => rest.replace(new RegExp(`\\s+${name}\\s*=\\s*("[^"]*"|'[^']*')`), ''),
    tag,
  );
}
