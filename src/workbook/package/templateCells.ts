import { TemplateError } from '../../language/templateError.js';
import { columnNumber, MAX_COLUMNS, MAX_ROWS } from '../cells/address.js';
import { isoSerial } from '../cells/numbers.js';
import { message } from '../messages.js';
import type { WorkbookError } from '../workbookError.js';
import {
  attributeText,
  childOf,
  childrenOf,
  decodeCellText,
  isTrue,
  prefixOf,
  XmlEdits,
  type XmlElement,
} from '../xml/xml.js';
import type { XmlPart } from './templatePackage.js';

export interface CellFormula {
  readonly text: string;
  readonly kind: 'normal' | 'shared' | 'array' | 'dataTable';
  readonly group: string | undefined;
  /** The cells of a shared, array or table formula. */
  readonly area: string | undefined;
  readonly element: XmlElement;
}

export interface TemplateCell {
  readonly row: number;
  readonly column: number;
  readonly element: XmlElement;
  readonly style: number;
  /** The content of a cell without a formula, or the last result of a formula. */
  readonly value: CellText | number | boolean | null;
  readonly error: string | undefined;
  readonly formula: CellFormula | undefined;
}

export interface TemplateRow {
  readonly row: number;
  readonly element: XmlElement;
  readonly cells: readonly TemplateCell[];
}

interface CellReading {
  readonly sharedStrings: readonly CellText[];
  readonly counts1904: boolean;
  /** The error for a place or text that cannot be in a sheet. */
  readonly impossible: (what: string) => WorkbookError;
}

/** The rows of a sheet by their number. Numbers may be missing in the file: they are then consecutive. */
export function readRows(part: XmlPart, shown: CellReading): Map<number, TemplateRow> {
  const rows = new Map<number, TemplateRow>();
  let last = 0;
  for (const element of childrenOf(childOf(part.root, 'sheetData'), 'row')) {
    const row = element.attributes.r === undefined ? last + 1 : Number(element.attributes.r);
    if (!Number.isInteger(row) || row <= last || row > MAX_ROWS)
      throw shown.impossible(`row "${element.attributes.r}"`);
    last = row;
    rows.set(row, { row, element, cells: readCells(row, element, part.source, shown) });
  }
  return rows;
}

function readCells(row: number, rowElement: XmlElement, source: string, shown: CellReading): TemplateCell[] {
  let last = 0;
  return childrenOf(rowElement, 'c').map((element) => {
    const letters = /^([A-Z]{1,3})[0-9]+$/i.exec(element.attributes.r ?? '')?.[1];
    const column = letters === undefined ? last + 1 : columnNumber(letters);
    if (column <= last || column > MAX_COLUMNS) throw shown.impossible(`cell "${element.attributes.r}"`);
    last = column;
    return readCell(row, column, element, source, shown);
  });
}

function readCell(
  row: number,
  column: number,
  element: XmlElement,
  source: string,
  shown: CellReading,
): TemplateCell {
  const { s, t = 'n' } = element.attributes;
  const raw = childOf(element, 'v')?.text;
  const inline = t === 'inlineStr' ? childOf(element, 'is') : undefined;
  return {
    row,
    column,
    element,
    style: s === undefined ? 0 : Number(s),
    value: inline ? readCellText(inline, source) : readValue(raw, t, shown),
    error: t === 'e' ? raw : undefined,
    formula: readFormula(childOf(element, 'f')),
  };
}

function readValue(
  raw: string | undefined,
  type: string,
  { sharedStrings, counts1904, impossible }: CellReading,
): TemplateCell['value'] {
  // An empty value counts as no value: some programs write one for every formula.
  if (raw === undefined || type === 'e' || (raw === '' && type !== 'str')) return null;
  if (type === 'n') return Number(raw);
  if (type === 's') {
    const text = sharedStrings[Number(raw)];
    // A text that is not in the list would be lost.
    if (!text) throw impossible(`text "${raw}", which its list of texts does not have`);
    return text;
  }
  if (type === 'd') return isoSerial(raw, counts1904) ?? { text: raw, runs: undefined };
  if (type === 'b') return isTrue(raw);
  return { text: decodeCellText(raw), runs: undefined };
}

function readFormula(element: XmlElement | undefined): CellFormula | undefined {
  if (!element) return undefined;
  const { t = 'normal', si, ref } = element.attributes;
  const kind = t === 'shared' || t === 'array' || t === 'dataTable' ? t : 'normal';
  return { text: element.text, kind, group: si, area: ref, element };
}

interface TextRun {
  readonly text: string;
  readonly look: string;
}

/** Text of a cell: plain, or in runs with their own formats. */
export interface CellText {
  readonly text: string;
  readonly runs: readonly TextRun[] | undefined;
}

/** Reads a shared string (`si`) or an inline one (`is`). Phonetic hints (`rPh`) are not part of the text. */
function readCellText(element: XmlElement, source: string): CellText {
  const runs = childrenOf(element, 'r').map((run) => {
    const look = childrenOf(run, 'rPr')[0];
    return { text: plainText(run), look: look ? source.slice(look.start, look.end) : '' };
  });
  if (runs.length === 0) return { text: plainText(element), runs: undefined };
  return { text: runs.map((run) => run.text).join(''), runs };
}

function plainText(element: XmlElement): string {
  return decodeCellText(
    childrenOf(element, 't')
      .map((part) => part.text)
      .join(''),
  );
}

export function readSharedStrings(part: XmlPart | undefined): CellText[] {
  if (!part) return [];
  return childrenOf(part.root, 'si').map((element) => readCellText(element, part.source));
}

/** The kind of value that a number format shows; `words` for a format that shows the same text for every number. */
export type FormatKind = 'general' | 'text' | 'date' | 'time' | 'datetime' | 'number' | 'words';

/** Built-in number formats (ECMA-376 18.8.30), for dates and times. */
const DATE_IDS = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);
const TIME_IDS = new Set([18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56]);
const FIRST_CUSTOM_ID = 164;

/** The formats that are added if a cell has none: key -> built-in ID or code. */
const ADDED = {
  date: { id: 14, code: undefined },
  time: { id: 20, code: undefined },
  duration: { id: undefined, code: '[h]:mm' },
} as const;
export type AddedFormat = keyof typeof ADDED;

/**
 * The cell formats of a workbook (its styles part): the kind of their values, and variants with another number format.
 */
export class CellFormats {
  readonly #codes = new Map<number, string>();
  readonly #formats: readonly XmlElement[];
  readonly #added = new Map<string, number>();
  readonly #addedXml: string[] = [];
  #durationId: number | undefined;

  constructor(readonly part: XmlPart | undefined) {
    const root = part?.root;
    for (const { attributes } of childrenOf(childOf(root, 'numFmts'), 'numFmt')) {
      this.#codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
    }
    this.#formats = childrenOf(childOf(root, 'cellXfs'), 'xf');
  }

  /** The code of a custom number format; empty for a built-in one. */
  codeOf(style: number): string {
    return this.#codes.get(Number(this.#formats[style]?.attributes.numFmtId ?? 0)) ?? '';
  }

  kindOf(style: number): FormatKind {
    const id = Number(this.#formats[style]?.attributes.numFmtId ?? 0);
    const code = this.#codes.get(id);
    if (code !== undefined) return parseFormatCode(code);
    if (id === 0) return 'general';
    if (id === 49) return 'text';
    if (id === 22) return 'datetime';
    if (DATE_IDS.has(id)) return 'date';
    return TIME_IDS.has(id) ? 'time' : 'number';
  }

  /** Whether text that is too long for the cell is wrapped, and the size of its font in points. */
  lineOf(style: number): { readonly wraps: boolean; readonly fontPoints: number } {
    const format = this.#formats[style];
    const font = childrenOf(childOf(this.part?.root, 'fonts'), 'font')[
      Number(format?.attributes.fontId ?? 0)
    ];
    const wraps = isTrue((format && childOf(format, 'alignment'))?.attributes.wrapText);
    return { wraps, fontPoints: Number(childOf(font, 'sz')?.attributes.val ?? 11) };
  }

  /**
   * The same cell format with a date, time or duration format; added to the styles if it is new. @throws TemplateError
   * without styles
   */
  withFormat(style: number, format: AddedFormat): number {
    const key = `${style} ${format}`;
    const known = this.#added.get(key);
    if (known !== undefined) return known;
    const base = this.#formats[style];
    if (!this.part || !base) {
      throw new TemplateError(message('cell.noStyles'));
    }
    const xml = new XmlEdits(this.part.source).copy(base, (copy) => {
      copy.setAttribute(base, 'numFmtId', String(this.#formatId(format)));
      copy.setAttribute(base, 'applyNumberFormat', '1');
    });
    const added = this.#formats.length + this.#addedXml.length;
    this.#addedXml.push(xml);
    this.#added.set(key, added);
    return added;
  }

  #formatId(format: AddedFormat): number {
    const { id, code } = ADDED[format];
    if (id !== undefined) return id;
    const known = [...this.#codes].find(([, each]) => each === code)?.[0];
    this.#durationId ??=
      known ?? [...this.#codes.keys()].reduce((last, each) => Math.max(last, each), FIRST_CUSTOM_ID - 1) + 1;
    return this.#durationId;
  }

  /** The styles part with the additions; undefined if there are none. */
  written(): string | undefined {
    const list = childOf(this.part?.root, 'cellXfs');
    if (!this.part || !list || this.#addedXml.length === 0) return undefined;
    const edits = new XmlEdits(this.part.source);
    edits.setAttribute(list, 'count', String(this.#formats.length + this.#addedXml.length));
    edits.append(list, this.#addedXml.join(''));
    if (this.#durationId !== undefined && !this.#codes.has(this.#durationId)) {
      this.#addCode(edits, this.part.root, this.#durationId, ADDED.duration.code);
    }
    return edits.apply();
  }

  #addCode(edits: XmlEdits, root: XmlElement, id: number, code: string): void {
    const prefix = prefixOf(root);
    const xml = `<${prefix}numFmt numFmtId="${id}" formatCode="${attributeText(code)}"/>`;
    const list = childOf(root, 'numFmts');
    if (!list) {
      edits.insert(root.openEnd, `<${prefix}numFmts count="1">${xml}</${prefix}numFmts>`);
      return;
    }
    edits.setAttribute(list, 'count', String(list.children.length + 1));
    edits.append(list, xml);
  }
}

/** The kind of values of a format code, by the letters of its first section outside of quotes and brackets. */
function parseFormatCode(code: string): FormatKind {
  const elapsed = /\[(h+|m+|s+)\]/i.test(code);
  const bare = (code.split(';')[0] ?? '').replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '');
  if (bare.trim().toLowerCase() === 'general') return 'general';
  if (bare.trim() === '@') return 'text';
  const letters = bare.replace(/AM\/PM|A\/P/gi, 'h');
  const hasTime = elapsed || /[hs]/i.test(letters);
  const hasDate = /[yd]/i.test(letters) || (/m/i.test(letters) && !hasTime);
  if (hasDate) return hasTime ? 'datetime' : 'date';
  if (hasTime) return 'time';
  return /[0#?]/.test(bare) ? 'number' : 'words';
}
