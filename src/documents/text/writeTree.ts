import { message } from '../../i18n/message.js';
import type { DataSet } from '../dataSet.js';
import { whenHolds } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import type { TreeData, TreeScope } from './treeScope.js';
import { type JsonTree, sourceCount, type TreeRows, type XmlTree } from './treeSpec.js';
import {
  createTreeFile,
  keyRecorder,
  type LeafWriter,
  leafWriter,
  type TreeFile,
  type TreeText,
} from './treeValue.js';

/** Writes a node in a scope, at a depth. @returns the rows written */
type NodeWriter = (scope: TreeScope, depth: number) => number;

const ENCODING_NAMES = { 'utf-8': 'UTF-8', 'windows-1252': 'windows-1252', ascii: 'US-ASCII' } as const;

/** Writes a file as elements. @returns the rows of the innermost repeated elements */
export function writeXml(
  data: TreeData,
  file: ResolvedFile,
  tree: XmlTree,
  write: (text: string) => void,
): number {
  const { spec, recordDelimiter } = file;
  if (spec.dialect.declaration) {
    write(`<?xml version="1.0" encoding="${ENCODING_NAMES[spec.encoding.charset]}"?>${recordDelimiter}`);
  }
  const nodes = new XmlNodes(createTreeFile(data, file, tree), write);
  const rows = nodes.writerOf(tree, undefined, '')(data.root(), 0);
  if (spec.dialect.indent === 0) write(recordDelimiter);
  return rows;
}

/** Builds writers of nodes: names and formats are looked up once, values for every row. */
class XmlNodes {
  constructor(
    readonly tree: TreeFile,
    readonly write: (text: string) => void,
  ) {}

  writerOf(node: XmlTree, outer: DataSet | undefined, path: string): NodeWriter {
    const { data } = this.tree;
    if (!whenHolds(data.context, node.when)) return () => 0;
    const place = path === '' ? node.element : `${path}/${node.element}`;
    const { rows } = node;
    if (rows === undefined) return this.#element(node, outer, place);
    const dataSet = rows.data === undefined ? outer : data.context.model.dataSets.get(rows.data);
    const element = this.#element(node, dataSet, place);
    const recordKeys = keyRecorder(this.tree, node, dataSet, path);
    return (scope, depth) => {
      let written = 0;
      for (const each of data.scopesOf(rows, scope, place)) {
        recordKeys(each);
        written += Math.max(1, element(each, depth));
      }
      return written;
    };
  }

  #element(node: XmlTree, dataSet: DataSet | undefined, place: string): NodeWriter {
    const attributes = Object.entries(node.attributes)
      .filter(([, leaf]) => whenHolds(this.tree.data.context, leaf.when))
      .map(([name, leaf]) => ({ name, write: leafWriter(this.tree, leaf, dataSet, `${place}/@${name}`) }));
    const open = (scope: TreeScope) => `<${node.element}${attributesText(attributes, scope)}`;
    if (sourceCount(node) === 1) return this.#leaf(node, open, leafWriter(this.tree, node, dataSet, place));
    const children = node.children.map((child) => this.writerOf(child, dataSet, place));
    return (scope, depth) => {
      if (children.length === 0) {
        this.#line(depth, `${open(scope)}/>`);
        return 0;
      }
      this.#line(depth, `${open(scope)}>`);
      const rows = children.reduce((sum, child) => sum + child(scope, depth + 1), 0);
      this.#line(depth, `</${node.element}>`);
      return rows;
    };
  }

  #leaf(node: XmlTree, open: (scope: TreeScope) => string, value: LeafWriter): NodeWriter {
    return (scope, depth) => {
      const written = value(scope);
      if (written === undefined) return 0;
      const [start, text] = [open(scope), escapedText(written.text)];
      written.note?.();
      this.#line(depth, text === '' ? `${start}/>` : `${start}>${text}</${node.element}>`);
      return 0;
    };
  }

  #line(depth: number, text: string): void {
    const { spec, recordDelimiter } = this.tree.file;
    const { indent } = spec.dialect;
    this.write(indent === 0 ? text : `${' '.repeat(depth * indent)}${text}${recordDelimiter}`);
  }
}

function attributesText(
  attributes: readonly { readonly name: string; readonly write: LeafWriter }[],
  scope: TreeScope,
): string {
  return attributes
    .map(({ name, write }) => {
      const value = write(scope);
      value?.note?.();
      return value === undefined ? '' : ` ${name}="${escapedAttribute(value.text)}"`;
    })
    .join('');
}

/** A literal carriage return would be read as a line feed. */
function escapedText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

/** Literal line breaks and tabs would be read as spaces. */
function escapedAttribute(text: string): string {
  return escapedText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** The text of a node at a depth; undefined if it is left out. */
type NodeText = (scope: TreeScope, depth: number) => string | undefined;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Writes a file as objects and lists. @returns the items of the innermost lists */
export function writeJson(
  data: TreeData,
  file: ResolvedFile,
  tree: JsonTree,
  write: (text: string) => void,
): number {
  const nodes = new JsonNodes(createTreeFile(data, file, tree));
  const text = nodes.textOf(tree, undefined, '')(data.root(), 0);
  write(`${text ?? 'null'}${file.recordDelimiter}`);
  return nodes.rows;
}

/** Builds the text of nodes: names and formats are looked up once, values for every row. */
class JsonNodes {
  rows = 0;

  constructor(readonly tree: TreeFile) {}

  textOf(node: JsonTree, dataSet: DataSet | undefined, place: string): NodeText {
    if (!whenHolds(this.tree.data.context, node.when)) return () => undefined;
    if (node.items !== undefined) return this.#list(node, node.items, dataSet, place);
    if (node.properties !== undefined && node.rows !== undefined)
      return this.#only(node, node.rows, dataSet, place);
    if (node.properties !== undefined) return this.#object(node.properties, dataSet, place);
    const value = leafWriter(this.tree, node, dataSet, place || '/');
    return (scope) => {
      const written = value(scope);
      written?.note?.();
      return written === undefined ? undefined : formatToken(written, node.as);
    };
  }

  #object(
    properties: NonNullable<JsonTree['properties']>,
    dataSet: DataSet | undefined,
    place: string,
  ): NodeText {
    const members = Object.entries(properties).map(([name, child]) => ({
      name: JSON.stringify(name),
      text: this.textOf(child, dataSet, place === '' ? name : `${place}.${name}`),
    }));
    const space = this.tree.file.spec.dialect.indent === 0 ? '' : ' ';
    return (scope, depth) => {
      const lines = members.flatMap(({ name, text }) => {
        const value = text(scope, depth + 1);
        return value === undefined ? [] : [`${name}:${space}${value}`];
      });
      return this.#enclosed('{', lines, '}', depth);
    };
  }

  /** An object of the only row, as in a file for each employee. */
  #only(node: JsonTree, rows: TreeRows, outer: DataSet | undefined, place: string): NodeText {
    const { data } = this.tree;
    const dataSet = rows.data === undefined ? outer : data.context.model.dataSets.get(rows.data);
    const recordKeys = keyRecorder(this.tree, node, dataSet, place);
    const text = this.#object(node.properties ?? {}, dataSet, place);
    return (scope, depth) => {
      const before = this.rows;
      const [first, ...others] = data.scopesOf(rows, scope, place || '/');
      if (others.length > 0)
        data.context.problems.add(message('template.tree.severalRows'), { column: place || '/' });
      if (first === undefined) return undefined;
      recordKeys(first);
      const written = text(first, depth);
      if (this.rows === before) this.rows += 1;
      return written;
    };
  }

  #list(node: JsonTree, item: JsonTree, outer: DataSet | undefined, place: string): NodeText {
    const { rows } = node;
    if (rows === undefined) return () => undefined;
    const { data } = this.tree;
    const dataSet = rows.data === undefined ? outer : data.context.model.dataSets.get(rows.data);
    const recordKeys = keyRecorder(this.tree, node, dataSet, place);
    const text = this.textOf(item, dataSet, `${place}[]`);
    return (scope, depth) => {
      const before = this.rows;
      const scopes = data.scopesOf(rows, scope, place || '/');
      for (const each of scopes) recordKeys(each);
      const items = scopes.flatMap((each) => text(each, depth + 1) ?? []);
      // Lists within the items have been counted already.
      if (this.rows === before) this.rows += items.length;
      return this.#enclosed('[', items, ']', depth);
    };
  }

  #enclosed(open: string, lines: readonly string[], close: string, depth: number): string {
    const { indent } = this.tree.file.spec.dialect;
    if (lines.length === 0) return `${open}${close}`;
    if (indent === 0) return `${open}${lines.join(',')}${close}`;
    const [outer, inner] = [depth, depth + 1].map(
      (each) => `${this.tree.file.recordDelimiter}${' '.repeat(each * indent)}`,
    );
    return `${open}${inner}${lines.join(`,${inner}`)}${outer}${close}`;
  }
}

/** Numbers are written as numbers, unless they have leading zeros or the template requires text. */
function formatToken({ text, kind }: TreeText, as: JsonTree['as']): string {
  if (kind === 'nothing') return 'null';
  const isLiteral =
    (kind === 'number' && NUMBER.test(text)) || (kind === 'boolean' && /^(?:true|false)$/.test(text));
  const isNumber = as === 'number' && kind === 'text' && NUMBER.test(text);
  return (isLiteral && as !== 'text') || isNumber ? text : JSON.stringify(text);
}
