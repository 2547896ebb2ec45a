import type { RunHost } from '../../export/runHost.js';
import type { ReadEffects } from '../reading/readEmployerOptions.js';
import { readObserver } from './readObserver.js';

/** What a read reaches the world with. @param expected about how many requests it takes */
export function readEffects(
  { context, http, limiter, terminal, verbose, waitTold }: RunHost,
  expected?: number,
): ReadEffects {
  const { clock, random, signal, scrubber } = context;
  const nowMs = () => clock.nowMs();
  const observer = readObserver(terminal, verbose, waitTold, nowMs, expected);
  return { http, clock, random, signal, scrubber, limiter, observer };
}
