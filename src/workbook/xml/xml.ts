import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { message, type Text } from '../messages.js';
import { invalidTemplate, shortQuote } from '../workbookError.js';

/**
 * Characters that XML does not allow, or should not contain: control characters, halves of pairs, and two
 * non-characters.
 */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;
const UNKNOWN = '\ufffd';
export const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text as XML character data. Characters that XML does not allow become a question mark. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, UNKNOWN).replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

/** Text as the value of an attribute in double quotes. */
export function attributeText(text: string): string {
  const known = text.replace(FORBIDDEN, UNKNOWN);
  return known.replace(
    /[&<>"\t\n\r]/g,
    (character) => ENTITIES[character] ?? `&#${character.charCodeAt(0)};`,
  );
}

/** Text as stored in cells: `_x0007_` is the escape of a character that XML does not allow (ECMA-376 22.9.2.19). */
export function decodeCellText(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * XML 1.0 does not allow these: controls except TAB and LF, half a surrogate pair, and two more. CR would become LF.
 */
const UNHOLDABLE = String.raw`(?![\t\n\u007f-\u009f])\p{Cc}|\p{Cs}|[\ufffe\uffff]`;
const NEEDS_ESCAPE = new RegExp(`[&<>"]|_x[0-9A-Fa-f]{4}_|${UNHOLDABLE}`, 'u');
const EACH = new RegExp(`[&<>"]|_(?=x[0-9A-Fa-f]{4}_)|${UNHOLDABLE}`, 'gu');

/**
 * Text as stored in a part of a workbook. Characters that XML does not allow are written `_xHHHH_`, and text that looks
 * like that is escaped (ECMA-376 part 1, 22.9.2.19, ST_Xstring).
 */
export function escapeText(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text;
  return text.replace(EACH, (found) => {
    const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return ENTITIES[found] ?? `_x${code}_`;
  });
}

/** Spaces at the ends of a text, and line breaks, may be lost without `xml:space="preserve"`. */
export function keepsSpace(text: string): boolean {
  return text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32 || text.includes('\n');
}

/** A limit against hostile files, above the nesting of any office document. */
const MAX_DEPTH = 200;
/** More attributes than an element of any office document has. */
const MAX_ATTRIBUTES = 1_000;

// Most elements of a large sheet have no children or no attributes: these share one object.
const NO_CHILDREN: XmlElement[] = [];
const NOTHING: Readonly<Record<string, string>> = Object.freeze(Object.create(null));

type Growing = { -readonly [Key in keyof Omit<XmlElement, 'children'>]: XmlElement[Key] } & {
  children: XmlElement[];
};

/** What is limited in all parts together. */
export type XmlCount = 'characters' | 'cells' | 'elements' | 'attributes';

/**
 * Reads an XML part. A document type declaration is refused, so no entity except the five of XML is ever resolved.
 * @param subject names the file and part in messages.
 * @param count is told what the part contains; it may throw
 * @throws WorkbookError TEMPLATE_INVALID
 */
export function parseXml(
  source: string,
  subject: Text,
  count: (kind: XmlCount, count: number) => void = () => {},
): XmlElement {
  const parser = new SaxesParser();
  const open: Growing[] = [];
  let root: Growing | undefined;
  count('characters', source.length);
  const takeAttributes = refuseHostile(parser, subject);
  parser.on('opentag', (tag) => {
    count('elements', 1);
    count('attributes', takeAttributes());
    if (open.length >= MAX_DEPTH)
      throw invalidTemplate(message('xml.tooDeep', { file: subject, most: MAX_DEPTH }));
    const parent = open.at(-1);
    const element = openElement(tag, parent, source, parser.position);
    if (parent?.children === NO_CHILDREN) parent.children = [element];
    else parent?.children.push(element);
    if (element.local === 'c' && parent?.local === 'row') count('cells', 1);
    root ??= element;
    open.push(element);
  });
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', (tag) => {
    const element = open.pop();
    if (!element) return;
    element.end = parser.position;
    element.closeStart = tag.isSelfClosing ? element.end : source.lastIndexOf('<', element.end - 1);
  });
  parser.write(source).close();
  if (!root) throw invalidTemplate(message('xml.empty', { file: subject }));
  return root;
}

/** What is told about the elements of a part while it is read; names are without prefix. */
export interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  /** Whether to read on. */
  close(name: string): boolean;
}

/** The characters that are parsed before it is asked whether to read on. */
const STREAMED_CHARACTERS = 65_536;

/** Reads an XML part without keeping its elements: a sheet may have millions. @throws as `parseXml` */
export function readXmlStream(source: string, subject: Text, handlers: XmlHandlers): void {
  const parser = new SaxesParser();
  const takeAttributes = refuseHostile(parser, subject);
  let depth = 0;
  let isRead = false;
  parser.on('opentag', ({ name, attributes }) => {
    takeAttributes();
    depth += 1;
    if (depth > MAX_DEPTH) throw invalidTemplate(message('xml.tooDeep', { file: subject, most: MAX_DEPTH }));
    if (!isRead) handlers.open(localName(name), attributes);
  });
  const addText = (text: string): void => {
    if (!isRead) handlers.text(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    if (!isRead) isRead = !handlers.close(localName(name));
  });
  for (let at = 0; at < source.length; at += STREAMED_CHARACTERS) {
    parser.write(source.slice(at, at + STREAMED_CHARACTERS));
    if (isRead) return;
  }
  parser.close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/**
 * Refuses constructs that office documents never contain.
 * @returns the number of attributes since the last call: one more event of the parser would halve its speed
 */
function refuseHostile(parser: SaxesParser, subject: Text): () => number {
  parser.on('doctype', () => {
    throw invalidTemplate(message('xml.dtd', { file: subject }));
  });
  parser.on('error', (error) => {
    const facts = { file: subject, reason: shortQuote(error.message) };
    throw invalidTemplate(message('xml.notWellFormed', facts));
  });
  let attributes = 0;
  parser.on('attribute', () => {
    attributes++;
    if (attributes > MAX_ATTRIBUTES)
      throw invalidTemplate(message('xml.tooManyAttributes', { file: subject, most: MAX_ATTRIBUTES }));
  });
  return () => {
    const count = attributes;
    attributes = 0;
    return count;
  };
}

/** An element whose opening tag was just read; it counts as closed there until more content follows. */
function openElement(
  { name, attributes }: SaxesTagPlain,
  parent: Growing | undefined,
  source: string,
  openEnd: number,
): Growing {
  return {
    name,
    local: localName(name),
    attributes: hasProperties(attributes) ? attributes : NOTHING,
    parent,
    children: NO_CHILDREN,
    text: '',
    // An attribute value cannot contain `<`, so the last one before the end of the tag opens it.
    start: source.lastIndexOf('<', openEnd - 1),
    openEnd,
    closeStart: openEnd,
    end: openEnd,
  };
}

function hasProperties(attributes: object): boolean {
  for (const _ in attributes) return true;
  return false;
}

/**
 * An element of an XML part with its source positions, so that single places of a part can be changed while the rest
 * stays the same byte for byte. Offsets count UTF-16 units.
 */
export interface XmlElement {
  readonly name: string;
  /** Without its prefix. */
  readonly local: string;
  /** By their written names; values are decoded. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: XmlElement | undefined;
  readonly children: readonly XmlElement[];
  text: string;
  /** Position of the `<` of the opening tag. */
  readonly start: number;
  /** Position after the `>` of the opening tag. */
  readonly openEnd: number;
  /** Position of the `<` of the closing tag; equal to `end` if the element is one empty tag. */
  closeStart: number;
  /** Position after the whole element. */
  end: number;
}

export function childOf(element: XmlElement | undefined, local: string): XmlElement | undefined {
  return element?.children.find((child) => child.local === local);
}

export function childrenOf(element: XmlElement | undefined, local: string): XmlElement[] {
  return element?.children.filter((child) => child.local === local) ?? [];
}

/** All elements below this one with one of these local names, in the order of the source. */
export function* descendantsOf(element: XmlElement, ...locals: readonly string[]): Generator<XmlElement> {
  for (const child of element.children) {
    if (locals.includes(child.local)) yield child;
    yield* descendantsOf(child, ...locals);
  }
}

/** The value of a prefixed attribute, with any prefix: `id` finds `r:id`. */
export function prefixedAttribute(element: XmlElement, local: string): string | undefined {
  const name = Object.keys(element.attributes).find((key) => key.endsWith(`:${local}`));
  return name === undefined ? undefined : element.attributes[name];
}

/** `x:` if the element is written `x:c`, otherwise '': added elements use the prefix of their neighbour. */
export function prefixOf(element: XmlElement): string {
  return element.name.slice(0, element.name.length - element.local.length);
}

export function deepText(element: XmlElement): string {
  return element.text + element.children.map(deepText).join('');
}

export function isTrue(written: string | undefined): boolean {
  return written === '1' || written === 'true';
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Changes to single places of an XML source; the rest remains unchanged, byte for byte. */
export class XmlEdits {
  readonly #edits: Edit[] = [];

  constructor(readonly source: string) {}

  get isEmpty(): boolean {
    return this.#edits.length === 0;
  }

  replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text });
  }

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  /** The XML of an element with changes that do not affect the source. */
  copy(element: XmlElement, change: (copy: XmlEdits) => void): string {
    const copy = new XmlEdits(this.source);
    change(copy);
    return copy.apply(element.start, element.end);
  }

  remove(element: XmlElement): void {
    this.replace(element.start, element.end, '');
  }

  setInner(element: XmlElement, xml: string): void {
    if (element.closeStart < element.end) {
      this.replace(element.openEnd, element.closeStart, xml);
      return;
    }
    this.#open(element, xml);
  }

  /** Adds XML after the children of an element; once per element. */
  append(element: XmlElement, xml: string): void {
    if (element.closeStart < element.end) this.insert(element.closeStart, xml);
    else this.#open(element, xml);
  }

  /** Adds content to `<a/>`; its attributes may be changed as well. */
  #open(element: XmlElement, xml: string): void {
    this.replace(element.end - '/>'.length, element.end, `>${xml}</${element.name}>`);
  }

  /** Replaces the text of an element that has no children. Leaves equal text unchanged. */
  setText(element: XmlElement, text: string): void {
    if (text !== element.text) this.setInner(element, escapeXml(text));
  }

  /** Sets, adds or (undefined) removes an attribute. Leaves an equal value unchanged. */
  setAttribute(element: XmlElement, name: string, value: string | undefined): void {
    if (element.attributes[name] === value) return;
    const found = writtenAttributes(this.source, element).find((each) => each.name === name);
    const text = value === undefined ? '' : ` ${name}="${attributeText(value)}"`;
    const from = found?.start ?? 1 + element.name.length;
    this.replace(element.start + from, element.start + (found?.end ?? from), text);
  }

  /** The source between two positions with the changes there. If changes are nested, the outer one applies. */
  apply(start = 0, end = this.source.length): string {
    const inside = this.#edits.filter((edit) => edit.start >= start && edit.end <= end);
    // At equal starts an insertion is first; the sort is stable, so insertions keep their order.
    inside.sort((a, b) => a.start - b.start || insertionFirst(a, b));
    let text = '';
    let at = start;
    for (const edit of inside) {
      if (edit.start < at) continue;
      text += this.source.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + this.source.slice(at, end);
  }
}

function insertionFirst(a: Edit, b: Edit): number {
  const isInsertion = (edit: Edit): number => (edit.start === edit.end ? 0 : 1);
  return isInsertion(a) - isInsertion(b) || b.end - a.end;
}

/** An attribute as written, with the space before it. Offsets count from the start of the element. */
interface WrittenAttribute {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const ATTRIBUTE = /\s([^\s=<>"'/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;

/** The attributes of an opening tag, one after the other: text in a value that looks like one is ignored. */
function writtenAttributes(source: string, element: XmlElement): readonly WrittenAttribute[] {
  const known = ATTRIBUTES.get(element) ?? readAttributes(source, element);
  ATTRIBUTES.set(element, known);
  return known;
}

/** The cells of a sheet that is written many times are read once. */
const ATTRIBUTES = new WeakMap<XmlElement, readonly WrittenAttribute[]>();

function readAttributes(source: string, element: XmlElement): readonly WrittenAttribute[] {
  const tag = source.slice(element.start, element.openEnd);
  return [...tag.matchAll(ATTRIBUTE)].map(({ 0: text, 1: name = '', index }) => {
    return { name, start: index, end: index + text.length };
  });
}

/** An opening tag without its `>` or `/>`. */
export function openTag(source: string, element: XmlElement): string {
  const tag = source.slice(element.start, element.openEnd);
  return tag.slice(0, tag.endsWith('/>') ? -2 : -1).trimEnd();
}

/** The text of an opening tag after the name, without some of its attributes and the end of the tag. */
export function tagWithout(source: string, element: XmlElement, without: readonly string[]): string {
  let tag = openTag(source, element);
  for (const { name, start, end } of writtenAttributes(source, element).toReversed()) {
    if (without.includes(name)) tag = tag.slice(0, start) + tag.slice(end);
  }
  return tag.slice(1 + element.name.length);
}
