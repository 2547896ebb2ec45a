import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { importOptional } from '../../runtime/notWritten.js';
import { liveSecrets } from '../../runtime/secrets/scrubber.js';
import { Secret } from '../../runtime/secrets/secret.js';

/** Whether a configured store is the address of a PostgreSQL database. */
export function isServerUrl(store: string): boolean {
  return /^postgres(ql)?:\/\//i.test(store);
}

/** The address for display: without user and password. */
export function serverName(url: string): string {
  const { host, pathname } = parsedUrl(url);
  return `postgres://${host}${pathname}`;
}

/** The password is removed from all output of the program. @throws PaytallyError CONFIG_INVALID */
function parsedUrl(url: string): URL {
  try {
    const parsed = new URL(url);
    if (parsed.password !== '') liveSecrets.add(new Secret(decodeURIComponent(parsed.password)));
    return parsed;
  } catch {
    throw new PaytallyError('CONFIG_INVALID', message('server.address'), { record: 'store' });
  }
}

type Value = string | number | boolean | null | Uint8Array | Date | readonly unknown[];

/** The queries of a transaction. */
export interface ServerQueries {
  query<Row extends QueryResultRow>(sql: string, values?: readonly Value[]): Promise<readonly Row[]>;
}

/**
 * How a transaction ends if the connection is lost at its commit: the caller asks for the outcome, or the same work
 * again has the same result. A read-only one sees a consistent snapshot.
 */
type TransactionKind = 'once' | 'repeatable' | 'read-only';

/** A connection was lost during a commit, so the outcome is unknown. */
export class CommitUnknown extends Error {}

const MOST_CONNECTIONS = 6;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * How long a stopped or lost process can block rows in a transaction; shorter than the time until it counts as lost.
 */
const IDLE_IN_TRANSACTION_MS = 15_000;
/** How long to wait for a server that is restarting. */
const RETRY_FOR_MS = 60_000;
/** How long to wait for a server that has never answered this process. */
const FIRST_RETRY_FOR_MS = 3_000;
const RETRY_MS = 500;

/** The connections of this process to one database. */
export class Server implements ServerQueries {
  readonly name: string;
  readonly #pool: Pool;
  #hasAnswered = false;

  constructor(url: string, pool: Pool) {
    this.name = serverName(url);
    this.#pool = pool;
  }

  /** @throws PaytallyError STORE_UNUSABLE if the package `pg` is not installed */
  static async open(url: string): Promise<Server> {
    parsedUrl(url);
    const { Pool, types } = await loadDriver();
    const pool = new Pool({
      connectionString: url,
      max: MOST_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      allowExitOnIdle: true,
      keepAlive: true,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      application_name: 'paytally',
      options: '-c search_path=paytally',
      // Counts and milliseconds fit into a number; other users of the driver are unaffected.
      types: {
        getTypeParser: (id, format) =>
          id === types.builtins.INT8 && format !== 'binary' ? Number : types.getTypeParser(id, format),
      },
    });
    // A broken idle connection is replaced by the next one.
    pool.on('error', () => undefined);
    return new Server(url, pool);
  }

  async query<Row extends QueryResultRow>(
    sql: string,
    values: readonly Value[] = [],
  ): Promise<readonly Row[]> {
    return this.#withClient((client) => queriesOf(client).query<Row>(sql, values));
  }

  /**
   * All or nothing. Repeated as a whole if the connection is lost before the commit.
   * @throws CommitUnknown; PaytallyError STORE_UNUSABLE; errors of `work`
   */
  async transaction<Result>(
    work: (queries: ServerQueries) => Promise<Result>,
    kind: TransactionKind = 'once',
  ): Promise<Result> {
    return this.#withClient(async (client) => {
      await client.query(kind === 'read-only' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN');
      let result: Result;
      try {
        result = await work(queriesOf(client));
      } catch (failure) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw failure;
      }
      await client.query('COMMIT').catch((failure: unknown) => {
        throw isConnectionLoss(failure) && kind === 'once'
          ? new CommitUnknown('COMMIT', { cause: failure })
          : failure;
      });
      return result;
    });
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #withClient<Result>(use: (client: PoolClient) => Promise<Result>): Promise<Result> {
    return this.repeatAfterLoss(async () => {
      const client = await this.#pool.connect();
      client.on('error', ignore);
      this.#hasAnswered = true;
      try {
        const result = await use(client);
        release(client);
        return result;
      } catch (failure) {
        release(client, isConnectionLoss(failure) || failure instanceof CommitUnknown);
        throw failure;
      }
    });
  }

  /** Work whose repetition has the same result. @throws PaytallyError STORE_UNUSABLE; errors of `work` */
  async repeatAfterLoss<Result>(work: () => Promise<Result>): Promise<Result> {
    const startedMs = performance.now();
    for (;;) {
      try {
        return await work();
      } catch (failure) {
        const waitMs = this.#hasAnswered ? RETRY_FOR_MS : FIRST_RETRY_FOR_MS;
        if (!isConnectionLoss(failure) || performance.now() > startedMs + waitMs)
          throw this.#failure(failure);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  #failure(failure: unknown): unknown {
    // What was thrown within a transaction has a code of its own, such as STORE_TAKEN_OVER.
    if (failure instanceof PaytallyError || !(failure instanceof Error)) return failure;
    if (codeOf(failure) === '' && !isConnectionLoss(failure)) return failure;
    const text = message('server.failed', { server: this.name, detail: liveSecrets.clean(failure.message) });
    return new PaytallyError('STORE_UNUSABLE', text, { record: this.name, cause: failure });
  }
}

function ignore(): void {}

function release(client: PoolClient, isBroken = false): void {
  client.off('error', ignore);
  // A broken connection that code is waiting for must not end the program.
  if (isBroken) client.on('error', ignore);
  client.release(isBroken);
}

function queriesOf(client: PoolClient): ServerQueries {
  return {
    query: async <Row extends QueryResultRow>(sql: string, values: readonly Value[] = []) =>
      (await client.query<Row>(sql, [...values])).rows,
  };
}

/** A failure that the queue repeats by itself, as it does for a conflict of two transactions. */
const REPEATED_BY_QUEUE = '40001';

/**
 * Connections for the queue, which would end, or not answer a job that is done, after the loss of one of its own: here
 * a loss looks like a failure after which it repeats a statement. All of its statements may be repeated.
 */
export async function openQueuePool(url: string, connections: number): Promise<Pool> {
  const { Pool: DriverPool } = await loadDriver();
  const pool = new DriverPool({ connectionString: url, max: connections, keepAlive: true });
  pool.on('error', ignore);
  pool.on('connect', (client) => {
    client.on('error', ignore);
    repeatedByQueue(client, 'query');
  });
  repeatedByQueue(pool, 'connect');
  return pool;
}

function repeatedByQueue<Name extends string>(
  of: Readonly<Record<Name, (...values: never[]) => unknown>>,
  name: Name,
): void {
  const original = of[name];
  Reflect.set(of, name, (...values: unknown[]): unknown => {
    const result: unknown = Reflect.apply(original, of, values);
    return result instanceof Promise ? result.catch(throwRepeated) : result;
  });
}

function throwRepeated(failure: unknown): never {
  if (!(failure instanceof Error) || !isConnectionLoss(failure)) throw failure;
  throw Object.assign(new Error(failure.message, { cause: failure }), { code: REPEATED_BY_QUEUE });
}

async function loadDriver(): Promise<typeof import('pg')> {
  const name: string = 'pg';
  const driver = await importOptional<{ readonly default: typeof import('pg') }>(
    () => import(name),
    (cause) => new PaytallyError('STORE_UNUSABLE', message('server.noPackage'), { record: name, cause }),
  );
  return driver.default;
}

const CONNECTION_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
/** Ending, starting up, a transaction that was idle for too long, or one in conflict with another. */
const PASSING_STATES = ['57P01', '57P02', '57P03', '25P03', '40001', '40P01', '53300'];

/** Whether a retry on a new connection may succeed. */
function isConnectionLoss(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  if (failure instanceof AggregateError) return failure.errors.some(isConnectionLoss);
  const code = codeOf(failure);
  if (CONNECTION_CODES.includes(code) || PASSING_STATES.includes(code) || /^08/.test(code)) return true;
  return /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection/.test(
    failure.message,
  );
}

function codeOf(failure: Error): string {
  return 'code' in failure && typeof failure.code === 'string' ? failure.code : '';
}
