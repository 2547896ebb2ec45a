import type { Terminal } from '../../runtime/terminal.js';
import type { ReadEffects } from '../reading/readEmployerOptions.js';
import type { Http } from '../transport/effects.js';
import type { RateLimiter } from '../transport/rateLimiter.js';
import { readObserver } from './readObserver.js';

/** What all reads of one command share: the wire, the limits, the terminal. */
export interface ReadHost {
  readonly context: Pick<ReadEffects, 'clock' | 'random' | 'signal' | 'scrubber'>;
  readonly terminal: Terminal;
  readonly verbose: boolean;
  readonly http: Http;
  readonly limiter: RateLimiter;
  /** Until when there is a wait that was told, for all runs of this command. */
  readonly waitTold: { untilMs: number };
}

/** What a read reaches the world with. @param expected about how many requests it takes */
export function readEffects(
  { context, http, limiter, terminal, verbose, waitTold }: ReadHost,
  expected?: number,
): ReadEffects {
  const { clock, random, signal, scrubber } = context;
  const nowMs = () => clock.nowMs();
  const observer = readObserver(terminal, verbose, waitTold, nowMs, expected);
  return { http, clock, random, signal, scrubber, limiter, observer };
}
