import type { Terminal } from '../../runtime/terminal.js';
import type { Http, Observer, ReadEvent } from '../transport/effects.js';
import type { RateLimiter } from '../transport/rateLimiter.js';
import type { ReadEffects } from '../transport/session.js';

/** What all reads of one command share: the wire, the limits, the terminal. */
export interface ReadHost {
  readonly context: Pick<ReadEffects, 'clock' | 'random' | 'signal' | 'scrubber'>;
  readonly terminal: Terminal;
  readonly verbose: boolean;
  readonly http: Http;
  readonly limiter: RateLimiter;
  /** Until when there is a wait that was reported, for all runs of this command. */
  readonly waitTold: { untilMs: number };
}

/** The effects of a read that shows itself on the terminal. @param expectedRequests of the whole read, where known */
export function readEffects(
  { context, http, limiter, terminal, verbose, waitTold }: ReadHost,
  expectedRequests?: number,
): ReadEffects {
  const { clock, random, signal, scrubber } = context;
  const nowMs = () => clock.nowMs();
  const observer = readObserver(terminal, verbose, waitTold, nowMs, expectedRequests);
  return { http, clock, random, signal, scrubber, limiter, observer };
}

/** Shorter waits are part of every read. */
const LONG_WAIT_MS = 10_000;
/** Streams that wait for the same moment report slightly different ones. */
const SAME_WAIT_MS = 5_000;

/**
 * Shows a read on the terminal: progress while it lasts, a line at the beginning of each long wait, and with --verbose
 * each wait, retry and pass.
 * @param reported until when a wait was reported already, for all reads of the command
 * @param expectedRequests of the whole read, where an earlier one tells
 */
export function readObserver(
  terminal: Terminal,
  verbose: boolean,
  reported: { untilMs: number },
  nowMs: () => number,
  expectedRequests?: number,
): Observer {
  const startedMs = nowMs();
  return (event) => {
    reportWait(terminal, event, reported, nowMs());
    terminal.progress(progressText(event, timeLeft(event, nowMs() - startedMs, expectedRequests)));
    const line = verbose ? verboseText(event) : undefined;
    if (line !== undefined) terminal.message(line);
  };
}

function reportWait(
  terminal: Terminal,
  event: ReadEvent,
  reported: { untilMs: number },
  nowMs: number,
): void {
  const wait = findWait(event);
  if (wait === undefined || wait.leftMs <= LONG_WAIT_MS) return;
  const untilMs = nowMs + wait.leftMs;
  if (untilMs <= reported.untilMs + SAME_WAIT_MS) return;
  reported.untilMs = untilMs;
  terminal.message(`Waiting ${Math.ceil(wait.leftMs / 1000)} s: ${wait.why}`);
}

function findWait(event: ReadEvent): { readonly leftMs: number; readonly why: string } | undefined {
  if (event.type === 'retrying') {
    return { leftMs: event.delayMs, why: `before attempt ${event.attempt}: ${event.reason}` };
  }
  if (event.type !== 'waiting') return undefined;
  const why =
    event.reason === 'too-many'
      ? 'the service has asked for it (too many requests)'
      : 'the requests a minute of "limits" in the configuration are used up';
  return { leftMs: event.leftMs, why };
}

/** An estimate before this is worth nothing. */
const FIRST_ESTIMATE_MS = 5_000;

/** How long the read still takes, from its requests so far; empty where that cannot be told. */
function timeLeft(event: ReadEvent, elapsedMs: number, expectedRequests: number | undefined): string {
  if (event.type !== 'page' || expectedRequests === undefined || elapsedMs < FIRST_ESTIMATE_MS) return '';
  const leftMs = (elapsedMs / event.requests) * (expectedRequests - event.requests);
  if (leftMs < 1000) return '';
  return `; about ${leftMs < 90_000 ? `${Math.ceil(leftMs / 1000)} s` : `${Math.ceil(leftMs / 60_000)} min`} left`;
}

function progressText(event: ReadEvent, left: string): string {
  switch (event.type) {
    case 'pass':
      return event.pass === 1 ? `Reading ${event.list}` : `Reading ${event.list} again (pass ${event.pass})`;
    case 'page':
      return `Reading ${event.list}: ${event.records} records, ${event.requests} requests${left}`;
    case 'waiting':
      return `Waiting ${Math.ceil(event.leftMs / 1000)} s for the service's rate limit (Ctrl-C ends it)`;
    case 'retrying':
      return `Trying again (${event.attempt}): ${event.reason}`;
    case 'token':
      return 'Got a token';
  }
}

/** Waits tick every second; only what is new is worth a line. */
function verboseText(event: ReadEvent): string | undefined {
  switch (event.type) {
    case 'pass':
      return `pass ${event.pass} over ${event.list}`;
    case 'retrying':
      return `retry ${event.attempt} of ${event.what} in ${Math.round(event.delayMs)} ms: ${event.reason}`;
    case 'token':
      return `token for ${event.scopes.join(' ')}`;
    case 'waiting':
      return event.reason === 'too-many' ? `429: waiting ${Math.ceil(event.leftMs / 1000)} s` : undefined;
    case 'page':
      return undefined;
  }
}
