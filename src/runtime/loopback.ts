import { isIP, type LookupFunction } from 'node:net';

const ADDRESS = /^(127(\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

/**
 * The single rule for addresses of this machine: 127.0.0.0/8, ::1 and every name that ends in `localhost`, in any
 * spelling. Such a host does not require TLS. Requests connect directly to the loopback address, without a proxy or a
 * resolver.
 */
export function isLoopback(host: string): boolean {
  const name = normalHost(host);
  return name !== undefined && (ADDRESS.test(name) || name === 'localhost' || name.endsWith('.localhost'));
}

/**
 * The host as the URL standard normalises it: 127.1, 0x7f000001 and 127.0.0.1 are the same, as are upper and lower
 * case.
 */
function normalHost(host: string): string | undefined {
  const isBracketed = host.startsWith('[');
  // Text that a URL would parse as a user, port or path is not a host.
  if (!isBracketed && isIP(host) !== 6 && /[:/\\?#@\s]/.test(host)) return undefined;
  const url = `http://${isIP(host) === 6 ? `[${host}]` : host}/`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : undefined;
}

const ADDRESSES = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
] as const;

/** For connections to a loopback host: resolves its name to the loopback addresses without a DNS query. */
export const lookupLoopback: LookupFunction = (hostname, options, callback) => {
  const family = options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : (options.family ?? 0);
  const [first, ...others] = ADDRESSES.filter((each) => family === 0 || each.family === family);
  if (!isLoopback(hostname) || first === undefined) {
    callback(Object.assign(new Error(`${hostname} is not this machine`), { code: 'ENOTFOUND' }), '', 0);
  } else if (options.all === true) callback(null, [first, ...others]);
  else callback(null, first.address, first.family);
};
