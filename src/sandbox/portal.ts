import { randomBytes, randomUUID } from 'node:crypto';
import type { EmployerState, Integration } from './employerState.js';
import { isScope, type ModuleName } from './scopes.js';
import type { LimitSettings } from './settings.js';

/** The user of the portal: the employer's administrator, or the operator's support staff. */
export type PortalSession = 'administrator' | 'support';

/** The data of an integration in the portal; never the secret. */
interface IntegrationView {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly state: Integration['state'];
  readonly lastUsedAtUtc: string | null;
}

/** Only this answer contains the secret. */
interface NewSecret {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The employer portal: managing integrations (docs/service.md, "Integrations"), API access and modules. */
export class Portal {
  constructor(
    private readonly employers: ReadonlyMap<string, EmployerState>,
    private readonly limits: () => LimitSettings,
  ) {}

  /** @throws PortalRefusal in a support session, without API access, with 25 active ones, or for invalid scopes. */
  createIntegration(
    employerId: string,
    scopes: readonly string[],
    session: PortalSession = 'administrator',
  ): NewSecret {
    const employer = this.employer(employerId);
    refuseSupport(session, 'create integrations');
    const known = scopes.filter(isScope);
    if (known.length === 0 || known.length < scopes.length) {
      throw new PortalRefusal('scopes-invalid', 'Choose at least one permission, and only existing ones.');
    }
    if (!employer.apiAccess) throw new PortalRefusal('api-access-inactive', 'API access is not active.');
    const most = this.limits().activeIntegrations;
    if (employer.activeIntegrations >= most) {
      throw new PortalRefusal('too-many-integrations', `There are ${most} active integrations already.`);
    }
    const clientId = randomUUID();
    const secret = newSecret();
    employer.integrations.set(clientId, {
      clientId,
      employerId,
      scopes: [...new Set(known)],
      secret,
      state: 'active',
      lastUsedAtMs: null,
    });
    return { clientId, clientSecret: secret };
  }

  /** The old secret and its tokens stop working immediately. @throws PortalRefusal */
  renewSecret(employerId: string, clientId: string, session: PortalSession = 'administrator'): NewSecret {
    const integration = this.integration(employerId, clientId);
    refuseSupport(session, 'renew secrets');
    if (integration.state === 'revoked') {
      throw new PortalRefusal('integration-revoked', 'The integration is revoked for good.');
    }
    integration.secret = newSecret();
    return { clientId, clientSecret: integration.secret };
  }

  /** Permanent; also allowed in a support session, and after API access has ended. @throws PortalRefusal if unknown */
  revoke(employerId: string, clientId: string): void {
    this.integration(employerId, clientId).state = 'revoked';
  }

  setApiAccess(employerId: string, state: 'active' | 'inactive'): void {
    this.employer(employerId).apiAccess = state === 'active';
  }

  setModule(employerId: string, module: ModuleName, state: 'on' | 'off'): void {
    this.employer(employerId).modules[module] = state === 'on';
  }

  integrations(employerId: string): readonly IntegrationView[] {
    return [...this.employer(employerId).integrations.values()].map((integration) => ({
      clientId: integration.clientId,
      scopes: integration.scopes,
      state: integration.state,
      lastUsedAtUtc:
        integration.lastUsedAtMs === null ? null : new Date(integration.lastUsedAtMs).toISOString(),
    }));
  }

  /** @throws PortalRefusal if unknown */
  employer(employerId: string): EmployerState {
    const employer = this.employers.get(employerId);
    if (employer === undefined) throw new PortalRefusal('employer-unknown', `No employer ${employerId}.`);
    return employer;
  }

  private integration(employerId: string, clientId: string): Integration {
    const integration = this.employer(employerId).integrations.get(clientId);
    if (integration === undefined) {
      throw new PortalRefusal('integration-unknown', `No integration ${clientId}.`);
    }
    return integration;
  }
}

function refuseSupport(session: PortalSession, what: string): void {
  if (session === 'support') throw new PortalRefusal('support-session', `A support session cannot ${what}.`);
}

function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

/** Reason for a refusal of the portal -> HTTP status. */
export const PORTAL_REFUSALS = {
  'support-session': 403,
  'api-access-inactive': 409,
  'too-many-integrations': 409,
  'scopes-invalid': 400,
  'integration-revoked': 409,
  'integration-unknown': 404,
  'employer-unknown': 404,
} as const;

/** A refusal of the employer portal. */
export class PortalRefusal extends Error {
  constructor(
    readonly code: keyof typeof PORTAL_REFUSALS,
    message: string,
  ) {
    super(message);
    this.name = 'PortalRefusal';
  }
}
