import type { Pay } from './computePay.js';

/** What was worked, without the shifts that stand in for entries. */
export function withoutEstimates(pay: Pay): Pay {
  const lines = pay.lines.filter(({ isEstimated }) => isEstimated !== true);
  if (lines.length === pay.lines.length) return pay;
  const planned = new Set(pay.lines.flatMap((line) => (line.isEstimated === true ? [line.entryId] : [])));
  return { ...pay, lines, entries: pay.entries.filter(({ entryId }) => !planned.has(entryId)) };
}
