import { groupBy } from '../groupBy.js';
import { compareText } from '../inOrder.js';
import type { Finding } from './finding.js';

/** How the findings of a rule follow one another, whoever they are about. */
export type FindingOrder =
  /** By start of the entry; work that names no employee last in `start-employees-first`. */
  | 'start'
  | 'start-employees-first'
  /** By the start of the person's first work, then as the rule gives them. */
  | 'first-work'
  /** By day and id of the shift. */
  | 'shift'
  /** By zone; what is found of several people is one finding. */
  | 'zone';

/** Where a finding stands: by number, then by text. The texts are there already, so a place takes some bytes only. */
export interface FindingPlace {
  readonly at: number;
  readonly id: string;
}

/** What one rule found, in lists beside one another: an object for each place takes as much as the finding. */
export class FoundByRule {
  readonly #order: FindingOrder;
  #findings: Finding[] = [];
  #at: number[] = [];
  #ids: string[] = [];

  constructor(order: FindingOrder) {
    this.#order = order;
  }

  add(finding: Finding, { at, id }: FindingPlace): void {
    this.#findings.push(finding);
    this.#at.push(at);
    this.#ids.push(id);
  }

  /** In their order; they are here no more. */
  taken(): Finding[] {
    const [findings, at, ids] = [this.#findings, this.#at, this.#ids];
    [this.#findings, this.#at, this.#ids] = [[], [], []];
    const places = Uint32Array.from(findings.keys());
    places.sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0) || compareText(ids[a] ?? '', ids[b] ?? '') || a - b);
    const sorted = [...places].flatMap((place) => findings[place] ?? []);
    return this.#order === 'zone'
      ? [...groupBy(sorted, ({ record }) => record).values()].flatMap(together)
      : sorted;
  }
}

/** One finding of a zone, with the counts of all; the first of them names an entry. */
function together([first, ...others]: readonly Finding[]): Finding[] {
  if (first === undefined) return [];
  const sum = (fact: string): number =>
    [first, ...others].reduce((total, { facts }) => total + Number(facts[fact]), 0);
  return [{ ...first, facts: { ...first.facts, count: sum('count'), stamps: sum('stamps') } }];
}
