import { setMaxListeners } from 'node:events';
import { interruption } from './interrupted.js';
import type { ReadEffects } from './readEmployerOptions.js';
import { RetryBudget } from './retryBudget.js';
import { noCounts, type Session } from './session.js';

/**
 * Runs a conversation with the service. `stop` ends whatever of it is still under way. An interruption comes out
 * as INTERRUPTED whatever it broke, and no error carries a secret out.
 */
export async function inSession<T>(
  effects: ReadEffects,
  talk: (session: Session, stop: () => void) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const signal = AbortSignal.any([effects.signal, stop.signal]);
  // Every stream that waits listens to it; Node would warn of a leak from the eleventh on.
  setMaxListeners(0, signal);
  const session: Session = { ...effects, signal, budget: new RetryBudget(), counts: noCounts() };
  try {
    return await talk(session, () => stop.abort());
  } catch (error) {
    if (effects.signal.aborted) throw interruption();
    throw effects.scrubber.cleanError(error);
  }
}
