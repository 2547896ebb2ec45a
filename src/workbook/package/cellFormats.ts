import { message } from '../../i18n/message.js';
import { TemplateError } from '../workbookError.js';
import { attributeText } from '../xml/escapeXml.js';
import { childOf, childrenOf, isTrue, prefixOf, type XmlElement } from '../xml/parseXml.js';
import { XmlEdits } from '../xml/xmlEdits.js';
import type { XmlPart } from './templatePackage.js';

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
      throw new TemplateError(message('workbook.cell.noStyles'));
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
