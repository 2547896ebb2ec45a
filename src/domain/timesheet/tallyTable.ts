import { EXCLUSION_REASONS, type ExclusionReason } from './exclusion.js';

export interface Tally {
  readonly entries: number;
  readonly minutes: number;
}

export interface ExcludedTally extends Tally {
  readonly reason: ExclusionReason;
}

/** Where every fetched entry and minute went: fetched = exported + the sum of excluded. */
export interface ControlTotals {
  readonly fetched: Tally;
  readonly exported: Tally;
  /** In the order of the closed list; reasons with nothing in them are left out. */
  readonly excluded: readonly ExcludedTally[];
  /** Shifts that stand in for entries: beside what was fetched and exported, never among it. */
  readonly estimates?: Tally;
}

/** Totals of establishments or of people by id; null where records name none. A Map is one of these. */
export interface TotalsBySubject extends Iterable<readonly [string | null, ControlTotals]> {
  keys(): Iterable<string | null>;
  get(subject: string | null): ControlTotals | undefined;
}

/** What is counted for: fetched is the sum of exported and all exclusions. */
export type CountedAs = 'exported' | 'estimate' | ExclusionReason;

const NOTHING: Tally = { entries: 0, minutes: 0 };
/** In place of a number of entries, where nothing was counted yet. */
const NEVER = -1;

/**
 * Tallies by subject, written one after the other, in a list of numbers for each reason that occurs: entries and minutes
 * of one subject after those of another. Objects for everybody take seven times the memory; they are made when somebody
 * asks.
 */
export class TallyTable implements TotalsBySubject {
  readonly #places = new Map<string | null, number>();
  readonly #columns = new Map<CountedAs, number[]>();

  add(subject: string | null, reason: CountedAs, entries: number, minutes: number): void {
    const at = 2 * this.#placeOf(subject);
    const column = this.#columnOf(reason);
    while (column.length < at + 2) column.push(NEVER, 0);
    column[at] = Math.max(column[at] ?? NEVER, 0) + entries;
    column[at + 1] = (column[at + 1] ?? 0) + minutes;
  }

  keys(): Iterable<string | null> {
    return this.#places.keys();
  }

  get(subject: string | null): ControlTotals | undefined {
    const place = this.#places.get(subject);
    return place === undefined ? undefined : this.#totalsAt(place);
  }

  *[Symbol.iterator](): Iterator<readonly [string | null, ControlTotals]> {
    for (const [subject, place] of this.#places) yield [subject, this.#totalsAt(place)];
  }

  #placeOf(subject: string | null): number {
    const known = this.#places.get(subject);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#places.set(subject, place);
    return place;
  }

  #columnOf(reason: CountedAs): number[] {
    const column = this.#columns.get(reason) ?? [];
    this.#columns.set(reason, column);
    return column;
  }

  #totalsAt(place: number): ControlTotals {
    return totalsOf((reason) => {
      const column = this.#columns.get(reason);
      const [entries = NEVER, minutes = 0] = [column?.[2 * place], column?.[2 * place + 1]];
      return entries === NEVER ? undefined : { entries, minutes };
    });
  }
}

/** The totals of what was counted. @param tallyOf undefined for a reason that never occurred */
export function totalsOf(tallyOf: (reason: CountedAs) => Tally | undefined): ControlTotals {
  const exported = tallyOf('exported') ?? NOTHING;
  const excluded = EXCLUSION_REASONS.flatMap((reason) => {
    const tally = tallyOf(reason);
    return tally ? [{ reason, ...tally }] : [];
  });
  const estimates = tallyOf('estimate');
  const fetched = excluded.reduce<Tally>(sumOf, exported);
  return { fetched, exported, excluded, ...(estimates === undefined ? {} : { estimates }) };
}

function sumOf(a: Tally, b: Tally): Tally {
  return { entries: a.entries + b.entries, minutes: a.minutes + b.minutes };
}
