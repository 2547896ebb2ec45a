/** A time that is due, and whether it is to be carried out or stands behind a later one of the same period. */
export interface CaughtUp<Time> {
  readonly carryOut: readonly Time[];
  /** Missed times whose period a later one has. */
  readonly covered: readonly Time[];
}

/**
 * After a pause each period that was missed is carried out once, at the newest of its times: a daily draft of this month
 * once, a monthly final once for each month.
 * @param times of one schedule, ascending
 */
export function caughtUp<Time>(times: readonly Time[], periodOf: (time: Time) => string): CaughtUp<Time> {
  const newest = new Map<string, Time>();
  for (const time of times) newest.set(periodOf(time), time);
  const carryOut = times.filter((time) => newest.get(periodOf(time)) === time);
  return { carryOut, covered: times.filter((time) => !carryOut.includes(time)) };
}
