import { SaxesParser } from 'saxes';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';

/** A part of an XML or JSON file. The value of an element with attributes is a part without a name. */
export interface ExampleNode {
  readonly name: string;
  readonly kind: 'element' | 'attribute' | 'object' | 'list' | 'text' | 'number' | 'other';
  /** The value of a part without nested parts. */
  readonly value: string;
  readonly children: readonly ExampleNode[];
}

/** @throws PaytallyError USAGE if the file is not well formed */
export function parseExampleTree(name: string, text: string): ExampleNode {
  try {
    return isXmlText(text) ? xmlTree(text) : jsonNode('', JSON.parse(text));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PaytallyError('USAGE', message('like.notWellFormed', { name, reason }), { cause });
  }
}

export function isXmlText(text: string): boolean {
  return /^\s*</.test(text);
}

interface GrowingElement {
  readonly name: string;
  readonly attributes: readonly ExampleNode[];
  readonly children: ExampleNode[];
  text: string;
}

/** Entities of a document type are not known, so they are an error. */
function xmlTree(source: string): ExampleNode {
  const parser = new SaxesParser();
  const around: GrowingElement = { name: '', attributes: [], children: [], text: '' };
  const open = [around];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const own = Object.entries(attributes).map(([key, value]) => leafNode(key, 'attribute', value));
    open.push({ name, attributes: own, children: [], text: '' });
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const { name, attributes, children, text } = open.pop() ?? around;
    const value = children.length === 0 && text.trim() !== '' ? [leafNode('', 'text', text.trim())] : [];
    const element = {
      name,
      kind: 'element',
      value: '',
      children: [...attributes, ...value, ...children],
    } as const;
    open.at(-1)?.children.push(element);
  });
  parser.write(source).close();
  return around.children[0] ?? leafNode('', 'other', '');
}

function jsonNode(name: string, value: unknown): ExampleNode {
  if (Array.isArray(value))
    return { name, kind: 'list', value: '', children: value.map((item) => jsonNode('[]', item)) };
  if (typeof value === 'object' && value !== null) {
    const children = Object.entries(value).map(([key, child]) => jsonNode(key, child));
    return { name, kind: 'object', value: '', children };
  }
  const kind = typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'other';
  return leafNode(name, kind, value === null ? '' : String(value));
}

function leafNode(name: string, kind: ExampleNode['kind'], value: string): ExampleNode {
  return { name, kind, value, children: [] };
}

function isLeaf({ kind }: ExampleNode): boolean {
  return kind === 'attribute' || kind === 'text' || kind === 'number' || kind === 'other';
}

/** `hours/line/@code` */
function pathOf(outer: string, { name, kind }: ExampleNode): string {
  const step = kind === 'attribute' ? `@${name}` : name;
  return [outer, step].filter((part) => part !== '').join('/');
}

/** Every part with its value, in order, attributes by name, for comparing two files. */
export function listParts(node: ExampleNode, outer = ''): string[] {
  const path = pathOf(outer, node);
  if (node.kind === 'number' || node.kind === 'other') return [`${path} ${node.value || 'null'}`];
  if (isLeaf(node)) return [`${path} ${JSON.stringify(node.value)}`];
  const byName = (a: ExampleNode, b: ExampleNode) =>
    a.kind === 'attribute' && b.kind === 'attribute' ? (a.name < b.name ? -1 : 1) : 0;
  return [path, ...[...node.children].sort(byName).flatMap((child) => listParts(child, path))];
}

/** A value that occurs in the records of an example, or around them. */
export interface TreeValue {
  readonly path: string;
  readonly kind: ExampleNode['kind'];
  /** Index of the record that it belongs to; -1: around all records. */
  readonly level: number;
  /** One for each innermost record; undefined if it is left out. */
  readonly values: readonly (string | undefined)[];
}

/** The common structure of an example's parts: each part once, with everything that occurs in it. */
export interface TreeShape {
  readonly name: string;
  readonly kind: ExampleNode['kind'];
  readonly path: string;
  readonly children: readonly TreeShape[];
}

export interface TreeRecords {
  readonly shape: TreeShape;
  /** Paths of the records, from the outside in. */
  readonly levels: readonly string[];
  readonly values: readonly TreeValue[];
}

/** The records of a tree; undefined if no part repeats, or if several do. */
export function findRecords(root: ExampleNode): TreeRecords | undefined {
  const shape = shapeOf([root], '');
  const counts = new Map<string, number>();
  countRepeats(root, '', counts);
  const innermost = [...counts].sort(([a, one], [b, other]) => other - one || b.length - a.length)[0]?.[0];
  if (innermost === undefined) return undefined;
  const levels = [...counts.keys()].filter((path) => `${innermost}/`.startsWith(`${path}/`));
  if (levels.length < counts.size) return undefined;
  levels.sort((a, b) => a.length - b.length);
  const rows: ReadonlyMap<string, ExampleNode>[] = [];
  collectRows({ node: root, path: pathOf('', root), level: -1 }, levels, new Map(), rows);
  return { shape, levels, values: listValues(shape, -1, levels, rows) };
}

/** Paths that occur several times in one part, and items of lists. */
function countRepeats(node: ExampleNode, outer: string, counts: Map<string, number>): void {
  const path = pathOf(outer, node);
  for (const child of node.children) {
    const own = pathOf(path, child);
    const isRepeated =
      child.name === '[]' ||
      (child.kind === 'element' &&
        node.children.some(
          (other) => other !== child && other.kind === 'element' && other.name === child.name,
        ));
    if (isRepeated) counts.set(own, (counts.get(own) ?? 0) + 1);
    countRepeats(child, path, counts);
  }
}

function shapeOf(nodes: readonly ExampleNode[], outer: string): TreeShape {
  const [first = leafNode('', 'other', '')] = nodes;
  const path = pathOf(outer, first);
  const children = new Map<string, ExampleNode[]>();
  for (const child of nodes.flatMap((node) => node.children)) {
    const own = pathOf(path, child) + (isLeaf(child) ? '=' : '');
    children.set(own, [...(children.get(own) ?? []), child]);
  }
  return {
    name: first.name,
    kind: first.kind,
    path,
    children: [...children.values()].map((each) => shapeOf(each, path)),
  };
}

interface Place {
  readonly node: ExampleNode;
  readonly path: string;
  readonly level: number;
}

/** A row for each innermost record, with the values of the enclosing records. */
function collectRows(
  { node, path, level }: Place,
  levels: readonly string[],
  around: ReadonlyMap<string, ExampleNode>,
  rows: ReadonlyMap<string, ExampleNode>[],
): void {
  const own = new Map(around);
  const inner: Place[] = [];
  const visit = (part: ExampleNode, place: string): void => {
    for (const child of part.children) {
      const at = pathOf(place, child);
      if (isLeaf(child) && child.name !== '[]') own.set(at, child);
      else if (at === levels[level + 1]) inner.push({ node: child, path: at, level: level + 1 });
      else visit(child, at);
    }
  };
  visit(node, path);
  if (level === levels.length - 1) rows.push(own);
  for (const each of inner) collectRows(each, levels, own, rows);
}

function listValues(
  shape: TreeShape,
  outer: number,
  levels: readonly string[],
  rows: readonly ReadonlyMap<string, ExampleNode>[],
): TreeValue[] {
  const { path, kind } = shape;
  if (shape.children.length === 0 && kind !== 'element' && kind !== 'object' && kind !== 'list')
    return [{ path, kind, level: outer, values: rows.map((row) => row.get(path)?.value) }];
  const level = levels.includes(path) ? levels.indexOf(path) : outer;
  return shape.children.flatMap((child) => listValues(child, level, levels, rows));
}
