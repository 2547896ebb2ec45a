export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly sentIn: 'header' | 'body';
}

/**
 * Reads the credentials of a token request (docs/service.md, "Tokens"; form encoding inside Basic: RFC 6749, 2.3.1).
 * `invalid` where there are none, half of them, both kinds at once, or an unreadable header.
 */
export function readClientCredentials(
  authorization: string | undefined,
  form: URLSearchParams,
): ClientCredentials | 'invalid' {
  const clientId = form.get('client_id');
  const clientSecret = form.get('client_secret');
  if (authorization !== undefined) {
    if (clientId !== null || clientSecret !== null) return 'invalid';
    return readBasic(authorization) ?? 'invalid';
  }
  if (!clientId || !clientSecret) return 'invalid';
  return { clientId, clientSecret, sentIn: 'body' };
}

/** Undefined where the header is no Basic header that can be decoded. */
export function readBasic(authorization: string): ClientCredentials | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 1) return undefined;
  try {
    return {
      clientId: formDecode(pair.slice(0, colon)),
      clientSecret: formDecode(pair.slice(colon + 1)),
      sentIn: 'header',
    };
  } catch {
    return undefined;
  }
}

/** @throws URIError for a `%` without two hexadecimal digits, or bytes that are no UTF-8. */
function formDecode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
