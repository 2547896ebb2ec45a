import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context as Call, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** A header that no form and no link can set. Data is sent only to clients that know its value. */
export const KEY_HEADER = 'x-paytally-key';

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD'];

/** Nothing from other origins and nothing inline; PDF files are shown from memory. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  'frame-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Takes the same time whichever character differs. */
function isSame(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(expected));
}

/**
 * Controls access to the page. A single-use token is exchanged for a cookie and a key, both valid until the server
 * stops. Browsers send cookies to every port of a machine, so another user's server could receive ours: data also needs
 * the key, which only the page has. Requests from foreign hosts (DNS rebinding), origins and sites are refused first.
 */
export class Guard {
  readonly #cookieValue = randomSecret();
  readonly #key = randomSecret();
  readonly #port: number;
  #token: string | undefined = randomSecret();

  constructor(port: number) {
    this.#port = port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The address with the token in its fragment, which browsers never send. Empty once the token has been used. */
  get url(): string {
    return `${this.origin}/#token=${this.#token ?? ''}`;
  }

  get #cookieName(): string {
    return `paytally-${this.#port}`;
  }

  /** Refuses requests from other sites: 403. */
  readonly refuseForeign: MiddlewareHandler = async (call, next) => {
    for (const [name, value] of Object.entries(HEADERS)) call.header(name, value);
    if (this.#isForeign(call)) return call.text('', 403);
    return next();
  };

  /**
   * Refuses requests without the cookie (401), changes without the page's header (403), and data without the key (401).
   */
  readonly requireSession: MiddlewareHandler = async (call, next) => {
    call.header('cache-control', 'no-store');
    if (!isSame(getCookie(call, this.#cookieName), this.#cookieValue)) return call.text('', 401);
    if (!isSame(call.req.header(KEY_HEADER), this.#key))
      return call.text('', SAFE_METHODS.includes(call.req.method) ? 401 : 403);
    return next();
  };

  /** Exchanges the token for the key, once, and sets the cookie. Returns undefined for any other token. */
  exchange(call: Call, token: unknown): string | undefined {
    if (this.#token === undefined || typeof token !== 'string' || !isSame(token, this.#token))
      return undefined;
    this.#token = undefined;
    setCookie(call, this.#cookieName, this.#cookieValue, { httpOnly: true, sameSite: 'Strict', path: '/' });
    return this.#key;
  }

  #isForeign({ req }: Call): boolean {
    const origin = req.header('origin');
    if (`http://${req.header('host') ?? ''}` !== this.origin) return true;
    if (origin !== undefined && origin !== this.origin) return true;
    const site = req.header('sec-fetch-site');
    if (site === undefined || site === 'same-origin' || site === 'none') return false;
    // Other sites may link to the page itself: it contains no data and cannot be framed.
    const isOpened =
      req.header('sec-fetch-mode') === 'navigate' && req.header('sec-fetch-dest') === 'document';
    return !(isOpened && req.method === 'GET' && req.path === '/');
  }
}
