import { PaytallyError } from '../../../src/errors.js';

/** The text of a refusal for readers. Fails if there is no refusal; other errors are rethrown. */
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
