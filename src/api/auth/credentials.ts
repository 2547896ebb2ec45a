export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `basic`: HTTP Basic. `body`: in the form; then all clients of an address share one token budget (docs/service.md, "Limits"). */
  readonly sendAs: 'basic' | 'body';
}

/** The value of `Authorization` by RFC 6749, 2.3.1: id and secret are form-encoded before they are joined. */
export function basicAuthorization({ clientId, clientSecret }: Credentials): string {
  const pair = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`;
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

/** `application/x-www-form-urlencoded`: a space becomes `+`. */
export function formEncoded(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2);
}
