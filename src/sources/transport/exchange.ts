import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { type Answer, parseAnswer } from './answer.js';
import { type HttpRequest, interruptible, interruption } from './effects.js';
import {
  describeHttpFailure,
  failureForStatus,
  HttpFailure,
  type RequestFailure,
  retryAfterMs,
} from './failures.js';
import { type BucketKey, waitTooLong } from './rateLimiter.js';
import type { Session } from './session.js';

/** A request that may be repeated until it is answered. */
export interface ServiceCall {
  readonly kind: 'data' | 'token';
  /** For messages: "the time entries of employer bakery". */
  readonly what: AnyMessage;
  readonly keys: readonly BucketKey[];
  readonly request: Omit<HttpRequest, 'signal'>;
}

/** After this many 429 in a row for one request, another program is using up the limit. */
const MAX_TOO_MANY = 30;
const MAX_ATTEMPTS = { none: 1, few: 3, many: 12 } as const;
/** If there was no answer at all in this run, a wrong address is more likely than a temporary fault. */
const MAX_FIRST_CONTACTS = 5;
const MAX_RETRY_MS = 5 * 60_000;
/** A page has some 60 kB. A service that hangs, or only says "continue", twice in a row ends the run within a minute. */
const TOTAL_TIMEOUT_MS = 25_000;

type Outcome =
  | { readonly type: 'answer'; readonly answer: Answer }
  | { readonly type: 'too-many'; readonly waitMs: number | undefined }
  | { readonly type: 'failed'; readonly failure: RequestFailure };

/**
 * Sends a request within the rate limits until the service answers with success or with a 4xx that the caller has to
 * handle. Waits after every 429; retries after temporary faults, within the run's budget.
 * @throws PaytallyError SERVICE_UNAVAILABLE, SERVICE_UNREACHABLE, SERVICE_PROTOCOL, INTERRUPTED
 */
export async function exchange(session: Session, call: ServiceCall): Promise<Answer> {
  const startedMs = session.clock.nowMs();
  let tooMany = 0;
  for (let attempt = 1; ; ) {
    const outcome = await attemptOnce(session, call);
    if (outcome.type === 'answer') {
      if (outcome.answer.status < 300) session.budget.addSuccess();
      return outcome.answer;
    }
    if (outcome.type === 'too-many') {
      tooMany += 1;
      if (tooMany > MAX_TOO_MANY) throw rateLimitExhausted(call);
      pauseBuckets(session, call, tooMany, outcome.waitMs);
      continue;
    }
    const { failure } = outcome;
    const elapsedMs = session.clock.nowMs() - startedMs;
    const { waitMs = 0, giveUpAfterMs = MAX_RETRY_MS } = failure;
    if (waitMs > session.limiter.maxWaitMs) throw waitTooLong(waitMs);
    if (
      attempt >= maxAttempts(session, failure) ||
      elapsedMs >= giveUpAfterMs ||
      !session.budget.takeRetry()
    ) {
      throw finalError(session, call, failure, attempt);
    }
    await waitBeforeRetry(session, call, failure, { attempt, leftMs: giveUpAfterMs - elapsedMs });
    attempt += 1;
  }
}

async function attemptOnce(session: Session, call: ServiceCall): Promise<Outcome> {
  const { http, limiter, signal, observer, counts } = session;
  const lease = await limiter.acquire(call.keys, signal, observer);
  if (call.kind === 'data') counts.dataRequests += 1;
  else counts.tokenRequests += 1;
  const sentAtMs = session.clock.nowMs();
  try {
    const response = await interruptible(signal, () =>
      http.request({ ...call.request, totalTimeoutMs: TOTAL_TIMEOUT_MS, signal }),
    );
    lease.settle();
    // A 429 has all its information in the headers; a broken body must not turn it into a quick retry.
    const onBroken = (error: unknown) => {
      if (response.status === 429 && error instanceof HttpFailure) return new Uint8Array();
      throw error;
    };
    const bytes = await interruptible(signal, () => response.body().catch(onBroken));
    return parseOutcome(session, { status: response.status, headers: response.headers, bytes, sentAtMs });
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    return { type: 'failed', failure: describeHttpFailure(error, call.request.url) };
  } finally {
    lease.settle();
  }
}

interface RawAnswer extends Omit<Answer, 'body'> {
  readonly bytes: Uint8Array;
}

function parseOutcome(session: Session, raw: RawAnswer): Outcome {
  const { status, headers } = raw;
  if (status === 429) {
    return { type: 'too-many', waitMs: retryAfterMs(headers['retry-after'], session.clock.nowMs()) };
  }
  const parsed = parseAnswer(raw);
  if ('problem' in parsed) return { type: 'failed', failure: parsed.problem };
  const failure = failureForStatus(parsed.answer, session.clock.nowMs());
  return failure === undefined ? { type: 'answer', answer: parsed.answer } : { type: 'failed', failure };
}

/** At least as long as the service requests; increasing if it requests a short time but keeps refusing. */
function pauseBuckets(
  session: Session,
  call: ServiceCall,
  tooMany: number,
  askedMs: number | undefined,
): void {
  session.counts.tooMany += 1;
  const growingMs = Math.min(60_000, 500 * 2 ** tooMany) * (0.5 + session.random() / 2);
  const pauseMs = askedMs === undefined ? 60_000 : Math.max(askedMs, tooMany === 1 ? 0 : growingMs);
  session.limiter.pause(call.keys, session.clock.nowMs() + pauseMs);
}

function maxAttempts(session: Session, failure: RequestFailure): number {
  if (failure.code === 'SERVICE_UNREACHABLE' && !session.budget.succeeded) {
    return Math.min(MAX_FIRST_CONTACTS, MAX_ATTEMPTS[failure.retries]);
  }
  return MAX_ATTEMPTS[failure.retries];
}

/** A growing delay, which ends with the patience for this failure, but never before the time that the service requests. */
async function waitBeforeRetry(
  session: Session,
  call: ServiceCall,
  failure: RequestFailure,
  { attempt, leftMs }: { readonly attempt: number; readonly leftMs: number },
): Promise<void> {
  const { clock, signal, observer, counts, random } = session;
  counts.retries += 1;
  const delayMs = Math.max(failure.waitMs ?? 0, Math.min(leftMs, backoffMs(attempt, random)));
  const reason = session.scrubber.cleanError(failure.message);
  observer({ type: 'retrying', what: call.what, attempt, delayMs, reason });
  await interruptible(signal, () => clock.sleep(delayMs, signal));
}

function finalError(
  session: Session,
  call: ServiceCall,
  failure: RequestFailure,
  attempts: number,
): PaytallyError {
  if (session.signal.aborted) return interruption();
  const problem = session.scrubber.cleanError(failure.message);
  const text = message('service.notRead', { what: call.what, attempts, problem });
  const remedy = failure.remedy === undefined ? {} : { remedy: failure.remedy };
  const cause = failure.cause === undefined ? {} : { cause: session.scrubber.cleanError(failure.cause) };
  return new PaytallyError(failure.code, text, { ...remedy, ...cause });
}

function rateLimitExhausted(call: ServiceCall): PaytallyError {
  return new PaytallyError(
    'SERVICE_UNAVAILABLE',
    message('service.tooMany', { what: call.what, count: MAX_TOO_MANY + 1 }),
  );
}

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 20_000;

/** Full jitter: from 0 up to a bound that doubles with every attempt (the first is 1). */
function backoffMs(attempt: number, random: () => number): number {
  return Math.floor(random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1)));
}
