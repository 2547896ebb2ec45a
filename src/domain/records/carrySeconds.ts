import { groupBy } from '../collections.js';
import type { TimeEntry } from './records.js';

const MINUTE_SECONDS = 60;

/**
 * Entries of sources that know seconds, with whole minutes whose sum is the nearest to the seconds of each person's day:
 * in the order of their starts, an entry has what the day's sum up to it, rounded, adds. It depends on the entries of the
 * work date alone, not on the days that are asked for. Entries of whole minutes keep theirs.
 */
export function carrySeconds(entries: readonly TimeEntry[]): readonly TimeEntry[] {
  if (entries.every(({ workedSeconds }) => workedSeconds === undefined)) return entries;
  const carried = new Map<string, number>();
  const dayOf = ({ employeeId, agencyWorkerId, workDate }: TimeEntry) =>
    JSON.stringify([employeeId, agencyWorkerId, workDate]);
  for (const [, day] of groupBy(entries, dayOf)) {
    let [seconds, given] = [0, 0];
    for (const { id, workedMinutes, workedSeconds } of [...day].sort(byStart)) {
      if (workedMinutes === null) continue;
      seconds += workedSeconds ?? workedMinutes * MINUTE_SECONDS;
      const minutes = Math.round(seconds / MINUTE_SECONDS) - given;
      given += minutes;
      carried.set(id, minutes);
    }
  }
  return entries.map((entry) => ({ ...entry, workedMinutes: carried.get(entry.id) ?? entry.workedMinutes }));
}

function byStart(a: TimeEntry, b: TimeEntry): number {
  return a.start.epochSeconds - b.start.epochSeconds || (a.id < b.id ? -1 : 1);
}
