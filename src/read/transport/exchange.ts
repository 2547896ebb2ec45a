import { PaytallyError } from '../../errors.js';
import { type Answer, parseAnswer } from './answer.js';
import { type HttpRequest, interruptible, interruption } from './effects.js';
import { type Failure, failureOfStatus, failureOfWire, HttpFailure, retryAfterMs } from './failures.js';
import type { BucketKey } from './rateLimiter.js';
import type { Session } from './session.js';

/** A request that may be sent again and again until it is answered. */
export interface Call {
  readonly kind: 'data' | 'token';
  /** For messages: "the time entries of employer bakery". */
  readonly what: string;
  readonly keys: readonly BucketKey[];
  readonly request: Omit<HttpRequest, 'signal'>;
}

/** After so many 429 in a row for one request somebody else keeps using up the limit. */
const MOST_TOO_MANY = 30;
const MOST_ATTEMPTS = { none: 1, few: 3, many: 12 } as const;
/** Where nothing has ever answered in this run, a wrong address is likelier than a passing fault. */
const MOST_FIRST_CONTACTS = 5;
const LONGEST_TRY_MS = 5 * 60_000;

type Outcome =
  | { readonly type: 'answer'; readonly answer: Answer }
  | { readonly type: 'too-many'; readonly waitMs: number | undefined }
  | { readonly type: 'failed'; readonly failure: Failure };

/**
 * Sends a request within the rate limits until the service answers with success or with a 4xx that the caller
 * has to judge. Waits out every 429; repeats what a passing fault may have spoilt, within the run's budget.
 * @throws PaytallyError SERVICE_UNAVAILABLE, SERVICE_UNREACHABLE, SERVICE_PROTOCOL, INTERRUPTED
 */
export async function exchange(session: Session, call: Call): Promise<Answer> {
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
      if (tooMany > MOST_TOO_MANY) throw alwaysTooMany(call);
      pauseBuckets(session, call, tooMany, outcome.waitMs);
      continue;
    }
    const { failure } = outcome;
    const elapsedMs = session.clock.nowMs() - startedMs;
    if (
      attempt >= mostAttempts(session, failure) ||
      elapsedMs > LONGEST_TRY_MS ||
      !session.budget.takeRetry()
    ) {
      throw finalError(session, call, failure, attempt);
    }
    await waitBeforeRetry(session, call, failure, attempt);
    attempt += 1;
  }
}

async function attemptOnce(session: Session, call: Call): Promise<Outcome> {
  const { http, limiter, signal, observer, counts } = session;
  const lease = await limiter.acquire(call.keys, signal, observer);
  if (call.kind === 'data') counts.dataRequests += 1;
  else counts.tokenRequests += 1;
  const sentAtMs = session.clock.nowMs();
  try {
    const response = await interruptible(signal, () => http.request({ ...call.request, signal }));
    lease.settle();
    // A 429 says all it has to say in its head; a body that breaks must not turn it into a quick retry.
    const onBroken = (error: unknown) => {
      if (response.status === 429 && error instanceof HttpFailure) return new Uint8Array();
      throw error;
    };
    const bytes = await interruptible(signal, () => response.body().catch(onBroken));
    return judge(session, { status: response.status, headers: response.headers, bytes, sentAtMs });
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    return { type: 'failed', failure: failureOfWire(error) };
  } finally {
    lease.settle();
  }
}

interface RawAnswer extends Omit<Answer, 'body'> {
  readonly bytes: Uint8Array;
}

function judge(session: Session, raw: RawAnswer): Outcome {
  const { status, headers } = raw;
  if (status === 429) {
    return { type: 'too-many', waitMs: retryAfterMs(headers['retry-after'], session.clock.nowMs()) };
  }
  const parsed = parseAnswer(raw);
  if ('problem' in parsed) return { type: 'failed', failure: parsed.problem };
  const failure = failureOfStatus(parsed.answer, session.clock.nowMs());
  return failure === undefined ? { type: 'answer', answer: parsed.answer } : { type: 'failed', failure };
}

/** At least as long as the service asks; longer and longer where it asks for little and keeps refusing. */
function pauseBuckets(session: Session, call: Call, tooMany: number, askedMs: number | undefined): void {
  session.counts.tooMany += 1;
  const growingMs = Math.min(60_000, 500 * 2 ** tooMany) * (0.5 + session.random() / 2);
  const pauseMs = askedMs === undefined ? 60_000 : Math.max(askedMs, tooMany === 1 ? 0 : growingMs);
  session.limiter.pause(call.keys, session.clock.nowMs() + pauseMs);
}

function mostAttempts(session: Session, failure: Failure): number {
  if (failure.code === 'SERVICE_UNREACHABLE' && !session.budget.succeeded) {
    return Math.min(MOST_FIRST_CONTACTS, MOST_ATTEMPTS[failure.retries]);
  }
  return MOST_ATTEMPTS[failure.retries];
}

async function waitBeforeRetry(
  session: Session,
  call: Call,
  failure: Failure,
  attempt: number,
): Promise<void> {
  const { clock, signal, observer, counts, random } = session;
  counts.retries += 1;
  const delayMs = Math.max(failure.waitMs ?? 0, backoffMs(attempt, random));
  const reason = session.scrubber.clean(failure.message);
  observer({ type: 'retrying', what: call.what, attempt, delayMs, reason });
  await interruptible(signal, () => clock.sleep(delayMs, signal));
}

function finalError(session: Session, call: Call, failure: Failure, attempts: number): PaytallyError {
  if (session.signal.aborted) return interruption();
  const tries = attempts === 1 ? '' : ` after ${attempts} attempts`;
  const message = session.scrubber.clean(`Could not read ${call.what}${tries}: ${failure.message}.`);
  const remedy = failure.remedy === undefined ? {} : { remedy: failure.remedy };
  const cause = failure.cause === undefined ? {} : { cause: session.scrubber.cleanError(failure.cause) };
  return new PaytallyError(failure.code, message, { ...remedy, ...cause });
}

function alwaysTooMany(call: Call): PaytallyError {
  return new PaytallyError(
    'SERVICE_UNAVAILABLE',
    `Could not read ${call.what}: the service answered 429 (too many requests) ${MOST_TOO_MANY + 1} times in a row.`,
    {
      remedy:
        'Another program uses up the rate limit of this address or employer; find it, or run at another time.',
    },
  );
}

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 20_000;

/** Full jitter: anything from nothing up to a bound that doubles with every attempt (the first is 1). */
function backoffMs(attempt: number, random: () => number): number {
  return Math.floor(random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1)));
}
