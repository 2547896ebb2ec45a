import type { Column } from './column.js';
import { NOT_KEPT, type UndocumentedFields, type UndocumentedValue } from './undocumentedFields.js';

/** More different texts in one field are the ids of no list that records refer to. */
const MOST_TEXTS = 50_000;

/** One path of the records of a large list: how often there is what, but not where. */
export interface CountedColumn extends Column {
  readonly records: number;
  /** Text -> how many records have it; of very many different ones only the first. */
  readonly texts: ReadonlyMap<string, number>;
  /** Whether two columns say different things of any record. */
  disagrees(other: CountedColumn): boolean;
}

interface Counts {
  filled: number;
  present: number;
  other: number;
  readonly texts: Map<string, number>;
  /** By path number: records in which this field and an earlier one say different things. */
  readonly differing: number[];
}

/** Counts the values of undocumented fields, so that the records themselves can go. */
export class CountedColumns {
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

  all(records: number): readonly CountedColumn[] {
    const columns = this.#fields.paths.map((path, index): CountedColumn => {
      const { filled, present, other, texts, differing } = this.#at(index);
      const disagrees = (against: CountedColumn): boolean => {
        const number = columns.indexOf(against);
        const count = number < index ? differing[number] : this.#at(number).differing[index];
        return (count ?? 0) > 0;
      };
      return { path, filled, present, other, records, texts, disagrees };
    });
    return columns;
  }

  #count(values: readonly UndocumentedValue[], by: 1 | -1): void {
    for (const [index, value] of values.entries()) {
      if (value === undefined) continue;
      const counts = this.#at(index);
      counts.present += by;
      if (value === NOT_KEPT) counts.other += by;
      if (value === null || value === NOT_KEPT) continue;
      counts.filled += by;
      countText(counts.texts, value, by);
      this.#compare(values, index, value, by);
    }
  }

  #compare(values: readonly UndocumentedValue[], index: number, value: string, by: 1 | -1): void {
    const { differing } = this.#at(index);
    for (let earlier = 0; earlier < index; earlier += 1) {
      const against = values[earlier];
      if (typeof against === 'string' && against !== value)
        differing[earlier] = (differing[earlier] ?? 0) + by;
    }
  }

  #at(index: number): Counts {
    const known = this.#counts[index];
    if (known !== undefined) return known;
    while (this.#counts.length <= index) {
      this.#counts.push({ filled: 0, present: 0, other: 0, texts: new Map(), differing: [] });
    }
    return this.#at(index);
  }
}

function countText(texts: Map<string, number>, text: string, by: 1 | -1): void {
  const count = texts.get(text);
  if (count === undefined && texts.size >= MOST_TEXTS) return;
  if ((count ?? 0) + by <= 0) texts.delete(text);
  else texts.set(text, (count ?? 0) + by);
}
