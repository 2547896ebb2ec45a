import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { shortQuote } from '../shortText.js';
import { WorkbookError } from '../workbookError.js';
import type { XmlElement } from './xmlElement.js';

/** Deeper than any office document nests; a limit against hostile ones. */
const MAX_DEPTH = 200;
/** More than any office document gives one element. */
const MAX_ATTRIBUTES = 1_000;

// Most elements of a large sheet have no children or no attributes: these share one object.
const NO_CHILDREN: XmlElement[] = [];
const NOTHING: Readonly<Record<string, string>> = Object.freeze(Object.create(null));

type Growing = { -readonly [Key in keyof Omit<XmlElement, 'children'>]: XmlElement[Key] } & {
  children: XmlElement[];
};

/**
 * Reads an XML part. A document type declaration is refused, so no entity beyond the five of XML is ever resolved.
 * @param subject names the file and part in messages.
 * @throws WorkbookError TEMPLATE_INVALID
 */
export function parseXml(source: string, subject: string): XmlElement {
  const parser = new SaxesParser();
  const open: Growing[] = [];
  let root: Growing | undefined;
  const countAttributesAnew = refuseHostile(parser, subject);
  parser.on('opentag', (tag) => {
    countAttributesAnew();
    if (open.length >= MAX_DEPTH) throw refuse(subject, `nests elements deeper than ${MAX_DEPTH}`);
    const parent = open.at(-1);
    const element = opened(tag, parent, source, parser.position);
    if (parent) addChild(parent, element);
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
  if (!root) throw refuse(subject, 'is empty');
  return root;
}

/**
 * Refuses what no office document has.
 * @returns to be called after each element's attributes: one more event of the parser would halve its speed
 */
function refuseHostile(parser: SaxesParser, subject: string): () => void {
  parser.on('doctype', () => {
    throw refuse(subject, 'has a document type declaration (DTD), which is not allowed');
  });
  parser.on('error', (error) => {
    throw refuse(subject, `is not well-formed XML (${shortQuote(error.message)})`);
  });
  let attributes = 0;
  parser.on('attribute', () => {
    attributes++;
    if (attributes > MAX_ATTRIBUTES)
      throw refuse(subject, `has an element with more than ${MAX_ATTRIBUTES} attributes`);
  });
  return () => {
    attributes = 0;
  };
}

/** An element whose opening tag was just read; it is closed there until more of it comes. */
function opened(
  { name, attributes }: SaxesTagPlain,
  parent: Growing | undefined,
  source: string,
  openEnd: number,
): Growing {
  return {
    name,
    local: name.slice(name.indexOf(':') + 1),
    attributes: hasAny(attributes) ? attributes : NOTHING,
    parent,
    children: NO_CHILDREN,
    text: '',
    // A `<` cannot stand in an attribute value, so the last one before the end of the tag opens it.
    start: source.lastIndexOf('<', openEnd - 1),
    openEnd,
    closeStart: openEnd,
    end: openEnd,
  };
}

function addChild(parent: Growing, element: XmlElement): void {
  if (parent.children === NO_CHILDREN) parent.children = [element];
  else parent.children.push(element);
}

function hasAny(attributes: object): boolean {
  for (const _ in attributes) return true;
  return false;
}

function refuse(subject: string, problem: string): WorkbookError {
  return new WorkbookError('TEMPLATE_INVALID', `${subject} ${problem}`, { record: subject });
}
