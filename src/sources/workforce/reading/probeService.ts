import { PaytallyError } from '../../../errors.js';
import { message } from '../../../i18n/message.js';
import { parseBaseUrl } from '../../transport/baseUrl.js';
import { interruptible } from '../../transport/effects.js';
import { describeHttpFailure, HttpFailure } from '../../transport/failures.js';
import { type ReadEffects, withSession } from '../../transport/session.js';
import type { EmployerAccess } from '../auth/credentials.js';
import type { Scope } from '../auth/scopes.js';
import { probeScopes } from '../auth/tokenSource.js';

/** Whether the service answers, and its clock. */
interface PingResult {
  readonly status: number;
  /**
   * The difference of the service's clock to this machine's, to about a second; undefined if the service returns no
   * time.
   */
  readonly aheadMs: number | undefined;
  readonly elapsedMs: number;
}

/**
 * One request without credentials to the token endpoint's address: its refusal is enough.
 * @throws PaytallyError SERVICE_UNREACHABLE, SERVICE_PROTOCOL, INTERRUPTED
 */
export async function pingService(baseUrl: string, effects: ReadEffects): Promise<PingResult> {
  const { http, clock, signal, limiter, observer, scrubber } = effects;
  const service = parseBaseUrl(baseUrl);
  const lease = await limiter.acquire([{ kind: 'address', service }], signal, observer);
  const sentAtMs = clock.nowMs();
  try {
    const url = `${service}/oauth/customer/token`;
    const response = await interruptible(signal, () =>
      http.request({ method: 'GET', url, headers: { accept: 'application/json' }, signal }),
    );
    const answeredAtMs = clock.nowMs();
    await interruptible(signal, () => response.body());
    return {
      status: response.status,
      aheadMs: aheadMs(response.headers.date, sentAtMs, answeredAtMs),
      elapsedMs: answeredAtMs - sentAtMs,
    };
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    const { code, message: problem, remedy } = describeHttpFailure(error, service);
    const text = scrubber.cleanError(message('service.unreachable', { service, problem }));
    throw new PaytallyError(code, text, {
      ...(remedy === undefined ? {} : { remedy }),
      cause: scrubber.cleanError(error),
    });
  } finally {
    lease.settle();
  }
}

/** `Date` has truncated whole seconds, so half a second is added on average. */
function aheadMs(header: string | undefined, sentAtMs: number, answeredAtMs: number): number | undefined {
  const dateMs = Date.parse(header ?? '');
  return Number.isNaN(dateMs) ? undefined : dateMs + 500 - (sentAtMs + answeredAtMs) / 2;
}

/**
 * Requests each scope separately, to find those that an employer's integration has.
 * @throws PaytallyError for every refusal of a token except that of a scope, SERVICE_* and INTERRUPTED.
 */
export async function probeEmployerScopes(
  access: EmployerAccess,
  effects: ReadEffects,
): Promise<{ readonly granted: readonly Scope[]; readonly missing: readonly Scope[] }> {
  return withSession(effects, (session) => probeScopes(session, access));
}
