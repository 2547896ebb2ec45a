import { groupBy } from '../../domain/collections.js';
import { type AnyMessage, joined, message } from '../../i18n/message.js';
import { firstOf, type RenderProblems } from './renderProblems.js';

/** One use of a key: the person or pay code that the target identifies by a text in the file. */
export interface KeyUse {
  /** The column or columns that make up the key. */
  readonly column: string;
  /** As written in the file. */
  readonly written: string;
  /** What the target compares. */
  readonly compared: string;
  /** Uses by the same identity may share a key. */
  readonly identity: string;
  /** `Nolte, Jan (e1)`, or the pay code. */
  readonly label: string;
  /** The value before formatting. */
  readonly value: string;
  /** False if this owner has a better key, and may share this one with others. */
  readonly isNeeded: boolean;
  readonly problem: SharedKeyProblem;
}

/** The problem and remedy, with the list of owners that share the key. */
export type SharedKeyProblem = (sharers: AnyMessage) => AnyMessage;

const SHARERS_LISTED = 20;

/** Collects keys as they are written, over all files of a template, to find those with several owners. */
export class WrittenKeys {
  readonly #uses = new Map<string, KeyUse>();

  add(use: KeyUse): void {
    const { column, compared, identity } = use;
    const id = JSON.stringify([column, compared, identity]);
    if (!this.#uses.has(id)) this.#uses.set(id, use);
  }

  /** All clashes at once: column, written value, its owners with their original values, and the remedy. */
  report(problems: RenderProblems): void {
    const groups = groupBy(this.#uses.values(), ({ column, compared }) => JSON.stringify([column, compared]));
    for (const uses of groups.values()) {
      const [first] = uses;
      if (first === undefined || uses.length < 2 || !uses.some(({ isNeeded }) => isNeeded)) continue;
      problems.add(first.problem(listSharers(uses)), { column: first.column, value: first.written });
    }
  }
}

function listSharers(uses: readonly KeyUse[]): AnyMessage {
  const sharers = uses.map(({ label, value }) =>
    value === label ? label : message('template.keys.writtenAs', { label, value: JSON.stringify(value) }),
  );
  return joined(firstOf(sharers, SHARERS_LISTED), '; ');
}
