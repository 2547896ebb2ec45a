import type { LoadedConfig } from '../config/config.js';
import { readSecret } from '../config/readCredentials.js';
import type { SecretSource } from '../config/schema/values.js';
import type { Secret } from '../config/secrets/secret.js';
import type { Context } from '../context.js';
import type { EmployerAccess } from '../read/auth/credentials.js';
import { SCOPE_FACTS, SCOPES, type Scope } from '../read/auth/scopes.js';
import { scopesMissing } from '../read/auth/tokenRequest.js';
import { probeScopesOf } from '../read/reading/probeService.js';
import { readEffects } from '../read/staging/readObserver.js';
import type { RunHost } from '../run.js';
import { type DoctorFinding, ok, problemFinding, warning } from './doctorFinding.js';

/**
 * Whether the client gets a token, and each scope by itself.
 * @throws PaytallyError for every refusal of a token but that of a scope
 */
export async function checkScopes(
  host: RunHost,
  access: EmployerAccess,
  hasConfiguredZones: boolean,
): Promise<DoctorFinding[]> {
  const employer = access.employerKey;
  const { granted } = await probeScopesOf(access, readEffects(host));
  const ways = { basic: 'HTTP Basic', body: 'the body' } as const;
  return [
    ok('token', `The service gives tokens (credentials in ${ways[access.credentials.sendAs]})`, employer),
    ...SCOPES.map((scope) =>
      granted.includes(scope)
        ? ok('scopes', `"${SCOPE_FACTS[scope].permission}" (${scope}) is there`, employer)
        : missing(scope, employer, hasConfiguredZones),
    ),
  ];
}

/** Worked time is what it is all about, and somebody must say in which zone. */
function missing(scope: Scope, employer: string, hasConfiguredZones: boolean): DoctorFinding {
  const isIndispensable =
    scope === 'time-entries:read' || (scope === 'establishments:read' && !hasConfiguredZones);
  const error = scopesMissing([scope], employer);
  if (isIndispensable) return problemFinding('scopes', error, employer);
  const { cost, permission } = SCOPE_FACTS[scope];
  const message = `"${permission}" (${scope}) is missing. Without it: ${cost}.`;
  return warning('scopes', message, error.remedy, employer);
}

export interface SecretChecked {
  readonly findings: readonly DoctorFinding[];
  readonly clientSecret: Secret;
}

/** Whether the secret can be read, and by whom else. @throws PaytallyError SECRET_MISSING, SECRET_INVALID */
export async function checkSecret(
  { folder }: LoadedConfig,
  source: SecretSource,
  employer: string,
  { env, scrubber }: Context,
): Promise<SecretChecked> {
  const { secret, place, cautions } = await readSecret(source, folder, env);
  scrubber.add(secret);
  const findings = cautions.map(({ message, remedy }) => warning('secret', message, remedy, employer));
  return {
    clientSecret: secret,
    findings: findings.length > 0 ? findings : [ok('secret', `The client secret is in ${place}`, employer)],
  };
}
