import { columnNumber, MAX_COLUMNS, MAX_ROWS, parseArea } from '../cells/address.js';
import { message } from '../messages.js';
import { invalidTemplate, shortQuote, type WorkbookError } from '../workbookError.js';
import {
  childOf,
  childrenOf,
  isTrue,
  prefixedAttribute,
  readXmlStream,
  type XmlHandlers,
} from '../xml/xml.js';
import { decodeCellText } from '../xml/xmlText.js';
import { CellFormats } from './cellFormats.js';
import { openTemplate, type TemplatePackage } from './templatePackage.js';

/** A row of a sheet with content, with its cells as displayed. */
export interface ReadRow {
  readonly sheet: string;
  readonly number: number;
  readonly cells: readonly string[];
  /** The column number of each cell, as in Excel. */
  readonly columns: readonly number[];
}

/** What all sheets of a foreign workbook may contain together, because it is kept in memory. */
export interface ShownLimits {
  readonly rows: number;
  readonly cells: number;
  readonly columns: number;
  /** Rows of a sheet after which the rest is left out. @default all are read */
  readonly shownRows?: number;
}

/** For files that this program wrote. */
const UNLIMITED: ShownLimits = {
  rows: Number.POSITIVE_INFINITY,
  cells: Number.POSITIVE_INFINITY,
  columns: MAX_COLUMNS,
};

interface Reading extends ShownLimits {
  readonly file: TemplatePackage;
  readonly texts: readonly string[];
  readonly formats: CellFormats;
  /** The number of the day before the first one: Excel on the Mac counted from 1904. */
  readonly firstDayMs: number;
}

/** A cell within a merged area shows the area's first cell. More than that is no table of a person. */
const MOST_MERGED_CELLS = 200_000;

/**
 * The rows of a workbook, sheet by sheet. The file is not trusted: sizes, names and XML are checked before they are used.
 * @param name of the file in messages
 * @param limits @default none, for files that this program wrote
 * @throws WorkbookError TEMPLATE_INVALID
 */
export async function rowsAsShown(
  bytes: Uint8Array,
  name: string,
  limits: ShownLimits = UNLIMITED,
): Promise<readonly ReadRow[]> {
  const file = await openTemplate(bytes, name);
  const [workbookPart = ''] = file.related('', 'officeDocument');
  const { root } = file.xml(workbookPart);
  const counts1904 = isTrue(childOf(root, 'workbookPr')?.attributes.date1904);
  const [styles] = file.related(workbookPart, 'styles');
  const reading: Reading = {
    ...limits,
    file,
    texts: readTexts(file, file.related(workbookPart, 'sharedStrings')[0], limits),
    formats: new CellFormats(styles === undefined ? undefined : file.xml(styles)),
    firstDayMs: counts1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30),
  };
  const targets = new Map(file.relationships(workbookPart).map(({ id, target }) => [id, target]));
  const found: ReadRow[] = [];
  for (const { attributes, ...sheet } of childrenOf(childOf(root, 'sheets'), 'sheet')) {
    const target = targets.get(prefixedAttribute({ attributes, ...sheet }, 'id') ?? '');
    // A sheet that is only a chart has no rows.
    if (target === undefined || !/worksheet/i.test(target)) continue;
    const reader = new SheetReader(attributes.name ?? '', reading, found.length);
    readXmlStream(file.text(target), shortQuote(target), reader);
    for (const row of reader.rows()) found.push(row);
  }
  return found;
}

/** The texts that cells share. */
function readTexts(file: TemplatePackage, part: string | undefined, { cells }: ShownLimits): string[] {
  const texts: string[] = [];
  const open: string[] = [];
  let text = '';
  if (part === undefined) return texts;
  readXmlStream(file.text(part), shortQuote(part), {
    open: (name) => {
      open.push(name);
      if (name === 'si') text = '';
    },
    // Phonetic hints are not part of the text.
    text: (more) => {
      if (open.at(-1) === 't' && !open.includes('rPh')) text += more;
    },
    close: (name) => {
      open.pop();
      if (name !== 'si') return true;
      texts.push(decodeCellText(text));
      if (texts.length > cells) throw tooMuch(file, 'cells', cells);
      return true;
    },
  });
  return texts;
}

function tooMuch(file: TemplatePackage, what: 'rows' | 'cells' | 'columns' | 'merged', most: number) {
  return invalidTemplate(message('shown.tooMuch', { file: file.subject, what, most }));
}

/** Reads the rows of a sheet while its XML is parsed. */
class SheetReader implements XmlHandlers {
  readonly #sheet: string;
  readonly #reading: Reading;
  readonly #rows = new Map<number, GrowingRow>();
  readonly #open: string[] = [];
  readonly #earlierRows: number;
  #row = 0;
  #column = 0;
  #cells = 0;
  #merged = 0;
  #attributes: Readonly<Record<string, string>> = {};
  #value: string | undefined;
  #inline = '';

  constructor(sheet: string, reading: Reading, earlierRows: number) {
    this.#sheet = sheet;
    this.#reading = reading;
    this.#earlierRows = earlierRows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#open.push(name);
    if (name === 'row') this.#beginRow(attributes.r);
    else if (name === 'c') this.#beginCell(attributes);
    else if (name === 'v') this.#value = '';
    else if (name === 'mergeCell') this.#merge(attributes.ref ?? '');
  }

  text(more: string): void {
    const name = this.#open.at(-1);
    if (name === 'v') this.#value = (this.#value ?? '') + more;
    else if (name === 't' && this.#open.includes('is') && !this.#open.includes('rPh')) this.#inline += more;
  }

  /** Whether to read on. */
  close(name: string): boolean {
    this.#open.pop();
    if (name === 'c') this.#endCell();
    return name !== 'row' || this.#rows.size < (this.#reading.shownRows ?? MAX_ROWS);
  }

  *rows(): Iterable<ReadRow> {
    // A merged area may begin rows that have no cell of their own.
    const rows = [...this.#rows].sort(([one], [other]) => one - other);
    for (const [number, { columns, cells }] of rows) yield { sheet: this.#sheet, number, cells, columns };
  }

  #beginRow(given: string | undefined): void {
    const number = given === undefined ? this.#row + 1 : Number(given);
    if (!Number.isInteger(number) || number <= this.#row || number > MAX_ROWS)
      throw this.#impossible(`row "${given}"`);
    this.#row = number;
    this.#column = 0;
  }

  #beginCell(attributes: Readonly<Record<string, string>>): void {
    const { r = '' } = attributes;
    const letters = /^([A-Z]{1,3})[0-9]+$/i.exec(r)?.[1];
    const column = letters === undefined ? this.#column + 1 : columnNumber(letters);
    if (column <= this.#column || column > MAX_COLUMNS) throw this.#impossible(`cell "${r}"`);
    this.#column = column;
    this.#attributes = attributes;
    this.#value = undefined;
    this.#inline = '';
  }

  #endCell(): void {
    const text = this.#shown();
    if (text === undefined) return;
    const { file, rows, cells, columns } = this.#reading;
    this.#cells += 1;
    if (this.#cells > cells) throw tooMuch(file, 'cells', cells);
    if (this.#column > columns) throw tooMuch(file, 'columns', columns);
    const row = this.#rowAt(this.#row);
    row.columns.push(this.#column);
    row.cells.push(text);
    if (this.#rows.size + this.#earlierRows > rows) throw tooMuch(file, 'rows', rows);
  }

  /** The text of the current cell; undefined if it is empty. */
  #shown(): string | undefined {
    const { t = 'n', s = '0' } = this.#attributes;
    const raw = this.#value;
    if (t === 'inlineStr') return decodeCellText(this.#inline);
    if (raw === undefined || (raw === '' && t !== 'str')) return undefined;
    if (t === 'n') return this.#numberText(Number(raw), Number(s));
    if (t === 'b') return String(isTrue(raw));
    if (t === 'd') return timeText(new Date(`${raw.replace(/Z$/, '')}Z`), '');
    if (t !== 's') return decodeCellText(raw);
    const text = this.#reading.texts[Number(raw)];
    if (text === undefined) throw this.#impossible(`text "${raw}", which its list of texts does not have`);
    return text;
  }

  #numberText(value: number, style: number): string {
    const { formats, firstDayMs } = this.#reading;
    const code = formats.codeOf(style);
    if (['date', 'time', 'datetime'].includes(formats.kindOf(style)))
      return timeText(new Date(firstDayMs + Math.round(value * DAY_MS)), code, firstDayMs);
    const text = String(value);
    // `00000` shows 42 as 00042.
    return /^0+$/.test(code) && /^\d+$/.test(text) ? text.padStart(code.length, '0') : text;
  }

  /** The cells of a merged area show its first cell. */
  #merge(reference: string): void {
    const area = parseArea(reference);
    if (area === undefined) return;
    const { top, bottom, left, right } = area;
    this.#merged += (bottom - top + 1) * (right - left + 1);
    if (this.#merged > MOST_MERGED_CELLS) throw tooMuch(this.#reading.file, 'merged', MOST_MERGED_CELLS);
    const first = this.#rows.get(top);
    const text = first?.cells[first.columns.indexOf(left)];
    if (text === undefined) return;
    for (let number = top; number <= bottom; number += 1) {
      const row = this.#rowAt(number);
      for (let column = left; column <= right; column += 1) setCell(row, column, text);
    }
  }

  #rowAt(number: number): GrowingRow {
    const row = this.#rows.get(number) ?? { columns: [], cells: [] };
    this.#rows.set(number, row);
    return row;
  }

  #impossible(what: string): WorkbookError {
    const { file } = this.#reading;
    const facts = { file: file.subject, sheet: shortQuote(this.#sheet), place: shortQuote(what) };
    return invalidTemplate(message('file.impossiblePlace', facts));
  }
}

/** The columns are in their order. */
interface GrowingRow {
  readonly columns: number[];
  readonly cells: string[];
}

function setCell({ columns, cells }: GrowingRow, column: number, text: string): void {
  const found = columns.findIndex((each) => each >= column);
  const at = found < 0 ? columns.length : found;
  const replaced = columns[at] === column ? 1 : 0;
  columns.splice(at, replaced, column);
  cells.splice(at, replaced, text);
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Hours and minutes for a duration; otherwise the date, with its time if it has one. */
function timeText(value: Date, format: string, firstDayMs = 0): string {
  if (Number.isNaN(value.getTime())) return '';
  if (/\[h+\]/i.test(format)) {
    const minutes = Math.round((value.getTime() - firstDayMs) / MINUTE_MS);
    return `${Math.trunc(minutes / 60)}:${String(Math.abs(minutes % 60)).padStart(2, '0')}`;
  }
  const text = value.toISOString().slice(0, 16).replace('T', ' ');
  return text.endsWith(' 00:00') ? text.slice(0, 10) : text;
}
