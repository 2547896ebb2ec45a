import type { Config } from '../../config/config.js';
import { didYouMean } from '../../config/input/nearestName.js';
import type { DeliverySettings } from '../../config/schema/deliverySchema.js';
import { PaytallyError } from '../../errors.js';
import type { DeliveryChoice, ExportState } from '../../run.js';

export interface NamedDelivery {
  readonly name: string;
  readonly settings: DeliverySettings;
}

/**
 * The deliveries of an employer that a run of this state asks for, in the configuration's order. A correction counts
 * as final.
 * @throws PaytallyError DELIVERY_UNKNOWN; CONFIG_INVALID for a mail without "mail"
 */
export function chosenDeliveries(
  config: Config,
  state: ExportState,
  choice: DeliveryChoice,
): NamedDelivery[] {
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

/**
 * Whoever asks for deliveries expects some.
 * @param configs of all employers that are chosen: one of them with a delivery is enough
 * @throws PaytallyError CONFIG_INVALID
 */
export function refuseNothingToDeliver(configs: readonly Config[], kind: DeliveryChoice['kind']): void {
  const isMeant = ({ to }: DeliverySettings) => kind === 'all' || to === 'mail';
  if (configs.some(({ deliveries }) => Object.values(deliveries).some(isMeant))) return;
  if (kind === 'mail' && configs.every(({ mail }) => mail === undefined)) {
    throw new PaytallyError('CONFIG_INVALID', '--mail: the configuration has no "mail".', {
      record: 'mail',
      remedy:
        'Add "mail" with from, owner and smtp, and who gets what under "deliveries"; or leave out --mail.',
    });
  }
  const what = kind === 'mail' ? 'delivery by mail' : 'delivery';
  const option = kind === 'mail' ? '--mail' : '--deliver';
  throw new PaytallyError('CONFIG_INVALID', `${option}: the configuration has no ${what}.`, {
    record: 'deliveries',
    remedy: `Add who gets what under "deliveries", or leave out ${option}.`,
  });
}

/** A line for each delivery that names templates of which the run has none: nobody gets anything by it. */
export function emptyDeliveries(deliveries: readonly NamedDelivery[], ofRun: readonly string[]): string[] {
  return deliveries.flatMap(({ name, settings: { templates } }) => {
    const isThere = templates?.some((called) => ofRun.some((template) => isCalled(template, called)));
    return isThere === false
      ? [`deliveries.${name} delivers nothing of this run, which has no files of ${templates?.join(', ')}.`]
      : [];
  });
}

/** Whether a name in the configuration means a template: one of one's own is named by its path there. */
export function isCalled(template: string, name: string): boolean {
  return template === name || template === baseName(name).replace(/\.(?:ya?ml|xlsx)$/i, '');
}

/** Without folders, of Windows too. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
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
