import type { Observer, ReadEvent } from '../../api/transport/effects.js';
import type { Terminal } from '../../terminal.js';

/** Shows a read on the terminal: progress while it lasts, and with --verbose each wait, retry and pass. */
export function readObserver(terminal: Terminal, verbose: boolean): Observer {
  return (event) => {
    terminal.progress(progressText(event));
    const line = verbose ? verboseText(event) : undefined;
    if (line !== undefined) terminal.message(line);
  };
}

function progressText(event: ReadEvent): string {
  switch (event.type) {
    case 'pass':
      return event.pass === 1 ? `Reading ${event.list}` : `Reading ${event.list} again (pass ${event.pass})`;
    case 'page':
      return `Reading ${event.list}: ${event.records} records, ${event.requests} requests`;
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
