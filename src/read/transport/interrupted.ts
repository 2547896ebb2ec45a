import { PaytallyError } from '../../errors.js';

/** @throws PaytallyError INTERRUPTED where the signal has aborted. */
export function throwIfInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw interruption();
}

export function interruption(): PaytallyError {
  return new PaytallyError('INTERRUPTED', 'The read was interrupted.');
}

/** Runs something abortable; whatever it throws once the signal has aborted becomes INTERRUPTED. */
export async function interruptible<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  throwIfInterrupted(signal);
  try {
    return await run();
  } catch (error) {
    if (signal.aborted) throw interruption();
    throw error;
  }
}
