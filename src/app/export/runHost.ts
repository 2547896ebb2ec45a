import type { LoadedConfig, WholeConfig } from '../../config/config.js';
import { readTrustedAuthority } from '../../config/readCredentials.js';
import type { Context } from '../../context.js';
import type { Silences } from '../../delivery/deliverySession.js';
import { type FontPlaces, fontPlaces } from '../../documents/pdf/fontFiles.js';
import type { Period } from '../../domain/period/period.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { zoneByName } from '../../domain/time/tzdata.js';
import { localDateAt } from '../../domain/time/zone.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { hasCode, notWritten } from '../../runtime/notWritten.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { ReadHost } from '../../sources/staging/readObserver.js';
import { parseBaseUrl } from '../../sources/transport/baseUrl.js';
import { findProxy, proxyPasswords } from '../../sources/transport/proxy.js';
import { RateLimiter } from '../../sources/transport/rateLimiter.js';
import { makeFolder } from '../../store/makeFolder.js';
import { isServerUrl } from '../../store/postgres/server.js';
import { ServerSlots } from '../../store/postgres/serverSlots.js';
import { RequestLog } from '../../store/requestLog.js';
import { REQUEST_WINDOW_MS, SlotLeases } from '../../store/slotLeases.js';
import { startPracticeOf } from './practiceHost.js';

/** The resources that all runs of a command share: connections, limits, terminal. */
export interface RunHost extends ReadHost {
  readonly context: Context;
  /** Output path -> the employer that the file is for, in all runs of this command. */
  readonly takenPaths: Map<string, string>;
  /** Normalised address -> the employers whose personal files this command sends to it. */
  readonly addressees: Map<string, Set<string>>;
  /** Employer key -> the days of its run, once they are known. */
  readonly periods: Map<string, Period>;
  /** How often each server had failed to answer before this command began to send. */
  readonly silences: Silences;
  readonly close: () => Promise<void>;
}

/** Today's date in an employer's zone. */
export function todayOf({ clock }: Pick<Context, 'clock'>, zone: string | undefined): LocalDate {
  return localDateAt(Math.floor(clock.nowMs() / 1000), zoneByName(zone ?? 'Etc/UTC'));
}

export interface HostOptions {
  readonly verbose: boolean;
  /** Folder of the store that the command writes to: its requests are counted there together with those of others. */
  readonly writesTo?: string | undefined;
}

/**
 * Opens the connection to the service with the configured settings.
 * @throws PaytallyError CONFIG_INVALID for a `caFile` without certificates, an invalid proxy address or unchecked TLS;
 * BASE_URL_INSECURE; SANDBOX_DATA_INVALID for changes of the practice service that cannot be read
 */
export async function openRunHost(
  context: Context,
  loaded: LoadedConfig,
  terminal: Terminal,
  options: HostOptions,
): Promise<RunHost> {
  const { config } = loaded;
  refuseUncheckedTls(context.env);
  const authority = await readTrustedAuthority(loaded);
  const ca = authority === undefined ? {} : { ca: authority.pem };
  // Before the agent uses them: its error would contain the value with the password.
  if (config.baseUrl !== undefined) findProxy(parseBaseUrl(config.baseUrl), context.env);
  for (const password of proxyPasswords(context.env)) context.scrubber.add(password);
  const http = context.openHttp({ env: context.env, ...ca });
  const stopPractice = await startPracticeOf(loaded, context);
  const leases = sharedRequests(context, config, options.writesTo);
  const limiter = new RateLimiter(context.clock, limitsOf(config.limits), leases);
  return {
    context,
    terminal,
    verbose: options.verbose,
    http,
    limiter,
    takenPaths: new Map(),
    addressees: new Map(),
    reportedWait: { untilMs: 0 },
    periods: new Map(),
    silences: {},
    close: async () => {
      await leases?.close();
      await http.close();
      await stopPractice?.();
    },
  };
}

/** Names a folder in which all runs of a user count their requests together, whatever their store. */
const REQUESTS_FOLDER = 'PAYTALLY_REQUESTS';

/** In the shared store or next to the store, unless several stores of a machine count together. */
function sharedRequests(
  { clock, env, signal }: Context,
  config: WholeConfig,
  storeFolder: string | undefined,
) {
  const nowMs = () => clock.machineMs?.() ?? clock.nowMs();
  const steady = { nowMs, sleep: (durationMs: number) => clock.sleep(durationMs, signal) };
  const folder = env[REQUESTS_FOLDER] || storeFolder;
  if (env[REQUESTS_FOLDER]) makeSharedFolder(env[REQUESTS_FOLDER]);
  const isShared = isServerUrl(config.store) && !env[REQUESTS_FOLDER];
  if (!isShared && folder === undefined) return undefined;
  const slots = isShared
    ? new ServerSlots(config.store, config.worker.address)
    : new RequestLog({ folder: folder ?? '', windowMs: REQUEST_WINDOW_MS, machineMs: nowMs });
  return new SlotLeases(slots, steady);
}

/** @throws PaytallyError OUTPUT_NOT_WRITTEN: a configured folder must work */
function makeSharedFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (failure) {
    throw hasCode(failure) ? notWritten(folder, failure) : failure;
  }
}

function limitsOf({ perAddress, perEmployer, tokens, maxWaitSeconds }: LoadedConfig['config']['limits']) {
  const maxWaitMs = maxWaitSeconds * 1000;
  return { perAddress, perEmployer, tokens, windowMs: REQUEST_WINDOW_MS, maxWaitMs };
}

/** What rendering needs of the machine. */
interface RenderPlaces {
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly fontPlaces: FontPlaces;
}

/** The same for a process. */
export function renderPlaces(context: Context): RenderPlaces {
  return { signal: context.signal, fontPlaces: fontPlaces(context) };
}

/** @throws PaytallyError CONFIG_INVALID: Node.js would accept any certificate */
function refuseUncheckedTls({ NODE_TLS_REJECT_UNAUTHORIZED: value }: Context['env']): void {
  if (value !== '0') return;
  throw new PaytallyError('CONFIG_INVALID', message('run.tlsUnchecked'), {
    record: 'NODE_TLS_REJECT_UNAUTHORIZED',
  });
}
