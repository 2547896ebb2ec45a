import type { Terminal } from '../../runtime/terminal.js';
import type { Observer, ReadEvent } from '../transport/effects.js';

/** Shorter waits are part of every read. */
const LONG_WAIT_MS = 10_000;
/** Streams that wait for the same moment do not say the same millisecond. */
const SAME_WAIT_MS = 5_000;

/**
 * Shows a read on the terminal: progress while it lasts, a line at the beginning of each long wait, and with --verbose
 * each wait, retry and pass.
 * @param expected requests of the whole read, where an earlier one tells
 * @param told until when a wait was told already, for all reads of the command
 */
export function readObserver(
  terminal: Terminal,
  verbose: boolean,
  told: { untilMs: number },
  nowMs: () => number,
  expected?: number,
): Observer {
  const startedMs = nowMs();
  return (event) => {
    tellWait(terminal, event, told, nowMs());
    terminal.progress(progressText(event, leftText(event, { elapsedMs: nowMs() - startedMs, expected })));
    const line = verbose ? verboseText(event) : undefined;
    if (line !== undefined) terminal.message(line);
  };
}

function tellWait(terminal: Terminal, event: ReadEvent, told: { untilMs: number }, nowMs: number): void {
  const wait = waitOf(event);
  if (wait === undefined || wait.leftMs <= LONG_WAIT_MS) return;
  const untilMs = nowMs + wait.leftMs;
  if (untilMs <= told.untilMs + SAME_WAIT_MS) return;
  told.untilMs = untilMs;
  terminal.message(`Waiting ${Math.ceil(wait.leftMs / 1000)} s: ${wait.why}`);
}

function waitOf(event: ReadEvent): { readonly leftMs: number; readonly why: string } | undefined {
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

/** Sooner nobody can say how long the rest takes. */
const FIRST_GUESS_MS = 5_000;

/** How long it still takes, from what is read in the time so far; nothing where nobody can say. */
function leftText(
  event: ReadEvent,
  { elapsedMs, expected }: { readonly elapsedMs: number; readonly expected: number | undefined },
): string {
  if (event.type !== 'page' || expected === undefined || elapsedMs < FIRST_GUESS_MS) return '';
  const leftMs = (elapsedMs / event.requests) * (expected - event.requests);
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
