import { type AnyMessage, message } from '../../i18n/message.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { Http, Observer, ReadEvent } from '../transport/effects.js';
import type { RateLimiter } from '../transport/rateLimiter.js';
import type { ReadEffects } from '../transport/session.js';

/** Shared by all reads of one command: HTTP, the limits, the terminal. */
export interface ReadHost {
  readonly context: Pick<ReadEffects, 'clock' | 'random' | 'signal' | 'scrubber'>;
  readonly terminal: Terminal;
  readonly verbose: boolean;
  readonly http: Http;
  readonly limiter: RateLimiter;
  /** The end of the last reported wait, for all runs of this command. */
  readonly reportedWait: { untilMs: number };
}

/** The effects of a read with progress in the terminal. @param expectedRequests of the whole read, if known */
export function readEffects(
  { context, http, limiter, terminal, verbose, reportedWait }: ReadHost,
  expectedRequests?: number,
): ReadEffects {
  const { clock, random, signal, scrubber } = context;
  const nowMs = () => clock.nowMs();
  const observer = readObserver(terminal, verbose, reportedWait, nowMs, expectedRequests);
  return { http, clock, random, signal, scrubber, limiter, observer };
}

/** Shorter waits are normal. */
const LONG_WAIT_MS = 10_000;
/** Streams that wait for the same time report slightly different ones. */
const SAME_WAIT_MS = 5_000;

/**
 * Shows a read in the terminal: progress, a line at the beginning of each long wait, and with --verbose each wait,
 * retry and pass.
 * @param reported the end of the last reported wait, for all reads of the command
 * @param expectedRequests of the whole read, if known from an earlier one
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
  terminal.message(wait.text);
}

function findWait(event: ReadEvent): { readonly leftMs: number; readonly text: AnyMessage } | undefined {
  if (event.type === 'retrying') {
    const { attempt, delayMs, reason: problem } = event;
    const text = message('read.wait.retry', { seconds: wholeSeconds(delayMs), attempt, problem });
    return { leftMs: delayMs, text };
  }
  if (event.type !== 'waiting') return undefined;
  const { leftMs, reason } = event;
  const seconds = wholeSeconds(leftMs);
  return {
    leftMs,
    text: message(`read.wait.${reason === 'too-many' ? 'rateLimit' : 'limits'}`, { seconds }),
  };
}

function wholeSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}

/** Earlier estimates are not reliable. */
const FIRST_ESTIMATE_MS = 5_000;

interface TimeLeft {
  readonly left: number;
  readonly unit: 's' | 'min' | 'unknown';
}

/** The remaining time of the read, estimated from its requests so far. */
function timeLeft(event: ReadEvent, elapsedMs: number, expectedRequests: number | undefined): TimeLeft {
  const unknown = { left: 0, unit: 'unknown' } as const;
  if (event.type !== 'page' || expectedRequests === undefined || elapsedMs < FIRST_ESTIMATE_MS)
    return unknown;
  const leftMs = (elapsedMs / event.requests) * (expectedRequests - event.requests);
  if (leftMs < 1000) return unknown;
  return leftMs < 90_000
    ? { left: wholeSeconds(leftMs), unit: 's' }
    : { left: Math.ceil(leftMs / 60_000), unit: 'min' };
}

function progressText(event: ReadEvent, timeLeft: TimeLeft): AnyMessage {
  switch (event.type) {
    case 'pass': {
      const list = message(`read.list.${event.list}`);
      return event.pass === 1
        ? message('read.progress.pass', { list })
        : message('read.progress.furtherPass', { list, pass: event.pass });
    }
    case 'page': {
      const { list, records, requests } = event;
      return message('read.progress.page', {
        list: message(`read.list.${list}`),
        records,
        requests,
        ...timeLeft,
      });
    }
    case 'waiting':
      return message('read.progress.wait', { seconds: wholeSeconds(event.leftMs) });
    case 'retrying':
      return message('read.progress.retry', { attempt: event.attempt, problem: event.reason });
    case 'token':
      return message('read.progress.token');
    case 'said':
      return message('read.verbose.said', { program: event.program, text: event.text });
  }
}

/** Waits are reported every second; only new events get a line. */
function verboseText(event: ReadEvent): AnyMessage | undefined {
  switch (event.type) {
    case 'pass':
      return message('read.verbose.pass', { pass: event.pass, list: message(`read.list.${event.list}`) });
    case 'retrying': {
      const { attempt, what, delayMs, reason: problem } = event;
      return message('read.verbose.retry', { attempt, what, delayMs: Math.round(delayMs), problem });
    }
    case 'token':
      return message('read.verbose.token', { scopes: event.scopes.join(' ') });
    case 'said':
      return message('read.verbose.said', { program: event.program, text: event.text });
    case 'waiting':
      return event.reason === 'too-many'
        ? message('read.verbose.tooMany', { seconds: wholeSeconds(event.leftMs) })
        : undefined;
    case 'page':
      return undefined;
  }
}
