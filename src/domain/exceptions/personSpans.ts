import { groupBy } from '../groupBy.js';
import { isInside } from '../period/period.js';
import type { TimeEntry } from '../records/records.js';
import type { RuleInput } from './rule.js';

/** When an employee was at work, by the stamps of one entry. */
export interface PersonSpan {
  readonly entry: TimeEntry;
  readonly startEpoch: number;
  /** undefined while the entry is open, and where a completed one has no end. */
  readonly endEpoch: number | undefined;
  /** Something of it belongs to the period. */
  readonly touches: boolean;
}

/** Each employee's work in the period and around it, by start, in whatever establishment and zone. */
export function personSpans({ timesheet, period }: RuleInput): readonly (readonly PersonSpan[])[] {
  const completed = [...timesheet.exported, ...timesheet.outside].map(({ entry, inside }) =>
    spanOf(entry, inside.length > 0),
  );
  const open = timesheet.excluded
    .filter(({ entry, reason }) => reason === 'open' && entry.employeeId !== null)
    .map(({ entry }) => spanOf(entry, isInside(entry.workDate, period)));
  const spans = [...completed, ...open].sort(
    (a, b) => a.startEpoch - b.startEpoch || (a.entry.id < b.entry.id ? -1 : 1),
  );
  return [...groupBy(spans, ({ entry }) => entry.employeeId).values()];
}

function spanOf(entry: TimeEntry, touches: boolean): PersonSpan {
  const startEpoch = entry.start.epochSeconds;
  const end = entry.end?.epochSeconds;
  return { entry, startEpoch, endEpoch: end === undefined ? undefined : Math.max(end, startEpoch), touches };
}
