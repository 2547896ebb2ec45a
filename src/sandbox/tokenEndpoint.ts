import { randomBytes } from 'node:crypto';
import type { EmployerState, Integration } from './employerState.js';
import type { RateLimits } from './rateLimits.js';
import { isScope, SCOPE_MODULES, type Scope } from './scopes.js';

export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'unauthorized_client'
  | 'invalid_scope'
  | 'unsupported_grant_type';

interface TokenRequest {
  readonly ip: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string;
}

type TokenAnswer =
  | { readonly token: string; readonly expiresInSeconds: number }
  | { readonly error: OAuthError }
  | { readonly retryAfterSeconds: number };

const FORM_TYPE = /^application\/x-www-form-urlencoded *(;|$)/i;

/** Issues tokens (docs/service.md, "Tokens" and "Refusals of a token" and "Limits"). */
export class TokenEndpoint {
  constructor(
    private readonly employers: ReadonlyMap<string, EmployerState>,
    private readonly tokens: TokenStore,
    private readonly limits: RateLimits,
  ) {}

  answer(request: TokenRequest): TokenAnswer {
    const basic = request.authorization === undefined ? undefined : readBasic(request.authorization);
    const retryAfterSeconds = this.limits.takeToken(request.ip, basic?.clientId ?? null);
    if (retryAfterSeconds > 0) return { retryAfterSeconds };
    if (!FORM_TYPE.test(request.contentType ?? '')) return { error: 'invalid_request' };
    return this.grant(request.authorization, new URLSearchParams(request.body));
  }

  private grant(authorization: string | undefined, form: URLSearchParams): TokenAnswer {
    const isRepeated = [...form.keys()].some((name) => form.getAll(name).length > 1);
    const credentials = readClientCredentials(authorization, form);
    const grantType = form.get('grant_type');
    if (isRepeated || credentials === 'invalid' || !grantType) return { error: 'invalid_request' };
    if (grantType !== 'client_credentials') return { error: 'unsupported_grant_type' };
    const integration = this.authenticate(credentials);
    const employer = integration && this.employers.get(integration.employerId);
    if (integration === undefined || employer === undefined) return { error: 'invalid_client' };
    if (!employer.apiAccess) return { error: 'unauthorized_client' };
    const scopes = readScopes(form.get('scope') ?? '', integration, employer);
    if (scopes === undefined) return { error: 'invalid_scope' };
    const expiresInSeconds = this.limits.settings.tokenSeconds;
    return { token: this.tokens.issue(integration, scopes, expiresInSeconds), expiresInSeconds };
  }

  private authenticate({ clientId, clientSecret }: ClientCredentials): Integration | undefined {
    for (const employer of this.employers.values()) {
      const integration = employer.integrations.get(clientId);
      if (integration === undefined) continue;
      return integration.state === 'active' && integration.secret === clientSecret ? integration : undefined;
    }
    return undefined;
  }
}

/** Undefined if there are no scopes, or if one is unknown, not granted to the integration, or without its module. */
function readScopes(text: string, integration: Integration, employer: EmployerState): Scope[] | undefined {
  const names = text.split(' ').filter((name) => name !== '');
  const scopes = names.filter(isScope).filter((scope) => {
    const module = SCOPE_MODULES[scope];
    return integration.scopes.includes(scope) && (module === null || employer.modules[module]);
  });
  return scopes.length > 0 && scopes.length === names.length ? [...new Set(scopes)] : undefined;
}

export interface IssuedToken {
  readonly integration: Integration;
  /** The secret that it was issued with: the token is invalid if the integration now has another one. */
  readonly secret: string;
  readonly scopes: readonly Scope[];
  readonly expiresAtMs: number;
}

/** The issued tokens. */
export class TokenStore {
  private readonly tokens = new Map<string, IssuedToken>();
  issuedCount = 0;

  constructor(private readonly now: () => number) {}

  issue(integration: Integration, scopes: readonly Scope[], lifetimeSeconds: number): string {
    const nowMs = this.now();
    this.forgetExpired(nowMs);
    const token = randomBytes(24).toString('base64url');
    const expiresAtMs = nowMs + lifetimeSeconds * 1000;
    this.tokens.set(token, { integration, secret: integration.secret, scopes, expiresAtMs });
    integration.lastUsedAtMs = nowMs;
    this.issuedCount += 1;
    return token;
  }

  /** Undefined for a token that was never issued, has expired, or whose integration changed since. */
  find(token: string): IssuedToken | undefined {
    const issued = this.tokens.get(token);
    if (issued === undefined || issued.expiresAtMs <= this.now()) return undefined;
    const { integration, secret } = issued;
    return integration.state === 'active' && integration.secret === secret ? issued : undefined;
  }

  kill(token: string): void {
    this.tokens.delete(token);
  }

  killAll(): void {
    this.tokens.clear();
  }

  private forgetExpired(nowMs: number): void {
    for (const [token, { expiresAtMs }] of this.tokens) if (expiresAtMs <= nowMs) this.tokens.delete(token);
  }
}

interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly sentIn: 'header' | 'body';
}

/**
 * Reads the credentials of a token request (docs/service.md, "Tokens"; form encoding inside Basic: RFC 6749, 2.3.1).
 * `invalid` if there are none, half of them, both kinds at once, or an unreadable header.
 */
function readClientCredentials(
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

/** Undefined if the header is not a decodable Basic header. */
function readBasic(authorization: string): ClientCredentials | undefined {
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

/** @throws URIError for a `%` without two hexadecimal digits, or invalid UTF-8. */
function formDecode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
