import type { Config } from '../../config/config.js';
import type { Period } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import type { DeliveryFile } from '../../store/outbox.js';
import { writeMailText } from '../mail/mailLiquid.js';
import { safeName } from '../safeName.js';
import type { NamedDelivery } from './chosenDeliveries.js';

/** What names are made of. */
export interface DeliveryNamingFacts {
  readonly config: Pick<Config, 'employerKey'>;
  readonly period: Period;
}

/**
 * Files under the names that a folder or a server gets them by: those of the run, or by the pattern of the delivery.
 * @throws PaytallyError CONFIG_INVALID for a pattern that cannot be read, or calls two files alike
 */
export function deliveredNames(
  { name: delivery, settings }: NamedDelivery,
  files: readonly DeliveryFile[],
  facts: DeliveryNamingFacts,
): DeliveryFile[] {
  if (settings.to === 'mail' || settings.fileName === undefined) return [...files];
  const pattern = settings.fileName;
  const place = `deliveries.${delivery}.fileName`;
  const taken = new Map<string, string>();
  return files.map((file) => {
    const name = named(pattern, place, file, facts);
    const other = taken.get(name.toLowerCase());
    taken.set(name.toLowerCase(), file.name);
    if (other !== undefined)
      throw wrongPattern(place, `${name} would be the name of ${other} and of ${file.name}`);
    return { ...file, name };
  });
}

/** Reads the pattern before anything is written. @throws PaytallyError CONFIG_INVALID */
export function checkPattern(delivery: NamedDelivery, facts: DeliveryNamingFacts): void {
  deliveredNames(delivery, [{ name: 'name.csv', template: 'template', sha256: '', path: '' }], facts);
}

function named(
  pattern: string,
  place: string,
  { name, template }: DeliveryFile,
  facts: DeliveryNamingFacts,
): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, ''];
  const { label: period, from, to } = facts.period;
  const key = facts.config.employerKey;
  const written = filledIn(pattern, place, { key, period, from, to, template, name: stem, extension });
  if (written !== safeName(written)) throw wrongPattern(place, `"${written}" cannot be the name of a file`);
  return /\.[A-Za-z0-9]+$/.test(written) || extension === '' ? written : `${written}.${extension}`;
}

function filledIn(pattern: string, place: string, facts: Readonly<Record<string, string>>): string {
  try {
    return writeMailText(pattern, facts).trim();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split(', file:')[0] : String(cause);
    throw wrongPattern(place, `it cannot be read: ${why}`, cause);
  }
}

function wrongPattern(place: string, why: string, cause?: unknown): PaytallyError {
  return new PaytallyError('CONFIG_INVALID', `${place}: ${why}.`, {
    record: place,
    remedy:
      'Use letters, digits, - and _, and the placeholders key, period, from, to, template, name and extension: {{ key }}_{{ period }}_{{ template }}.{{ extension }}.',
    ...(cause === undefined ? {} : { cause }),
  });
}
