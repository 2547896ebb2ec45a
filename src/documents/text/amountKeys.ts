import type { ColumnSpec } from './columnSpec.js';

/** The keys of a column that only an amount can follow; on a text they would be ignored. */
export function amountKeys(spec: ColumnSpec): string[] {
  const { zero, total, reconcile, minMinutes, maxMinutes } = spec;
  const given = {
    zero: zero !== 'keep',
    total,
    reconcile: reconcile !== false,
    minMinutes: minMinutes !== undefined,
    maxMinutes: maxMinutes !== undefined,
  };
  return Object.entries(given).flatMap(([key, isGiven]) => (isGiven ? [key] : []));
}
