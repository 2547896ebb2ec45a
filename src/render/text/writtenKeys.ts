import { groupBy } from '../../domain/collections.js';
import type { RenderProblems } from './renderProblems.js';

/** One use of a key: who, or which pay code, the target knows by a text in the file. */
export interface KeyUse {
  /** The column or columns that make up the key. */
  readonly column: string;
  /** As it stands in the file. */
  readonly written: string;
  /** What the target compares. */
  readonly compared: string;
  /** Uses of one identity share a key rightly. */
  readonly identity: string;
  /** `Nolte, Jan (e1)`, or the pay code. */
  readonly label: string;
  /** The value before it was written. */
  readonly value: string;
  /** False where this one has a better key, and shares this one with others at most. */
  readonly isNeeded: boolean;
  /** What is wrong and what to do, around the list of those that share the key. */
  readonly problem: (sharers: string) => string;
}

const SHARERS_LISTED = 20;

/** Collects keys as they are written, over all files of a template, to find those that stand for several owners. */
export class WrittenKeys {
  readonly #uses = new Map<string, KeyUse>();

  add(use: KeyUse): void {
    const { column, compared, identity } = use;
    const id = JSON.stringify([column, compared, identity]);
    if (!this.#uses.has(id)) this.#uses.set(id, use);
  }

  /** Every clash at once: column, written value, all who share it with the values it comes from, and the remedy. */
  report(problems: RenderProblems): void {
    const groups = groupBy(this.#uses.values(), ({ column, compared }) => JSON.stringify([column, compared]));
    for (const uses of groups.values()) {
      const [first] = uses;
      if (first === undefined || uses.length < 2 || !uses.some(({ isNeeded }) => isNeeded)) continue;
      problems.add(first.problem(listed(uses)), { column: first.column, value: first.written });
    }
  }
}

function listed(uses: readonly KeyUse[]): string {
  const shown = uses
    .slice(0, SHARERS_LISTED)
    .map(({ label, value }) => (value === label ? label : `${label} as ${JSON.stringify(value)}`));
  const more = uses.length - shown.length;
  return [...shown, ...(more > 0 ? [`… and ${more} more`] : [])].join('; ');
}
