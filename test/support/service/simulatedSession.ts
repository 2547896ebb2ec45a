import { setMaxListeners } from 'node:events';
import { Scrubber } from '../../../src/runtime/secrets/scrubber.js';
import type { Http, HttpRequest, ReadEvent } from '../../../src/sources/transport/effects.js';
import { HttpFailure, type HttpFailureKind } from '../../../src/sources/transport/failures.js';
import { RateLimiter, type RateLimits } from '../../../src/sources/transport/rateLimiter.js';
import { emptyCounts, RetryBudget, type Session } from '../../../src/sources/transport/session.js';
import { SERVICE_LIMITS } from './serviceLimits.js';
import { VirtualClock } from './virtualClock.js';

/** The simulated service's answer to a request. */
export type Reply =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly fails: HttpFailureKind };

export interface Simulation {
  readonly clock: VirtualClock;
  readonly session: Session;
  readonly events: ReadEvent[];
  readonly abort: AbortController;
  /** Every request that arrived, and its time. */
  readonly arrivals: { readonly request: HttpRequest; readonly atMs: number }[];
}

/** A session with a service that is a function, in virtual time. An answer takes `latencyMs`. */
export function simulate(
  reply: (request: HttpRequest, number: number) => Reply | Promise<Reply>,
  options: {
    readonly limits?: Partial<RateLimits>;
    readonly latencyMs?: number;
    readonly random?: () => number;
  } = {},
): Simulation {
  const clock = new VirtualClock();
  const events: ReadEvent[] = [];
  const abort = new AbortController();
  setMaxListeners(0, abort.signal);
  const arrivals: Simulation['arrivals'] = [];
  const http: Http = {
    request: async (request) => {
      arrivals.push({ request, atMs: clock.nowMs() });
      const said = await reply(request, arrivals.length);
      await clock.sleep(options.latencyMs ?? 55, request.signal);
      if ('fails' in said) throw new HttpFailure(said.fails, `simulated ${said.fails}`);
      const bytes = bytesOf(said.body);
      const headers = { 'content-type': 'application/json', ...said.headers };
      return { status: said.status, headers, body: async () => bytes };
    },
    close: async () => undefined,
  };
  const session: Session = {
    http,
    clock,
    random: options.random ?? (() => 0.5),
    signal: abort.signal,
    observer: (event) => events.push(event),
    limiter: new RateLimiter(clock, { ...SERVICE_LIMITS, ...options.limits }),
    scrubber: new Scrubber(),
    budget: new RetryBudget(),
    counts: emptyCounts(),
  };
  return { clock, session, events, abort, arrivals };
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(
    typeof body === 'string' ? body : JSON.stringify(body === undefined ? {} : body),
  );
}
