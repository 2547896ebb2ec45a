import { performance } from 'node:perf_hooks';
import { hrtime } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import type { ListName } from '../../domain/records/records.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message } from '../../i18n/message.js';

/** The client's time. `nowMs` is milliseconds since 1970 and never runs backwards within a process. */
export interface Clock {
  nowMs(): number;
  /** The system's wall clock, which can be set and which continues while the machine sleeps. @default nowMs */
  wallMs?(): number;
  /** Monotonic, and the same for all processes of the machine until it restarts. @default nowMs */
  machineMs?(): number;
  /** Rejects with the signal's reason as soon as the signal aborts. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'PROPFIND' | 'MKCOL';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For the whole exchange, if it is shorter than that of the connection. */
  readonly totalTimeoutMs?: number;
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body, decoded. Must be called exactly once. Throws {@link HttpFailure}. */
  body(): Promise<Uint8Array>;
}

/** HTTP. `request` throws {@link HttpFailure} if there was no answer. Redirects are not followed. */
export interface Http {
  request(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

/** Progress of a read, for display. */
export type ReadEvent =
  | { readonly type: 'pass'; readonly list: ListName; readonly pass: number }
  | {
      readonly type: 'page';
      readonly list: ListName;
      readonly records: number;
      /** Data requests of this read so far. */
      readonly requests: number;
    }
  | {
      /** Repeated every second during the wait. */
      readonly type: 'waiting';
      /** `limit`: the client observes the limits itself; `too-many`: the service answered 429. */
      readonly reason: 'limit' | 'too-many';
      readonly leftMs: number;
    }
  | {
      readonly type: 'retrying';
      readonly what: AnyMessage;
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: AnyMessage;
    }
  | { readonly type: 'token'; readonly scopes: readonly string[] }
  /** What a program wrote to its standard error. */
  | { readonly type: 'said'; readonly program: string; readonly text: string };

export type Observer = (event: ReadEvent) => void;

/** @throws PaytallyError INTERRUPTED if the signal has aborted. */
function throwIfInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw interruption();
}

export function interruption(): PaytallyError {
  return new PaytallyError('INTERRUPTED', message('service.interrupted'));
}

/** Runs an abortable action; errors after the signal has aborted become INTERRUPTED. */
export async function interruptible<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  throwIfInterrupted(signal);
  try {
    return await run();
  } catch (error) {
    if (signal.aborted) throw interruption();
    throw error;
  }
}

const LONGEST_TIMER_MS = 2_147_483_647;

/** The machine's time, from the monotonic clock: a correction of the wall clock never shortens a rate-limit window. */
export const systemClock: Clock = {
  nowMs: () => performance.timeOrigin + performance.now(),
  wallMs: () => Date.now(),
  machineMs: () => Number(hrtime.bigint() / 1000n) / 1000,
  sleep: async (durationMs, signal) => {
    let leftMs = Math.max(0, durationMs);
    while (leftMs > LONGEST_TIMER_MS) {
      await delay(LONGEST_TIMER_MS, undefined, { signal });
      leftMs -= LONGEST_TIMER_MS;
    }
    await delay(leftMs, undefined, { signal });
  },
};
