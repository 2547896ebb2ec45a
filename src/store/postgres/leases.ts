import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { pid } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { RunRefFilter } from '../runs.js';
import type { Server, ServerQueries } from './server.js';

/** An employer as the configuration names it. */
export interface SharedEmployer {
  readonly employerId: string;
  readonly employerKey: string;
  /** The group whose operators can see it. */
  readonly client: string | undefined;
}

/** The right to change an employer's rows, until another process takes it over. */
export interface Lease extends SharedEmployer {
  /** Grows with each check-out. A check-in with an older one changes nothing. */
  readonly fence: number;
  /** The employer's number, for number ranges that no other employer uses. */
  readonly ordinal: number;
  /** Of this check-out alone: if the answer is lost, the next attempt finds the row to be its own. */
  readonly token: string;
}

const HEARTBEAT_MS = 5000;
/** By the server's clock. A process that was stopped for longer finds its employers taken over. */
export const STALE_SECONDS = 20;
const LOOK_AGAIN_MS = 250;
const LONGEST_WAIT_MS = 120_000;
/** A statement of a lost connection may be carried out as late as this. */
const LATE_MS = 60_000;

/** SQL: the process of a row of `instance` has sent a recent heartbeat. */
export const IS_FRESH = `instance."seenAt" > clock() - interval '${STALE_SECONDS} s'`;
/** SQL: the process of a row with a `holder` is alive. */
export const IS_ALIVE = `EXISTS (SELECT 1 FROM instance WHERE instance.id = holder AND ${IS_FRESH})`;

/** This process among those that share the store. Its heartbeat shows others that it is alive. */
export class ProcessEntry {
  readonly id = `${hostname()}:${pid}:${randomBytes(4).toString('hex')}`;
  /** IDs of this process in the queue, so that others can free its jobs. */
  workers: readonly string[] = [];
  readonly #server: Server;
  /** Tokens of check-outs that have ended, and when. */
  readonly #ended = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(server: Server) {
    this.#server = server;
  }

  async start(): Promise<void> {
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => void this.#beat().catch(() => undefined), HEARTBEAT_MS);
    this.#timer.unref();
    await this.#beat();
  }

  async setWorkers(workers: readonly string[]): Promise<void> {
    this.workers = workers;
    await this.#beat();
  }

  /**
   * Frees what was checked out, also by an attempt whose outcome is unknown. If the server can't be reached, the next
   * heartbeat repeats it.
   */
  async release(tokens: readonly string[]): Promise<void> {
    for (const token of tokens) this.#ended.set(token, performance.now());
    await this.#freeEnded().catch(() => undefined);
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#server.query('DELETE FROM instance WHERE id = $1', [this.id]).catch(() => undefined);
  }

  async #beat(): Promise<void> {
    await this.#server.query(
      `INSERT INTO instance (id, "seenAt", address, workers) VALUES ($1, clock(), '', $2)
       ON CONFLICT (id) DO UPDATE SET "seenAt" = clock(), workers = $2`,
      [this.id, this.workers],
    );
    await this.#freeEnded();
  }

  async #freeEnded(): Promise<void> {
    if (this.#ended.size === 0) return;
    const tokens = [...this.#ended];
    await this.#server.query(
      'UPDATE employer SET holder = NULL WHERE holder = $1 AND "lastCheckOut" = ANY ($2::text[])',
      [this.id, tokens.map(([token]) => token)],
    );
    for (const [token, endedMs] of tokens)
      if (performance.now() > endedMs + LATE_MS) this.#ended.delete(token);
  }
}

/**
 * Reserves employers for this process, and waits for a living process that has one of them. @throws PaytallyError
 * STORE_BUSY
 */
export async function takeLeases(
  { server, entry }: ProcessUse,
  employers: readonly SharedEmployer[],
): Promise<readonly Lease[]> {
  const leases: Lease[] = [];
  // In the same order for all processes, so that there is no deadlock.
  const byId = new Map(employers.map((employer) => [employer.employerId, employer]));
  const inOrder = [...byId.values()].sort((one, other) => (one.employerId < other.employerId ? -1 : 1));
  const wanted = inOrder.map((employer) => ({ ...employer, token: randomBytes(8).toString('hex') }));
  try {
    for (const each of wanted) leases.push(await takeLease(server, entry.id, each));
    return leases;
  } catch (failure) {
    await entry.release(wanted.map(({ token }) => token));
    throw failure;
  }
}

/** This process at a server. */
interface ProcessUse {
  readonly server: Server;
  readonly entry: ProcessEntry;
}

type WantedLease = SharedEmployer & Pick<Lease, 'token'>;

async function takeLease(server: Server, holder: string, wanted: WantedLease): Promise<Lease> {
  const giveUpAtMs = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const lease = await tryLease(server, holder, wanted);
    if (lease !== undefined) return lease;
    const { employerKey: record } = wanted;
    if (performance.now() > giveUpAtMs)
      throw new PaytallyError('STORE_BUSY', message('server.employerBusy', { employer: record }), { record });
    await delay(LOOK_AGAIN_MS);
  }
}

/** Both statements may be repeated after a lost answer: the result is the same. */
async function tryLease(server: Server, holder: string, wanted: WantedLease): Promise<Lease | undefined> {
  const { employerId, employerKey, client = null, token } = wanted;
  // Without an attempt to insert an employer that is there, which would use an ordinal up.
  await server.query(
    `INSERT INTO employer ("employerId", "employerKey", client) SELECT $1::text, $2::text, $3::text
     WHERE NOT EXISTS (SELECT 1 FROM employer WHERE "employerId" = $1) ON CONFLICT DO NOTHING`,
    [employerId, employerKey, client],
  );
  const isOwn = '(holder = $4 AND "lastCheckOut" = $5)';
  const [row] = await server.query<{ fence: number; ordinal: number }>(
    `UPDATE employer SET "employerKey" = $2, client = $3, holder = $4, "lastCheckOut" = $5,
       fence = CASE WHEN ${isOwn} THEN fence ELSE fence + 1 END
     WHERE "employerId" = $1 AND (holder IS NULL OR NOT ${IS_ALIVE} OR ${isOwn}) RETURNING fence, ordinal`,
    [employerId, employerKey, client, holder, token],
  );
  return row && { ...wanted, ...row };
}

/**
 * Holds the employer's row until the end of the transaction.
 * @throws PaytallyError STORE_TAKEN_OVER if another process has checked the employer out since
 */
export async function assertFence(
  queries: ServerQueries,
  { employerId, employerKey, fence }: Lease,
): Promise<void> {
  const sql = 'SELECT fence FROM employer WHERE "employerId" = $1 FOR UPDATE';
  const [row] = await queries.query<{ fence: number }>(sql, [employerId]);
  if (row?.fence === fence) return;
  throw new PaytallyError('STORE_TAKEN_OVER', message('server.takenOver', { employer: employerKey }), {
    record: employerKey,
  });
}

/** Employers with files that a dead process left without their final names. */
export async function findUnplaced(
  server: Server,
  employerIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await server.query<{ ofEmployer: string }>(
    `SELECT DISTINCT placement."ofEmployer" FROM placement JOIN employer ON employer."employerId" = placement."ofEmployer"
     WHERE "isPlaced" = 0 AND placement."ofEmployer" = ANY ($1) AND (holder IS NULL OR NOT ${IS_ALIVE})`,
    [employerIds],
  );
  return rows.map((row) => row.ofEmployer);
}

const OF_RUN = `SELECT "ofEmployer" FROM run WHERE "runId" = $1 UNION SELECT "ofEmployer" FROM "ledgerLink" WHERE "runId" = $1`;
/** A purge is a link without a run. */
const OF_NEWEST = `
  SELECT "ofEmployer" FROM (SELECT "ofEmployer" FROM run WHERE $1::text[] IS NULL OR "employerKey" = ANY ($1)
    ORDER BY "startedAt" DESC LIMIT $2) AS newest
  UNION SELECT "ofEmployer" FROM "ledgerLink" AS link WHERE NOT EXISTS (
    SELECT 1 FROM run WHERE run."ofEmployer" = link."ofEmployer" AND run."runId" = link."runId")
    AND ($1::text[] IS NULL OR "ofEmployer" IN (SELECT "employerId" FROM employer WHERE "employerKey" = ANY ($1)))`;

/** The employer of a run, undefined if none has it; or the employers that have the newest runs or a purge. */
export async function ownersOf(
  server: Server,
  of: string | Pick<RunRefFilter, 'employerKeys' | 'limit'>,
): Promise<readonly string[] | undefined> {
  const [sql, values] =
    typeof of === 'string' ? [OF_RUN, [of]] : [OF_NEWEST, [of.employerKeys ?? null, of.limit ?? null]];
  const rows = await server.query<{ ofEmployer: string }>(sql, values);
  return typeof of === 'string' && rows.length === 0 ? undefined : rows.map((row) => row.ofEmployer);
}
