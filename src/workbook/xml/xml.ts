import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { message, type Text } from '../messages.js';
import { invalidTemplate, shortQuote } from '../workbookError.js';

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
