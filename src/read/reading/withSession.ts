import { setMaxListeners } from 'node:events';
import { interruption } from '../transport/interrupted.js';
import { RetryBudget } from '../transport/retry.js';
import { noCounts, type Session } from '../transport/session.js';
import type { ReadEffects } from './readEmployerOptions.js';

/**
 * A conversation with the service that is over when `use` is; `stop` ends whatever of it is still under way.
 * @throws PaytallyError INTERRUPTED once the signal has aborted; else what `use` throws, without any secret in it.
 */
export async function withSession<Result>(
  effects: ReadEffects,
  use: (session: Session, stop: () => void) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const signal = AbortSignal.any([effects.signal, stop.signal]);
  // Every stream that waits listens to it; Node would warn of a leak from the eleventh on.
  setMaxListeners(0, signal);
  const session: Session = { ...effects, signal, budget: new RetryBudget(), counts: noCounts() };
  try {
    return await use(session, () => stop.abort());
  } catch (error) {
    if (effects.signal.aborted) throw interruption();
    throw effects.scrubber.cleanError(error);
  }
}
