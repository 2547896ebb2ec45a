import { createHash } from 'node:crypto';
import {
  type GrantedSlots,
  REQUEST_WINDOW_MS,
  type RequestSlot,
  type RequestSlots,
  type SlotOrder,
  type WantedSlots,
} from '../slotLeases.js';
import { IS_FRESH, ProcessEntry } from './leases.js';
import type { Server, ServerQueries } from './server.js';
import { acquireServer } from './serverUse.js';

/** How long to wait if it is unknown when a place becomes free. */
const UNKNOWN_MS = 500;
const WINDOW = `interval '${REQUEST_WINDOW_MS} ms'`;

interface Connected {
  readonly server: Server;
  /** This process as the user of an address: its requests count until its own heartbeat is missing. */
  readonly entry: ProcessEntry;
  readonly release: () => Promise<void>;
}

/**
 * The places of the rate limits as rows, one for each request of a window. A used place has a holder; it becomes free a
 * window after the answer, by the database's clock. Connects at the first use.
 */
export class ServerSlots implements RequestSlots {
  readonly #url: string;
  readonly #address: string;
  #connected: Promise<Connected> | undefined;
  /** Buckets with existing rows. */
  readonly #made = new Map<string, number>();
  /** Places that this process knows to be its own. */
  readonly #held = new Map<string, RequestSlot>();
  /** After a lost answer, it may have places that it does not know. */
  #isUnsure = false;

  /** @param address the internet address of outgoing requests, by the workers' name for it */
  constructor(url: string, address = 'default') {
    this.#url = url;
    this.#address = address;
  }

  /** An unreachable database is a temporary fault: the requests wait, and are counted with the next order. */
  async exchange(order: SlotOrder): Promise<readonly GrantedSlots[] | 'busy'> {
    try {
      const grants = await this.#exchange(await this.#connect(), order);
      for (const slot of [...order.answered.map((each) => each.slot), ...order.unused])
        this.#held.delete(keyOf(slot));
      for (const grant of grants)
        for (const slot of 'slots' in grant ? grant.slots : []) this.#held.set(keyOf(slot), slot);
      this.#isUnsure = false;
      return grants;
    } catch {
      this.#isUnsure = true;
      return 'busy';
    }
  }

  async pause(buckets: readonly string[], durationMs: number): Promise<void> {
    const { server } = await this.#connect();
    await server.query(
      `INSERT INTO pause SELECT name, clock() + $2::double precision * interval '1 ms' FROM unnest($1::text[]) AS name
       ON CONFLICT (bucket) DO UPDATE SET "untilAt" = greatest(pause."untilAt", EXCLUDED."untilAt")`,
      [buckets.map((bucket) => this.#nameOf(bucket)), durationMs],
    );
  }

  async close(): Promise<void> {
    if (this.#connected === undefined) return;
    const { server, entry, release } = await this.#connected;
    this.#connected = undefined;
    const sql = `UPDATE slot SET "freeAt" = clock() + ${WINDOW}, holder = NULL WHERE holder = $1`;
    try {
      await server.query(sql, [entry.id]);
      await entry.end();
    } finally {
      await release();
    }
  }

  #connect(): Promise<Connected> {
    const open = async (): Promise<Connected> => {
      const { use, release } = await acquireServer(this.#url);
      const entry = new ProcessEntry(use.server);
      await entry.start();
      return { server: use.server, entry, release };
    };
    this.#connected ??= open().catch((failure: unknown) => {
      this.#connected = undefined;
      throw failure;
    });
    return this.#connected;
  }

  async #exchange({ server, entry }: Connected, order: SlotOrder): Promise<readonly GrantedSlots[]> {
    for (const wanted of order.wanted) await this.#make(server, wanted);
    return server.transaction(async (queries) => {
      if (this.#isUnsure) await this.#freeUnknown(queries, entry.id);
      const unused = order.unused.map((slot) => ({ slot, agoMs: REQUEST_WINDOW_MS }));
      await this.#free(queries, entry.id, [...order.answered, ...unused]);
      const grants: GrantedSlots[] = [];
      for (const wanted of order.wanted) grants.push(await this.#take(queries, entry.id, wanted));
      return grants;
    });
  }

  /** Outside the transaction, so that two processes that create the same rows do not wait for each other. */
  async #make(server: ServerQueries, { bucket, limit }: WantedSlots): Promise<void> {
    const name = this.#nameOf(bucket);
    if ((this.#made.get(name) ?? 0) >= limit) return;
    await server.query(
      'INSERT INTO slot (bucket, place) SELECT $1, place FROM generate_series(1, $2::integer) AS place ON CONFLICT DO NOTHING',
      [name, limit],
    );
    this.#made.set(name, limit);
  }

  /** No request was sent in places of an answer that was lost. */
  async #freeUnknown(queries: ServerQueries, holder: string): Promise<void> {
    const held = [...this.#held.values()];
    await queries.query(
      `UPDATE slot SET "freeAt" = '-infinity', holder = NULL WHERE holder = $1
         AND (bucket, place) NOT IN (SELECT * FROM unnest($2::text[], $3::integer[]))`,
      [holder, held.map(({ bucket }) => this.#nameOf(bucket)), held.map(({ place }) => place)],
    );
  }

  /** Places are free a window after the answer; unused ones count as answered a window ago. */
  async #free(queries: ServerQueries, holder: string, answered: SlotOrder['answered']): Promise<void> {
    if (answered.length === 0) return;
    await queries.query(
      `UPDATE slot SET "freeAt" = clock() - given.ago * interval '1 ms' + ${WINDOW}, holder = NULL
       FROM unnest($2::text[], $3::integer[], $4::double precision[]) AS given (bucket, place, ago)
       WHERE slot.bucket = given.bucket AND slot.place = given.place AND slot.holder = $1`,
      [
        holder,
        answered.map(({ slot }) => this.#nameOf(slot.bucket)),
        answered.map(({ slot }) => slot.place),
        answered.map(({ agoMs }) => agoMs),
      ],
    );
  }

  async #take(
    queries: ServerQueries,
    holder: string,
    { bucket, limit, count }: WantedSlots,
  ): Promise<GrantedSlots> {
    const name = this.#nameOf(bucket);
    const [paused] = await queries.query<{ leftMs: number }>(
      `SELECT extract(epoch FROM "untilAt" - clock())::double precision * 1000 AS "leftMs" FROM pause
       WHERE bucket = $1 AND "untilAt" > clock()`,
      [name],
    );
    if (paused !== undefined) return { leftMs: paused.leftMs, reason: 'too-many' };
    const taken = await queries.query<{ place: number }>(
      // Materialized: a nested loop would run the query again for each row, and take more places than the limit.
      `WITH free AS MATERIALIZED (
         SELECT place FROM slot WHERE bucket = $1 AND place <= $3 AND "freeAt" <= clock()
         ORDER BY "freeAt" LIMIT $4 FOR UPDATE SKIP LOCKED)
       UPDATE slot SET holder = $2, "freeAt" = 'infinity' FROM free
       WHERE slot.bucket = $1 AND slot.place = free.place RETURNING slot.place`,
      [name, holder, limit, count],
    );
    if (taken.length > 0) return { slots: taken.map(({ place }) => ({ bucket, place })) };
    return { leftMs: await this.#leftMs(queries, name, limit), reason: 'limit' };
  }

  /** Until the next place is free. Those of processes that have died count for a window from now. */
  async #leftMs(queries: ServerQueries, name: string, limit: number): Promise<number> {
    await queries.query(
      `UPDATE slot SET "freeAt" = clock() + ${WINDOW}, holder = NULL WHERE (bucket, place) IN (
         SELECT bucket, place FROM slot WHERE bucket = $1 AND holder IS NOT NULL AND NOT EXISTS (
           SELECT 1 FROM instance WHERE instance.id = slot.holder AND ${IS_FRESH}) FOR UPDATE SKIP LOCKED)`,
      [name],
    );
    const [next] = await queries.query<{ leftMs: number | null }>(
      `SELECT extract(epoch FROM min("freeAt") - clock())::double precision * 1000 AS "leftMs" FROM slot
       WHERE bucket = $1 AND place <= $2 AND "freeAt" < 'infinity'`,
      [name, limit],
    );
    return Math.max(1, next?.leftMs ?? UNKNOWN_MS);
  }

  /** Requests count for their address. Other buckets name an employer, which operators of other clients may not see. */
  #nameOf(bucket: string): string {
    const [start = '', kind] = /^\["(\w+)"/.exec(bucket) ?? [];
    if (kind === 'address') return `${bucket}@${this.#address}`;
    return `${start},"${createHash('sha256').update(bucket).digest('hex')}"]`;
  }
}

function keyOf({ bucket, place }: RequestSlot): string {
  return `${place} ${bucket}`;
}
