import { PaytallyError } from '../../errors.js';
import { excerpt } from '../../runtime/outsideText.js';
import { SCOPE_FACTS, type Scope } from './scopes.js';
import type { TokenAnswer } from './tokenRequest.js';

type Refusal = Extract<TokenAnswer, { type: 'refused' }>;

/** The error for a refused token request (docs/service.md, "Refusals of a token"); the portal is where each of them is cured. */
export function tokenRefusal(refusal: Refusal, employerKey: string): PaytallyError {
  const said = refusal.description === '' ? '' : ` The service says: ${excerpt(refusal.description)}`;
  const employer = `employer ${employerKey}`;
  switch (refusal.error) {
    case 'invalid_client':
      return new PaytallyError(
        'AUTH_REJECTED',
        `The service does not accept the client id and secret of ${employer}.${said}`,
        {
          remedy:
            'In the employer portal, compare the client id and see whether the integration is still active; if its secret was renewed, put the new one where the configuration reads it.',
        },
      );
    case 'unauthorized_client':
      return new PaytallyError('API_ACCESS_INACTIVE', `API access is not active for ${employer}.${said}`);
    case 'invalid_request':
      return new PaytallyError(
        'REQUEST_REJECTED',
        `The token endpoint refused the form of the request for ${employer} (invalid_request).${said}`,
        {
          remedy:
            'Try the other way to send credentials (credentials: basic or body); if it stays, report this.',
        },
      );
    case 'unsupported_grant_type':
      return new PaytallyError(
        'SERVICE_PROTOCOL',
        `The token endpoint does not take client credentials for ${employer} (unsupported_grant_type).${said}`,
        {
          remedy:
            'Check that baseUrl points at the Workforce API; tokens are asked for at {baseUrl}/oauth/customer/token.',
        },
      );
    default:
      return new PaytallyError(
        'TOKEN_REFUSED',
        `The token endpoint refused ${employer}: ${excerpt(refusal.error)} (status ${refusal.status}).${said}`,
      );
  }
}

/** The error for scopes that an export cannot do without. */
export function scopesMissing(missing: readonly Scope[], employerKey: string): PaytallyError {
  const names = missing.join(', ');
  const permissions = missing.map((scope) => `"${SCOPE_FACTS[scope].permission}"`).join(' and ');
  const modules = missing.flatMap((scope) => SCOPE_FACTS[scope].module ?? []);
  const module =
    modules.length === 0
      ? ''
      : ` If it has the permission, the employer has lost the ${modules.join(' and ')} module.`;
  return new PaytallyError(
    'SCOPE_MISSING',
    `The integration of employer ${employerKey} may not use ${names}.`,
    {
      record: names,
      remedy: `In the employer portal, create a new integration with the permission ${permissions} (permissions are fixed at creation), and revoke the old one.${module}`,
    },
  );
}
