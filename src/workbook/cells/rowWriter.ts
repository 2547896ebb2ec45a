import { type Message, message } from '../messages.js';
import { renderRefused } from '../workbookError.js';
import { keepsSpace } from '../xml/xmlText.js';
import { CELL_CHARACTERS, cellName, columnName } from './address.js';
import { OutputBytes } from './outputBytes.js';

/** The content of a cell. Dates and durations are numbers with a format; null is an empty cell that keeps its style. */
export type CellValue = null | string | number | boolean | Formula;

/** A formula without its `=`, with the value for viewers that do not calculate. */
interface Formula {
  readonly formula: string;
  readonly value: number | string | boolean;
}

/** A cell of a planned row; `style` names one of the workbook's styles. */
export interface Cell {
  readonly style: string;
  readonly value: CellValue;
}

/** A row in order; cells from column A on, undefined for a missing cell. */
export interface SheetRow {
  readonly cells: readonly (Cell | undefined)[];
  readonly heightPoints?: number;
}

/** A row of a long table: rows with the same styles share their array. */
export interface PlainRow {
  readonly values: readonly CellValue[];
  /** Numbers in the workbook's list of cell formats, one for each value. */
  readonly styleIds: readonly number[];
  readonly heightPoints?: number;
}

/** Style name -> number in the workbook's list of cell formats. */
export type StyleIds = ReadonlyMap<string, number>;

/** @throws RangeError if the style is not defined: a bug in a report. */
export function styleIdOf(styleIds: StyleIds, style: string): number {
  const styleId = styleIds.get(style);
  if (styleId === undefined) throw new RangeError(`no style named ${style}`);
  return styleId;
}

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

const ROW = ascii('<row r="');
const ROW_HEIGHT = ascii('" ht="');
const ROW_HEIGHT_END = ascii('" customHeight="1');
const TAG_END = ascii('">');
const EMPTY_END = ascii('"/>');
const ROW_END = ascii('</row>');
const VALUE_END = ascii('</v></c>');
const INLINE_END = ascii('</t></is></c>');
const FORMULA_END = ascii('</f><v>');
const NOTHING = ascii('');
const ZERO = 48;
const NINE = 57;

/**
 * Writes the `<row>` elements of a sheet as bytes, in chunks that are ready for packing. Text is written in the cells
 * themselves: a table of shared strings would have to be kept in memory until the end.
 */
export class RowWriter {
  readonly #out = new OutputBytes();
  readonly #styleIds: StyleIds;
  readonly #sheetName: string;
  #rowNumber = 0;
  #rowDigits = ascii('0');

  /** @param sheetName for messages @param head the XML before the rows */
  constructor(styleIds: StyleIds, sheetName: string, head = '') {
    this.#out.long(Buffer.from(head));
    this.#styleIds = styleIds;
    this.#sheetName = sheetName;
  }

  /**
   * Writes the next row; the first is row 1.
   * @throws WorkbookError RENDER_REFUSED for a number that is not finite or a text that is too long.
   */
  write(row: SheetRow | PlainRow): void {
    this.#rowNumber += 1;
    this.#rowDigits = nextDigits(this.#rowDigits);
    const count = 'values' in row ? row.values.length : row.cells.length;
    this.#start(row.heightPoints, count === 0);
    if ('values' in row) {
      const { values, styleIds } = row;
      for (let column = 0; column < count; column += 1)
        this.#cell(column, styleIds[column] ?? 0, values[column] ?? null);
    } else {
      for (const [column, cell] of row.cells.entries())
        if (cell !== undefined) this.#cell(column, styleIdOf(this.#styleIds, cell.style), cell.value);
    }
    if (count > 0) this.#out.raw(ROW_END);
  }

  /** The chunks that were filled since the last call; to be requested after every row. */
  takeChunks(): Uint8Array[] {
    return this.#out.takeChunks();
  }

  /** The remaining bytes after all rows, with the XML that follows them. */
  rest(tail = ''): Uint8Array {
    this.#out.long(Buffer.from(tail));
    return this.#out.takeRest();
  }

  #start(heightPoints: number | undefined, empty: boolean): void {
    const out = this.#out;
    out.raw3(ROW, this.#rowDigits, heightPoints === undefined ? NOTHING : ROW_HEIGHT);
    if (heightPoints !== undefined) {
      out.number(heightPoints);
      out.raw(ROW_HEIGHT_END);
    }
    out.raw(empty ? EMPTY_END : TAG_END);
  }

  #cell(column: number, styleId: number, value: CellValue): void {
    const out = this.#out;
    const middles = middlesOf(styleId);
    const head = columnHead(column);
    if (typeof value === 'number') {
      out.raw3(head, this.#rowDigits, middles.number);
      this.#number(value, column);
      out.raw(VALUE_END);
    } else if (value === null || value === '') {
      out.raw3(head, this.#rowDigits, middles.empty);
    } else if (typeof value === 'string') {
      out.raw3(head, this.#rowDigits, keepsSpace(value) ? middles.keptText : middles.text);
      this.#text(value, column);
      out.raw(INLINE_END);
    } else if (typeof value === 'boolean') {
      out.raw3(head, this.#rowDigits, middles.boolean);
      out.number(value ? 1 : 0);
      out.raw(VALUE_END);
    } else {
      out.raw3(head, this.#rowDigits, middles[formulaKind(value)]);
      this.#formula(value, column);
    }
    out.settle();
  }

  #formula({ formula, value }: Formula, column: number): void {
    const out = this.#out;
    this.#text(formula, column);
    out.raw(FORMULA_END);
    if (typeof value === 'string') this.#text(value, column);
    else this.#number(Number(value), column);
    out.raw(VALUE_END);
  }

  #number(value: number, column: number): void {
    if (!Number.isFinite(value))
      this.#refuse(column, (place) => message('value.notNumber', { ...place, value }));
    this.#out.number(value);
  }

  #text(text: string, column: number): void {
    if (text.length > CELL_CHARACTERS) {
      const size = { length: text.length, most: CELL_CHARACTERS };
      this.#refuse(column, (place) => message('value.textTooLong', { ...place, ...size }));
    }
    this.#out.text(text);
  }

  #refuse(column: number, problem: (place: { sheet: string; cell: string }) => Message): never {
    const cell = cellName(column, this.#rowNumber);
    throw renderRefused(this.#sheetName, problem({ sheet: this.#sheetName, cell }), cell);
  }
}

/** Increments the number in place: most rows change the last digit only. */
function nextDigits(digits: Buffer): Buffer {
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    const digit = digits[at] as number;
    if (digit < NINE) {
      digits[at] = digit + 1;
      return digits;
    }
    digits[at] = ZERO;
  }
  return ascii(`1${'0'.repeat(digits.length)}`);
}

const MIDDLES = {
  empty: '"/>',
  number: '"><v>',
  boolean: '" t="b"><v>',
  text: '" t="inlineStr"><is><t>',
  keptText: '" t="inlineStr"><is><t xml:space="preserve">',
  formula: '"><f>',
  textFormula: '" t="str"><f>',
  booleanFormula: '" t="b"><f>',
} as const;

type Kind = keyof typeof MIDDLES;
type Middles = Readonly<Record<Kind, Buffer>>;

const columnHeads: Buffer[] = [];
const middlesByStyle: Middles[] = [];

/** `<c r="AB`, up to the row's number. */
function columnHead(column: number): Buffer {
  const known = columnHeads[column];
  if (known !== undefined) return known;
  const bytes = ascii(`<c r="${columnName(column)}`);
  columnHeads[column] = bytes;
  return bytes;
}

function middlesOf(styleId: number): Middles {
  const known = middlesByStyle[styleId];
  if (known !== undefined) return known;
  const style = styleId === 0 ? '' : `" s="${styleId}`;
  const entries = Object.entries(MIDDLES).map(([kind, text]) => [kind, ascii(style + text)]);
  const middles = Object.fromEntries(entries) as Middles;
  middlesByStyle[styleId] = middles;
  return middles;
}

function formulaKind({ value }: Formula): Kind {
  if (typeof value === 'string') return 'textFormula';
  return typeof value === 'boolean' ? 'booleanFormula' : 'formula';
}
