import { rootCertificates } from 'node:tls';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Agent, type Dispatcher, EnvHttpProxyAgent, errors, Pool } from 'undici';
import { isLoopback, lookupLoopback } from '../../runtime/loopback.js';
import type { Http, HttpRequest, HttpResponse } from './effects.js';
import { HttpFailure, type HttpFailureKind, toHttpFailure } from './failures.js';
import { findProxy, proxySettings } from './proxy.js';

export interface UndiciHttpOptions {
  /** `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A further certificate authority, PEM text. */
  readonly ca?: string;
  /** @default 10_000 */
  readonly connectTimeoutMs?: number;
  /** Timeout until the headers arrive. @default 30_000 */
  readonly headersTimeoutMs?: number;
  /** Timeout without a byte of the body. @default 30_000 */
  readonly bodyTimeoutMs?: number;
  /** For the whole exchange, so that a slowly dripping body cannot block a run. @default 120_000 */
  readonly totalTimeoutMs?: number;
  /** @default 33_554_432 */
  readonly maxBodyBytes?: number;
}

const DEFAULTS = {
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 30_000,
  bodyTimeoutMs: 30_000,
  totalTimeoutMs: 120_000,
  maxBodyBytes: 32 * 1024 * 1024,
};

/** HTTP/1.1 over undici, one pool for the process. */
export function createUndiciHttp(options: UndiciHttpOptions): Http {
  const settings = { ...DEFAULTS, ...options };
  const outside = createAgent(settings);
  const loopback = createLoopbackAgent(settings);
  const agentFor = ({ hostname }: URL) => (isLoopback(hostname) ? loopback : outside);
  return {
    request: (request) => send(agentFor(new URL(request.url)), request, settings),
    close: async () => {
      await Promise.all([outside.destroy(), loopback.destroy()]);
    },
  };
}

type Settings = UndiciHttpOptions & typeof DEFAULTS;

function createAgent(settings: Settings): EnvHttpProxyAgent {
  const { env, ca, connectTimeoutMs, headersTimeoutMs, bodyTimeoutMs, maxBodyBytes } = settings;
  return new EnvHttpProxyAgent({
    // All three are strings, since undici reads the process environment if one of them is undefined.
    ...proxySettings(env),
    allowH2: false,
    connect: { timeout: connectTimeoutMs, ...trust(ca) },
    requestTls: trust(ca),
    proxyTls: trust(ca),
    clientFactory: proxyPool(connectTimeoutMs),
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs,
    maxResponseSize: maxBodyBytes,
  });
}

/** Errors that undici treats as a lost connection and retries immediately, and a proxy that never answers. */
const KIND_BY_CODE: Readonly<Record<string, HttpFailureKind>> = {
  UND_ERR_SOCKET: 'proxy',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
};

/**
 * The connections to a proxy, for undici's `clientFactory`. If a proxy closes the connection instead of answering,
 * undici would retry endlessly without a pause, thousands of times a second, and the request would never fail.
 */
function proxyPool(answerTimeoutMs: number): (origin: URL, options: object) => Pool {
  return (origin, options) => {
    const pool = new Pool(origin, { ...options, headersTimeout: answerTimeoutMs });
    const connect: typeof pool.connect = pool.connect.bind(pool);
    const tunnel = async (request: Dispatcher.ConnectOptions) => {
      try {
        return await connect(request);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error;
        const kind = KIND_BY_CODE[String(error.code)];
        throw kind === undefined ? error : new HttpFailure(kind, error.message, error, origin.origin);
      }
    };
    return Object.assign(pool, { connect: tunnel });
  };
}

/** This machine is contacted without a proxy or resolver. */
function createLoopbackAgent(settings: Settings): Agent {
  const { ca, connectTimeoutMs, headersTimeoutMs, bodyTimeoutMs, maxBodyBytes } = settings;
  return new Agent({
    allowH2: false,
    connect: { timeout: connectTimeoutMs, lookup: lookupLoopback, ...trust(ca) },
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs,
    maxResponseSize: maxBodyBytes,
  });
}

function trust(ca: string | undefined): { readonly ca?: string[] } {
  return ca === undefined ? {} : { ca: [...rootCertificates, ca] };
}

async function send(agent: Dispatcher, request: HttpRequest, settings: Settings): Promise<HttpResponse> {
  const url = new URL(request.url);
  const totalTimeoutMs = Math.min(
    request.totalTimeoutMs ?? Number.POSITIVE_INFINITY,
    settings.totalTimeoutMs,
  );
  const deadline = startDeadline(request.signal, totalTimeoutMs);
  const attempt = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      deadline.clear();
      throw deadline.isOver()
        ? new HttpFailure('timeout', `${totalTimeoutMs / 1000} s`, error)
        : toHttpFailure(error, findProxy(request.url, settings.env));
    }
  };
  const { signal } = deadline;
  const sent = () =>
    agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: request.method,
      headers: { ...request.headers, 'accept-encoding': 'identity' },
      body: request.body ?? null,
      signal,
    });
  const response = await attempt(() => untilAborted(signal, sent()));
  const headers = flatHeaders(response.headers);
  const body = async () => {
    const bytes = await attempt(() => readBody(response, headers, settings.maxBodyBytes));
    deadline.clear();
    return bytes;
  };
  return { status: response.statusCode, headers, body };
}

/** undici heeds a signal only once it is connected; neither Ctrl-C nor the time-out may wait for that. */
function untilAborted<T>(signal: AbortSignal, task: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    task.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

interface Deadline {
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  readonly clear: () => void;
}

/**
 * A separate controller, because `AbortSignal.any` and `.timeout` keep references to the run's signal and to their
 * timers.
 */
function startDeadline(outer: AbortSignal, afterMs: number): Deadline {
  const controller = new AbortController();
  const follow = () => controller.abort(outer.reason);
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, afterMs);
  if (outer.aborted) follow();
  outer.addEventListener('abort', follow, { once: true });
  const clear = () => {
    clearTimeout(timer);
    outer.removeEventListener('abort', follow);
  };
  return { signal: controller.signal, isOver: () => isOver, clear };
}

async function readBody(
  response: Dispatcher.ResponseData,
  headers: Readonly<Record<string, string>>,
  maxBodyBytes: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(await response.body.arrayBuffer());
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '' || bytes.length === 0) return bytes;
  const decode = DECODERS.get(encoding);
  if (decode === undefined) throw new HttpFailure('invalid', `content-encoding: ${encoding}`);
  try {
    return await decode(bytes, { maxOutputLength: maxBodyBytes });
  } catch (error) {
    if (error instanceof RangeError) throw new errors.ResponseExceededMaxSizeError();
    throw new HttpFailure('cut-short', `content-encoding: ${encoding}`, error);
  }
}

/** A proxy may compress although the request says `identity`. */
const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

function flatHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
