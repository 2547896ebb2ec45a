import { isNearClockChange } from '../time/clockChanges.js';
import { parseStamp } from '../time/stamp.js';
import { formatOffset, type Zone } from '../time/zone.js';
import type { Finding } from './finding.js';

/** Facts that rules give as recorded stamps, and messages show as a clock does. */
const STAMPS = ['start', 'end', 'earlierStart', 'earlierEnd'];

/** A finding with its stamps as `2026-10-24 22:00`; near a change of the clocks all of them carry their offset. */
export function showClockTimes(finding: Finding, zones: readonly Zone[]): Finding {
  const stamps = Object.entries(finding.facts).flatMap(([name, value]) => {
    const stamp = STAMPS.includes(name) && typeof value === 'string' ? parseStamp(value) : '';
    return typeof stamp === 'string' ? [] : [{ name, stamp }];
  });
  if (stamps.length === 0) return finding;
  const isNear = stamps.some(({ stamp }) => isNearClockChange(zones, stamp));
  const shown = stamps.map(({ name, stamp }) => [
    name,
    clockReading(stamp.text, isNear ? stamp.offsetSeconds : undefined),
  ]);
  return { ...finding, facts: { ...finding.facts, ...Object.fromEntries(shown) } };
}

/** `2026-10-24 22:00`, or with an offset `2026-10-25 02:45 +02:00`: the reading of the clock, without seconds. */
export function clockReading(stamp: string, offsetSeconds: number | undefined): string {
  // Joined, so that V8 keeps one short text: put together from parts it keeps the parts, and there are many of these.
  const reading = [stamp.slice(0, 10), stamp.slice(11, 16)].join(' ');
  return offsetSeconds === undefined ? reading : `${reading} ${formatOffset(offsetSeconds)}`;
}
