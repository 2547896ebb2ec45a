import type { DeliveryItem } from '../../store/deliveries.js';
import type { DeliveryStanding } from '../outcome.js';

export function standingOf({ name, recipient, state, problem }: DeliveryItem): DeliveryStanding {
  return { name, recipient, state, ...(problem === undefined || state === 'sent' ? {} : { problem }) };
}

/** Whether something of it needs a person, or another try. */
export function isUndelivered({ state }: Pick<DeliveryStanding, 'state'>): boolean {
  return state !== 'sent';
}
