import { parseBaseUrl } from '../../api/transport/baseUrl.js';
import { proxyOf } from '../../api/transport/proxy.js';
import type { LoadedConfig } from '../../config/config.js';
import { trustedAuthority } from '../../config/trustedAuthority.js';
import type { Context } from '../../context.js';
import { type DoctorFinding, ok, warning } from './finding.js';

/** Address, proxy and certificate authority. @throws PaytallyError BASE_URL_INSECURE, CONFIG_INVALID */
export async function checkAddress(loaded: LoadedConfig, context: Context): Promise<DoctorFinding[]> {
  const service = parseBaseUrl(loaded.config.baseUrl);
  const proxy = proxyOf(service, context.env);
  const way = proxy === undefined ? 'without a proxy' : `through the proxy ${proxy}`;
  return [ok('address', `${service}, ${way}`), ...(await checkAuthority(loaded, context.clock.nowMs()))];
}

async function checkAuthority(loaded: LoadedConfig, nowMs: number): Promise<DoctorFinding[]> {
  const authority = await trustedAuthority(loaded);
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
