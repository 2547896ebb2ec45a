/**
 * After a pause each period that was missed is carried out once, at the newest of its times: a daily draft of this month
 * once, a monthly final once for each month.
 * @param times of one schedule, ascending; the last one is always among the result
 */
export function caughtUp<Time>(times: readonly Time[], periodOf: (time: Time) => string): Time[] {
  const newest = new Map(times.map((time) => [periodOf(time), time]));
  return times.filter((time) => newest.get(periodOf(time)) === time);
}
