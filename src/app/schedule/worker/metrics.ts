import { createServer, type ServerResponse } from 'node:http';
import { Counter, Gauge, Registry } from 'prom-client';
import type { LoadedConfig } from '../../../config/config.js';
import { groupBy } from '../../../domain/collections.js';
import { PaytallyError } from '../../../errors.js';
import { message } from '../../../i18n/message.js';
import type { Terminal } from '../../../runtime/terminal.js';
import { type StorePlace, withStore } from '../../../sources/staging/withStore.js';
import type { Http } from '../../../sources/transport/effects.js';
import type { Outbox } from '../../../store/outbox.js';
import { IS_FRESH } from '../../../store/postgres/leases.js';
import { isServerUrl, type Server } from '../../../store/postgres/server.js';
import { useServer } from '../../../store/postgres/serverUse.js';
import { countStates } from '../board.js';
import type { ScheduleEvent } from '../keepSchedules.js';

/** Figures that are read from the store at each request, with the label that divides them. */
const GAUGES = {
  outbox_items: { help: 'Deliveries in the outbox, by state', label: 'state' },
  outbox_oldest_seconds: { help: 'Age of the oldest delivery, by state', label: 'state' },
  slots_taken: { help: 'Requests that count against a limit now, by kind', label: 'kind' },
  capacity_seconds: { help: 'Seconds until another request may be sent, by kind', label: 'kind' },
  schedule_lag_seconds: { help: 'How long the oldest due work has waited', label: undefined },
  workers: { help: 'Processes that share the store and respond', label: undefined },
  months: { help: 'Employers by the state of the period that is due', label: 'state' },
} as const;

/** The value of a gauge for one of its labels. */
interface Figure {
  readonly name: keyof typeof GAUGES;
  readonly label: string | null;
  readonly value: number;
}

const OPEN_STATES = ['pending', 'sending', 'failed', 'unknown'] as const;
const RESULTS: readonly string[] = ['failed', 'waiting', 'already-final', 'look-failed'];

/** Figures for monitoring, in the text format of Prometheus. No names of employers or people, and no secrets. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = this.#counter('requests_total', 'Requests to the service, by status', 'status');
  readonly #refused = this.#counter('requests_refused_total', 'Requests that the service answered with 429');
  readonly #runs = this.#counter('runs_total', 'Runs by the clock, by result', 'result');
  readonly #looks = new Gauge({
    name: 'paytally_last_activity_timestamp_seconds',
    help: 'When this process last did something',
    registers: [this.#registry],
  });
  readonly #figures: () => Promise<readonly Figure[]>;

  constructor(figures: () => Promise<readonly Figure[]>) {
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

  /** Gauges without a figure are left out. */
  async text(): Promise<string> {
    const none = OPEN_STATES.map((state) => ({ name: 'outbox_items', label: state, value: 0 }) as const);
    const current = new Registry();
    for (const [name, figures] of groupBy([...none, ...(await this.#figures())], (figure) => figure.name)) {
      const { help, label } = GAUGES[name];
      const labelNames = label === undefined ? [] : [label];
      const gauge = new Gauge({ name: `paytally_${name}`, help, labelNames, registers: [current] });
      for (const each of figures)
        gauge.set(label === undefined ? {} : { [label]: each.label ?? '' }, each.value);
    }
    return Registry.merge([this.#registry, current]).metrics();
  }

  #counter(name: string, help: string, ...labelNames: readonly string[]): Counter {
    return new Counter({ name: `paytally_${name}`, help, labelNames, registers: [this.#registry] });
  }
}

/** Figures of a process that works on a store. */
export function metricsOf(place: MeteredPlace): Metrics {
  const { store } = place.loaded.config;
  const months = monthFigures(place, isServerUrl(store) ? MONTHS_KEPT_MS : 0);
  return new Metrics(async () => [
    ...(isServerUrl(store)
      ? await useServer(store, ({ server }) => serverFigures(server))
      : await withStore({ ...place, mode: 'read' }, async ({ outbox }) =>
          embeddedFigures(outbox, place.nowMs()),
        )),
    ...(await months()),
  ]);
}

interface MeteredPlace extends Omit<StorePlace, 'mode'> {
  readonly loaded: LoadedConfig;
}

/** A shared store is not copied for each request of a monitoring system. */
const MONTHS_KEPT_MS = 60_000;

/** The states of all employers, as `status` shows them. @param keptMs how long an answer is used again */
function monthFigures(place: MeteredPlace, keptMs: number): () => Promise<readonly Figure[]> {
  let known: { readonly atMs: number; readonly figures: readonly Figure[] } | undefined;
  return async () => {
    const nowMs = place.nowMs();
    if (known !== undefined && nowMs - known.atMs < keptMs) return known.figures;
    const states = await countStates({ clock: place }, place);
    const figures = [...states].map(([label, value]): Figure => ({ name: 'months', label, value }));
    known = { atMs: nowMs, figures };
    return figures;
  };
}

/** The figures of a store on this computer: pending, failed and unknown deliveries of runs that were not replaced. */
export function embeddedFigures(outbox: Pick<Outbox, 'open'>, nowMs: number): readonly Figure[] {
  return [...groupBy(outbox.open(), ({ state }) => state)].flatMap(([label, items]): readonly Figure[] => {
    const oldest = Math.min(...items.map(({ createdAt }) => createdAt.getTime()));
    return [
      { name: 'outbox_items', label, value: items.length },
      { name: 'outbox_oldest_seconds', label, value: (nowMs - oldest) / 1000 },
    ];
  });
}

const SERVER_FIGURES = `
  WITH place AS (SELECT (regexp_match(bucket, '^\\["(\\w+)"'))[1] AS kind, "freeAt" FROM slot),
    current AS (SELECT * FROM delivery WHERE NOT EXISTS (SELECT 1 FROM "ledgerLink" AS link
      WHERE link."ofEmployer" = delivery."ofEmployer" AND link.body::jsonb->'facts'->'supersedes' ? delivery."runId"))
  SELECT 'outbox_items' AS name, state AS label, count(*)::double precision AS value FROM current GROUP BY state
  UNION ALL SELECT 'outbox_oldest_seconds', state, extract(epoch FROM clock()) - min("createdAt") / 1000.0
    FROM current GROUP BY state
  UNION ALL SELECT 'slots_taken', kind, count(*) FILTER (WHERE "freeAt" > clock()) FROM place GROUP BY kind
  UNION ALL SELECT 'capacity_seconds', kind, greatest(0, extract(epoch FROM
    min(greatest("freeAt", clock())) FILTER (WHERE "freeAt" < 'infinity') - clock())) FROM place GROUP BY kind
  UNION ALL SELECT 'workers', NULL, count(*) FROM instance WHERE workers <> '{}' AND ${IS_FRESH}`;

const LAG = `SELECT greatest(0, extract(epoch FROM clock() - min(run_at)))::double precision AS value
  FROM graphile_worker.jobs WHERE locked_at IS NULL`;

/** The figures of a shared store. */
async function serverFigures(server: Server): Promise<readonly Figure[]> {
  const figures = await server.query<Figure>(SERVER_FIGURES);
  const [queue] = await server.query<{ there: boolean }>(
    `SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS there`,
  );
  const [lag] = queue?.there ? await server.query<{ value: number | null }>(LAG) : [];
  return [...figures, { name: 'schedule_lag_seconds', label: null, value: lag?.value ?? 0 }];
}

interface Health {
  readonly metrics: Metrics;
  /** Whether the process takes work: false before it starts, and after it was asked to end. */
  readonly isReady: () => Promise<boolean>;
}

const ADDRESS = /^(?:\[([0-9a-f:.]+)\]|([^:\s]+)):(\d{1,5})$/i;

/**
 * Answers monitoring: `/healthz` (the process responds), `/readyz` (it takes work) and `/metrics`. The URL that it
 * returns has the actual port, if port 0 was requested.
 * @throws PaytallyError USAGE for an invalid address, or one in use
 */
export async function listenForMonitoring(address: string, { metrics, isReady }: Health) {
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

/**
 * Answers monitoring requests while work runs. @param address the value of --listen; undefined to listen nowhere
 * @throws PaytallyError like `listenForMonitoring`
 */
export async function whileListening<Result>(
  { address, terminal, ...health }: Health & { address: string | undefined; terminal: Terminal },
  work: () => Promise<Result>,
): Promise<Result> {
  if (address === undefined) return work();
  const listening = await listenForMonitoring(address, health);
  try {
    terminal.message(message('worker.listening', { url: listening.url }));
    return await work();
  } finally {
    await listening.close();
  }
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
