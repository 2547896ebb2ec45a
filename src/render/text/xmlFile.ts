import type { DataSet } from '../dataSet.js';
import { whenHolds } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import type { TreeData, TreeScope } from './treeScope.js';
import { sourceCount, type XmlTree } from './treeSpec.js';
import { createTreeFile, keyRecorder, type LeafWriter, leafWriter, type TreeFile } from './treeValue.js';

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
      const text = escapedText(written.text);
      this.#line(depth, text === '' ? `${open(scope)}/>` : `${open(scope)}>${text}</${node.element}>`);
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
