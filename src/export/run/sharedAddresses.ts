import type { Config } from '../../config/config.js';
import { splitsByRecipient } from '../../delivery/planDeliveries.js';
import { addressKey } from '../../domain/people/mailbox.js';
import type { RunHost } from '../../run.js';
import type { DeliveryItem } from '../../store/outbox.js';
import type { Store } from '../../store/store.js';

/**
 * Files of single recipients under an address that serves another employer too, by the outbox or in this very command:
 * most often a slip in a mapping file.
 */
export function warnOfSharedAddresses(
  { terminal, addressees }: RunHost,
  { employerKey, deliveries }: Config,
  store: Store,
  items: readonly Pick<DeliveryItem, 'name' | 'recipient'>[],
): void {
  const own = items.filter(({ name }) => {
    const settings = deliveries[name];
    return settings?.to === 'mail' && splitsByRecipient(settings.recipients);
  });
  for (const address of new Set(own.map(({ recipient }) => recipient))) {
    const here = addressees.get(addressKey(address)) ?? new Set<string>();
    const others = new Set([...store.outbox.findEmployers(address), ...here]);
    others.delete(employerKey);
    addressees.set(addressKey(address), here.add(employerKey));
    if (others.size > 0)
      terminal.alert(
        `Warning: ${employerKey}: ${address} also gets files of ${[...others].sort().join(', ')}.`,
      );
  }
}
