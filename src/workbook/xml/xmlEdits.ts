import type { XmlElement } from './xml.js';
import { attributeText, escapeXml } from './xmlText.js';

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
