import type { DataRow } from '../dataSet.js';
import { textOf } from './rowAccess.js';

const KIND_ORDER = ['base', 'topup', 'loading', 'not-worked', 'absence', 'credit', 'count'];

/** The pay codes of lines: paid work first, then what stands on top of it, then what is no work; each by name. */
export function payCodesInOrder(lines: readonly DataRow[]): string[] {
  const kinds = new Map(lines.map((line) => [textOf(line, 'payCode'), textOf(line, 'kind')]));
  const rank = (code: string) => KIND_ORDER.indexOf(kinds.get(code) ?? '');
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

/** The pay codes of lines as columns: what is paid on top comes last. @param first come first, also if no line has them */
export function payCodeColumns(lines: readonly DataRow[], first: readonly string[]): PayCodeColumn[] {
  const lineOf = new Map(lines.map((line) => [textOf(line, 'payCode'), line]));
  const codes = new Set([...first, ...payCodesInOrder(lines)]);
  return [...codes]
    .map((code) => {
      const line = lineOf.get(code) ?? {};
      return {
        code,
        label: textOf(line, 'payCodeLabel') || code,
        isOnTop: textOf(line, 'kind') === 'loading',
      };
    })
    .sort((a, b) => Number(a.isOnTop) - Number(b.isOnTop));
}
