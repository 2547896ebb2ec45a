/** A budget that requests count in, and how many of a window this process would fill it with. */
export interface SharedBucket {
  readonly name: string;
  readonly limit: number;
}

/** A place that was taken in all buckets, or how long there may be none. */
export type Taken =
  | { readonly place: number }
  | {
      readonly leftMs: number;
      /** `too-many`: the service has answered 429 to some process. */
      readonly reason: 'limit' | 'too-many';
    };

/**
 * The requests of several processes of a machine, which share its address and so the limits of the service. Where it cannot
 * be kept, it lets everything pass: each process keeps to the limits by itself, and a 429 is waited out.
 */
export interface SharedLog {
  /** Takes a place in every bucket at once, or in none. */
  take(buckets: readonly SharedBucket[]): Taken | undefined;
  /** The request of a place was answered, or has failed. */
  settle(place: number): void;
  /** Nobody sends anything in these buckets for so long. */
  pause(names: readonly string[], durationMs: number): void;
}

/** For one process alone. */
export const NOT_SHARED: SharedLog = {
  take: () => undefined,
  settle: () => undefined,
  pause: () => undefined,
};
