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

/** Puts a line with its entry, whose lines stay in order of date, kind, time and rule. */
export function putLine(shift: PaidShift, line: PayLine): void {
  const { lines } = shift;
  let at = lines.length;
  for (let before = lines[at - 1]; before !== undefined; before = lines[at - 1]) {
    if (withinEntry(before, line) <= 0) break;
    at -= 1;
  }
  // There are two or three of them, and a list that is pushed to keeps room for many more.
  shift.lines = at === lines.length ? [...lines, line] : lines.toSpliced(at, 0, line);
}

/** The lines of one employee's entries by date, start of the entry, kind, time and rule. */
export function linesInOrder(shifts: readonly PaidShift[]): readonly PayLine[] {
  const lines: PayLine[] = [];
  for (const { lines: own } of shifts) for (const line of own) lines.push(line);
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
