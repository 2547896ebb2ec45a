import type { ReadEffects } from '../../api/reading/readEmployerOptions.js';
import type { RunHost } from '../runHost.js';
import { readObserver } from './readObserver.js';

/** What a read reaches the world with. */
export function readEffects({ context, http, limiter, terminal, verbose }: RunHost): ReadEffects {
  const { clock, random, signal, scrubber } = context;
  return { http, clock, random, signal, scrubber, limiter, observer: readObserver(terminal, verbose) };
}
