import { lastNameOfPath, parentPath } from './fieldNames.js';
import {
  NOT_KEPT,
  textReader,
  type UndocumentedFields,
  type UndocumentedValue,
} from './undocumentedFields.js';

/** The contents of the undocumented fields of a list's records. */
export interface ColumnTable {
  readonly records: number;
  readonly columns: readonly Column[];
}

/** One path of a list's records: its values and their counts, without the records. */
export interface Column {
  readonly path: string;
  /** The records of the whole list. */
  readonly records: number;
  /** Records with a text at the path; an empty text counts as none. */
  readonly filled: number;
  /** Records in which the path exists, null or not. */
  readonly present: number;
  /** Records with a value at the path that was not kept. */
  readonly other: number;
  /** Text -> the number of records with it; only the first `MOST_TEXTS` different ones. */
  readonly texts: ReadonlyMap<string, number>;
  /** Whether two columns hold different texts in any record. */
  disagrees(other: Column): boolean;
}

/** A field with more different texts than this cannot contain the IDs of a list that records refer to. */
const MOST_TEXTS = 50_000;

interface Counts {
  filled: number;
  present: number;
  other: number;
  readonly texts: Map<string, number>;
  /** By path number: records in which this field and an earlier one hold different texts. */
  readonly differing: number[];
}

/** Counts the values of undocumented fields, so that the records need not be kept. */
export class ColumnCounter {
  readonly #fields: UndocumentedFields;
  readonly #counts: Counts[] = [];

  constructor(fields: UndocumentedFields) {
    this.#fields = fields;
  }

  add(values: readonly UndocumentedValue[]): void {
    this.#count(values, 1);
  }

  remove(values: readonly UndocumentedValue[]): void {
    this.#count(values, -1);
  }

  /** @param records the number of counted records */
  table(records: number): ColumnTable {
    const columns = this.#fields.paths.map((path, index): Column => {
      const { differing, ...counts } = this.#countsOf(index);
      const disagrees = (against: Column): boolean => {
        const number = columns.indexOf(against);
        const count = number < index ? differing[number] : this.#countsOf(number).differing[index];
        return (count ?? 0) > 0;
      };
      return { ...counts, path, records, disagrees };
    });
    return { records, columns };
  }

  #count(values: readonly UndocumentedValue[], by: 1 | -1): void {
    for (const [index, value] of values.entries()) {
      if (value === undefined) continue;
      const counts = this.#countsOf(index);
      counts.present += by;
      if (value === NOT_KEPT) counts.other += by;
      if (value === null || value === NOT_KEPT || value.trim() === '') continue;
      counts.filled += by;
      countText(counts.texts, value, by);
      this.#compare(values, index, value, by);
    }
  }

  #compare(values: readonly UndocumentedValue[], index: number, value: string, by: 1 | -1): void {
    const { differing } = this.#countsOf(index);
    for (let earlier = 0; earlier < index; earlier += 1) {
      const against = values[earlier];
      if (typeof against === 'string' && against !== value)
        differing[earlier] = (differing[earlier] ?? 0) + by;
    }
  }

  #countsOf(index: number): Counts {
    const known = this.#counts[index];
    if (known !== undefined) return known;
    while (this.#counts.length <= index) {
      this.#counts.push({ filled: 0, present: 0, other: 0, texts: new Map(), differing: [] });
    }
    return this.#countsOf(index);
  }
}

function countText(texts: Map<string, number>, text: string, by: 1 | -1): void {
  const count = texts.get(text);
  if (count === undefined && texts.size >= MOST_TEXTS) return;
  if ((count ?? 0) + by <= 0) texts.delete(text);
  else texts.set(text, (count ?? 0) + by);
}

/** The number of records with a text in this column that passes. */
export function countTexts({ texts }: Column, passes: (text: string) => boolean): number {
  return [...texts].reduce((sum, [text, records]) => sum + (passes(text) ? records : 0), 0);
}

interface Row {
  readonly values: readonly UndocumentedValue[];
}

/** The columns of a small list; adjacent first and last names form another one, `firstName+lastName`. */
export function countColumns(fields: UndocumentedFields, rows: readonly Row[]): ColumnTable {
  const counter = new ColumnCounter(fields);
  for (const { values } of rows) counter.add(values);
  const { records, columns } = counter.table(rows.length);
  return { records, columns: [...columns, ...fullNames(columns, fields, rows)] };
}

function fullNames(columns: readonly Column[], fields: UndocumentedFields, rows: readonly Row[]): Column[] {
  const named = (name: string) => columns.filter(({ path }) => lastNameOfPath(path) === name);
  return named('first name').flatMap((first) => {
    const last = named('last name').find(({ path }) => parentPath(path) === parentPath(first.path));
    if (last === undefined) return [];
    const path = `${first.path}+${last.path}`;
    const read = textReader(fields, path);
    const filled = rows.filter(({ values }) => read(values) !== null).length;
    return { ...first, path, filled, present: rows.length, other: 0, texts: new Map() };
  });
}
