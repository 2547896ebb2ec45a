import { compareText, inOrder } from '../inOrder.js';
import type { PaidShift } from './paidShift.js';
import type { PayLine, PayLineKind } from './payLine.js';

const KINDS: readonly PayLineKind[] = [
  'base',
  'loading',
  'topup',
  'count',
  'credit',
  'not-worked',
  'absence',
];

/** The lines of one employee's entries by date, start of the entry, kind, time and rule. */
export function linesInOrder(shifts: readonly PaidShift[]): readonly PayLine[] {
  const lines: PayLine[] = [];
  for (const shift of shifts) for (const line of inOrder(shift.lines, withinEntry)) lines.push(line);
  return inOrder(lines, byDate);
}

function byDate(a: PayLine, b: PayLine): number {
  return compareText(a.date, b.date);
}

function withinEntry(a: PayLine, b: PayLine): number {
  return (
    byDate(a, b) ||
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    a.fromEpoch - b.fromEpoch ||
    compareText(a.rule, b.rule)
  );
}
