import { PaytallyError } from '../../errors.js';
import { lockWork } from '../../store/deliveryLock.js';
import type { Store } from '../../store/store.js';

export const INTERRUPTED =
  'The program was ended while it was being sent: it may have arrived. Ask the recipient; send it again only where it did not.';

/**
 * Mails that a process left half sent when it died may have arrived: nobody can tell. Where another process is sending
 * just now, nothing is changed. Uploads are looked for by the next `send`.
 */
export function settleLostMails(store: Store, storeFolder: string): void {
  const mails = store.outbox.orphans().filter(({ recipient }) => isMailAddress(recipient));
  if (mails.length === 0 || store.mode !== 'write') return;
  try {
    const lock = lockWork(storeFolder, 'deliver', 0);
    for (const { id } of mails) store.outbox.settle(id, { state: 'unknown', problem: INTERRUPTED });
    lock.release();
  } catch (failure) {
    if (!(failure instanceof PaytallyError && failure.code === 'STORE_BUSY')) throw failure;
  }
}

/** `user@host:/folder` and folders are not. */
function isMailAddress(recipient: string): boolean {
  return /^[^/:\\]+@[^/:\\]+$/.test(recipient);
}
