import { setImmediate as turn } from 'node:timers/promises';
import { Script } from 'node:vm';
import { PaytallyError } from '../errors.js';
import { type AnyMessage, message } from '../i18n/message.js';

/** The key under which the script finds its function, because a script has no arguments. */
const PLACE = Symbol.for('paytally.endedByCtrlC');
const CALL = new Script("globalThis[Symbol.for('paytally.endedByCtrlC')]()", { filename: 'endedByCtrlC' });

/** Ctrl-C came after something was written; the text says what, instead of the usual "Nothing was written". */
export class InterruptedAfterWriting extends PaytallyError {
  constructor(text: AnyMessage) {
    super('INTERRUPTED', text);
  }
}

/**
 * Runs work that blocks the event loop for seconds, so that Ctrl-C can stop it between two steps. No cleanup code runs
 * then, so the work must only read. Programs that use the library and have no listener for Ctrl-C still end as usual.
 * @throws PaytallyError INTERRUPTED, after the listeners of SIGINT have been called
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
 * Handles a Ctrl-C that arrived during a step that could not be stopped. Call it between two long steps.
 * @throws the abort reason of the signal
 */
export async function pauseForInterrupt(signal: AbortSignal | undefined): Promise<void> {
  // The first turn may come before Node.js polls for signals again.
  await turn();
  await turn();
  signal?.throwIfAborted();
}

function isInterruption(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED';
}
