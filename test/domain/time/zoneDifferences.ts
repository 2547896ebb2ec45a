import { toEpochDay, toLocalDate } from '../../../src/domain/time/localDate.js';
import type { Zone } from '../../../src/domain/time/zone.js';
import type { OracleAnswer, OracleClass, OracleWindow } from './zoneOracle.js';

/** The differences between a zone and the oracle, as text; a few lines are enough to find the cause. */
export function zoneDifferences(
  zone: Zone,
  name: string,
  answer: OracleAnswer,
  first: string,
  last: string,
): string[] {
  const expected = answer.classes[answer.names[name] ?? -1];
  if (expected === undefined) return [`${name}: the oracle does not know it`];
  const windows = expected.windows
    .map((position) => answer.windows[position])
    .filter((window) => window !== undefined);
  const span = { firstDay: toEpochDay(toLocalDate(first)), lastDay: toEpochDay(toLocalDate(last)) };
  return [
    ...changeDifferences(zone, expected, span),
    ...windows.flatMap((window) => windowDifferences(zone, window)),
    ...ordinaryDayDifferences(zone, expected, windows, span),
  ]
    .slice(0, 3)
    .map((difference) => `${name}: ${difference}`);
}

interface DaySpan {
  readonly firstDay: number;
  readonly lastDay: number;
}

function changeDifferences(zone: Zone, expected: OracleClass, { firstDay, lastDay }: DaySpan): string[] {
  let offset = zone.offsetAt(firstDay * 86_400);
  const found = zone.transitionsBetween(firstDay * 86_400, (lastDay + 1) * 86_400).map((change) => {
    offset += change.changeSeconds;
    return [change.epochSeconds, offset];
  });
  const [ours, theirs] = [JSON.stringify(found), JSON.stringify(expected.changes)];
  return ours === theirs ? [] : [`changes ${ours}, oracle ${theirs}`];
}

/**
 * Compares offsets and days of every minute and first instants of days, and checks that no other day begins in the
 * window.
 */
function windowDifferences(zone: Zone, window: OracleWindow): string[] {
  const differences: string[] = [];
  let [run, reached] = [-1, -1];
  for (let minute = window.from; minute < window.to; minute += 60) {
    if (minute >= (window.offsets[run + 1]?.[0] ?? Infinity)) run += 1;
    if (minute >= (window.days[reached + 1]?.[1] ?? Infinity)) reached += 1;
    const offset = window.offsets[run]?.[1];
    if (zone.offsetAt(minute) !== offset) differences.push(`offset at ${minute}: oracle ${offset}`);
    const day = window.days[reached]?.[0];
    if (day !== undefined && zone.dayAt(minute) !== day) differences.push(`day at ${minute}: oracle ${day}`);
  }
  for (const [day, firstInstant] of window.days) {
    if (zone.dayStart(day) !== firstInstant) differences.push(`start of day ${day}: oracle ${firstInstant}`);
    if (zone.dayAt(firstInstant - 1) >= day) differences.push(`day ${day} begins before its first instant`);
  }
  return differences;
}

/** Days away from any change: they begin at 00:00 and have 24 hours, with the oracle's offset. */
function ordinaryDayDifferences(
  zone: Zone,
  expected: OracleClass,
  windows: readonly OracleWindow[],
  span: DaySpan,
) {
  const differences: string[] = [];
  let [passed, offset] = [0, expected.first];
  const near = new Set(
    windows.flatMap((window) => [window.from, window.to].map((at) => Math.floor(at / 86_400))),
  );
  const within = (day: number) => [-1, 0, 1, 2].some((back) => near.has(day - back));
  for (let day = span.firstDay + 1; day < span.lastDay; day += 1) {
    const midnight = day * 86_400;
    while ((expected.changes[passed]?.[0] ?? Infinity) <= midnight - offset) {
      offset = expected.changes[passed]?.[1] ?? Number.NaN;
      passed += 1;
    }
    if (within(day)) continue;
    const ordinary = zone.dayStart(day) === midnight - offset && zone.daySeconds(day) === 86_400;
    if (!ordinary || zone.dayAt(midnight - offset) !== day)
      differences.push(`day ${day} is not as the oracle has it`);
  }
  return differences;
}
