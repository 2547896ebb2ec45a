import type { LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import type { Terminal } from '../../runtime/terminal.js';
import { openRunHost, type RunHost } from '../export/runHost.js';
import { eventLine, type LogForm, logTerminal } from './eventLine.js';
import type { ScheduleEvent } from './keepSchedules.js';

interface LogOptions {
  readonly log: LogForm;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** Where to answer monitoring; undefined to listen nowhere. */
  readonly listen: string | undefined;
}

interface LoggedPlace {
  readonly loaded: LoadedConfig;
  /** Absolute. */
  readonly storeFolder: string;
  readonly terminal: Terminal;
}

/** A host whose messages are lines of the log, and the receiver of events, which logs and counts them. */
interface LoggedWork {
  readonly host: RunHost;
  readonly onEvent: (event: ScheduleEvent) => void;
}

/**
 * Runs work that logs what it does, and answers monitoring meanwhile.
 * @param isReady whether the process takes work
 * @throws PaytallyError as `openRunHost`; USAGE for an address that cannot be listened on
 */
export async function withLoggedWork<Result>(
  context: Context,
  { loaded, storeFolder, terminal }: LoggedPlace,
  options: LogOptions,
  isReady: () => Promise<boolean>,
  work: (logged: LoggedWork) => Promise<Result>,
): Promise<Result> {
  const nowMs = () => context.clock.nowMs();
  // Loaded when needed: most processes answer no monitoring.
  const monitoring = options.listen === undefined ? undefined : await import('./worker/metrics.js');
  const metrics = monitoring?.metricsOf({ loaded, storeFolder, nowMs });
  const log = logTerminal(terminal, options, nowMs);
  const plain = await openRunHost(context, loaded, log, { ...options, writesTo: storeFolder });
  const host = { ...plain, http: metrics?.counting(plain.http) ?? plain.http };
  const onEvent = (event: ScheduleEvent) => {
    metrics?.observe(event, nowMs());
    terminal.alert(eventLine(event, options.log, nowMs()));
  };
  try {
    if (monitoring === undefined || metrics === undefined) return await work({ host, onEvent });
    const { listen: address } = options;
    return await monitoring.whileListening({ address, metrics, isReady, terminal }, () =>
      work({ host, onEvent }),
    );
  } finally {
    await plain.close();
  }
}
