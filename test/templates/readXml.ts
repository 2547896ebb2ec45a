import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import { must } from './readLine.js';

/** The root of a UTF-8 document with its declaration; the document exists while `use` runs. */
export function withRoot<T>(bytes: Uint8Array, use: (root: XmlElement) => T): T {
  const head = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, 60));
  must(head.startsWith('<?xml version="1.0" encoding="UTF-8"?>'), 'a file without its declaration');
  const document = parsed(bytes);
  try {
    return use(document.root);
  } finally {
    document.dispose();
  }
}

function parsed(bytes: Uint8Array): XmlDocument {
  try {
    return XmlDocument.fromBuffer(bytes);
  } catch (cause) {
    throw new Error('the target refuses: what is no XML', { cause });
  }
}

/** Child elements, whose names must be these in this order; `name*` can occur any number of times. */
export function childrenOf(element: XmlElement, ...names: readonly string[]): XmlElement[] {
  const children = element.find('*') as XmlElement[];
  const expected = new RegExp(
    `^${names.map((name) => `(?:${name.replace('*', ' )*').replace(/[^*]$/, '$& )')}`).join('')}$`,
  );
  const found = children.map((child) => `${child.name} `).join('');
  must(expected.test(found), `the children ${found}of ${element.name}`);
  return children;
}

/** The text of the only child of that name. */
export function textOf(element: XmlElement, name: string): string {
  const found = element.find(name);
  must(found.length === 1, `${found.length} times ${name}`);
  return (found[0] as XmlElement).content;
}

export function attributeOf(element: XmlElement, name: string): string {
  const value = element.attr(name)?.value;
  must(value !== undefined && value !== '', `${element.name} without ${name}`);
  return value;
}
