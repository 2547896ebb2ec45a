import type { TimeEntry } from '../records/records.js';
import type { EntryZone } from '../time/entryZone.js';
import type { SegmentZones } from '../time/segments.js';
import { fixedZone } from '../time/zone.js';
import type { TimePolicy, WorkedEntry } from '../timesheet/timesheet.js';
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
    [
      'stamp-rounding',
      (minutes) => (isStampRounded(entry, rules) ? roundedNet(entry, startEpoch, endEpoch) : minutes),
    ],
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

function stampsOf(entry: TimeEntry, rules: PayRules): readonly [start: number, end: number] {
  const { start } = entry;
  const end = entry.end ?? start;
  if (!isStampRounded(entry, rules)) {
    return [start.epochSeconds, Math.max(end.epochSeconds, start.epochSeconds)];
  }
  const { rounding } = rules;
  const startEpoch = roundStamp(start, rounding);
  return [startEpoch, Math.max(roundStamp(end, rounding), startEpoch)];
}

function isStampRounded(entry: TimeEntry, { rounding }: PayRules): boolean {
  return rounding.level === 'stamp' && entry.end !== null;
}

/** The rounded span less the break, which stays as it was: without a break, all of the span and no minute more. */
function roundedNet(entry: TimeEntry, startEpoch: number, endEpoch: number): number {
  return Math.floor((endEpoch - startEpoch) / 60) - Math.round(breakSecondsOf(entry) / 60);
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
  rules: PayRules,
  startEpoch: number,
  endEpoch: number,
): readonly Piece[] {
  const { breaks } = rules;
  const breakSeconds = isStampRounded(entry, rules)
    ? Math.round(breakSecondsOf(entry) / 60) * 60
    : breakSecondsOf(entry);
  if (breaks.allocate === 'proportional' || breakSeconds <= 0) return pieces;
  const workedSeconds = Math.max(endEpoch - startEpoch - breakSeconds, 0);
  const before =
    breaks.allocate === 'halves'
      ? Math.floor(workedSeconds / 2)
      : Math.min(breaks.allocate.after * 60, workedSeconds);
  return withBreak(pieces, startEpoch + before, startEpoch + before + breakSeconds);
}

/**
 * What the service's figure leaves of the time between the stamps. Stamps have seconds and the figure is in whole
 * minutes, rounded down, up or to the nearest, nobody says how: less than a minute either way is no break. Where
 * there is more time in the figure than between the stamps (NET_EXCEEDS_GROSS), it is negative.
 */
function breakSecondsOf({ start, end, workedMinutes }: TimeEntry): number {
  if (end === null) return 0;
  const left = Math.max(end.epochSeconds - start.epochSeconds, 0) - (workedMinutes ?? 0) * 60;
  return Math.abs(left) < 60 ? 0 : left;
}
