import { parseBaseUrl } from './baseUrl.js';
import { inSession } from './inSession.js';
import type { EmployerAccess, ReadEffects } from './readEmployerOptions.js';
import { probeScopes } from './scopeNegotiation.js';
import { SCOPE_FACTS, type Scope } from './scopes.js';

export interface ScopeFinding {
  readonly scope: Scope;
  readonly isGranted: boolean;
  /** The name of the permission in the employer portal. */
  readonly permission: string;
  readonly module: string | undefined;
  /** What an export lacks without it. */
  readonly cost: string;
}

export interface AccessExamination {
  readonly scopes: readonly ScopeFinding[];
  /** How far this machine's clock is ahead of the service's, in seconds; undefined where that does not say. */
  readonly clockAheadSeconds: number | undefined;
}

/**
 * Tries each scope by itself, for `doctor`: one token request each.
 * @throws PaytallyError for credentials that are refused altogether, SERVICE_*, INTERRUPTED
 */
export function examineAccess(access: EmployerAccess, effects: ReadEffects): Promise<AccessExamination> {
  return inSession(effects, async (session) => {
    const { credentials, employerKey } = access;
    const client = { service: parseBaseUrl(access.baseUrl), credentials, employerKey };
    const { granted, missing, serviceNowMs } = await probeScopes(session, client);
    const nowMs = session.clock.nowMs();
    const finding = (scope: Scope, isGranted: boolean): ScopeFinding => {
      const { permission, module, cost } = SCOPE_FACTS[scope];
      return { scope, isGranted, permission, module, cost };
    };
    return {
      scopes: [
        ...granted.map((scope) => finding(scope, true)),
        ...missing.map((scope) => finding(scope, false)),
      ],
      clockAheadSeconds: serviceNowMs === undefined ? undefined : Math.round((nowMs - serviceNowMs) / 1000),
    };
  });
}
