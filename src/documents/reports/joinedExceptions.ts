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

  add(row: DataRow): void {
    const key = keyOf(row);
    const sentence = this.#sentences.get(key) ?? { people: 0, shown: [] };
    sentence.people += 1;
    if (sentence.shown.length < SHOWN_PEOPLE) sentence.shown.push(row);
    this.#sentences.set(key, sentence);
  }

  /** The number of rows. */
  get count(): number {
    let count = 0;
    for (const { people } of this.#sentences.values()) count += people < LEAST_PEOPLE ? people : 1;
    return count;
  }

  /** @param rows those that were added */
  *joined(rows: Iterable<DataRow>): Generator<JoinedException> {
    const told = new Set<string>();
    for (const row of rows) {
      const key = keyOf(row);
      const { people = 1, shown = [] } = this.#sentences.get(key) ?? {};
      if (people < LEAST_PEOPLE) yield { row, people: 1, shown: [] };
      else if (!told.has(key)) yield { row, people, shown };
      told.add(key);
    }
  }
}

/** Only sentences about employees are joined: other records differ. */
function keyOf(row: DataRow): string {
  const record = textField(row, 'record');
  const isOfPerson = record !== '' && record === textField(row, 'employee.id');
  return JSON.stringify([...SAME.map((field) => textField(row, field)), isOfPerson ? '' : record]);
}
