import { type ClientCredentials, readBasic, readClientCredentials } from './clientCredentials.js';
import type { EmployerState, Integration } from './employerState.js';
import type { RateLimits } from './rateLimits.js';
import { isScope, SCOPE_MODULES, type Scope } from './scopes.js';
import type { TokenBook } from './tokenBook.js';

export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'unauthorized_client'
  | 'invalid_scope'
  | 'unsupported_grant_type';

export interface TokenRequest {
  readonly ip: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string;
}

export type TokenAnswer =
  | { readonly token: string; readonly expiresInSeconds: number }
  | { readonly error: OAuthError }
  | { readonly retryAfterSeconds: number };

const FORM_TYPE = /^application\/x-www-form-urlencoded *(;|$)/i;

/** Issues tokens (docs/service.md, "Tokens" and "Refusals of a token" and "Limits"). */
export class TokenEndpoint {
  constructor(
    private readonly employers: ReadonlyMap<string, EmployerState>,
    private readonly tokens: TokenBook,
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

/** Undefined where there is none, or one that is unknown, not the integration's, or without its module. */
function readScopes(text: string, integration: Integration, employer: EmployerState): Scope[] | undefined {
  const names = text.split(' ').filter((name) => name !== '');
  const scopes = names.filter(isScope).filter((scope) => {
    const module = SCOPE_MODULES[scope];
    return integration.scopes.includes(scope) && (module === null || employer.modules[module]);
  });
  return scopes.length > 0 && scopes.length === names.length ? [...new Set(scopes)] : undefined;
}
