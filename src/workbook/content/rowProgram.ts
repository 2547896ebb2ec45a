import { CELL_CHARACTERS, columnLetters } from '../cells/address.js';
import { storedNumber } from '../cells/numbers.js';
import type { OutputBytes } from '../cells/outputBytes.js';
import { type FormulaPiece, formulaPieces } from '../formula/placedFormula.js';
import { FormulaError } from '../formula/ranges.js';
import { message } from '../messages.js';
import type { TemplateCell, TemplateRow } from '../package/templateCells.js';
import { type RowAt, resolveRow } from '../placement/movedAreas.js';
import type { WorkbookCells } from '../template/outputCells.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type {
  CellContent,
  CellLook,
  FittedRow,
  FormulaContent,
  ValueContent,
} from '../template/templatePlan.js';
import { renderRefused, type WorkbookError } from '../workbookError.js';
import { attributeText, childOf, escapeXml, isTrue, keepsSpace, prefixOf, tagWithout } from '../xml/xml.js';
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
        bytes.long(piece);
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
  return (bytes, _, instance) => bytes.raw(Buffer.from(` ht="${heightAt(instance)}"`));
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
    return { text: Buffer.from(` s="${style}"`), holds: holdsAt(sheet) };
  });
  const usual = Buffer.from(own === 0 ? '' : ` s="${own}"`);
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

/** Writes the end of a cell's opening tag (from its type on), its content, and its closing tag. */
export type CellWriter = (bytes: OutputBytes, row: number, instance: number, isBlank: boolean) => void;

interface Names {
  readonly cell: string;
  /** The prefix of the main namespace, with its colon, or ''. */
  readonly prefix: string;
  /** `Hours!B5`, in the template. */
  readonly place: string;
}

export interface Across {
  readonly column: number;
  readonly columnInstance: number;
}

const EMPTY = Buffer.from('/>');

export function valueWriter(
  content: ValueContent,
  names: Names,
  { columnInstance, sheet }: Across & { readonly sheet: PlacedSheet },
): CellWriter {
  if (content.runs) return runsWriter(content.runs, names, columnInstance, sheet);
  const valueAt = content.valueAt(sheet);
  const { cell, prefix, place } = names;
  const open = Buffer.from(`><${prefix}v>`);
  const openTruth = Buffer.from(` t="b"><${prefix}v>`);
  const close = Buffer.from(`</${prefix}v></${cell}>`);
  const text = textWriter(place, prefix, [` t="inlineStr"><${prefix}is>`, `</${prefix}is></${cell}>`]);
  return (out, _, instance, isBlank) => {
    const value = isBlank ? null : valueAt(instance, columnInstance);
    if (value === null || value === '') {
      out.raw(EMPTY);
    } else if (typeof value === 'string') {
      text(out, value);
    } else {
      out.raw(typeof value === 'number' ? open : openTruth);
      out.number(Number(value));
      out.raw(close);
    }
  };
}

function runsWriter(
  runs: NonNullable<ValueContent['runs']>,
  { cell, prefix, place }: Names,
  columnInstance: number,
  sheet: PlacedSheet,
): CellWriter {
  const text = textWriter(place, prefix, ['', '']);
  const open = Buffer.from(` t="inlineStr"><${prefix}is>`);
  const close = Buffer.from(`</${prefix}is></${cell}>`);
  const closeRun = Buffer.from(`</${prefix}r>`);
  const openRuns = runs.map(({ look }) => Buffer.from(`<${prefix}r>${look}`));
  const texts = runs.map(({ textAt }) => textAt(sheet));
  return (bytes, _, instance, isBlank) => {
    if (isBlank) return bytes.raw(EMPTY);
    bytes.raw(open);
    let length = 0;
    texts.forEach((textAt, index) => {
      const part = textAt(instance, columnInstance);
      length += part.length;
      if (length > CELL_CHARACTERS) throw tooLong(place, length);
      bytes.long(openRuns[index] ?? EMPTY);
      text(bytes, part);
      bytes.raw(closeRun);
      bytes.settle();
    });
    bytes.raw(close);
  };
}

function textWriter(
  place: string,
  prefix: string,
  [before, after]: readonly [string, string],
): (bytes: OutputBytes, text: string) => void {
  const plain = Buffer.from(`${before}<${prefix}t>`);
  const spaced = Buffer.from(`${before}<${prefix}t xml:space="preserve">`);
  const close = Buffer.from(`</${prefix}t>${after}`);
  return (out, text) => {
    if (text.length > CELL_CHARACTERS) throw tooLong(place, text.length);
    out.raw(keepsSpace(text) ? spaced : plain);
    out.text(text);
    out.raw(close);
  };
}

function tooLong(place: string, length: number): WorkbookError {
  const text = message('value.cellTooLong', { place, length, most: CELL_CHARACTERS });
  const at = place.lastIndexOf('!');
  return renderRefused(place.slice(0, at), text, place.slice(at + 1));
}

export function formulaWriter(
  content: FormulaContent,
  { cell, prefix }: Names,
  {
    sheet,
    cells,
    column,
    columnInstance,
  }: Across & { readonly sheet: PlacedSheet; readonly cells: WorkbookCells },
): CellWriter {
  const attributes = formulaAttributes(content, sheet);
  const open = `><${prefix}f>`;
  const around = [attributes ? '' : open, `</${prefix}f>`] as const;
  const { segments, rows } = segmentsAndRows(
    formulaPieces(content.formula, sheet, columnInstance),
    around,
    columnInstance,
  );
  const close = Buffer.from(`</${cell}>`);
  const openValue = Buffer.from(`<${prefix}v>`);
  const closeValue = Buffer.from(`</${prefix}v></${cell}>`);
  return (out, row, instance, isBlank) => {
    if (isBlank) return out.raw(EMPTY);
    const result = cells.formulaResult(content, { sheet, row, column, instance, columnInstance });
    if (result instanceof FormulaError) out.raw(TYPES.error);
    else if (typeof result === 'boolean') out.raw(TYPES.truth);
    else if (typeof result === 'string') out.raw(TYPES.text);
    if (attributes) out.raw(Buffer.from(`><${prefix}f${attributes(instance)}>`));
    for (let index = 0; index < rows.length; index++) {
      out.raw(segments[index] as Buffer);
      out.number((rows[index] as RowAt)(instance));
    }
    out.raw(segments[rows.length] as Buffer);
    if (result === undefined || result === null) return out.raw(close);
    out.raw(openValue);
    if (result instanceof FormulaError) out.text(result.code);
    else if (typeof result === 'string') out.text(result);
    else out.number(storedNumber(Number(result)));
    out.raw(closeValue);
  };
}

function formulaAttributes(
  { array, dataTable, formula: { place } }: FormulaContent,
  sheet: PlacedSheet,
): ((instance: number) => string) | undefined {
  const table = dataTable?.(sheet);
  if (table !== undefined) return () => table;
  if (!array) return undefined;
  const [left, right] = [columnLetters(array.left), columnLetters(array.right)];
  const at = (row: number): RowAt =>
    resolveRow(sheet.rows, place.band, { row, isFixed: false, side: 'first' });
  const [topAt, bottomAt] = [at(array.top), at(array.bottom)];
  return (instance) => {
    const [top, bottom] = [topAt(instance), bottomAt(instance)];
    const area = top === bottom && left === right ? left + top : `${left}${top}:${right}${bottom}`;
    return ` t="array" ref="${area}"`;
  };
}

/** Fixed text, a row, fixed text, a row, …, fixed text: one more segment than rows. */
function segmentsAndRows(
  pieces: readonly FormulaPiece[],
  [start, end]: readonly [string, string],
  columnInstance: number,
): { segments: Buffer[]; rows: RowAt[] } {
  const texts = [start];
  const rows: RowAt[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'object' && 'rowAt' in piece) {
      rows.push(piece.rowAt);
      texts.push('');
    } else {
      texts[rows.length] += escapeXml(
        typeof piece === 'string' ? piece : columnLetters(piece.columnAt(columnInstance)),
      );
    }
  }
  texts[rows.length] += end;
  return { segments: texts.map((text) => Buffer.from(text)), rows };
}

const TYPES = { error: Buffer.from(' t="e"'), truth: Buffer.from(' t="b"'), text: Buffer.from(' t="str"') };
