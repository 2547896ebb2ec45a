import type { XmlElement } from './xmlElement.js';

/** An attribute as it is written: with the space before it. Offsets count from the start of the element. */
export interface WrittenAttribute {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const ATTRIBUTE = /\s([^\s=<>"'/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;

/** The attributes of an opening tag, one after the other: text in a value that looks like one is none. */
export function writtenAttributes(source: string, element: XmlElement): WrittenAttribute[] {
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

/** What stands in an opening tag after the name, without some of its attributes and without the end of the tag. */
export function tagWithout(source: string, element: XmlElement, without: readonly string[]): string {
  let tag = openTag(source, element);
  for (const { name, start, end } of writtenAttributes(source, element).toReversed()) {
    if (without.includes(name)) tag = tag.slice(0, start) + tag.slice(end);
  }
  return tag.slice(1 + element.name.length);
}
