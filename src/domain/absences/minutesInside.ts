import { groupBy } from '../collections.js';
import { type DayWindow, isInWindows } from '../holidays/dayHoliday.js';
import { secondsOfDay } from '../pay/compiledRules.js';
import { cutAtClockTimes, elapsedSegments, type RuleSegment } from '../pay/ruleSegment.js';
import type { Shift, TimeEntry } from '../records/records.js';
import { allocate } from '../time/allocate.js';
import type { EntryZone } from '../time/entryZone.js';
import type { LocalDate } from '../time/localDate.js';
import type { Zone } from '../time/zone.js';
import type { WorkedEntry } from '../timesheet/timesheet.js';

/** Worked minutes inside windows of a local day, by the clock of each entry, whatever day they count for. */
export function workedMinutesInside(
  worked: readonly WorkedEntry[],
  date: LocalDate,
  windows: readonly DayWindow[],
): number {
  return worked.reduce((sum, each) => sum + entryMinutesInside(each, date, windows), 0);
}

/** An entry without an end or a zone has no position: all of it is where it begins. */
function entryMinutesInside(
  { entry, zone, parts, isCutByEstimates }: WorkedEntry,
  date: LocalDate,
  windows: readonly DayWindow[],
): number {
  if (isCutByEstimates === true && !parts.some((part) => part.date === date)) return 0;
  const minutes = entry.workedMinutes ?? 0;
  if (zone === undefined || entry.end === null) return entry.workDate === date ? minutes : 0;
  const segments = cutSegments(entry, zone.clock, windows);
  const days = [...groupBy(segments, ({ date: day }) => day)];
  const ofDays = allocate(
    minutes,
    days.map(([, own]) => sumWeights(own)),
  );
  const index = days.findIndex(([day]) => day === date);
  const own = days[index]?.[1];
  return own === undefined ? 0 : shareInside(ofDays[index] ?? 0, own, windows);
}

/** Whole minutes inside, shared over the stretches inside and outside of the windows as net minutes are. */
function shareInside(minutes: number, day: readonly RuleSegment[], windows: readonly DayWindow[]): number {
  const stretches: { readonly isInside: boolean; weight: number }[] = [];
  for (const segment of day) {
    const isInside = isSegmentInside(segment, windows);
    const last = stretches.at(-1);
    if (last?.isInside === isInside) last.weight += segment.weightSeconds;
    else stretches.push({ isInside, weight: segment.weightSeconds });
  }
  const shares = allocate(
    minutes,
    stretches.map(({ weight }) => weight),
  );
  return stretches.reduce((sum, { isInside }, index) => sum + (isInside ? (shares[index] ?? 0) : 0), 0);
}

/** Planned minutes of shifts inside windows of a local day; breaks count in proportion, so it may be a fraction. */
export function plannedMinutesInside(
  shifts: readonly Shift[],
  date: LocalDate,
  windows: readonly DayWindow[],
  zoneOf: (shift: Pick<TimeEntry, 'start' | 'end' | 'establishmentId'>) => EntryZone | undefined,
): number {
  return shifts.reduce((sum, shift) => {
    const clock = zoneOf(shift)?.clock;
    if (clock === undefined) return sum;
    const segments = cutSegments(shift, clock, windows);
    const inside = segments.filter((segment) => segment.date === date && isSegmentInside(segment, windows));
    const elapsed = sumWeights(segments);
    return elapsed === 0 ? sum : sum + (shift.plannedMinutes * sumWeights(inside)) / elapsed;
  }, 0);
}

function cutSegments(
  { start, end }: Pick<TimeEntry, 'start' | 'end'>,
  clock: Zone,
  windows: readonly DayWindow[],
): RuleSegment[] {
  const times = windows.flatMap(({ from, until }) => [from, until]);
  const segments = elapsedSegments(start.epochSeconds, end?.epochSeconds ?? start.epochSeconds, clock);
  return segments.flatMap((segment) => cutAtClockTimes(segment, times));
}

function isSegmentInside({ clockFrom }: RuleSegment, windows: readonly DayWindow[]): boolean {
  return isInWindows(secondsOfDay(clockFrom), windows);
}

function sumWeights(segments: readonly RuleSegment[]): number {
  return segments.reduce((sum, { weightSeconds }) => sum + weightSeconds, 0);
}
