const MINUTE_SECONDS = 60;

/**
 * The worked time of a completed entry as fields of its record. Seconds that fill no minute are kept, so that a person's
 * day loses none of them (`carrySeconds`).
 */
export function workedFields(seconds: number): {
  readonly workedMinutes: number;
  readonly workedSeconds?: number;
} {
  const workedMinutes = Math.round(seconds / MINUTE_SECONDS);
  return workedMinutes * MINUTE_SECONDS === seconds
    ? { workedMinutes }
    : { workedMinutes, workedSeconds: seconds };
}
