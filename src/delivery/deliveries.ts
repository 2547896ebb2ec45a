import type { Config } from '../config/config.js';
import { suggestion } from '../config/input/nearestName.js';
import type { DeliverySettings, MailDelivery } from '../config/schema/deliverySchema.js';
import type { ExportState } from '../domain/computed/computedPeriod.js';
import { addressKey, isAddress } from '../domain/people/mailbox.js';
import { isInside } from '../domain/period/period.js';
import type { Days } from '../domain/period/repeatingPeriod.js';
import type { LocalDate } from '../domain/time/localDate.js';
import { PaytallyError } from '../errors.js';
import { type AnyMessage, joined, message } from '../i18n/message.js';

/** Which deliveries are requested. */
export interface DeliveryChoice {
  readonly kind: 'all' | 'mail';
  /** All of the configuration if undefined. */
  readonly names?: readonly string[] | undefined;
}

export interface NamedDelivery {
  readonly name: string;
  readonly settings: DeliverySettings;
}

/**
 * The deliveries of an employer for a run of this state, in the configuration's order. A correction counts as final.
 * @throws PaytallyError DELIVERY_UNKNOWN; CONFIG_INVALID for a mail without "mail"
 */
export function selectDeliveries(
  config: Config,
  state: ExportState,
  choice: DeliveryChoice,
): NamedDelivery[] {
  const known = Object.keys(config.deliveries);
  const unknown = choice.names?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownDeliveryError(unknown, known, config.employerKey);
  const chosen = Object.entries(config.deliveries)
    .map(([name, settings]) => ({ name, settings }))
    .filter(({ name }) => choice.names?.includes(name) ?? true)
    .filter(({ settings: { to } }) => choice.kind === 'all' || to === 'mail')
    .filter(({ settings: { when } }) => when === 'both' || (when === 'draft') === (state === 'draft'));
  const mail = chosen.find(({ settings: { to } }) => to === 'mail');
  if (mail !== undefined && config.mail === undefined) throw missingMailError(mail.name);
  return chosen;
}

/**
 * A request for deliveries must find some.
 * @param configs of all chosen employers: one with a delivery is enough
 * @throws PaytallyError CONFIG_INVALID
 */
export function assertAnyDelivery(configs: readonly Config[], kind: DeliveryChoice['kind']): void {
  const isMeant = ({ to }: DeliverySettings) => kind === 'all' || to === 'mail';
  if (configs.some(({ deliveries }) => Object.values(deliveries).some(isMeant))) return;
  if (kind === 'mail' && configs.every(({ mail }) => mail === undefined)) {
    throw new PaytallyError('CONFIG_INVALID', message('delivery.option.noMail'), { record: 'mail' });
  }
  const option = kind === 'mail' ? '--mail' : '--deliver';
  throw new PaytallyError('CONFIG_INVALID', message('delivery.option.none', { option, kind }), {
    record: 'deliveries',
  });
}

/** A warning for each delivery whose templates are not part of the run: its recipients receive nothing. */
export function emptyDeliveryWarnings(
  employer: string,
  deliveries: readonly NamedDelivery[],
  ofRun: readonly string[],
): AnyMessage[] {
  return deliveries.flatMap(({ name, settings: { templates } }) => {
    const isThere = templates?.some((called) => ofRun.some((template) => matchesTemplate(template, called)));
    return isThere === false
      ? [
          message('delivery.nothingOfRun', {
            employer,
            delivery: name,
            templates: templates?.join(', ') ?? '',
          }),
        ]
      : [];
  });
}

/** Whether a name in the configuration refers to a template: it names a custom template by its path. */
export function matchesTemplate(template: string, name: string): boolean {
  return template === name || template === templateNameOf(name);
}

/** The name of a template that a configuration calls by its name or path. */
export function templateNameOf(called: string): string {
  return baseName(called).replace(/\.(?:ya?ml|xls[xm])$/i, '');
}

/**
 * The place of a recipient: accounts of the same server may have the same folder. The client of a payroll's API, which
 * is followed by a host and perhaps a port, is part of it.
 */
export function recipientPlace(recipient: string): string {
  return recipient.replace(/^[^/\\@]+@(?=[^/\\@]+:(?!\d+$))/, '');
}

/** The name without folders, including those of Windows. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

export function unknownDeliveryError(
  name: string,
  known: readonly string[],
  employer: string,
): PaytallyError {
  const text = message('delivery.unknown', { name, employer, ...suggestion(name, known) });
  const remedy = message('delivery.remedy.known', { known: known.join(', ') });
  return new PaytallyError('DELIVERY_UNKNOWN', text, {
    record: name,
    ...(known.length > 0 ? { remedy } : {}),
  });
}

function missingMailError(name: string): PaytallyError {
  return new PaytallyError('CONFIG_INVALID', message('delivery.mailMissing', { name }), { record: 'mail' });
}

/** The rows for a recipient: those of all employees, of some people, or of some places. */
export type RecipientShare =
  | { readonly kind: 'whole' }
  | PeopleShare
  | { readonly kind: 'establishments' | 'teams'; readonly ids: ReadonlySet<string> };

/** People, and the days of each whose rows of the mapping file name the recipient; all days if there is no entry. */
interface PeopleShare {
  readonly kind: 'people';
  readonly ids: ReadonlySet<string>;
  readonly daysOf: ReadonlyMap<string, readonly Days[]>;
}

/** Whether a person's day is part of a share; without a date, whether the person is. */
export function hasPersonDay(
  { ids, daysOf }: PeopleShare,
  id: string | null,
  date: LocalDate | null,
): boolean {
  if (id === null || !ids.has(id)) return false;
  const days = daysOf.get(id);
  return days === undefined || date === null || days.some((span) => isInside(date, span));
}

export interface Recipient {
  readonly address: string;
  readonly share: RecipientShare;
}

/** A person, an establishment or a team, and the value of its address column. */
export interface AddressedRecord {
  readonly id: string;
  /** Its name in messages. */
  readonly label: string;
  /** Several are separated by `;`. */
  readonly addresses: string;
  /** The days on which a person has them, if not all. */
  readonly days?: Days;
}

/** Every address once, in its first spelling. */
export function listedRecipients({
  recipients,
  cc = [],
}: Pick<MailDelivery, 'recipients' | 'cc'>): Recipient[] {
  const listed = Array.isArray(recipients) ? [...recipients, ...cc] : [];
  const byKey = new Map(listed.map((address) => [addressKey(address), address] as const).reverse());
  return [...byKey.values()].reverse().map((address) => ({ address, share: { kind: 'whole' } }));
}

/** The people or places whose addresses determine the recipients. */
export interface AddressGroup {
  readonly kind: Exclude<RecipientShare['kind'], 'whole'>;
  readonly all: readonly AddressedRecord[];
  /** The file and column of the addresses. */
  readonly source: { readonly path: string; readonly column: string };
}

/**
 * A recipient for each distinct address, with the people or places that have it; sorted by address.
 * @throws PaytallyError RECIPIENT_INVALID with all missing or invalid addresses
 */
export function recipientsByAddress(delivery: string, group: AddressGroup): readonly Recipient[] {
  const { recipients, problems } = groupByAddress(group);
  if (problems.length > 0) throw recipientError(delivery, group.source, problems);
  return recipients;
}

export interface AddressProblem {
  readonly id: string;
  readonly text: AnyMessage;
}

/** The same for existing addresses, and the people or places without one. */
export function groupByAddress({ kind, all }: Omit<AddressGroup, 'source'>): {
  readonly recipients: readonly Recipient[];
  readonly problems: readonly AddressProblem[];
} {
  const problems: AddressProblem[] = [];
  const byKey = new Map<
    string,
    { address: string; ids: Set<string>; daysOf: Map<string, readonly Days[]> }
  >();
  for (const { id, label, addresses, days } of all) {
    const listed = addresses.split(';').map((address) => address.trim());
    const wrong = listed.filter((address) => !isAddress(address));
    if (wrong.length > 0) {
      const invalid = JSON.stringify(wrong.join('; '));
      const text = wrong.every((address) => address === '')
        ? message('delivery.address.none', { label })
        : message('delivery.address.invalid', { label, addresses: invalid });
      problems.push({ id, text });
    }
    for (const address of listed.filter(isAddress)) {
      const one = byKey.get(addressKey(address)) ?? { address, ids: new Set(), daysOf: new Map() };
      one.ids.add(id);
      if (days !== undefined) one.daysOf.set(id, [...(one.daysOf.get(id) ?? []), days]);
      byKey.set(addressKey(address), one);
    }
  }
  const recipients = [...byKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { address, ids, daysOf }]): Recipient => {
      return { address, share: kind === 'people' ? { kind, ids, daysOf } : { kind, ids } };
    });
  return { recipients, problems };
}

function recipientError(
  delivery: string,
  { path, column }: AddressGroup['source'],
  problems: readonly AddressProblem[],
): PaytallyError {
  const lines = problems.map(({ text }) => message('delivery.recipientLine', { problem: text }));
  return new PaytallyError(
    'RECIPIENT_INVALID',
    message('delivery.recipientsInvalid', { delivery, column, path, problems: joined(lines) }),
    { record: problems[0]?.id ?? delivery },
  );
}
