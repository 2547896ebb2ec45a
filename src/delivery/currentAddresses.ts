import type { Config } from '../config/config.js';
import type { DeliveryItem } from '../store/outbox.js';
import { listedRecipients, type NamedDelivery, type Recipient } from './deliveries.js';
import { kindOf } from './deliveryKinds.js';

/** A delivery of a run to an address that the configuration no longer has. */
export interface FormerAddress {
  /** The name of the delivery. */
  readonly name: string;
  readonly recipient: string;
  /** Where it would go today. */
  readonly today: readonly string[];
}

/** The addresses of a delivery that are in the configuration itself; none if each recipient has files of its own. */
export function targetsOf({ settings }: NamedDelivery, folder: string): readonly Recipient[] {
  if (settings.to === 'mail') return listedRecipients(settings);
  return [{ address: kindOf(settings).target(settings, folder), share: { kind: 'whole' } }];
}

/**
 * The deliveries that were, or would be, sent to an address of the time when the run was made, and not to that of today.
 * What went to a former address and has been sent to that of today since is put right.
 * Addresses of employees, places and teams are in files of their own and are not compared.
 * @param folder the configuration's, to which its paths are relative
 */
export function formerAddresses(
  { deliveries }: Pick<Config, 'deliveries'>,
  folder: string,
  items: readonly Pick<DeliveryItem, 'name' | 'recipient' | 'state'>[],
): readonly FormerAddress[] {
  return items.flatMap(({ name, recipient, state }) => {
    const settings = Object.hasOwn(deliveries, name) ? deliveries[name] : undefined;
    if (settings === undefined) return [];
    const today = targetsOf({ name, settings }, folder).map(({ address }) => address);
    const isPutRight = today.every((address) =>
      items.some((item) => item.name === name && item.recipient === address),
    );
    if (today.length === 0 || today.includes(recipient) || (isPutRight && state === 'sent')) return [];
    return [{ name, recipient, today }];
  });
}
