import type { EntryZone } from '../entryZone.js';
import type { TimeEntry } from '../records.js';
import type { SegmentZones } from '../segments.js';
import type { TimePolicy, WorkedEntry } from '../timesheet/timesheet.js';
import { fixedZone } from '../zone.js';
import type { Adjustment, AdjustmentReason, PaidEntry } from './payLine.js';
import type { PayRules } from './payRules.js';
import { elapsedPieces, type Piece, pointPiece, wallclockPieces, withBreak } from './piece.js';
import { roundMinutes, roundStamp } from './roundMinutes.js';

/** When an entry is taken to have been worked, and how many minutes it pays before days are looked at. */
export interface EntryTime {
  readonly zones: SegmentZones;
  readonly startEpoch: number;
  readonly minutes: number;
  /** In order of time; not yet cut at the times of rules. */
  readonly pieces: readonly Piece[];
  readonly adjustments: readonly Adjustment[];
  readonly unplaced: PaidEntry['unplaced'];
}

/** Rounds stamps, applies the clock policy, places the break and rounds the entry, in this order. */
export function entryTime({ entry, zone }: WorkedEntry, rules: PayRules, policy: TimePolicy): EntryTime {
  const zones = zonesOf(entry, zone);
  const [startEpoch, endEpoch] = stampsOf(entry, rules);
  const elapsed = elapsedPieces(startEpoch, endEpoch, zones);
  const isWallclock = policy.dst === 'wallclock';
  const steps: readonly (readonly [AdjustmentReason, (minutes: number) => number])[] = [
    ['stamp-rounding', (minutes) => minutes + roundingMinutes(entry, startEpoch, endEpoch)],
    ['wallclock', (minutes) => minutes + (isWallclock ? clockChangeMinutes(startEpoch, endEpoch, zones) : 0)],
    [
      'entry-rounding',
      (minutes) => (rules.rounding.level === 'entry' ? roundMinutes(minutes, rules.rounding) : minutes),
    ],
  ];
  const { minutes, adjustments } = adjusted(entry.workedMinutes ?? 0, steps);
  const placed = isWallclock ? wallclockPieces(elapsed) : elapsed;
  const pieces = placed.length === 0 ? [pointPiece(startEpoch, zones)] : placed;
  const rested = withPlacedBreak(pieces, entry, rules, startEpoch, endEpoch);
  return { zones, startEpoch, minutes, pieces: rested, adjustments, unplaced: unplacedReason(entry, zone) };
}

function zonesOf(entry: TimeEntry, zone: EntryZone | undefined): SegmentZones {
  if (zone !== undefined) return { zone: zone.zone, dayZone: zone.dayZone };
  const own = fixedZone(entry.start.offsetSeconds);
  return { zone: own, dayZone: own };
}

function unplacedReason(entry: TimeEntry, zone: EntryZone | undefined): PaidEntry['unplaced'] {
  if (entry.end === null) return 'no-end';
  return zone === undefined ? 'no-zone' : undefined;
}

function stampsOf(entry: TimeEntry, { rounding }: PayRules): readonly [start: number, end: number] {
  const { start } = entry;
  const end = entry.end ?? start;
  if (rounding.level !== 'stamp' || entry.end === null) {
    return [start.epochSeconds, Math.max(end.epochSeconds, start.epochSeconds)];
  }
  const startEpoch = roundStamp(start, rounding);
  return [startEpoch, Math.max(roundStamp(end, rounding), startEpoch)];
}

/** By how many whole minutes the entry became longer: breaks stay as they were. */
function roundingMinutes({ start, end }: TimeEntry, startEpoch: number, endEpoch: number): number {
  if (end === null) return 0;
  const before = Math.max(end.epochSeconds - start.epochSeconds, 0);
  return Math.floor((endEpoch - startEpoch) / 60) - Math.floor(before / 60);
}

/** What the clock on the wall shows more (spring) or less (autumn) than what elapsed. */
function clockChangeMinutes(startEpoch: number, endEpoch: number, { zone }: SegmentZones): number {
  return Math.trunc((zone.offsetAt(endEpoch) - zone.offsetAt(startEpoch)) / 60);
}

function adjusted(
  workedMinutes: number,
  steps: readonly (readonly [AdjustmentReason, (minutes: number) => number])[],
): { readonly minutes: number; readonly adjustments: readonly Adjustment[] } {
  let minutes = workedMinutes;
  const adjustments: Adjustment[] = [];
  for (const [reason, step] of steps) {
    const next = Math.max(step(minutes), 0);
    if (next !== minutes) adjustments.push({ reason, minutes: next - minutes });
    minutes = next;
  }
  return { minutes, adjustments };
}

/** Takes the break out of the place where the rules want it; without a rule every piece carries its share. */
function withPlacedBreak(
  pieces: readonly Piece[],
  entry: TimeEntry,
  { breaks }: PayRules,
  startEpoch: number,
  endEpoch: number,
): readonly Piece[] {
  const breakSeconds = breakSecondsOf(entry);
  if (breaks.allocate === 'proportional' || breakSeconds <= 0) return pieces;
  const workedSeconds = Math.max(endEpoch - startEpoch - breakSeconds, 0);
  const before =
    breaks.allocate === 'halves'
      ? Math.floor(workedSeconds / 2)
      : Math.min(breaks.allocate.after * 60, workedSeconds);
  return withBreak(pieces, startEpoch + before, startEpoch + before + breakSeconds);
}

function breakSecondsOf({ start, end, workedMinutes }: TimeEntry): number {
  return end === null ? 0 : end.epochSeconds - start.epochSeconds - (workedMinutes ?? 0) * 60;
}
