import type { DataSet } from '../dataSet.js';
import { whenHolds } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import type { TreeData, TreeScope } from './treeScope.js';
import type { JsonTree } from './treeSpec.js';
import { createTreeFile, keyRecorder, leafWriter, type TreeFile, type TreeText } from './treeValue.js';

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
    if (node.properties !== undefined) return this.#object(node.properties, dataSet, place);
    const value = leafWriter(this.tree, node, dataSet, place || '/');
    return (scope) => {
      const written = value(scope);
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
