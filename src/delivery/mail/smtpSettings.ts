import type { Secret } from '../../config/secrets/secret.js';

/** How a mail server is reached; secrets are read already. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `none` is for a server on this machine alone. */
  readonly tls: 'starttls' | 'implicit' | 'none';
  readonly login: SmtpLogin | undefined;
  /** Further certificate authority (PEM) that is trusted. */
  readonly ca: string | undefined;
  /** Without an answer for so long, an attempt is over. */
  readonly timeoutMs: number;
  readonly dkim:
    | { readonly domain: string; readonly selector: string; readonly privateKey: Secret }
    | undefined;
}

export type SmtpLogin =
  | { readonly kind: 'password'; readonly user: string; readonly password: Secret }
  | { readonly kind: 'oauth2'; readonly user: string; readonly tokenOf: () => Promise<Secret> };
