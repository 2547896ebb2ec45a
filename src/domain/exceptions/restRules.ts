import { isInside } from '../period.js';
import { LONG_SECONDS } from './entryRules.js';
import type { Finding } from './finding.js';
import { type PersonSpan, personSpans } from './personSpans.js';
import { entryFinding, hoursText, type Rule } from './rule.js';

const REST_SECONDS = 660 * 60;

/** With how many earlier entries one is named at most: a bound for data that is wrong from end to end. */
const MOST_NAMED = 10;

/**
 * Two entries of one person share time, wherever they were worked; each pair is named, and at least one of the two
 * touches the period. An open entry runs on from its start, but no longer than anybody works: after that it is
 * forgotten, and OPEN_ENTRY says so.
 */
export const overlap: Rule = (input) =>
  personSpans(input).flatMap((spans) => {
    const found: Finding[] = [];
    let running: PersonSpan[] = [];
    for (const span of spans) {
      running = running.filter((earlier) => lastsUntil(earlier) > span.startEpoch);
      for (const earlier of running) {
        const seconds = sharedSeconds(earlier, span);
        if (seconds > 0 && (earlier.touches || span.touches)) {
          found.push(pairFinding('OVERLAP', earlier, span, seconds));
        }
      }
      running = latestEnding([...running, span]);
    }
    return found;
  });

/**
 * Less than 11 hours of real time between the work of one working day (`workDate`) and the start on a later one, in
 * whatever establishment and zone. A pause inside a working day, or inside one shift that goes over midnight, is no
 * rest. It is reported in the period of the later entry.
 */
export const shortRest: Rule = (input) =>
  personSpans(input).flatMap((spans) => {
    const found: Finding[] = [];
    let latest: PersonSpan | undefined;
    for (const span of spans) {
      if (latest !== undefined && isRest(latest, span) && isInside(span.entry.workDate, input.period)) {
        const restSeconds = span.startEpoch - lastsUntil(latest);
        if (restSeconds >= 0 && restSeconds < REST_SECONDS) {
          found.push(pairFinding('SHORT_REST', latest, span, restSeconds));
        }
      }
      if (latest === undefined || lastsUntil(span) > lastsUntil(latest)) latest = span;
    }
    return found;
  });

/** Those that end last are the ones that later entries can still run into. */
function latestEnding(spans: PersonSpan[]): PersonSpan[] {
  if (spans.length <= MOST_NAMED) return spans;
  return spans.sort((a, b) => lastsUntil(b) - lastsUntil(a)).slice(0, MOST_NAMED);
}

/** Nobody knows how long an entry without an end leaves for a rest. */
function isRest({ entry: earlier, endEpoch }: PersonSpan, { entry: later }: PersonSpan): boolean {
  if (endEpoch === undefined || earlier.workDate === later.workDate) return false;
  return earlier.shiftId === null || earlier.shiftId !== later.shiftId;
}

/** A completed entry without an end is taken to end where it starts: MISSING_END says so. */
function lastsUntil({ entry, startEpoch, endEpoch }: PersonSpan): number {
  if (endEpoch !== undefined) return endEpoch;
  return entry.status === 'Completed' ? startEpoch : startEpoch + LONG_SECONDS;
}

/** Of two open entries nobody knows how long they run side by side. */
function sharedSeconds(earlier: PersonSpan, later: PersonSpan): number {
  const ends = [earlier.endEpoch, later.endEpoch].filter((end) => end !== undefined);
  return ends.length === 0 ? 0 : Math.min(...ends) - later.startEpoch;
}

function pairFinding(
  code: 'OVERLAP' | 'SHORT_REST',
  { entry: earlier }: PersonSpan,
  { entry: later }: PersonSpan,
  seconds: number,
): Finding {
  const minutes = Math.floor(seconds / 60);
  return entryFinding(code, later, {
    minutes,
    hours: hoursText(minutes),
    earlier: earlier.id,
    earlierStart: earlier.start.text,
    earlierEnd: earlier.end?.text ?? '',
  });
}
