import { type Expression, readExpression } from './grammar.js';
import { message } from './messageText.js';
import { TemplateError } from './templateError.js';
import type { WordReader } from './wordReader.js';

export interface SortKey {
  readonly of: Expression;
  readonly descending: boolean;
}

/** The rows of a data set that something repeats over. */
export interface Selection {
  readonly dataSet: string;
  /** One repetition for each group of rows with equal values of these; without it, for each row. */
  readonly keys: readonly Expression[];
  /** The same as text; a field is written as its name. */
  readonly groupBy: readonly string[];
  readonly sortBy: readonly SortKey[];
  readonly where: Expression | undefined;
  readonly limit: number | undefined;
}

/** What is read after the name of a data set. */
export interface SelectionClauses {
  keys: readonly Expression[];
  sortBy: readonly SortKey[];
  where: Expression | undefined;
  limit: number | undefined;
}

export const NO_CLAUSES: SelectionClauses = { keys: [], sortBy: [], where: undefined, limit: undefined };

export interface Clause<Into> {
  readonly words: string;
  /** What follows, for the reference. */
  readonly follows: string;
  readonly read: (words: WordReader) => Partial<Into>;
}

/** The clauses of every selection of rows. */
export const SELECTION_CLAUSES: readonly Clause<SelectionClauses>[] = [
  { words: 'where', follows: 'CONDITION', read: (words) => ({ where: readExpression(words) }) },
  { words: 'group by', follows: 'VALUE, …', read: (words) => ({ keys: readList(words, readExpression) }) },
  { words: 'sort by', follows: 'VALUE desc, …', read: (words) => ({ sortBy: readList(words, readSortKey) }) },
  { words: 'limit', follows: 'NUMBER', read: (words) => ({ limit: readCount(words, 'limit') }) },
];

/** Reads clauses in any order, up to the first other word. @throws TemplateError */
export function readClauses<Into extends object>(
  words: WordReader,
  clauses: readonly Clause<Into>[],
  none: Into,
): Into {
  const all = { ...none };
  for (;;) {
    const clause = clauses.find(({ words: first }) => words.take(...first.split(' ')));
    if (!clause) return all;
    Object.assign(all, clause.read(words));
  }
}

function readSortKey(words: WordReader): SortKey {
  const of = readExpression(words);
  const descending = words.take('desc');
  if (!descending) words.take('asc');
  return { of, descending };
}

function readList<T>(words: WordReader, readOne: (words: WordReader) => T): T[] {
  const list = [readOne(words)];
  while (words.take(',')) list.push(readOne(words));
  return list;
}

/** A whole number of at least 1. @param what the clause, for the message @throws TemplateError */
export function readCount(
  words: WordReader,
  what: 'rows' | 'columns' | 'limit' | 'at least' | 'at most',
): number {
  const word = words.next();
  const count = Number(word?.text);
  if (word?.kind === 'number' && Number.isInteger(count) && count > 0) return count;
  throw new TemplateError(message('grammar.noCount', { axis: what }));
}
