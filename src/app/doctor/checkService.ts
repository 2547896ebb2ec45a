import type { LoadedConfig } from '../../config/config.js';
import { readSecret, readTrustedAuthority } from '../../config/readCredentials.js';
import type { SecretSource } from '../../config/schema/values.js';
import type { Context } from '../../context.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import type { Source } from '../../sources/source.js';
import type { ReadHost } from '../../sources/staging/readObserver.js';
import { readEffects } from '../../sources/staging/readObserver.js';
import { parseBaseUrl } from '../../sources/transport/baseUrl.js';
import { findProxy } from '../../sources/transport/proxy.js';
import { pingService } from '../../sources/workforce/reading/probeService.js';
import { type DoctorFinding, ok, problemFinding, warning } from './doctorFinding.js';

const NOTICEABLE_SECONDS = 60;
/** Tokens live 300 seconds (docs/service.md, "Tokens"). */
const HARMFUL_SECONDS = 240;

/**
 * Checks whether the service answers, and whether its clock agrees with this machine's. @throws PaytallyError SERVICE_*
 */
export async function checkNetwork(host: ReadHost, baseUrl: string): Promise<DoctorFinding[]> {
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

/**
 * Checks address, proxy and certificate authority; nothing if no employer needs an address.
 * @throws PaytallyError BASE_URL_INSECURE, CONFIG_INVALID
 */
export async function checkAddress(loaded: LoadedConfig, context: Context): Promise<DoctorFinding[]> {
  const { baseUrl } = loaded.config;
  if (baseUrl === undefined) return checkAuthority(loaded, context.clock.nowMs());
  const service = parseBaseUrl(baseUrl);
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

/** Checks the access to an employer's source. @throws PaytallyError as `Source.checkAccess` */
export async function checkAccess(source: Source, employer: string): Promise<DoctorFinding[]> {
  return (await source.checkAccess()).map((each) => {
    const { check, status } = each;
    if (status === 'problem') return problemFinding(check, each.error, employer);
    return status === 'ok'
      ? ok(check, each.text, employer)
      : warning(check, each.text, employer, each.remedy);
  });
}

interface SecretChecked {
  readonly findings: readonly DoctorFinding[];
  readonly secret: Secret;
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
    secret,
    findings: findings.length > 0 ? findings : [ok('secret', message('doctor.secret', { place }), employer)],
  };
}
