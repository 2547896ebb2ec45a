import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseBaseUrl } from '../api/transport/baseUrl.js';
import type { Http } from '../api/transport/effects.js';
import { proxyOf } from '../api/transport/proxy.js';
import { RateLimiter } from '../api/transport/rateLimiter.js';
import type { LoadedConfig } from '../config/config.js';
import type { Context } from '../context.js';
import { PaytallyError } from '../errors.js';
import type { Terminal } from '../terminal.js';

/** What all runs of one command share: the wire, the limits, the terminal. */
export interface RunHost {
  readonly context: Context;
  readonly terminal: Terminal;
  readonly verbose: boolean;
  readonly http: Http;
  readonly limiter: RateLimiter;
  /** Output path -> the employer whose file it is, for all runs of this command. */
  readonly takenPaths: Map<string, string>;
  readonly close: () => Promise<void>;
}

const LIMIT_WINDOW_MS = 61_000;

/**
 * Opens the wire as the configuration says.
 * @throws PaytallyError CONFIG_INVALID for a `caFile` that cannot be read or a proxy that is no address,
 * BASE_URL_INSECURE
 */
export async function openRunHost(
  context: Context,
  { config, folder }: LoadedConfig,
  terminal: Terminal,
  options: { readonly verbose: boolean },
): Promise<RunHost> {
  const ca = config.caFile === undefined ? {} : { ca: await readCa(resolve(folder, config.caFile)) };
  // Before the agent meets them: it would throw the value, password and all.
  proxyOf(parseBaseUrl(config.baseUrl), context.env);
  const http = context.openHttp({ env: context.env, ...ca });
  const limiter = new RateLimiter(context.clock, { ...config.limits, windowMs: LIMIT_WINDOW_MS });
  return {
    context,
    terminal,
    verbose: options.verbose,
    http,
    limiter,
    takenPaths: new Map(),
    close: () => http.close(),
  };
}

async function readCa(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new PaytallyError('CONFIG_INVALID', `The certificate authority ${path} cannot be read.`, {
      record: 'caFile',
      remedy: 'Correct caFile in the configuration, or give this user the right to read it.',
      cause,
    });
  });
}
