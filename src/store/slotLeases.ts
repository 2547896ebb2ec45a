/** How long a request counts: longer than the service's 60 seconds, because its clock and ours differ. */
export const REQUEST_WINDOW_MS = 61_000;

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

/** A budget that requests count towards, and this process's limit per window. */
interface Bucket {
  readonly name: string;
  readonly limit: number;
}

type Wait = Extract<GrantedSlots, { readonly leftMs: number }>;

/** A request that has its places. `settle` is called once the service has certainly counted it. */
interface Taken {
  settle(): void;
}

/** A place that was granted, and when. */
interface Spare {
  readonly slot: RequestSlot;
  readonly grantedMs: number;
}

/** A process requests a twentieth of a bucket's limit at a time, at most this many. */
const MOST_AT_ONCE = 25;
const SHARE = 20;
/** Older places are returned, because this process may have been considered dead. */
const USABLE_MS = 5_000;
/** After this time without another request, answers are reported and unused places are returned. */
const IDLE_MS = 500;
/** Waiting times for another process that is counting, in milliseconds. Afterwards the request is sent uncounted. */
const BUSY_WAITS_MS = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560];

interface LeaseClock {
  /** Steady. */
  readonly nowMs: () => number;
  readonly sleep: (durationMs: number) => Promise<void>;
}

/**
 * The places of this process in the buckets that all processes share. It requests several at a time, so that a request
 * rarely has to wait for another process; unused places are returned. A fault never stops a run: then every process
 * counts only its own requests.
 */
export class SlotLeases {
  readonly #slots: RequestSlots;
  readonly #clock: LeaseClock;
  readonly #spare = new Map<string, Spare[]>();
  readonly #answered: { readonly slot: RequestSlot; readonly atMs: number }[] = [];
  /** Places to return that could not be returned yet. */
  readonly #unused: RequestSlot[] = [];
  /** One order at a time: waiting callers share its result. */
  #ordering: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(slots: RequestSlots, clock: LeaseClock) {
    this.#slots = slots;
    this.#clock = clock;
  }

  /**
   * A place in every bucket at once, or the time until there may be one. Undefined if requests are not counted
   * together.
   */
  async take(buckets: readonly Bucket[]): Promise<Taken | Wait | undefined> {
    if (this.#isOver) return undefined;
    return this.#takeSpare(buckets) ?? this.#inTurn(() => this.#ordered(buckets));
  }

  pause(names: readonly string[], durationMs: number): void {
    void this.#inTurn(() => this.#quietly(() => this.#slots.pause(names, durationMs)));
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#inTurn(() => this.#handBack());
    clearTimeout(this.#idle);
    this.#isOver = true;
    await this.#quietly(() => this.#slots.close());
  }

  async #ordered(buckets: readonly Bucket[]): Promise<Taken | Wait | undefined> {
    const taken = this.#takeSpare(buckets);
    if (taken !== undefined) return taken;
    const lacking = buckets.filter(({ name }) => !this.#hasSpare(name));
    const count = (limit: number) => Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(limit / SHARE)));
    const wanted = lacking.map(({ name, limit }) => ({ bucket: name, limit, count: count(limit) }));
    const grants = await this.#exchange(
      wanted,
      lacking.map(({ name }) => name),
    );
    const grantedMs = this.#clock.nowMs();
    const waits: Wait[] = [];
    for (const [index, grant] of (grants ?? []).entries()) {
      if ('leftMs' in grant) waits.push(grant);
      else {
        const spare = grant.slots.map((slot) => ({ slot, grantedMs }));
        this.#spare.set(wanted[index]?.bucket ?? '', spare);
      }
    }
    this.#whenIdle();
    if (grants === undefined) return undefined;
    const [first, ...others] = waits;
    if (first === undefined) return this.#takeSpare(buckets);
    return others.reduce((one, other) => (other.leftMs > one.leftMs ? other : one), first);
  }

  /** From the available places; undefined if a bucket has none. */
  #takeSpare(buckets: readonly Bucket[]): Taken | undefined {
    if (!buckets.every(({ name }) => this.#hasSpare(name))) return undefined;
    const slots = buckets.flatMap(({ name }) => this.#spare.get(name)?.shift()?.slot ?? []);
    this.#whenIdle();
    return {
      settle: () => {
        const atMs = this.#clock.nowMs();
        this.#answered.push(...slots.map((slot) => ({ slot, atMs })));
        this.#whenIdle();
      },
    };
  }

  #hasSpare(name: string): boolean {
    const [oldest] = this.#spare.get(name) ?? [];
    return oldest !== undefined && oldest.grantedMs + USABLE_MS > this.#clock.nowMs();
  }

  /** Requests places, reports answers, and returns the unused places of some buckets. */
  async #exchange(
    wanted: SlotOrder['wanted'],
    handedBack: readonly string[],
  ): Promise<readonly GrantedSlots[] | undefined> {
    const answered = this.#answered.splice(0);
    const spare = handedBack.flatMap((name) => this.#spare.get(name) ?? []);
    const unused = [...this.#unused.splice(0), ...spare.map(({ slot }) => slot)];
    for (const name of handedBack) this.#spare.delete(name);
    for (const waitMs of [0, ...BUSY_WAITS_MS]) {
      if (waitMs > 0) await this.#clock.sleep(waitMs);
      const nowMs = this.#clock.nowMs();
      const ago = answered.map(({ slot, atMs }) => ({ slot, agoMs: nowMs - atMs }));
      const grants = await this.#quietly(() => this.#slots.exchange({ answered: ago, unused, wanted }));
      if (grants !== 'busy') return grants === 'uncounted' ? undefined : grants;
    }
    this.#answered.unshift(...answered);
    this.#unused.push(...unused);
    return undefined;
  }

  async #handBack(): Promise<void> {
    const names = [...this.#spare].flatMap(([name, spare]) => (spare.length > 0 ? [name] : []));
    if (names.length > 0 || this.#answered.length > 0) await this.#exchange([], names);
  }

  /** No request waits for this: it uses the system timer and never prevents the program from ending. */
  #whenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#inTurn(() => this.#handBack()), IDLE_MS).unref();
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#ordering.then(work);
    this.#ordering = turn.catch(() => undefined);
    return turn;
  }

  async #quietly<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch {
      this.#isOver = true;
      return undefined;
    }
  }
}
