import { setMaxListeners } from 'node:events';
import { interruption } from './interrupted.js';
import type { ReadEffects } from './readEmployerOptions.js';
import { RetryBudget } from './retryBudget.js';
import { noCounts, type Session } from './session.js';

/**
 * A conversation with the service that is over when `use` is.
 * @throws PaytallyError INTERRUPTED once the signal has aborted; else what `use` throws, without any secret in it.
 */
export async function withSession<Result>(
  effects: ReadEffects,
  use: (session: Session) => Promise<Result>,
): Promise<Result> {
  const { signal } = effects;
  // Every stream that waits listens to it; Node would warn of a leak from the eleventh on.
  setMaxListeners(0, signal);
  try {
    return await use({ ...effects, budget: new RetryBudget(), counts: noCounts() });
  } catch (error) {
    if (signal.aborted) throw interruption();
    throw effects.scrubber.cleanError(error);
  }
}
