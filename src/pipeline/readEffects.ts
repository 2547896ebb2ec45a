import type { ReadEffects } from '../api/readEmployerOptions.js';
import { readObserver } from './readObserver.js';
import type { RunHost } from './runHost.js';

/** What a read reaches the world with. */
export function readEffects({ context, http, limiter, terminal, verbose }: RunHost): ReadEffects {
  const { clock, random, signal, scrubber } = context;
  return { http, clock, random, signal, scrubber, limiter, observer: readObserver(terminal, verbose) };
}
