import { groupBy } from '../collections.js';
import { isInside } from '../period/period.js';
import type { TimeEntry } from '../records/records.js';
import type { Finding } from './finding.js';
import { entryFinding, type Rule, type RuleInput } from './rule.js';
import { LONG_SECONDS } from './workRules.js';

const DAY_SECONDS = 24 * 3600;

/** The maximum number of earlier entries that an entry is reported with: a bound for data that is wrong throughout. */
const MOST_NAMED = 10;

/**
 * Two entries of an employee overlap, in any establishment. Each pair is reported if at least one of them is in the
 * period. An open entry continues from its start up to the maximum length of a shift; after that only OPEN_ENTRY
 * reports it.
 */
export const overlap: Rule = (input) =>
  workSpansByPerson(input).flatMap((spans) => {
    const found: Finding[] = [];
    let running: WorkSpan[] = [];
    for (const span of spans) {
      running = running.filter((earlier) => assumedEnd(earlier) > span.startEpoch);
      for (const earlier of running) {
        const seconds = sharedSeconds(earlier, span);
        if (seconds > 0 && (earlier.touches || span.touches)) {
          found.push(overlapFinding(earlier, span, seconds));
        }
      }
      running = latestEnding([...running, span]);
    }
    return found;
  });

/**
 * Less than `minRestHours` (11) of real time before an entry, in any establishment and zone, reported in the period of
 * that entry. The law requires a rest between working days, within each 24 hours. Every shorter gap between two work
 * dates is therefore reported. A gap within a work date (lunch, or the afternoon between two shifts in a restaurant) is
 * reported only if the working day lasts over 13 hours, because then no time is left for the rest: work until 06:00 and
 * again from 14:00 to 22:00. Reports of every split shift would hide these. A break within a shift is not a rest. If a
 * legal pack is set, WT_DAILY_REST replaces this check.
 */
export const shortRest: Rule = (input) =>
  workSpansByPerson(input).flatMap((spans) => {
    const found: Finding[] = [];
    let latest: WorkSpan | undefined;
    let dayStart: WorkSpan | undefined;
    for (const span of spans) {
      const limits = input.limitsOf(span.entry.establishmentId, span.entry.workDate);
      const minimumHours = limits.checksShortRest ? (limits.get('minRestHours') ?? 0) : 0;
      const minimum = minimumHours * 3600;
      const restSeconds = latest === undefined ? minimum : span.startEpoch - assumedEnd(latest);
      if (restSeconds >= minimum || dayStart?.entry.workDate !== span.entry.workDate) dayStart = span;
      if (latest !== undefined && restSeconds >= 0 && restSeconds < minimum) {
        const isDue = isRest(latest, span, dayStart, minimum) && isInside(span.entry.workDate, input.period);
        if (isDue) found.push(restFinding(latest, span, restSeconds, minimumHours));
      }
      if (latest === undefined || assumedEnd(span) > assumedEnd(latest)) latest = span;
    }
    return found;
  });

/** Later entries can only overlap with those that end last. */
function latestEnding(spans: WorkSpan[]): WorkSpan[] {
  if (spans.length <= MOST_NAMED) return spans;
  return spans.sort((a, b) => assumedEnd(b) - assumedEnd(a)).slice(0, MOST_NAMED);
}

/**
 * Whether the gap between two entries should be a rest: a working day that lasts longer leaves no rest in the 24 hours
 * from its start. After an open entry the length of the gap is unknown.
 */
function isRest(earlier: WorkSpan, later: WorkSpan, dayStart: WorkSpan, minimumSeconds: number): boolean {
  if (earlier.endEpoch === undefined) return false;
  if (earlier.entry.shiftId !== null && earlier.entry.shiftId === later.entry.shiftId) return false;
  if (earlier.entry.workDate !== later.entry.workDate) return true;
  const dayEnd = later.endEpoch ?? later.startEpoch;
  return dayEnd - dayStart.startEpoch > DAY_SECONDS - minimumSeconds;
}

/** A completed entry without an end counts as ending when it starts: MISSING_END reports it. */
function assumedEnd({ entry, startEpoch, endEpoch }: WorkSpan): number {
  if (endEpoch !== undefined) return endEpoch;
  return entry.status === 'Completed' ? startEpoch : startEpoch + LONG_SECONDS;
}

/** The overlap of two open entries is unknown. */
function sharedSeconds(earlier: WorkSpan, later: WorkSpan): number {
  const ends = [earlier.endEpoch, later.endEpoch].filter((end) => end !== undefined);
  return ends.length === 0 ? 0 : Math.min(...ends) - later.startEpoch;
}

function overlapFinding({ entry: earlier }: WorkSpan, { entry: later }: WorkSpan, seconds: number): Finding {
  const minutes = Math.floor(seconds / 60);
  return entryFinding('OVERLAP', later, {
    minutes,
    size: minutes < 60 ? 'short' : 'long',
    open: later.end === null ? 'this' : earlier.end === null ? 'earlier' : 'none',
    earlierStart: earlier.start.text,
    earlierEnd: earlier.end?.text ?? '',
  });
}

function restFinding(
  { entry: earlier }: WorkSpan,
  { entry: later }: WorkSpan,
  seconds: number,
  minimumHours: number,
): Finding {
  return entryFinding('SHORT_REST', later, {
    minutes: Math.floor(seconds / 60),
    minimumHours,
    earlierEnd: earlier.end?.text ?? '',
  });
}

/** When an employee worked, by the stamps of one entry. */
export interface WorkSpan {
  readonly entry: TimeEntry;
  readonly startEpoch: number;
  /** undefined while the entry is open, or if a completed entry has no end. */
  readonly endEpoch: number | undefined;
  /** Whether a part of it belongs to the period. */
  readonly touches: boolean;
}

/** Each employee's work in the period and its margin, by start, in any establishment and zone. */
export function workSpansByPerson({ timesheet, period }: RuleInput): readonly (readonly WorkSpan[])[] {
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

function spanOf(entry: TimeEntry, touches: boolean): WorkSpan {
  const startEpoch = entry.start.epochSeconds;
  const end = entry.end?.epochSeconds;
  return { entry, startEpoch, endEpoch: end === undefined ? undefined : Math.max(end, startEpoch), touches };
}
