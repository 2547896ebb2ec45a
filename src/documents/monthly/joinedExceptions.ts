import type { DataRow } from '../dataSet.js';
import { hasUnknownName, personText } from '../reports/personText.js';
import type { ReportContext } from '../reports/reportContext.js';
import { textField } from '../reports/rowAccess.js';

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

/** The person of a row; of several, their number and the first names. */
export function peopleText(context: ReportContext, { row, people, shown }: JoinedException): string {
  if (people === 1) return subjectName(context, row);
  const { say } = context;
  const names = shown.map((each) => subjectName(context, each)).join('; ');
  const rest = people - shown.length;
  const value = rest > 0 ? `${names} ${say('reports.listMore', { count: rest })}` : names;
  return say('reports.labelled', { label: String(people), value });
}

/** The person, with the payroll ID of namesakes, or the agency worker by name; otherwise empty. */
function subjectName(context: ReportContext, row: DataRow): string {
  const who = textField(row, 'who');
  const isNamed = textField(row, 'employee.name') !== '' && !hasUnknownName(row);
  if (isNamed) return who;
  return personText(context, row) || (who === textField(row, 'record') ? '' : who);
}
