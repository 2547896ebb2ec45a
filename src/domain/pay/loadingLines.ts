import { joined, lineOf } from './lineOf.js';
import type { PaidShift } from './paidShift.js';
import type { PayLine } from './payLine.js';

/** The loadings of one entry: of each group the first rule that takes the minute, on top of the base code. */
export function loadingLines(shift: PaidShift): PayLine[] {
  const byGroup = new Map<string, PayLine[]>();
  for (const slice of shift.slices) {
    for (const rule of slice.loadings) {
      const lines = byGroup.get(rule.group) ?? [];
      lines.push(lineOf(shift, slice, { kind: 'loading', rule, overtime: undefined }));
      byGroup.set(rule.group, lines);
    }
  }
  return [...byGroup.values()].flatMap(joined);
}
