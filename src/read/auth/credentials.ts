import { MAX_SECRET_LENGTH, Secret } from '../../config/secrets/secret.js';

/** Who asks for a token. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** `basic`: HTTP Basic. `body`: in the form; then all clients of an address share one budget (docs/service.md, "Limits"). */
  readonly sendAs: 'basic' | 'body';
}

/** The value of `Authorization` by RFC 6749, 2.3.1: id and secret are form-encoded before they are joined. */
export function basicAuthorization({ clientId, clientSecret }: Credentials): string {
  const pair = `${formEncoded(clientId)}:${formEncoded(clientSecret.reveal())}`;
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

/** The same credentials as fields of the form. */
export function formCredentials({ clientId, clientSecret }: Credentials): string {
  return `client_id=${formEncoded(clientId)}&client_secret=${formEncoded(clientSecret.reveal())}`;
}

/** The value of `Authorization` for a request with a token. */
export function bearerAuthorization(token: Secret): string {
  return `Bearer ${token.reveal()}`;
}

/** A token as the service gave it; undefined where it cannot be one (RFC 6750, 2.1: visible ASCII, no blanks). */
export function tokenSecret(value: unknown): Secret | undefined {
  const isToken =
    typeof value === 'string' && value.length <= MAX_SECRET_LENGTH && /^[\x21-\x7e]+$/.test(value);
  return isToken ? new Secret(value) : undefined;
}

/** `application/x-www-form-urlencoded`: a space becomes `+`. */
export function formEncoded(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2);
}
