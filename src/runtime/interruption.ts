import { setImmediate as turn } from 'node:timers/promises';
import { Script } from 'node:vm';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';

/** Where the script finds what it is to run: a script has no arguments. */
const PLACE = Symbol.for('paytally.endedByCtrlC');
const CALL = new Script("globalThis[Symbol.for('paytally.endedByCtrlC')]()", { filename: 'endedByCtrlC' });

/**
 * Does work that goes on for seconds without a turn of the event loop, so that Ctrl-C is not heard until its end: while
 * it runs, Ctrl-C ends it between two steps. Nothing in it is tidied up then, so it has to be work that only reads.
 * Programs that use the library and do not listen to Ctrl-C themselves are ended by it as always.
 * @throws PaytallyError INTERRUPTED, after whoever listens to SIGINT was told
 */
export function runInterruptible<T>(work: () => T): T {
  if (process.listenerCount('SIGINT') === 0) return work();
  const before: unknown = Reflect.get(globalThis, PLACE);
  let result: { readonly value: T } | undefined;
  Reflect.set(globalThis, PLACE, () => {
    result = { value: work() };
  });
  try {
    CALL.runInThisContext({ breakOnSigint: true });
  } catch (failure) {
    if (!isInterruption(failure)) throw failure;
    process.emit('SIGINT', 'SIGINT');
    throw new PaytallyError('INTERRUPTED', message('failure.interrupted'));
  } finally {
    Reflect.set(globalThis, PLACE, before);
  }
  if (result === undefined) throw new Error('the work ended without a result');
  return result.value;
}

/**
 * Lets Ctrl-C be heard that came while nothing could end the work: between two long steps.
 * @throws what the signal was aborted with
 */
export async function pauseForInterrupt(signal: AbortSignal | undefined): Promise<void> {
  // The first turn may come before signals are looked for again.
  await turn();
  await turn();
  signal?.throwIfAborted();
}

function isInterruption(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED';
}
