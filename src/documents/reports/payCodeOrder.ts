import type { DataRow } from '../dataSet.js';
import { textOf } from './rowAccess.js';

const KIND_ORDER = ['base', 'topup', 'loading', 'not-worked', 'absence', 'credit', 'count'];

/** The pay codes of lines: paid work first, then what stands on top of it, then what is no work; each by name. */
export function payCodesInOrder(lines: readonly DataRow[]): string[] {
  const kinds = new Map(lines.map((line) => [textOf(line, 'payCode'), textOf(line, 'kind')]));
  const rank = (code: string) => KIND_ORDER.indexOf(kinds.get(code) ?? '');
  return [...kinds.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
