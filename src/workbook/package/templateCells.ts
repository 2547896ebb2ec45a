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
  parseXml,
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

/** The cells of a row, with an empty one without a format in each of these columns that has none. */
export function addedCells({ row, element, cells }: TemplateRow, columns: readonly number[]): TemplateCell[] {
  const known = new Set(cells.map(({ column }) => column));
  const missing = columns.filter((column) => !known.has(column));
  const name = `${prefixOf(element)}c`;
  // It has no place in the source, so nothing of it is copied.
  const nowhere = { start: 0, openEnd: 0, closeStart: 0, end: 0 };
  const added = missing.map((column): TemplateCell => {
    const written = { name, local: 'c', attributes: {}, parent: element, children: [], text: '', ...nowhere };
    return { row, column, element: written, style: 0, value: null, error: undefined, formula: undefined };
  });
  return [...cells, ...added].sort((a, b) => a.column - b.column);
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

/** A cell format of the file, or an added one, with the XML that contains it. */
interface Format {
  readonly element: XmlElement;
  readonly source: string;
}

interface CellLine {
  readonly wraps: boolean;
  readonly fontPoints: number;
  readonly isBold: boolean;
}

/** The formats that are added if a cell has none: key -> built-in ID or code. */
const ADDED = {
  date: { id: 14, code: undefined },
  time: { id: 20, code: undefined },
  duration: { id: undefined, code: '[h]:mm' },
  decimal: { id: 2, code: undefined },
} as const;
/** One of these, or a code such as `dd/mm/yyyy`. */
export type AddedFormat = keyof typeof ADDED | { readonly code: string };

/**
 * The cell formats of a workbook (its styles part): the kind of their values, and variants with another number format.
 */
export class CellFormats {
  readonly #codes = new Map<number, string>();
  readonly #formats: Format[];
  readonly #drawnCount: number;
  readonly #added = new Map<string, number>();
  readonly #addedFonts: string[] = [];
  /** The codes that are added, with their numbers. */
  readonly #addedCodes = new Map<string, number>();

  constructor(readonly part: XmlPart | undefined) {
    const root = part?.root;
    for (const { attributes } of childrenOf(childOf(root, 'numFmts'), 'numFmt')) {
      this.#codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
    }
    const source = part?.source ?? '';
    this.#formats = childrenOf(childOf(root, 'cellXfs'), 'xf').map((element) => ({ element, source }));
    this.#drawnCount = this.#formats.length;
  }

  /** The code of a custom number format; empty for a built-in one. */
  codeOf(style: number): string {
    return this.#codes.get(Number(this.#formats[style]?.element.attributes.numFmtId ?? 0)) ?? '';
  }

  /** The number of a built-in number format (ECMA-376 18.8.30), or of a custom one. */
  numberFormatOf(style: number): number {
    return Number(this.#formats[style]?.element.attributes.numFmtId ?? 0);
  }

  kindOf(style: number): FormatKind {
    const id = Number(this.#formats[style]?.element.attributes.numFmtId ?? 0);
    const code = this.#codes.get(id);
    if (code !== undefined) return parseFormatCode(code);
    if (id === 0) return 'general';
    if (id === 49) return 'text';
    if (id === 22) return 'datetime';
    if (DATE_IDS.has(id)) return 'date';
    return TIME_IDS.has(id) ? 'time' : 'number';
  }

  /** Whether text that is too long for the cell is wrapped, and its font: the size in points, and whether it is bold. */
  lineOf(style: number): CellLine {
    const format = this.#formats[style]?.element;
    const font = this.#fontAt(Number(format?.attributes.fontId ?? 0));
    const wraps = isTrue((format && childOf(format, 'alignment'))?.attributes.wrapText);
    const bold = childOf(font, 'b');
    const isBold = bold !== undefined && isTrue(bold.attributes.val ?? '1');
    return { wraps, fontPoints: Number(childOf(font, 'sz')?.attributes.val ?? 11), isBold };
  }

  #fontAt(id: number): XmlElement | undefined {
    const fonts = childrenOf(childOf(this.part?.root, 'fonts'), 'font');
    const added = this.#addedFonts[id - fonts.length];
    return fonts[id] ?? (added === undefined ? undefined : parseXml(added, 'styles'));
  }

  /**
   * The same cell format with a date, time or duration format; added to the styles if it is new. @throws TemplateError
   * without styles
   */
  withFormat(style: number, format: AddedFormat): number {
    const key = `${style} ${typeof format === 'object' ? format.code : format}`;
    const known = this.#added.get(key);
    if (known !== undefined) return known;
    const base = this.#formats[style];
    if (!this.part || !base) {
      throw new TemplateError(message('cell.noStyles'));
    }
    const { element, source } = base;
    const xml = new XmlEdits(source).copy(element, (copy) => {
      copy.setAttribute(element, 'numFmtId', String(this.#formatId(format)));
      copy.setAttribute(element, 'applyNumberFormat', '1');
    });
    return this.#add(key, xml);
  }

  /**
   * The same cell format with what another one has of its own: colours, borders, alignment, what differs in its font,
   * and a number format for the same kind of values; added to the styles if it is new.
   */
  withLook(style: number, model: number): number {
    const key = `${style} like ${model}`;
    const known = this.#added.get(key);
    if (known !== undefined) return known;
    const base = this.#formats[style]?.element;
    const other = this.#formats[model]?.element;
    const source = this.#formats[style]?.source ?? '';
    if (!base || !other) return style;
    const attributes = this.#lookAttributes(style, model);
    const alignment = mergedElement(childOf(base, 'alignment'), childOf(other, 'alignment'), base);
    const inside = base.children
      .filter(({ local }) => local !== 'alignment')
      .map(({ start, end }) => source.slice(start, end));
    const written = Object.entries({ ...base.attributes, ...attributes })
      .map(([name, value]) => ` ${name}="${attributeText(value)}"`)
      .join('');
    return this.#add(key, `<${base.name}${written}>${alignment}${inside.join('')}</${base.name}>`);
  }

  #lookAttributes(style: number, model: number): Record<string, string> {
    const [base = {}, other = {}] = [style, model].map((each) => this.#formats[each]?.element.attributes);
    const taken = (name: string): boolean => (other[name] ?? '0') !== '0';
    const isAlike = this.kindOf(model) === this.kindOf(style);
    return {
      ...(taken('fillId') ? { fillId: other.fillId ?? '0', applyFill: '1' } : {}),
      ...(taken('borderId') ? { borderId: other.borderId ?? '0', applyBorder: '1' } : {}),
      ...(taken('numFmtId') && isAlike ? { numFmtId: other.numFmtId ?? '0', applyNumberFormat: '1' } : {}),
      ...(taken('fontId')
        ? { fontId: String(this.#mergedFont(base.fontId ?? '0', other.fontId ?? '0')), applyFont: '1' }
        : {}),
      applyAlignment: '1',
    };
  }

  /** A font with what differs between another one and the first of the workbook: its colour, its weight, its size. */
  #mergedFont(base: string, other: string): number {
    const fonts = childrenOf(childOf(this.part?.root, 'fonts'), 'font');
    const source = this.part?.source ?? '';
    const textOf = ({ start, end }: XmlElement): string => source.slice(start, end);
    const [usual, own, model] = [fonts[0], fonts[Number(base)], fonts[Number(other)]];
    if (!own || !model) return Number(other);
    const usualTexts = new Set(usual?.children.map(textOf));
    const taken = model.children.filter((child) => !usualTexts.has(textOf(child)));
    const kept = own.children.filter(({ local }) => !taken.some((child) => child.local === local));
    const inside = [...kept, ...taken]
      .sort((a, b) => FONT_PARTS.indexOf(a.local) - FONT_PARTS.indexOf(b.local))
      .map(textOf)
      .join('');
    const found = fonts.findIndex((font) => font.children.map(textOf).join('') === inside);
    if (found >= 0) return found;
    const xml = `<${own.name}>${inside}</${own.name}>`;
    const added = this.#addedFonts.indexOf(xml);
    return fonts.length + (added >= 0 ? added : this.#addedFonts.push(xml) - 1);
  }

  #add(key: string, xml: string): number {
    const added = this.#formats.length;
    this.#formats.push({ element: parseXml(xml, 'styles'), source: xml });
    this.#added.set(key, added);
    return added;
  }

  #formatId(format: AddedFormat): number {
    const { id, code } = typeof format === 'object' ? { ...format, id: undefined } : ADDED[format];
    if (id !== undefined) return id;
    const known = [...this.#codes].find(([, each]) => each === code)?.[0] ?? this.#addedCodes.get(code);
    if (known !== undefined) return known;
    const taken = [...this.#codes.keys(), ...this.#addedCodes.values()];
    const added = taken.reduce((last, each) => Math.max(last, each), FIRST_CUSTOM_ID - 1) + 1;
    this.#addedCodes.set(code, added);
    return added;
  }

  /** The styles part with the additions; undefined if there are none. */
  written(): string | undefined {
    const list = childOf(this.part?.root, 'cellXfs');
    const added = this.#formats.slice(this.#drawnCount).map(({ source }) => source);
    if (!this.part || !list || added.length === 0) return undefined;
    const edits = new XmlEdits(this.part.source);
    edits.setAttribute(list, 'count', String(this.#formats.length));
    edits.append(list, added.join(''));
    const fonts = childOf(this.part.root, 'fonts');
    if (fonts && this.#addedFonts.length > 0) {
      edits.setAttribute(fonts, 'count', String(fonts.children.length + this.#addedFonts.length));
      edits.append(fonts, this.#addedFonts.join(''));
    }
    if (this.#addedCodes.size > 0) this.#addCodes(edits, this.part.root);
    return edits.apply();
  }

  #addCodes(edits: XmlEdits, root: XmlElement): void {
    const prefix = prefixOf(root);
    const added = [...this.#addedCodes].map(([code, id]) => {
      return `<${prefix}numFmt numFmtId="${id}" formatCode="${attributeText(code)}"/>`;
    });
    const list = childOf(root, 'numFmts');
    const count = (list?.children.length ?? 0) + added.length;
    if (list) {
      edits.setAttribute(list, 'count', String(count));
      edits.append(list, added.join(''));
    } else {
      edits.insert(root.openEnd, `<${prefix}numFmts count="${count}">${added.join('')}</${prefix}numFmts>`);
    }
  }
}

/** The parts of a font in the order in which Excel writes them. */
const FONT_PARTS =
  'b i strike condense extend outline shadow u vertAlign sz color name family charset scheme'.split(' ');

/** An element with the attributes of both, those of the second first. */
function mergedElement(
  base: XmlElement | undefined,
  other: XmlElement | undefined,
  around: XmlElement,
): string {
  const attributes = Object.entries({ ...base?.attributes, ...other?.attributes });
  if (attributes.length === 0) return '';
  const written = attributes.map(([name, value]) => ` ${name}="${attributeText(value)}"`).join('');
  return `<${prefixOf(around)}alignment${written}/>`;
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
