import type { Config } from '../config/config.js';
import { addressKey, isAddress } from '../domain/people/mailbox.js';
import type { DeliveryFile, DeliveryItem } from '../store/outbox.js';
import { recipientPlace } from './deliveries.js';

/** Names of deliveries, and where they go. */
type Placed = Pick<DeliveryItem, 'name' | 'recipient'>;

/**
 * Whether what one delivery sends arrives where that of another arrives, whatever their names. A mail that only tells
 * where files are does not bring them, and one program can send to several places.
 * @param deliveries of today; what has been deleted there counts as renamed
 */
export function isSamePlace(deliveries: Config['deliveries'], one: Placed, other: Placed): boolean {
  if (placeOf(one) !== placeOf(other)) return false;
  const [settings, others] = [one, other].map(({ name }) =>
    Object.hasOwn(deliveries, name) ? deliveries[name] : undefined,
  );
  if (one.name === other.name || settings === undefined || others === undefined) return true;
  if (settings.to === 'mail' && others.to === 'mail') return settings.attach === others.attach;
  const isProgram = settings.to === 'command' && others.to === 'command';
  return !isProgram || JSON.stringify(settings.command) === JSON.stringify(others.command);
}

function placeOf({ recipient }: Placed): string {
  return isAddress(recipient) ? addressKey(recipient) : recipientPlace(recipient);
}

/** Whether two files of one run are the same, whatever their delivered names. */
export function isSameFile(one: DeliveryFile, other: DeliveryFile): boolean {
  if (one.sha256 !== other.sha256 || one.template !== other.template) return false;
  if ('path' in one && 'path' in other) return one.path === other.path;
  return 'path' in one || 'path' in other || one.name === other.name;
}

/** Whether some files have each of others. */
export function haveFiles(files: readonly DeliveryFile[], others: readonly DeliveryFile[]): boolean {
  return others.every((other) => files.some((file) => isSameFile(file, other)));
}
