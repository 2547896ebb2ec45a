import { type Message, message } from '../messages.js';
import { renderRefused } from '../workbookError.js';
import { keepsSpace } from '../xml/xmlText.js';
import { CELL_CHARACTERS, cellName, columnName } from './address.js';
import { Markup } from './encoded.js';
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

const ROW = new Markup('<row r="');
const ROW_HEIGHT = new Markup('" ht="');
const ROW_HEIGHT_END = new Markup('" customHeight="1');
const TAG_END = new Markup('">');
const EMPTY_END = new Markup('"/>');
const FORMULA_END = new Markup('</f><v>');

/** The markup before the value of a cell, and after it. */
const KINDS = {
  empty: ['"/>', ''],
  number: ['"><v>', '</v></c>'],
  boolean: ['" t="b"><v>', '</v></c>'],
  text: ['" t="inlineStr"><is><t>', '</t></is></c>'],
  keptText: ['" t="inlineStr"><is><t xml:space="preserve">', '</t></is></c>'],
  formula: ['"><f>', '</v></c>'],
  textFormula: ['" t="str"><f>', '</v></c>'],
  booleanFormula: ['" t="b"><f>', '</v></c>'],
} as const;

type Kind = keyof typeof KINDS;

/**
 * Writes the `<row>` elements of a sheet as bytes, in chunks that are ready for packing. Text is written in the cells
 * themselves: a table of shared strings would have to be kept in memory until the end.
 */
export class RowWriter {
  readonly #out = new OutputBytes();
  readonly #styleIds: StyleIds;
  readonly #sheetName: string;
  #rowNumber = 0;
  readonly #rowStart = new CellStart('empty', -1, 0, '');
  /** The cell that was written last in this row. */
  #cell = this.#rowStart;

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
    const count = 'values' in row ? row.values.length : row.cells.length;
    this.#start(row.heightPoints, count === 0);
    if ('values' in row) {
      const { values, styleIds } = row;
      for (let column = 0; column < count; column += 1)
        this.#write(column, styleIds[column] ?? 0, values[column] ?? null);
    } else {
      for (const [column, cell] of row.cells.entries())
        if (cell !== undefined) this.#write(column, styleIdOf(this.#styleIds, cell.style), cell.value);
    }
    if (count > 0) this.#out.raw(this.#cell.rowEnd);
    this.#out.settle();
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
    out.raw(ROW);
    out.number(this.#rowNumber);
    if (heightPoints !== undefined) {
      out.raw(ROW_HEIGHT);
      out.number(heightPoints);
      out.raw(ROW_HEIGHT_END);
    }
    out.raw(empty ? EMPTY_END : TAG_END);
    this.#cell = this.#rowStart;
  }

  #write(column: number, styleId: number, value: CellValue): void {
    const out = this.#out;
    const cell = this.#cell.next(kindOf(value), column, styleId);
    this.#cell = cell;
    out.raw(cell.inRow(this.#rowNumber));
    if (typeof value === 'number') this.#number(value, column);
    else if (typeof value === 'string') this.#text(value, column);
    else if (typeof value === 'boolean') out.number(value ? 1 : 0);
    else if (value !== null) this.#formula(value, column);
    out.settle();
  }

  #formula({ formula, value }: Formula, column: number): void {
    const out = this.#out;
    this.#text(formula, column);
    out.raw(FORMULA_END);
    if (typeof value === 'string') this.#text(value, column);
    else this.#number(Number(value), column);
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

function kindOf(value: CellValue): Kind {
  if (typeof value === 'number') return 'number';
  if (value === null || value === '') return 'empty';
  if (typeof value === 'string') return keepsSpace(value) ? 'keptText' : 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value.value === 'string') return 'textFormula';
  return typeof value.value === 'boolean' ? 'booleanFormula' : 'formula';
}

/**
 * The markup between the value of a cell and that of the next one in its row. The rows of a table have the same cells,
 * so each cell knows those that followed it.
 */
class CellStart {
  readonly rowEnd: Markup;
  readonly #start: NumberedMarkup;
  readonly #end: string;
  readonly #following = new Map<string, CellStart>();
  #last: CellStart | undefined;

  constructor(
    readonly kind: Kind,
    readonly column: number,
    readonly styleId: number,
    endBefore: string,
  ) {
    const [start, end] = KINDS[kind];
    const style = styleId === 0 ? '' : `" s="${styleId}`;
    this.#start = new NumberedMarkup(`${endBefore}<c r="${columnName(column)}`, `${style}${start}`);
    this.#end = end;
    this.rowEnd = new Markup(`${end}</row>`);
  }

  inRow(rowNumber: number): Markup {
    return this.#start.with(rowNumber);
  }

  next(kind: Kind, column: number, styleId: number): CellStart {
    const last = this.#last;
    if (last?.kind === kind && last.styleId === styleId && last.column === column) return last;
    const key = `${kind} ${styleId} ${column}`;
    const next = this.#following.get(key) ?? new CellStart(kind, column, styleId, this.#end);
    this.#following.set(key, next);
    this.#last = next;
    return next;
  }
}

/** Markup around a number that usually grows by one. */
class NumberedMarkup {
  #markup: Markup | undefined;
  #number = 0;
  /** After the last digit. */
  #digitsEnd = 0;

  constructor(
    readonly before: string,
    readonly after: string,
  ) {}

  with(number: number): Markup {
    const digit = number % 10;
    const markup = this.#markup;
    if (markup !== undefined && number === this.#number + 1 && digit > 0) {
      markup.bytes[this.#digitsEnd - 1] = ZERO + digit;
      this.#number = number;
      return markup;
    }
    return this.#renumbered(number);
  }

  #renumbered(number: number): Markup {
    const digits = String(number);
    this.#digitsEnd = this.before.length + digits.length;
    const known = String(this.#number).length === digits.length ? this.#markup : undefined;
    known?.bytes.write(digits, this.before.length);
    this.#number = number;
    this.#markup = known ?? new Markup(`${this.before}${digits}${this.after}`);
    return this.#markup;
  }
}

const ZERO = 48;
