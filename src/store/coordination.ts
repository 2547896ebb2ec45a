/** Work on a store that only one process at a time may do. */
export type LockName = 'deliver' | 'monitor' | 'schedule' | 'tokens';

/** Held until it is released or its process has ended, whichever comes first. */
export interface WorkLock {
  release(): Promise<void>;
}

/**
 * Coordination between the processes of one store. `machineCoordination.ts` does it for the processes of one computer,
 * with the locks of the operating system.
 */
export interface Coordination {
  /** @throws PaytallyError STORE_BUSY at once if another process holds the lock */
  lock(work: LockName): Promise<WorkLock>;
  /** This process's identity, with which others test whether it is alive. */
  owner(): Promise<string>;
  isAlive(owner: string): Promise<boolean>;
  /** Milliseconds since 1970, on the clock that all processes of the store share. */
  nowMs(): Promise<number>;
  readonly requests: RequestSlots;
  close(): Promise<void>;
}

/** A place of a rate limit's bucket. A request is sent in one place of each of its buckets. */
export interface RequestSlot {
  readonly bucket: string;
  readonly place: number;
}

/** Places that a process requests for its next requests. */
export interface WantedSlots {
  readonly bucket: string;
  /** The number of requests per window of the bucket. */
  readonly limit: number;
  readonly count: number;
}

/** A process's report and order, in one step. */
export interface SlotOrder {
  /** Requests that were answered or failed, with their age. Each counts for one window from then. */
  readonly answered: readonly { readonly slot: RequestSlot; readonly agoMs: number }[];
  /** Unused places, which become free at once. */
  readonly unused: readonly RequestSlot[];
  readonly wanted: readonly WantedSlots[];
}

/** For one bucket: places to use soon (see `SlotLeases`), or the time until one is free. */
export type GrantedSlots =
  | { readonly slots: readonly RequestSlot[] }
  | {
      readonly leftMs: number;
      /** `too-many`: the service answered 429 to one of the processes. */
      readonly reason: 'limit' | 'too-many';
    };

/**
 * The requests of the last window of all processes, so that together they respect the service's limits. Places of a
 * killed process count for a window after its end was detected, because it may have used them.
 */
export interface RequestSlots {
  /**
   * Fulfils an order completely or not at all.
   * @returns an entry for each of `wanted`, in their order; `busy` while another process counts, `uncounted` if there
   * is no counter yet
   * @throws the error that prevents counting
   */
  exchange(order: SlotOrder): Promise<readonly GrantedSlots[] | 'busy' | 'uncounted'>;
  /** Stops granting places in these buckets for this time. */
  pause(buckets: readonly string[], durationMs: number): Promise<void>;
  /** Call this when the process ends: open requests count as answered now. */
  close(): Promise<void>;
}
