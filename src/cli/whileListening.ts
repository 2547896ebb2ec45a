import type { ActionSession } from '../actions/actionSession.js';
import type { Context } from '../context.js';
import { message } from '../i18n/message.js';
import { type StorePlace, withStore } from '../read/staging/withStore.js';
import type { Terminal } from '../runtime/terminal.js';
import { isServerUrl } from '../store/postgres/server.js';
import { useServer } from '../store/postgres/serverUse.js';
import { embeddedFigures, listenForMonitoring, Metrics, serverFigures } from '../worker/metrics.js';

/** Figures for monitoring of a process that works on a store. */
export function metricsOf({ loaded, storeFolder }: ActionSession, { clock }: Context): Metrics {
  const { store } = loaded.config;
  const nowMs = () => clock.nowMs();
  const place: StorePlace = { loaded, storeFolder, mode: 'read', nowMs };
  return new Metrics(() =>
    isServerUrl(store)
      ? useServer(store, ({ server }) => serverFigures(server))
      : withStore(place, async ({ outbox }) => embeddedFigures(outbox, nowMs())),
  );
}

interface Monitoring {
  /** The value of --listen; undefined to listen nowhere. */
  readonly address: string | undefined;
  readonly metrics: Metrics;
  readonly isReady: () => Promise<boolean>;
  readonly terminal: Terminal;
}

/** Answers monitoring requests while work runs. @throws PaytallyError like `listenForMonitoring` */
export async function whileListening<Result>(
  { address, metrics, isReady, terminal }: Monitoring,
  work: () => Promise<Result>,
): Promise<Result> {
  if (address === undefined) return work();
  const listening = await listenForMonitoring(address, { metrics, isReady });
  try {
    terminal.message(message('worker.listening', { url: listening.url }));
    return await work();
  } finally {
    await listening.close();
  }
}
