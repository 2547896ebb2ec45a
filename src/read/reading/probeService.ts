import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { EmployerAccess } from '../auth/credentials.js';
import type { Scope } from '../auth/scopes.js';
import { probeScopes } from '../auth/tokenSource.js';
import { parseBaseUrl } from '../transport/baseUrl.js';
import { interruptible } from '../transport/effects.js';
import { describeHttpFailure, HttpFailure } from '../transport/failures.js';
import { type ReadEffects, withSession } from '../transport/session.js';

/** That something answers, and what its clock says. */
interface PingResult {
  readonly status: number;
  /** By how much the service's clock is ahead of this machine's, to about a second; undefined if it shows none. */
  readonly aheadMs: number | undefined;
  readonly elapsedMs: number;
}

/**
 * One request without credentials to the token endpoint's address: it is refused, and that is all that it takes.
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

/** `Date` shows whole seconds, cut off; half of one more is right on average. */
function aheadMs(header: string | undefined, sentAtMs: number, answeredAtMs: number): number | undefined {
  const dateMs = Date.parse(header ?? '');
  return Number.isNaN(dateMs) ? undefined : dateMs + 500 - (sentAtMs + answeredAtMs) / 2;
}

/**
 * Asks for each scope by itself: which of them does an employer's integration have?
 * @throws PaytallyError for every refusal of a token but that of a scope, SERVICE_* and INTERRUPTED.
 */
export async function probeEmployerScopes(
  access: EmployerAccess,
  effects: ReadEffects,
): Promise<{ readonly granted: readonly Scope[]; readonly missing: readonly Scope[] }> {
  return withSession(effects, (session) => probeScopes(session, access));
}
