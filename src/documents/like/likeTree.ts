import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { type Guess, guessColumns } from './columnGuess.js';
import {
  findRecords,
  isXmlText,
  listParts,
  parseExampleTree,
  type TreeRecords,
  type TreeShape,
  type TreeValue,
} from './exampleTree.js';
import {
  columnKeys,
  eachText,
  groupFields,
  type LikeColumn,
  type LikeExample,
  payCodeColumns,
  rowLines,
  sortKeys,
  type WrittenExample,
} from './likeColumns.js';
import type { ExampleText } from './sourceFile.js';

/**
 * Reads an XML or JSON file: its repeated records, nested in each other, with a column for each value.
 * @throws PaytallyError USAGE if nothing repeats or the file is not well formed
 */
export function readTreeExample(name: string, { text }: ExampleText): LikeExample {
  const records = findRecords(parseExampleTree(name, text));
  if (records === undefined) throw new PaytallyError('USAGE', message('like.noRecords', { name }));
  const columns = records.values.map(({ path, values }) => ({
    name: path,
    heading: path.slice(path.lastIndexOf('/') + 1).replace(/^@/, ''),
    values: values.map((value) => value ?? ''),
    width: undefined,
  }));
  const [, spaces = ''] = /\n( +)\S/.exec(text) ?? [];
  const isXml = isXmlText(text);
  const dialect = {
    type: isXml ? 'xml' : 'json',
    declaration: isXml && !text.trimStart().startsWith('<?xml') ? false : undefined,
    indent: Math.min(8, spaces.length),
  };
  return {
    columns,
    guesses: guessColumns(
      columns.map(({ values }) => values),
      columns.map((column) => headingOf(column.name)),
    ).map((guess, index) => guessAround(guess, records.values[index])),
    questions: [],
    write: (known) => ({ dialect, ...new TreeWriter(records, known).write() }),
    // Spaces between parts and trailing zeros of numbers are not significant.
    partsOf: (file) => listParts(parseExampleTree(name, new TextDecoder().decode(file))),
    difference: (_, expected = '', actual = 'nothing') => message('like.treeDiffers', { expected, actual }),
  };
}

/** `id` alone is ambiguous: its parent element decides. */
function headingOf(path: string): string {
  const [outer = '', last = ''] = path.replaceAll('@', '').split('/').slice(-2);
  if (last === '') return outer;
  return /^(id|nr|no|number|key|ref|value)$/i.test(last) ? `${outer} ${last}` : last;
}

const AROUND = ['constant', 'month', 'from', 'to', 'hours'];

/** A number or code outside all records belongs to no person or line. */
function guessAround(guess: Guess, value: TreeValue | undefined): Guess {
  if (value?.level !== -1 || AROUND.includes(guess.role?.is ?? '')) return guess;
  return { role: { is: 'constant' }, others: [], isSure: false };
}

type Keys = Record<string, unknown>;
type YamlPath = readonly (string | number)[];

/** Writes the tree of the template, and the pay lines of the example. */
class TreeWriter {
  readonly #columns: readonly { readonly column: LikeColumn; readonly of: TreeValue }[];
  /** Totals outside the innermost records are not separate lines. */
  readonly #inRecords: readonly LikeColumn[];
  readonly #payCodes: ReadonlySet<LikeColumn>;
  readonly #sort: readonly string[];
  readonly #lines: WrittenExample['lines'];
  readonly #places = new Map<LikeColumn, YamlPath>();

  constructor(
    readonly records: TreeRecords,
    readonly columns: readonly LikeColumn[],
  ) {
    const { values, levels } = records;
    this.#columns = values.flatMap((of, index) => {
      const column = columns[index];
      return column === undefined ? [] : [{ column, of }];
    });
    this.#inRecords = this.#columns
      .filter(({ column, of }) => column.role?.is !== 'hours' || of.level === levels.length - 1)
      .map(({ column }) => column);
    this.#payCodes = payCodeColumns(this.#inRecords);
    const keys = levels.flatMap((_, level) => this.#groupOf(level));
    this.#sort = sortKeys(columns, [...new Set(keys)]) ?? [];
    this.#lines = (columns[0]?.values ?? []).flatMap((_, at) =>
      rowLines(this.#inRecords, at, this.#payCodes),
    );
  }

  write(): Omit<WrittenExample, 'dialect'> {
    const tree = this.#node(this.records.shape, ['tree']);
    const places = this.columns.map((column) => this.#places.get(column) ?? []);
    return { layout: { tree }, lines: this.#lines, places };
  }

  #node(shape: TreeShape, at: YamlPath): Keys {
    const value = this.#columns.find(({ of }) => of.path === shape.path);
    if (value !== undefined && shape.children.length === 0) return this.#leaf(value, at);
    if (shape.kind === 'element') return this.#element(shape, at);
    const [item] = shape.children;
    if (shape.kind !== 'list') return { properties: this.#named(shape.children, [...at, 'properties']) };
    return item === undefined
      ? {}
      : { each: this.#rows(item.path), items: this.#node(item, [...at, 'items']) };
  }

  #named(shapes: readonly TreeShape[], at: YamlPath): Keys {
    return Object.fromEntries(shapes.map((shape) => [shape.name, this.#node(shape, [...at, shape.name])]));
  }

  #element({ name, path, children }: TreeShape, at: YamlPath): Keys {
    const of = (wanted: TreeShape['kind']) => children.filter(({ kind }) => kind === wanted);
    const [attributes, [value], elements] = [of('attribute'), of('text'), of('element')];
    return {
      element: name,
      ...(this.records.levels.includes(path) ? { each: this.#rows(path) } : {}),
      ...(attributes.length === 0 ? {} : { attributes: this.#named(attributes, [...at, 'attributes']) }),
      ...(value === undefined ? {} : this.#node(value, at)),
      ...(elements.length === 0
        ? {}
        : { children: elements.map((child, index) => this.#node(child, [...at, 'children', index])) }),
    };
  }

  #groupOf(level: number): readonly string[] {
    const own = this.#columns.filter(({ of }) => of.level === level).map(({ column }) => column);
    const group = groupFields(own);
    return group.length === 0 ? ['employee.number'] : group;
  }

  #rows(path: string): string {
    const level = this.records.levels.indexOf(path);
    const group = this.#groupOf(level);
    const hasZero = this.#lines.some(({ minutes }) => minutes === 0);
    const fieldOf = (key: string) => key.replace(/^number\((.*)\)$/, '$1');
    const sort = this.#sort.filter((key) => group.includes(fieldOf(key)));
    const data = `pay-lines${hasZero ? '' : ' where minutes != 0'}`;
    return eachText(group, sort, level === 0 ? data : '');
  }

  #leaf({ column, of }: { readonly column: LikeColumn; readonly of: TreeValue }, at: YamlPath): Keys {
    this.#places.set(column, at);
    const isPayCode = this.#payCodes.has(column);
    const { header: _, zero, code, value, ...keys } = columnKeys(column, isPayCode);
    const isTotal = column.role?.is === 'hours' && !this.#inRecords.includes(column);
    const inTotal = isPayCode
      ? `sum(minutes where external = '${code}')`
      : isTotal
        ? `sum(${of.level < 0 ? 'pay-lines.' : ''}minutes)`
        : undefined;
    return {
      ...(value === undefined
        ? {}
        : { value: inTotal === undefined ? value : String(value).replace('{{minutes', `{{${inTotal}`) }),
      ...keys,
      ...(isPayCode && zero !== undefined ? { zero: 'omit' } : {}),
      ...(of.values.includes(undefined) ? { empty: 'omit' } : {}),
      ...(this.records.shape.kind === 'element' ? {} : jsonKeys(column, of)),
    };
  }
}

/** Numbers written as text in JSON, and vice versa. */
function jsonKeys({ role }: LikeColumn, { kind }: TreeValue): Keys {
  if (kind === 'number' && role?.is !== 'hours') return { as: 'number' };
  return kind === 'text' && role?.is === 'hours' ? { as: 'text' } : {};
}
