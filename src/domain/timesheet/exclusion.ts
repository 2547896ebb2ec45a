import type { TimeEntry } from '../records/records.js';

/** Why fetched entries, or minutes of them, are not exported: a closed list, in the order in which it is shown. */
export const EXCLUSION_REASONS = [
  'cancelled',
  'open',
  'agency',
  'outside-period',
  'filtered',
  'invalid',
  'estimated',
] as const;
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number];

/** The reason that an entry's own state gives; undefined where its minutes can be exported. */
export function ownExclusion(entry: TimeEntry): 'cancelled' | 'open' | 'agency' | undefined {
  if (entry.status === 'Cancelled') return 'cancelled';
  if (entry.status !== 'Completed') return 'open';
  return entry.employeeId === null ? 'agency' : undefined;
}
