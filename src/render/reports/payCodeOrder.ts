import type { DataRow } from '../dataSet.js';
import { textOf } from './rowAccess.js';

const KIND_ORDER = ['base', 'topup', 'loading', 'not-worked', 'absence', 'credit', 'count'];

/** The pay codes of lines: paid work first, then what stands on top of it, then what is no work; each by name. */
export function payCodesInOrder(lines: Iterable<DataRow>): string[] {
  const kinds = new Map<string, string>();
  for (const line of lines) kinds.set(textOf(line, 'payCode'), textOf(line, 'kind'));
  // A kind that is not listed comes last: nobody takes it for paid work.
  const rank = (code: string) => (KIND_ORDER.indexOf(kinds.get(code) ?? '') + 1 || KIND_ORDER.length + 1) - 1;
  return [...kinds.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** A pay code as the column of a table. */
export interface PayCodeColumn {
  readonly code: string;
  /** What people call it; the code where it has no label. */
  readonly label: string;
  /** Paid on top of base hours: not to be added to them. */
  readonly isOnTop: boolean;
}

/** The pay codes of lines, which come person by person, as columns. */
export class PayCodeColumns {
  readonly #lines = new Map<string, { readonly line: DataRow; readonly id: string | null }>();

  /** A code looks as in the last line of the person with the last id: the order of people has no say. */
  add(line: DataRow, id: string | null): void {
    const code = textOf(line, 'payCode');
    const known = this.#lines.get(code);
    if (known === undefined || id === null || (known.id !== null && id >= known.id)) {
      const { payCode = null, payCodeLabel = null, kind = null } = line;
      this.#lines.set(code, { line: { payCode, payCodeLabel, kind }, id });
    }
  }

  /**
   * What is paid on top comes after base hours, and last a code that no line has: it is neither.
   * @param first come first among their like, also if no line has them
   */
  columns(first: readonly string[]): PayCodeColumn[] {
    const lines = [...this.#lines.values()].map(({ line }) => line);
    const codes = new Set([...first, ...payCodesInOrder(lines)]);
    return [...codes]
      .map((code) => {
        const line = this.#lines.get(code)?.line ?? {};
        return {
          code,
          label: textOf(line, 'payCodeLabel') || code,
          isOnTop: textOf(line, 'kind') === 'loading',
        };
      })
      .sort((a, b) => this.#rank(a) - this.#rank(b));
  }
  #rank({ code, isOnTop }: PayCodeColumn): number {
    return this.#lines.has(code) ? Number(isOnTop) : 2;
  }
}
