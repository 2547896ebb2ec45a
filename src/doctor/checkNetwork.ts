import type { LoadedConfig } from '../config/config.js';
import { readTrustedAuthority } from '../config/readCredentials.js';
import type { Context } from '../context.js';
import { PaytallyError } from '../errors.js';
import { reachService } from '../read/reading/probeService.js';
import { readEffects } from '../read/staging/readObserver.js';
import { parseBaseUrl } from '../read/transport/baseUrl.js';
import { proxyOf } from '../read/transport/proxy.js';
import type { RunHost } from '../run.js';
import { type DoctorFinding, ok, problemFinding, warning } from './doctorFinding.js';

const NOTICEABLE_SECONDS = 60;
/** Tokens live 300 seconds (docs/service.md, "Tokens"). */
const HARMFUL_SECONDS = 240;

/** Whether anything answers, and whether its clock and this machine's agree. @throws PaytallyError SERVICE_* */
export async function checkNetwork(host: RunHost, baseUrl: string): Promise<DoctorFinding[]> {
  const { status, aheadMs, elapsedMs } = await reachService(baseUrl, readEffects(host));
  return [
    ok('network', `The service answers (status ${status} without credentials, ${Math.round(elapsedMs)} ms)`),
    aheadMs === undefined
      ? ok('clock', 'The service does not say what time it has')
      : clockFinding(Math.round(aheadMs / 1000)),
  ];
}

function clockFinding(aheadSeconds: number): DoctorFinding {
  const seconds = Math.abs(aheadSeconds);
  if (seconds <= NOTICEABLE_SECONDS) return ok('clock', `This machine's clock is right (to ${seconds} s)`);
  const message = `This machine's clock is ${seconds} s ${aheadSeconds > 0 ? 'behind' : 'ahead of'} the service's.`;
  const error = new PaytallyError('CLOCK_WRONG', message);
  return seconds > HARMFUL_SECONDS ? problemFinding('clock', error) : warning('clock', message, error.remedy);
}

/** Address, proxy and certificate authority. @throws PaytallyError BASE_URL_INSECURE, CONFIG_INVALID */
export async function checkAddress(loaded: LoadedConfig, context: Context): Promise<DoctorFinding[]> {
  const service = parseBaseUrl(loaded.config.baseUrl);
  const proxy = proxyOf(service, context.env);
  const way = proxy === undefined ? 'without a proxy' : `through the proxy ${proxy}`;
  return [ok('address', `${service}, ${way}`), ...(await checkAuthority(loaded, context.clock.nowMs()))];
}

async function checkAuthority(loaded: LoadedConfig, nowMs: number): Promise<DoctorFinding[]> {
  const authority = await readTrustedAuthority(loaded);
  return (authority?.certificates ?? []).map((certificate) => {
    const name = certificate.subject.replaceAll('\n', ', ');
    if (Date.parse(certificate.validTo) > nowMs) return ok('address', `${authority?.path} trusts ${name}`);
    return warning(
      'address',
      `The certificate ${name} in ${authority?.path} has expired (${certificate.validTo}).`,
      'Ask whoever runs your network for the current one.',
    );
  });
}
