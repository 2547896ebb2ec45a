import type { Secret } from '../../../runtime/secrets/secret.js';

/** The address and credentials for reading an employer. */
export interface EmployerAccess {
  /** Checked by `parseBaseUrl`. */
  readonly baseUrl: string;
  /** The employer's key in the configuration, for messages. */
  readonly employerKey: string;
  readonly employerId: string;
  readonly credentials: Credentials;
}

/** The client that requests a token. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: Secret;
  /**
   * `basic`: HTTP Basic. `body`: in the form; then all clients of an address share one budget (docs/service.md,
   * "Limits").
   */
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

/** `application/x-www-form-urlencoded`: a space becomes `+`. */
export function formEncoded(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2);
}
