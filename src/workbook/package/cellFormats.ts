import { TemplateError } from '../../language/templateError.js';
import { message } from '../messages.js';
import { childOf, childrenOf, isTrue, parseXml, prefixOf, type XmlElement } from '../xml/xml.js';
import { XmlEdits } from '../xml/xmlEdits.js';
import { attributeText } from '../xml/xmlText.js';
import type { XmlPart } from './templatePackage.js';

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

/** How the text of a cell is set. */
export interface CellLine {
  readonly wraps: boolean;
  readonly fontPoints: number;
  readonly isBold: boolean;
  /** Steps between the text and the edge of the cell. */
  readonly indent: number;
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
  readonly #filledCodes = new Set<number>();

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

  /** The codes with placeholders, which are the same in all cells: `0.00" {{say('hours')}}"`. */
  codesToFill(): readonly string[] {
    return [...this.#codes.values()].filter((code) => code.includes('{{'));
  }

  fillCodes(textOf: (code: string) => string | undefined): void {
    for (const [id, code] of this.#codes) {
      const filled = code.includes('{{') ? textOf(code) : undefined;
      if (filled === undefined) continue;
      this.#codes.set(id, filled);
      this.#filledCodes.add(id);
    }
  }

  /** The number of a built-in number format (ECMA-376 18.8.30), or of a custom one. */
  numberFormatOf(style: number): number {
    return Number(this.#formats[style]?.element.attributes.numFmtId ?? 0);
  }

  kindOf(style: number): FormatKind {
    const id = Number(this.#formats[style]?.element.attributes.numFmtId ?? 0);
    const code = this.#codes.get(id);
    if (code !== undefined) return kindOfCode(code);
    if (id === 0) return 'general';
    if (id === 49) return 'text';
    if (id === 22) return 'datetime';
    if (DATE_IDS.has(id)) return 'date';
    return TIME_IDS.has(id) ? 'time' : 'number';
  }

  /** Whether text that is too long for the cell is wrapped, its indent, and its font. */
  lineOf(style: number): CellLine {
    const format = this.#formats[style]?.element;
    const font = this.#fontAt(Number(format?.attributes.fontId ?? 0));
    const { wrapText, indent = '0' } = (format && childOf(format, 'alignment'))?.attributes ?? {};
    const bold = childOf(font, 'b');
    const isBold = bold !== undefined && isTrue(bold.attributes.val ?? '1');
    const fontPoints = Number(childOf(font, 'sz')?.attributes.val ?? 11);
    return { wraps: isTrue(wrapText), fontPoints, isBold, indent: Number(indent) };
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
    if (!this.part || !list || (added.length === 0 && this.#filledCodes.size === 0)) return undefined;
    const edits = new XmlEdits(this.part.source);
    if (added.length > 0) {
      edits.setAttribute(list, 'count', String(this.#formats.length));
      edits.append(list, added.join(''));
    }
    for (const element of childrenOf(childOf(this.part.root, 'numFmts'), 'numFmt')) {
      const id = Number(element.attributes.numFmtId);
      if (this.#filledCodes.has(id)) edits.setAttribute(element, 'formatCode', this.#codes.get(id));
    }
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
/** Asked for every cell of a column, of few codes. */
const KINDS = new Map<string, FormatKind>();
const MOST_KINDS = 10_000;

function kindOfCode(code: string): FormatKind {
  const known = KINDS.get(code) ?? parseFormatCode(code);
  if (KINDS.size < MOST_KINDS) KINDS.set(code, known);
  return known;
}

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
