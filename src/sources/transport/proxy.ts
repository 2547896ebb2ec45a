import querystring from 'node:querystring';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { isLoopback } from '../../runtime/loopback.js';
import { MAX_SECRET_LENGTH, Secret } from '../../runtime/secrets/secret.js';

/** The proxy settings of the environment; empty if not set. */
export interface ProxySettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORT: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The variables that undiciHttp passes to its agent; lower-case names have priority. */
export function proxySettings(env: Environment): ProxySettings {
  return {
    httpProxy: env.http_proxy ?? env.HTTP_PROXY ?? '',
    httpsProxy: env.https_proxy ?? env.HTTPS_PROXY ?? '',
    noProxy: env.no_proxy ?? env.NO_PROXY ?? '',
  };
}

/**
 * The proxy that requests to `address` go through, without user name and password; undefined for none.
 * @throws PaytallyError CONFIG_INVALID for an invalid proxy address
 */
export function findProxy(address: string, env: Environment): string | undefined {
  const { httpProxy, httpsProxy, noProxy } = proxySettings(env);
  const forHttp = proxyOrigin('HTTP_PROXY', httpProxy);
  const forHttps = proxyOrigin('HTTPS_PROXY', httpsProxy) ?? forHttp;
  const url = new URL(address);
  if (isLoopback(url.hostname) || isExcepted(url, noProxy)) return undefined;
  return url.protocol === 'https:' ? forHttps : forHttp;
}

/** Passwords of the proxies, encoded and decoded, which must not be shown. */
export function proxyPasswords(env: Environment): readonly Secret[] {
  const { httpProxy, httpsProxy } = proxySettings(env);
  const written = [httpProxy, httpsProxy].flatMap((proxy) =>
    URL.canParse(proxy) ? [new URL(proxy).password] : [],
  );
  const meant = written.map((password) => querystring.unescape(password));
  const passwords = [...written, ...meant].filter((text) => text !== '' && text.length <= MAX_SECRET_LENGTH);
  return [...new Set(passwords)].map((text) => new Secret(text));
}

/** The value is never shown, because it may contain a password. */
function proxyOrigin(name: string, proxy: string): string | undefined {
  if (proxy === '') return undefined;
  if (URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol)) return new URL(proxy).origin;
  throw new PaytallyError('CONFIG_INVALID', message('service.proxyInvalid', { name }), { record: name });
}

/** As undici's EnvHttpProxyAgent reads NO_PROXY: hosts and their subdomains, with a port if given. */
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
