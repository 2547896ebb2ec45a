import { PaytallyError } from '../src/errors.js';

/** What people read of a refusal. Fails where nothing is refused; what is no refusal is thrown on. */
export function refusalOf(
  work: () => unknown,
): Pick<PaytallyError, 'code' | 'message' | 'remedy' | 'record'> {
  try {
    work();
  } catch (error) {
    if (!(error instanceof PaytallyError)) throw error;
    const { code, message, remedy, record } = error;
    return { code, message, remedy, record };
  }
  throw new Error('nothing was refused');
}
