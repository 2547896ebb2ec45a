import { CELL_CHARACTERS } from '../limits.js';
import { WorkbookError } from '../workbookError.js';
import { cellName } from './address.js';
import { ascii, columnHead, formulaKind, middlesOf } from './cellSegments.js';
import { keepsSpace } from './escapeText.js';
import { OutputBytes } from './outputBytes.js';
import { type CellValue, type Formula, type PlainRow, type SheetRow, type StyleIds, styleIdOf } from './sheetRow.js';

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
 * Writes the `<row>` elements of a sheet as bytes, in chunks that are ready for packing. Text stands in the cells
 * themselves: a table of shared texts would have to be held until the end.
 */
export class RowWriter {
  readonly #out = new OutputBytes();
  readonly #styleIds: StyleIds;
  readonly #sheetName: string;
  readonly #full: Uint8Array[] = [];
  #rowNumber = 0;
  #rowDigits = ascii('0');

  /** @param sheetName for messages @param head what stands before the rows */
  constructor(styleIds: StyleIds, sheetName: string, head = '') {
    this.#out.raw(Buffer.from(head));
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
    if ('values' in row) this.#writePlain(row);
    else this.#writePlanned(row);
  }

  /** The chunks that got full since the last call; to be asked for after every row. */
  takeChunks(): Uint8Array[] {
    return this.#full.length === 0 ? this.#full : this.#full.splice(0);
  }

  /** What is left when all rows are written, and what stands behind them. */
  rest(tail = ''): Uint8Array {
    this.#out.raw(Buffer.from(tail));
    return this.#out.takeRest();
  }

  #writePlain({ values, styleIds, heightPoints }: PlainRow): void {
    this.#start(heightPoints, values.length === 0);
    for (let column = 0; column < values.length; column += 1) {
      this.#cell(column, styleIds[column] ?? 0, values[column] ?? null);
    }
    if (values.length > 0) this.#out.raw(ROW_END);
  }

  #writePlanned({ cells, heightPoints }: SheetRow): void {
    this.#start(heightPoints, cells.length === 0);
    for (const [column, cell] of cells.entries()) {
      if (cell !== undefined) this.#cell(column, styleIdOf(this.#styleIds, cell.style), cell.value);
    }
    if (cells.length > 0) this.#out.raw(ROW_END);
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
    const chunk = out.takeChunk();
    if (chunk !== undefined) this.#full.push(chunk);
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
    if (!Number.isFinite(value)) this.#refuse(column, `${value} is not a number`);
    this.#out.number(value);
  }

  #text(text: string, column: number): void {
    if (text.length > CELL_CHARACTERS) {
      this.#refuse(
        column,
        `a text of ${text.length} characters does not fit; Excel holds ${CELL_CHARACTERS}`,
      );
    }
    this.#out.text(text);
  }

  #refuse(column: number, problem: string): never {
    const cell = cellName(column, this.#rowNumber);
    const message = `sheet "${this.#sheetName}", cell ${cell}: ${problem}`;
    throw new WorkbookError('RENDER_REFUSED', message, {
      record: `${this.#sheetName}!${cell}`,
      sheet: this.#sheetName,
      cell,
    });
  }
}

/** Counts on by one in place: most rows change the last digit only. */
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
