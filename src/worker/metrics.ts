import { createServer, type ServerResponse } from 'node:http';
import { Counter, Gauge, Registry } from 'prom-client';
import { groupBy } from '../domain/collections.js';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import type { Http } from '../read/transport/effects.js';
import type { ScheduleEvent } from '../schedule/keepSchedules.js';
import type { Outbox } from '../store/outbox.js';
import type { Server } from '../store/postgres/server.js';

/** The number of deliveries in a state, and the age of the oldest. */
export interface OutboxCount {
  readonly state: string;
  readonly count: number;
  readonly oldestSeconds: number;
}

/** Figures from the store, queried at each request. */
export interface StoreFigures {
  readonly outbox: readonly OutboxCount[];
  /** Places of the rate limits by kind of bucket: taken, and seconds until the next one is free. */
  readonly slots: readonly {
    readonly kind: string;
    readonly taken: number;
    readonly freeInSeconds: number;
  }[];
  /** Seconds since the oldest job could have started. */
  readonly lagSeconds: number;
  readonly workers: number;
}

/** A process without a shared store has only the outbox. */
type KnownFigures = Pick<StoreFigures, 'outbox'> & Partial<StoreFigures>;

/** Figures for monitoring, in the text format of Prometheus. No names of employers or people, and no secrets. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = this.#counter('requests_total', 'Requests to the service, by status', 'status');
  readonly #refused = this.#counter('requests_refused_total', 'Requests that the service answered with 429');
  readonly #runs = this.#counter('runs_total', 'Runs by the clock, by result', 'result');
  readonly #looks = this.#gauge('last_activity_timestamp_seconds', 'When this process last did something');
  readonly #outbox = this.#gauge('outbox_items', 'Deliveries in the outbox, by state', 'state');
  readonly #oldest = this.#gauge('outbox_oldest_seconds', 'Age of the oldest delivery, by state', 'state');
  readonly #slots = this.#gauge('slots_taken', 'Requests that count against a limit now, by kind', 'kind');
  readonly #free = this.#gauge(
    'capacity_seconds',
    'Seconds until another request may be sent, by kind',
    'kind',
  );
  readonly #lag = this.#gauge('schedule_lag_seconds', 'How long the oldest due work has waited');
  readonly #workers = this.#gauge('workers', 'Processes that share the store and respond');
  readonly #figures: () => Promise<KnownFigures>;

  constructor(figures: () => Promise<KnownFigures>) {
    this.#figures = figures;
    this.#refused.inc(0);
    this.#requests.inc({ status: '200' }, 0);
    for (const result of ['final', 'draft', ...RESULTS]) this.#runs.inc({ result }, 0);
  }

  /** Counts the requests sent through it. */
  counting(http: Http): Http {
    return {
      close: () => http.close(),
      request: async (request) => {
        try {
          const response = await http.request(request);
          this.#requests.inc({ status: String(response.status) });
          if (response.status === 429) this.#refused.inc();
          return response;
        } catch (failure) {
          this.#requests.inc({ status: 'failed' });
          throw failure;
        }
      },
    };
  }

  observe(event: ScheduleEvent, nowMs: number): void {
    this.#looks.set(nowMs / 1000);
    if (event.kind === 'done') this.#runs.inc({ result: event.outcome.state });
    else if (RESULTS.includes(event.kind)) this.#runs.inc({ result: event.kind });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    const { outbox, slots = [], lagSeconds, workers } = await this.#figures();
    for (const gauge of [this.#outbox, this.#oldest, this.#slots, this.#free]) gauge.reset();
    for (const state of OPEN_STATES) this.#outbox.set({ state }, 0);
    for (const { state, count, oldestSeconds } of outbox) {
      this.#outbox.set({ state }, count);
      this.#oldest.set({ state }, oldestSeconds);
    }
    for (const { kind, taken, freeInSeconds } of slots) {
      this.#slots.set({ kind }, taken);
      this.#free.set({ kind }, freeInSeconds);
    }
    if (lagSeconds === undefined) this.#registry.removeSingleMetric('paytally_schedule_lag_seconds');
    else this.#lag.set(lagSeconds);
    if (workers === undefined) this.#registry.removeSingleMetric('paytally_workers');
    else this.#workers.set(workers);
    return this.#registry.metrics();
  }

  #counter(name: string, help: string, ...labelNames: readonly string[]): Counter {
    return new Counter({ name: `paytally_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, ...labelNames: readonly string[]): Gauge {
    return new Gauge({ name: `paytally_${name}`, help, labelNames, registers: [this.#registry] });
  }
}

const OPEN_STATES = ['pending', 'sending', 'failed', 'unknown'] as const;
const RESULTS: readonly string[] = ['failed', 'waiting', 'already-final', 'look-failed'];

/** The figures of a store on this computer: pending, failed and unknown deliveries. */
export function embeddedFigures(outbox: Outbox, nowMs: number): KnownFigures {
  const open = [...outbox.waiting(), ...outbox.orphans(), ...outbox.unknown()];
  const states = [...groupBy(open, ({ state }) => state)];
  return {
    outbox: states.map(([state, items]) => {
      const oldest = Math.min(...items.map(({ createdAt }) => createdAt.getTime()));
      return { state, count: items.length, oldestSeconds: (nowMs - oldest) / 1000 };
    }),
  };
}

/** The figures of a shared store. */
export async function serverFigures(server: Server): Promise<StoreFigures> {
  const outbox = await server.query<OutboxCount & { state: string }>(
    `SELECT state, count(*) AS count,
       (extract(epoch FROM clock()) - min("createdAt") / 1000.0)::double precision AS "oldestSeconds"
     FROM delivery GROUP BY state`,
  );
  const slots = await server.query<{ kind: string; taken: number; freeInSeconds: number }>(
    `SELECT (regexp_match(bucket, '^\\["(\\w+)"'))[1] AS kind, count(*) FILTER (WHERE "freeAt" > clock()) AS taken,
       CASE WHEN bool_or("freeAt" <= clock()) THEN 0 ELSE
         coalesce(extract(epoch FROM min("freeAt") FILTER (WHERE "freeAt" < 'infinity') - clock()), 0)
       END::double precision AS "freeInSeconds"
     FROM slot GROUP BY 1`,
  );
  const [queue] = await server.query<{ there: boolean }>(
    `SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS there`,
  );
  const [lag] = queue?.there
    ? await server.query<{ seconds: number }>(
        `SELECT greatest(0, coalesce(extract(epoch FROM clock() - min(run_at)), 0))::double precision AS seconds
         FROM graphile_worker.jobs WHERE locked_at IS NULL`,
      )
    : [];
  const [alive] = await server.query<{ count: number }>(
    `SELECT count(*) AS count FROM instance WHERE workers <> '{}' AND "seenAt" > clock() - interval '20 s'`,
  );
  return {
    outbox,
    slots: slots.map(({ freeInSeconds, ...slot }) => ({
      ...slot,
      freeInSeconds: Math.max(0, freeInSeconds),
    })),
    lagSeconds: lag?.seconds ?? 0,
    workers: alive?.count ?? 0,
  };
}

export interface Listening {
  /** With the actual port, if port 0 was requested. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface Health {
  readonly metrics: Metrics;
  /** Whether the process takes work: false before it starts, and after it was asked to end. */
  readonly isReady: () => Promise<boolean>;
}

const ADDRESS = /^(?:\[([0-9a-f:.]+)\]|([^:\s]+)):(\d{1,5})$/i;

/**
 * Answers monitoring: `/healthz` (the process responds), `/readyz` (it takes work) and `/metrics`.
 * @throws PaytallyError USAGE for an invalid address, or one in use
 */
export async function listenForMonitoring(address: string, { metrics, isReady }: Health): Promise<Listening> {
  const [, v6, name, port] = ADDRESS.exec(address) ?? [];
  const host = v6 ?? name;
  if (host === undefined || Number(port) > 65_535)
    throw new PaytallyError('USAGE', message('worker.listenAddress', { address }), { record: '--listen' });
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') answer(response, 405, 'only GET\n');
    else if (request.url === '/healthz') answer(response, 200, 'ok\n');
    else if (request.url === '/readyz')
      void isReady()
        .catch(() => false)
        .then((ready) => answer(response, ready ? 200 : 503, ready ? 'ready\n' : 'not ready\n'));
    else if (request.url === '/metrics')
      void metrics.text().then(
        (text) => answer(response, 200, text, metrics.contentType),
        () => answer(response, 503, 'the store cannot be read\n'),
      );
    else answer(response, 404, 'not found\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(port), host, resolve);
  }).catch((cause: unknown) => {
    const detail = cause instanceof Error ? cause.message : '';
    throw new PaytallyError('USAGE', message('worker.notListening', { address, detail }), {
      record: '--listen',
      cause,
    });
  });
  server.unref();
  const bound = server.address();
  const at = typeof bound === 'object' && bound !== null ? bound.port : port;
  return {
    url: `http://${v6 === undefined ? host : `[${host}]`}:${at}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(text);
}
