import type { Config } from '../../config/config.js';
import type { DeliverySettings } from '../../config/deliveries.js';
import { PaytallyError } from '../../errors.js';
import { didYouMean } from '../../inputErrors/nearestName.js';
import type { DeliveryChoice } from '../deliveryChoice.js';
import type { RunState } from '../outcome.js';

export interface NamedDelivery {
  readonly name: string;
  readonly settings: DeliverySettings;
}

/**
 * The deliveries of an employer that a run of this state asks for, in the configuration's order. A correction counts
 * as final.
 * @throws PaytallyError DELIVERY_UNKNOWN; CONFIG_INVALID for a mail without "mail"
 */
export function chosenDeliveries(config: Config, state: RunState, choice: DeliveryChoice): NamedDelivery[] {
  const known = Object.keys(config.deliveries);
  const unknown = choice.names?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownDelivery(unknown, known, config.employerKey);
  const chosen = Object.entries(config.deliveries)
    .map(([name, settings]) => ({ name, settings }))
    .filter(({ name }) => choice.names?.includes(name) ?? true)
    .filter(({ settings: { to } }) => choice.kind === 'all' || to === 'mail')
    .filter(({ settings: { when } }) => when === 'both' || (when === 'draft') === (state === 'draft'));
  const mail = chosen.find(({ settings: { to } }) => to === 'mail');
  if (mail !== undefined && config.mail === undefined) throw noMail(mail.name);
  return chosen;
}

/** The templates whose files the deliveries need, each once. */
export function deliveredTemplates(deliveries: readonly NamedDelivery[]): readonly string[] {
  return [...new Set(deliveries.flatMap(({ settings }) => settings.templates ?? []))];
}

function unknownDelivery(name: string, known: readonly string[], employer: string): PaytallyError {
  return new PaytallyError(
    'DELIVERY_UNKNOWN',
    `The configuration has no delivery "${name}" for ${employer}.${didYouMean(name, known)}`,
    { record: name, ...(known.length > 0 ? { remedy: `Use one of: ${known.join(', ')}.` } : {}) },
  );
}

function noMail(name: string): PaytallyError {
  return new PaytallyError(
    'CONFIG_INVALID',
    `deliveries.${name} sends mail, and the configuration has no "mail".`,
    {
      record: 'mail',
      remedy: 'Add "mail" with from, owner and smtp.',
    },
  );
}
