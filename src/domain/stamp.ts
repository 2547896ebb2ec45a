/** A point in time as the service wrote it: local date-time with its own offset. */
export interface Stamp {
  /** The text as received. */
  readonly text: string;
  /** The instant in whole seconds since 1970-01-01T00:00:00Z: local part minus offset; fractions are cut off. */
  readonly epochSeconds: number;
  /** East of UTC is positive. */
  readonly offsetSeconds: number;
}
