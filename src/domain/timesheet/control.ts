import { PaytallyError } from '../../errors.js';
import type { InvalidRecord } from '../records.js';
import { EXCLUSION_REASONS, type ExclusionReason } from './exclusion.js';
import type { Timesheet, WorkedEntry } from './timesheet.js';

export interface Tally {
  readonly entries: number;
  readonly minutes: number;
}

export interface ExcludedTally extends Tally {
  readonly reason: ExclusionReason;
}

/** Where every fetched entry and minute went: fetched = exported + the sum of excluded. */
export interface Control {
  readonly fetched: Tally;
  readonly exported: Tally;
  /** In the order of the closed list; reasons with nothing in them are left out. */
  readonly excluded: readonly ExcludedTally[];
}

const NOTHING: Tally = { entries: 0, minutes: 0 };

/**
 * The control totals, by way of each entry's own parts. Minutes of an exported entry that land beyond the period's
 * edge are excluded as `outside-period`, with no entry.
 */
export function controlTotals(timesheet: Timesheet, invalid: readonly InvalidRecord[]): Control {
  const excluded = new Map<ExclusionReason, Tally>();
  const exclude = (reason: ExclusionReason, entries: number, minutes: number): void => {
    if (entries === 0 && minutes === 0) return;
    excluded.set(reason, add(excluded.get(reason) ?? NOTHING, { entries, minutes }));
  };
  for (const record of invalid) exclude('invalid', 1, record.workedMinutes);
  for (const { entry, reason } of timesheet.excluded) exclude(reason, 1, entry.workedMinutes ?? 0);
  let exported = NOTHING;
  for (const worked of timesheet.exported) {
    const minutes = insideMinutes(worked);
    exported = add(exported, { entries: 1, minutes });
    exclude('outside-period', 0, (worked.entry.workedMinutes ?? 0) - minutes);
  }
  const tallies = EXCLUSION_REASONS.flatMap((reason) => {
    const tally = excluded.get(reason);
    return tally ? [{ reason, ...tally }] : [];
  });
  return { fetched: tallies.reduce(add, exported), exported, excluded: tallies };
}

/**
 * Compares the totals with what was counted on other ways: the fetched records as they came, and the table of days.
 * @throws PaytallyError CONTROL_MISMATCH, before anything is written
 */
export function proveControl(control: Control, fetched: Tally, timesheet: Timesheet): void {
  expectEqual('fetched entries', control.fetched.entries, fetched.entries);
  expectEqual('fetched minutes', control.fetched.minutes, fetched.minutes);
  const dayMinutes = timesheet.days.reduce((sum, day) => sum + day.workedMinutes, 0);
  expectEqual('exported minutes', control.exported.minutes, dayMinutes);
}

/** Minutes of an entry that land in the period. */
export function insideMinutes(worked: WorkedEntry): number {
  return worked.inside.reduce((sum, part) => sum + part.minutes, 0);
}

function add(a: Tally, b: Tally): Tally {
  return { entries: a.entries + b.entries, minutes: a.minutes + b.minutes };
}

function expectEqual(what: string, first: number, second: number): void {
  if (first === second) return;
  throw new PaytallyError(
    'CONTROL_MISMATCH',
    `Two ways of counting ${what} disagree: ${first} and ${second}.`,
    {
      record: what,
    },
  );
}
