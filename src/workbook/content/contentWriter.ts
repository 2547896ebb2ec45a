import { CELL_CHARACTERS, columnLetters } from '../cells/address.js';
import { encoded, type Markup } from '../cells/encoded.js';
import { storedNumber } from '../cells/numbers.js';
import type { OutputBytes } from '../cells/outputBytes.js';
import { type FormulaPiece, formulaPieces } from '../formula/placedFormula.js';
import { FormulaError } from '../formula/ranges.js';
import { message } from '../messages.js';
import { type RowAt, resolveRow } from '../placement/movedAreas.js';
import type { WorkbookCells } from '../template/outputCells.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { FormulaContent, ValueContent } from '../template/templatePlan.js';
import { renderRefused, type WorkbookError } from '../workbookError.js';
import { isTrue } from '../xml/xml.js';
import { escapeXml, keepsSpace } from '../xml/xmlText.js';

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

const EMPTY = encoded('/>');

export function valueWriter(
  content: ValueContent,
  names: Names,
  { columnInstance, sheet }: Across & { readonly sheet: PlacedSheet },
): CellWriter {
  if (content.runs) return runsWriter(content.runs, names, columnInstance, sheet);
  const valueAt = content.valueAt(sheet);
  const { cell, prefix, place } = names;
  const open = encoded(`><${prefix}v>`);
  const openTruth = encoded(` t="b"><${prefix}v>`);
  const close = encoded(`</${prefix}v></${cell}>`);
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
  const open = encoded(` t="inlineStr"><${prefix}is>`);
  const close = encoded(`</${prefix}is></${cell}>`);
  const closeRun = encoded(`</${prefix}r>`);
  const openRuns = runs.map(({ look }) => encoded(`<${prefix}r>${look}`));
  const texts = runs.map(({ textAt }) => textAt(sheet));
  return (bytes, _, instance, isBlank) => {
    if (isBlank) return bytes.raw(EMPTY);
    bytes.raw(open);
    let length = 0;
    texts.forEach((textAt, index) => {
      const part = textAt(instance, columnInstance);
      length += part.length;
      if (length > CELL_CHARACTERS) throw tooLong(place, length);
      bytes.long((openRuns[index] ?? EMPTY).bytes);
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
  const plain = encoded(`${before}<${prefix}t>`);
  const spaced = encoded(`${before}<${prefix}t xml:space="preserve">`);
  const close = encoded(`</${prefix}t>${after}`);
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
  const close = encoded(`</${cell}>`);
  const openValue = encoded(`<${prefix}v>`);
  const openSpaced = encoded(`<${prefix}v xml:space="preserve">`);
  const closeValue = encoded(`</${prefix}v></${cell}>`);
  return (out, row, instance, isBlank) => {
    if (isBlank) return out.raw(EMPTY);
    const at = { sheet, row, column, instance, columnInstance };
    const result = cells.formulaResult(content, at);
    cells.examine?.(content, at);
    if (result instanceof FormulaError) out.raw(TYPES.error);
    else if (typeof result === 'boolean') out.raw(TYPES.truth);
    else if (typeof result === 'string') out.raw(TYPES.text);
    if (attributes) out.raw(encoded(`><${prefix}f${attributes(instance)}>`));
    for (let index = 0; index < rows.length; index++) {
      out.raw(segments[index] as Markup);
      out.number((rows[index] as RowAt)(instance));
    }
    out.raw(segments[rows.length] as Markup);
    if (result === undefined || result === null) return out.raw(close);
    out.raw(typeof result === 'string' && keepsSpace(result) ? openSpaced : openValue);
    if (result instanceof FormulaError) out.text(result.code);
    else if (typeof result === 'string') out.text(result);
    else out.number(storedNumber(Number(result)));
    out.raw(closeValue);
  };
}

function formulaAttributes(
  { cell, array, dataTable, formula: { place } }: FormulaContent,
  sheet: PlacedSheet,
): ((instance: number) => string) | undefined {
  const table = dataTable?.(sheet);
  if (table !== undefined) return () => table;
  const { aca, ca } = cell.formula?.element.attributes ?? {};
  const always = isTrue(ca) ? ' ca="1"' : '';
  if (!array) return always === '' ? undefined : () => always;
  const alwaysArray = isTrue(aca) ? ' aca="1"' : '';
  const [left, right] = [columnLetters(array.left), columnLetters(array.right)];
  const at = (row: number): RowAt =>
    resolveRow(sheet.rows, place.band, { row, isFixed: false, side: 'first' });
  const [topAt, bottomAt] = [at(array.top), at(array.bottom)];
  return (instance) => {
    const [top, bottom] = [topAt(instance), bottomAt(instance)];
    const area = top === bottom && left === right ? left + top : `${left}${top}:${right}${bottom}`;
    return ` t="array" ref="${area}"${alwaysArray}${always}`;
  };
}

/** Fixed text, a row, fixed text, a row, …, fixed text: one more segment than rows. */
function segmentsAndRows(
  pieces: readonly FormulaPiece[],
  [start, end]: readonly [string, string],
  columnInstance: number,
): { segments: Markup[]; rows: RowAt[] } {
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
  return { segments: texts.map((text) => encoded(text)), rows };
}

const TYPES = { error: encoded(' t="e"'), truth: encoded(' t="b"'), text: encoded(' t="str"') };
