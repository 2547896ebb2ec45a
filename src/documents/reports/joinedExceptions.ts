import type { DataRow } from '../dataSet.js';
import { textField } from './rowAccess.js';

/** With fewer people, each has a row. */
const LEAST_PEOPLE = 4;
const SHOWN_PEOPLE = 5;

/** What is the same in rows that say the same about several people. */
const SAME = ['code', 'severityText', 'establishment.name', 'date', 'message', 'remedy', 'actor', 'accepted'];

/** A row, or one row for several people: their number and the names of the first ones. */
export interface JoinedException {
  readonly row: DataRow;
  readonly people: number;
  /** Empty for a row of its own. */
  readonly shown: readonly DataRow[];
}

interface Sentence {
  people: number;
  readonly shown: DataRow[];
}

/** The exceptions of a run, in which the same sentence about many people is one row. Rows are added in their order. */
export class JoinedExceptions {
  readonly #sentences = new Map<string, Sentence>();
  #others = 0;

  add(row: DataRow): void {
    const key = sentenceKey(row);
    if (key === undefined) {
      this.#others += 1;
      return;
    }
    const sentence = this.#sentences.get(key) ?? { people: 0, shown: [] };
    sentence.people += 1;
    if (sentence.shown.length < SHOWN_PEOPLE) sentence.shown.push(row);
    this.#sentences.set(key, sentence);
  }

  /** The number of rows. */
  get count(): number {
    let count = this.#others;
    for (const { people } of this.#sentences.values()) count += people < LEAST_PEOPLE ? people : 1;
    return count;
  }

  /** @param rows those that were added */
  *joined(rows: Iterable<DataRow>): Generator<JoinedException> {
    const told = new Set<string>();
    for (const row of rows) {
      const key = sentenceKey(row);
      const { people, shown } = (key === undefined ? undefined : this.#sentences.get(key)) ?? ONE_PERSON;
      if (key === undefined || people < LEAST_PEOPLE) yield { row, people: 1, shown: [] };
      else if (!told.has(key)) yield { row, people, shown };
      if (key !== undefined) told.add(key);
    }
  }
}

const ONE_PERSON: Sentence = { people: 1, shown: [] };

/** Only sentences about employees are joined and kept; undefined for other records, which all differ. */
function sentenceKey(row: DataRow): string | undefined {
  const record = textField(row, 'record');
  if (record === '' || record !== textField(row, 'employee.id')) return undefined;
  return JSON.stringify(SAME.map((field) => textField(row, field)));
}
