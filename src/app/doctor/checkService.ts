import type { LoadedConfig } from '../../config/config.js';
import { readSecret, readTrustedAuthority } from '../../config/readCredentials.js';
import type { SecretSource } from '../../config/schema/values.js';
import type { Context } from '../../context.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import type { EmployerAccess } from '../../sources/workforce/auth/credentials.js';
import { SCOPE_FACTS, SCOPES, type Scope } from '../../sources/workforce/auth/scopes.js';
import { scopesMissing } from '../../sources/workforce/auth/tokenRequest.js';
import { pingService, probeEmployerScopes } from '../../sources/workforce/reading/probeService.js';
import { readEffects } from '../../sources/workforce/staging/readObserver.js';
import { parseBaseUrl } from '../../sources/workforce/transport/baseUrl.js';
import { findProxy } from '../../sources/workforce/transport/proxy.js';
import type { RunHost } from '../export/runHost.js';
import { type DoctorFinding, ok, problemFinding, warning } from './doctorFinding.js';

const NOTICEABLE_SECONDS = 60;
/** Tokens live 300 seconds (docs/service.md, "Tokens"). */
const HARMFUL_SECONDS = 240;

/**
 * Checks whether the service answers, and whether its clock agrees with this machine's. @throws PaytallyError SERVICE_*
 */
export async function checkNetwork(host: RunHost, baseUrl: string): Promise<DoctorFinding[]> {
  const { status, aheadMs, elapsedMs } = await pingService(baseUrl, readEffects(host));
  return [
    ok('network', message('doctor.network.answers', { status, ms: Math.round(elapsedMs) })),
    aheadMs === undefined
      ? ok('clock', message('doctor.clock.unknown'))
      : clockFinding(Math.round(aheadMs / 1000)),
  ];
}

function clockFinding(aheadSeconds: number): DoctorFinding {
  const seconds = Math.abs(aheadSeconds);
  if (seconds <= NOTICEABLE_SECONDS) return ok('clock', message('doctor.clock.right', { seconds }));
  const direction = aheadSeconds > 0 ? 'behind' : 'ahead';
  const error = new PaytallyError('CLOCK_WRONG', message('doctor.clock.wrong', { seconds, direction }));
  return seconds > HARMFUL_SECONDS
    ? problemFinding('clock', error)
    : warning('clock', error.text, undefined, error.remedyText);
}

/** Checks address, proxy and certificate authority. @throws PaytallyError BASE_URL_INSECURE, CONFIG_INVALID */
export async function checkAddress(loaded: LoadedConfig, context: Context): Promise<DoctorFinding[]> {
  const service = parseBaseUrl(loaded.config.baseUrl);
  const proxy = findProxy(service, context.env);
  const proxies = proxy === undefined ? 0 : 1;
  const text = message('doctor.address', { url: String(service), proxies, proxy: String(proxy ?? '') });
  return [ok('address', text), ...(await checkAuthority(loaded, context.clock.nowMs()))];
}

async function checkAuthority(loaded: LoadedConfig, nowMs: number): Promise<DoctorFinding[]> {
  const authority = await readTrustedAuthority(loaded);
  return (authority?.certificates ?? []).map((certificate) => {
    const name = certificate.subject.replaceAll('\n', ', ');
    const { validTo: until } = certificate;
    const path = authority?.path ?? '';
    return Date.parse(until) > nowMs
      ? ok('address', message('doctor.authority.trusted', { path, name }))
      : warning('address', message('doctor.authority.expired', { path, name, until }));
  });
}

/**
 * Checks whether the client gets a token, and each scope separately.
 * @throws PaytallyError for every refusal of a token except that of a scope
 */
export async function checkScopes(
  host: RunHost,
  access: EmployerAccess,
  hasConfiguredZones: boolean,
): Promise<DoctorFinding[]> {
  const employer = access.employerKey;
  const { granted } = await probeEmployerScopes(access, readEffects(host));
  return [
    ok('token', message('doctor.token', { place: access.credentials.sendAs }), employer),
    ...SCOPES.map((scope) =>
      granted.includes(scope)
        ? ok(
            'scopes',
            message('doctor.scope.granted', { permission: SCOPE_FACTS[scope].permission, scope }),
            employer,
          )
        : missing(scope, employer, hasConfiguredZones),
    ),
  ];
}

/** Every command computes worked time, so the configuration must set a zone. */
function missing(scope: Scope, employer: string, hasConfiguredZones: boolean): DoctorFinding {
  const isIndispensable =
    scope === 'time-entries:read' || (scope === 'establishments:read' && !hasConfiguredZones);
  const error = scopesMissing([scope], employer);
  if (isIndispensable) return problemFinding('scopes', error, employer);
  const { cost, permission } = SCOPE_FACTS[scope];
  const text = message('doctor.scope.missing', { permission, scope, cost });
  return warning('scopes', text, employer, error.remedyText);
}

interface SecretChecked {
  readonly findings: readonly DoctorFinding[];
  readonly clientSecret: Secret;
}

/**
 * Checks whether the secret can be read, and which other users can read it.
 * @throws PaytallyError SECRET_MISSING, SECRET_INVALID
 */
export async function checkSecret(
  { folder }: LoadedConfig,
  source: SecretSource,
  employer: string,
  { env, scrubber }: Context,
): Promise<SecretChecked> {
  const { secret, place, cautions } = await readSecret(source, folder, env);
  scrubber.add(secret);
  const findings = cautions.map((caution) => warning('secret', caution, employer));
  return {
    clientSecret: secret,
    findings: findings.length > 0 ? findings : [ok('secret', message('doctor.secret', { place }), employer)],
  };
}
