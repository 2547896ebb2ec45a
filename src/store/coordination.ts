/** What only one process may do at a time with a store. */
export type LockName = 'deliver' | 'monitor' | 'schedule' | 'tokens';

/** Held until it is released or its process has ended, whichever comes first. */
export interface WorkLock {
  release(): Promise<void>;
}

/**
 * What the processes of one store agree on. `machineCoordination.ts` does it for the processes of one computer, with
 * the locks of the operating system.
 */
export interface Coordination {
  /** @throws PaytallyError STORE_BUSY at once if another process holds the lock */
  lock(work: LockName): Promise<WorkLock>;
  /** This process, as others test whether it is alive. */
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

/** Places that a process asks for, for requests that it is about to send. */
export interface WantedSlots {
  readonly bucket: string;
  /** How many requests a window of the bucket holds. */
  readonly limit: number;
  readonly count: number;
}

/** What a process reports, and what it asks for, in one step. */
export interface SlotOrder {
  /** Requests that were answered or failed, and how long ago. Each counts for a window from then. */
  readonly answered: readonly { readonly slot: RequestSlot; readonly agoMs: number }[];
  /** Places in which nothing was sent; they are free at once. */
  readonly unused: readonly RequestSlot[];
  readonly wanted: readonly WantedSlots[];
}

/** For one bucket: places to use soon (see `SlotLeases`), or how long there is none. */
export type GrantedSlots =
  | { readonly slots: readonly RequestSlot[] }
  | {
      readonly leftMs: number;
      /** `too-many`: the service has answered 429 to some process. */
      readonly reason: 'limit' | 'too-many';
    };

/**
 * The requests of the last window of all processes, so that they keep to the service's limits together. Places of a
 * process that was killed count for a window after its end was noticed, because it may have used them.
 */
export interface RequestSlots {
  /**
   * Everything or nothing of an order.
   * @returns an entry for each of `wanted`, in their order; `busy` while another process counts, `uncounted` where there
   * is nothing yet to count in
   * @throws whatever keeps requests from being counted at all
   */
  exchange(order: SlotOrder): Promise<readonly GrantedSlots[] | 'busy' | 'uncounted'>;
  /** No process gets a place in these buckets for so long. */
  pause(buckets: readonly string[], durationMs: number): Promise<void>;
  /** The process ends: requests under way count as answered now. */
  close(): Promise<void>;
}
