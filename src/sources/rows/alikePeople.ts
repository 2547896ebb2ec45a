import { groupBy } from '../../domain/collections.js';

/**
 * IDs of people that differ only in case, spaces or the composition of letters: perhaps one person, whose work would
 * be paid twice and whose overlaps no check would find.
 * @returns groups for a message, such as `"Ann" / "ann"`; empty without any
 */
export function alikePeople(ids: Iterable<string>): string {
  const folded = (id: string) => id.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();
  return [...groupBy([...new Set(ids)].sort(), folded).values()]
    .filter((group) => group.length > 1)
    .map((group) => group.map((id) => `"${id}"`).join(' / '))
    .join('; ');
}
