import type { MailDelivery } from '../../config/schema/deliverySchema.js';
import { addressKey, isAddress } from '../../domain/people/mailbox.js';
import { PaytallyError } from '../../errors.js';

/** Whose rows a recipient gets: everybody's, those of some people, or of some places. */
export type RecipientShare =
  | { readonly kind: 'whole' }
  | { readonly kind: 'people'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'establishments' | 'teams'; readonly ids: ReadonlySet<string> };

export interface Recipient {
  readonly address: string;
  readonly share: RecipientShare;
}

/** A person, an establishment or a team, and what stands where its addresses should. */
export interface Addressed {
  readonly id: string;
  /** As messages call it. */
  readonly label: string;
  /** Several are separated by `;`. */
  readonly addresses: string;
}

/** Every address once, as it was written first. */
export function sameForAll({ recipients, cc = [] }: Pick<MailDelivery, 'recipients' | 'cc'>): Recipient[] {
  const listed = Array.isArray(recipients) ? [...recipients, ...cc] : [];
  const byKey = new Map(listed.map((address) => [addressKey(address), address] as const).reverse());
  return [...byKey.values()].reverse().map((address) => ({ address, share: { kind: 'whole' } }));
}

/** Those whose addresses decide who gets what. */
export interface AddressedGroup {
  readonly kind: Exclude<RecipientShare['kind'], 'whole'>;
  readonly all: readonly Addressed[];
  /** Where the addresses are written. */
  readonly source: { readonly path: string; readonly column: string };
}

/**
 * A recipient for each distinct address, with those whose addresses name it; sorted by address.
 * @throws PaytallyError RECIPIENT_INVALID with everybody whose address is missing or none
 */
export function oneForEachAddress(delivery: string, group: AddressedGroup): readonly Recipient[] {
  const { recipients, problems } = reachable(group);
  if (problems.length > 0) throw invalid(delivery, group.source, problems);
  return recipients;
}

export interface Unreachable {
  readonly id: string;
  readonly text: string;
}

/** The same, as far as there are addresses; and who has none. */
export function reachable({ kind, all }: Omit<AddressedGroup, 'source'>): {
  readonly recipients: readonly Recipient[];
  readonly problems: readonly Unreachable[];
} {
  const problems: Unreachable[] = [];
  const byKey = new Map<string, { address: string; ids: Set<string> }>();
  for (const { id, label, addresses } of all) {
    const listed = addresses.split(';').map((address) => address.trim());
    const wrong = listed.filter((address) => !isAddress(address));
    if (wrong.length > 0) {
      const why = wrong.every((address) => address === '')
        ? 'has no address'
        : `has ${JSON.stringify(wrong.join('; '))}, which is no mail address`;
      problems.push({ id, text: `${label} ${why}` });
    }
    for (const address of listed.filter(isAddress)) {
      const one = byKey.get(addressKey(address)) ?? { address, ids: new Set() };
      one.ids.add(id);
      byKey.set(addressKey(address), one);
    }
  }
  const recipients = [...byKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { address, ids }]): Recipient => ({ address, share: { kind, ids } }));
  return { recipients, problems };
}

function invalid(
  delivery: string,
  { path, column }: AddressedGroup['source'],
  problems: readonly Unreachable[],
): PaytallyError {
  const source = `Addresses are read from the column "${column}" of ${path}.`;
  const lines = [source, ...problems.map(({ text }) => `  ${text}`)];
  return new PaytallyError(
    'RECIPIENT_INVALID',
    `The delivery ${delivery} has nobody to send to. Nothing was written or sent.\n${lines.join('\n')}`,
    { record: problems[0]?.id ?? delivery },
  );
}
