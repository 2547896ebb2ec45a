import querystring from 'node:querystring';
import { type Dispatcher, Pool } from 'undici';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { isLoopback } from '../../runtime/loopback.js';
import { MAX_SECRET_LENGTH, Secret } from '../../runtime/secrets/secret.js';
import { HttpFailure, type HttpFailureKind } from './failures.js';

/** What the environment says about proxies. Empty texts where it says nothing. */
export interface ProxySettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORT: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The variables that undiciHttp hands to its agent: the spelling in small letters comes first. */
export function proxySettings(env: Environment): ProxySettings {
  return {
    httpProxy: env.http_proxy ?? env.HTTP_PROXY ?? '',
    httpsProxy: env.https_proxy ?? env.HTTPS_PROXY ?? '',
    noProxy: env.no_proxy ?? env.NO_PROXY ?? '',
  };
}

/**
 * The proxy that requests to `address` go through, without user name and password; undefined for none.
 * @throws PaytallyError CONFIG_INVALID if a proxy is no address
 */
export function findProxy(address: string, env: Environment): string | undefined {
  const { httpProxy, httpsProxy, noProxy } = proxySettings(env);
  const forHttp = proxyOrigin('HTTP_PROXY', httpProxy);
  const forHttps = proxyOrigin('HTTPS_PROXY', httpsProxy) ?? forHttp;
  const url = new URL(address);
  if (isLoopback(url.hostname) || isExcepted(url, noProxy)) return undefined;
  return url.protocol === 'https:' ? forHttps : forHttp;
}

/** What must not be shown of the proxies: their passwords, as written and as meant. */
export function proxyPasswords(env: Environment): readonly Secret[] {
  const { httpProxy, httpsProxy } = proxySettings(env);
  const written = [httpProxy, httpsProxy].flatMap((proxy) =>
    URL.canParse(proxy) ? [new URL(proxy).password] : [],
  );
  const meant = written.map((password) => querystring.unescape(password));
  const passwords = [...written, ...meant].filter((text) => text !== '' && text.length <= MAX_SECRET_LENGTH);
  return [...new Set(passwords)].map((text) => new Secret(text));
}

/** The value is never shown: it may hold a password. */
function proxyOrigin(name: string, proxy: string): string | undefined {
  if (proxy === '') return undefined;
  if (URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol)) return new URL(proxy).origin;
  throw new PaytallyError('CONFIG_INVALID', message('service.proxyInvalid', { name }), { record: name });
}

/** As undici's EnvHttpProxyAgent reads NO_PROXY: hosts and their subdomains, a port where one is named. */
function isExcepted(url: URL, noProxy: string): boolean {
  if (noProxy === '*') return true;
  const host = url.host.replace(/:\d*$/, '').toLowerCase();
  const port = Number(url.port) || DEFAULT_PORT[url.protocol];
  return noProxy
    .split(/[,\s]/)
    .filter(Boolean)
    .some((entry) => {
      const [, name = entry, only] = /^(.+):(\d+)$/.exec(entry) ?? [];
      const bare = name.replace(/^\*?\./, '').toLowerCase();
      return (only === undefined || Number(only) === port) && (host === bare || host.endsWith(`.${bare}`));
    });
}

/** What undici itself takes for a connection that was lost, to be made again at once; and a proxy that never answers. */
const KIND_BY_CODE: Readonly<Record<string, HttpFailureKind>> = {
  UND_ERR_SOCKET: 'proxy',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
};

/**
 * The connections to a proxy, for undici's `clientFactory`. Where a proxy hangs up instead of answering, undici would
 * ask it again without a pause and without an end: thousands of times a second, and the request never fails.
 */
export function proxyPool(answerTimeoutMs: number): (origin: URL, options: object) => Pool {
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
