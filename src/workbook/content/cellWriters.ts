import { message } from '../../i18n/message.js';
import { CELL_CHARACTERS, columnLetters } from '../cells/address.js';
import type { OutputBytes } from '../cells/outputBytes.js';
import { type CellResult, FormulaError } from '../formula/cellResult.js';
import { type FormulaPiece, formulaPieces } from '../formula/placedFormula.js';
import { type RowAt, resolveRow } from '../placement/resolveRow.js';
import type { WorkbookCells } from '../template/outputCells.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { FormulaContent, ValueContent } from '../template/sheetContents.js';
import { renderRefused, type WorkbookError } from '../workbookError.js';
import { escapeXml, keepsSpace } from '../xml/escapeXml.js';

/** Writes the end of a cell's opening tag (from its type on), its content, and its closing tag. */
export type CellWriter = (bytes: OutputBytes, row: number, instance: number, isBlank: boolean) => void;

interface Names {
  readonly cell: string;
  /** The prefix of the main namespace, with its colon, or ''. */
  readonly prefix: string;
  /** `Hours!B5`, in the template. */
  readonly place: string;
}

/** The output position of a template column. */
export interface Across {
  /** From 1. */
  readonly column: number;
  /** The instance of its band of columns. */
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
      bytes.raw(openRuns[index] ?? EMPTY);
      text(bytes, part);
      bytes.raw(closeRun);
      bytes.settle();
    });
    bytes.raw(close);
  };
}

/** Writes text with its tags and the XML around them. */
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
  const text = message('workbook.value.cellTooLong', { place, length, most: CELL_CHARACTERS });
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
  const { segments, rows } = segmentsAndRows(formulaPieces(content.formula, sheet), around, columnInstance);
  const close = Buffer.from(`</${cell}>`);
  const openValue = Buffer.from(`<${prefix}v>`);
  const closeValue = Buffer.from(`</${prefix}v></${cell}>`);
  return (out, row, instance, isBlank) => {
    if (isBlank) return out.raw(EMPTY);
    const result = cells.formulaResult(content, { sheet, row, column, instance, columnInstance });
    if (typeof result !== 'number') out.raw(resultType(result));
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
    else out.number(Number(result));
    out.raw(closeValue);
  };
}

/** The `<f>` element of an array formula or a data table. */
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
      texts[rows.length] += escapeXml(fixedText(piece, columnInstance));
    }
  }
  texts[rows.length] += end;
  return { segments: texts.map((text) => Buffer.from(text)), rows };
}

function fixedText(piece: Exclude<FormulaPiece, { rowAt: RowAt }>, columnInstance: number): string {
  return typeof piece === 'string' ? piece : columnLetters(piece.columnAt(columnInstance));
}

const TYPES = { error: Buffer.from(' t="e"'), truth: Buffer.from(' t="b"'), text: Buffer.from(' t="str"') };
const NUMBER_TYPE = Buffer.alloc(0);

function resultType(result: CellResult): Buffer {
  if (result instanceof FormulaError) return TYPES.error;
  if (typeof result === 'boolean') return TYPES.truth;
  return typeof result === 'string' ? TYPES.text : NUMBER_TYPE;
}
