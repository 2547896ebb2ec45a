import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { type Guess, guessColumns } from './columnGuess.js';
import {
  type ExampleNode,
  findRecords,
  isXmlText,
  listParts,
  parseExampleTree,
  type TreeRecords,
  type TreeShape,
  type TreeValue,
} from './exampleTree.js';
import {
  answeredGuesses,
  columnQuestions,
  findDifference,
  firstDifference,
  type LikeAnswers,
  type LikeTemplate,
  lackingQuestions,
  writeYaml,
} from './likeAnswers.js';
import {
  columnKeys,
  groupFields,
  hasSharedHours,
  type LikeColumn,
  mappingColumns,
  payCodeColumns,
  rowLines,
  sortKeys,
} from './likeColumns.js';
import type { ExampleText } from './sourceFile.js';

/** A value of the example as a column: a row for each innermost record. */
interface TreeColumn extends LikeColumn {
  readonly of: TreeValue;
}

/**
 * Derives a template from an XML or JSON file: its repeated records, nested in each other, and the roles of their
 * values.
 * @throws PaytallyError USAGE if nothing repeats or the file is not well formed
 */
export function likeTree(name: string, text: ExampleText, answers: LikeAnswers): LikeTemplate {
  const example = parseExampleTree(name, text.text);
  const records = findRecords(example);
  if (records === undefined) throw new PaytallyError('USAGE', message('like.noRecords', { name }));
  const guesses = guessValues(records.values, answers.columns);
  const columns = records.values.map((of, index): TreeColumn => {
    const values = of.values.map((value) => value ?? '');
    return { of, heading: lastStep(of.path), values, width: undefined, role: guesses[index]?.role };
  });
  const builder = new TreeBuilder(records, columns);
  const yaml = writeYaml(
    fileKeys(name, text, columns, builder.node(records.shape, ['tree'])),
    guesses.map((guess, index) => ({ guess, path: builder.placeOf(columns[index]) })),
  );
  const named = columns.map((column) => ({ ...column, heading: column.of.path }));
  return {
    yaml,
    isTree: true,
    questions: [...columnQuestions(guesses, named), ...lackingQuestions(columns)],
    difference: findDifference(yaml, builder.lines(), columns, (file) =>
      compareTrees(name, example, file, hasSharedHours(columns)),
    ),
  };
}

/** A number or code outside all records belongs to no person or line. */
function guessValues(values: readonly TreeValue[], answers: readonly string[]): readonly Guess[] {
  const texts = values.map((value) => value.values.map((text) => text ?? ''));
  const guessed = guessColumns(
    texts,
    values.map(({ path }) => headingOf(path)),
  ).map((guess, index): Guess => {
    const isAround = values[index]?.level === -1 && !AROUND.includes(guess.role?.is ?? '');
    return isAround ? { role: { is: 'constant' }, others: [], isSure: false } : guess;
  });
  return answeredGuesses(
    guessed,
    values.map(({ path }) => path),
    answers,
  );
}

const AROUND = ['constant', 'month', 'from', 'to', 'hours'];

function lastStep(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/^@/, '');
}

/** `id` alone is ambiguous: its parent element decides. */
function headingOf(path: string): string {
  const [outer = '', last = ''] = path.replaceAll('@', '').split('/').slice(-2);
  if (last === '') return outer;
  return /^(id|nr|no|number|key|ref|value)$/i.test(last) ? `${outer} ${last}` : last;
}

function fileKeys(name: string, text: ExampleText, columns: readonly LikeColumn[], tree: object) {
  const [, spaces = ''] = /\n( +)\S/.exec(text.text) ?? [];
  const isXml = isXmlText(text.text);
  return {
    kind: 'text',
    description: `Read off ${name}. Check with one test import first.`,
    audience: 'payroll',
    extension: isXml ? 'xml' : 'json',
    mappingColumns: mappingColumns(columns),
    split: columns.some(({ role }) => role?.is === 'month') ? 'payroll-month' : undefined,
    dialect: {
      type: isXml ? 'xml' : 'json',
      declaration: isXml && !text.text.trimStart().startsWith('<?xml') ? false : undefined,
      indent: Math.min(8, spaces.length),
      newline: text.newline,
      finalNewline: text.finalNewline ? undefined : false,
    },
    encoding: { charset: text.charset === 'ascii' ? 'utf-8' : text.charset, bom: text.bom || undefined },
    tree,
  };
}

type Keys = Record<string, unknown>;
type YamlPath = readonly (string | number)[];

/** Writes the tree of the template, and the pay lines of the example. */
class TreeBuilder {
  readonly #places = new Map<TreeColumn, YamlPath>();
  readonly #payCodes: ReadonlySet<LikeColumn>;
  readonly #sort: readonly unknown[];

  constructor(
    readonly records: TreeRecords,
    readonly columns: readonly TreeColumn[],
  ) {
    this.#payCodes = payCodeColumns(this.#inRecords());
    const keys = records.levels.flatMap((_, level) => this.#groupOf(level));
    this.#sort = sortKeys(columns, [...new Set(keys)]) ?? [];
  }

  placeOf(column: TreeColumn | undefined): YamlPath {
    return (column && this.#places.get(column)) ?? [];
  }

  lines() {
    const count = this.columns[0]?.values.length ?? 0;
    const columns = this.#inRecords();
    return Array.from({ length: count }, (_, at) => rowLines(columns, at, this.#payCodes)).flat();
  }

  /** Totals outside the innermost records are not separate lines. */
  #inRecords(): readonly TreeColumn[] {
    const innermost = this.records.levels.length - 1;
    return this.columns.filter(({ role, of }) => role?.is !== 'hours' || of.level === innermost);
  }

  node(shape: TreeShape, at: YamlPath): Keys {
    const column = this.columns.find(({ of }) => of.path === shape.path);
    if (column !== undefined && shape.children.length === 0) return this.#leaf(column, at);
    if (shape.kind === 'element') return this.#element(shape, at);
    const [item] = shape.children;
    if (shape.kind === 'list')
      return item === undefined
        ? {}
        : { rows: this.#rows(item.path), items: this.node(item, [...at, 'items']) };
    const properties = shape.children.map((child) => [
      child.name,
      this.node(child, [...at, 'properties', child.name]),
    ]);
    return { properties: Object.fromEntries(properties) };
  }

  #element({ name, path, children }: TreeShape, at: YamlPath): Keys {
    const attributes = children
      .filter(({ kind }) => kind === 'attribute')
      .map((child) => [child.name, this.node(child, [...at, 'attributes', child.name])]);
    const value = children.find(({ kind }) => kind === 'text');
    const elements = children.filter(({ kind }) => kind === 'element');
    const isRecord = this.records.levels.includes(path);
    return {
      element: name,
      ...(isRecord ? { rows: this.#rows(path) } : {}),
      ...(attributes.length === 0 ? {} : { attributes: Object.fromEntries(attributes) }),
      ...(value === undefined ? {} : this.node(value, at)),
      ...(elements.length === 0
        ? {}
        : { children: elements.map((child, index) => this.node(child, [...at, 'children', index])) }),
    };
  }

  #groupOf(level: number): readonly string[] {
    const own = groupFields(this.columns.filter(({ of }) => of.level === level));
    return own.length === 0 ? ['employee.number'] : own;
  }

  #rows(path: string): Keys {
    const level = this.records.levels.indexOf(path);
    const group = this.#groupOf(level);
    const hasZero = this.lines().some(({ minutes }) => minutes === 0);
    const own = this.#sort.filter((key) =>
      group.includes(typeof key === 'string' ? key : (key as { field: string }).field),
    );
    return {
      ...(level === 0
        ? { data: 'pay-lines', ...(hasZero ? {} : { filter: [{ field: 'minutes', isNot: 0 }] }) }
        : {}),
      group,
      ...(own.length === 0 ? {} : { sort: own }),
    };
  }

  #leaf(column: TreeColumn, at: YamlPath): Keys {
    this.#places.set(column, at);
    const isPayCode = this.#payCodes.has(column);
    const { header: _, zero, code, ...keys } = columnKeys(column, isPayCode);
    const isTotal = column.role?.is === 'hours' && !this.#inRecords().includes(column);
    const { field, ...withoutField } = keys;
    const source = isPayCode
      ? { sum: 'minutes', filter: [{ field: 'external', is: code }] }
      : isTotal
        ? { sum: 'minutes', ...(column.of.level < 0 ? { data: 'pay-lines' } : {}) }
        : field === undefined
          ? {}
          : { field };
    return {
      ...source,
      ...withoutField,
      ...(isPayCode && zero !== undefined ? { zero: 'omit' } : {}),
      ...(column.of.values.includes(undefined) ? { empty: 'omit' } : {}),
      ...(this.records.shape.kind === 'element' ? {} : jsonKeys(column)),
    };
  }
}

/** Numbers written as text in JSON, and vice versa. */
function jsonKeys({ role, of: { kind } }: TreeColumn): Keys {
  if (kind === 'number' && role?.is !== 'hours') return { as: 'number' };
  return kind === 'text' && role?.is === 'hours' ? { as: 'text' } : {};
}

/** Spaces between parts and trailing zeros of numbers are not significant. */
function compareTrees(
  name: string,
  example: ExampleNode,
  file: Uint8Array,
  hasShared: boolean,
): AnyMessage | undefined {
  const written = parseExampleTree(name, new TextDecoder().decode(file));
  const [expected, actual] = [listParts(example), listParts(written)];
  const at = firstDifference(expected, actual, hasShared);
  return at === undefined
    ? undefined
    : message('like.treeDiffers', { expected: expected[at] ?? '', actual: actual[at] ?? 'nothing' });
}
