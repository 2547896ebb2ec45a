import { type Leaf, type LeafTable, OTHER } from './leaves.js';

/**
 * Reads the text of a record at a found path, null where there is none. A path joined by plus signs gives its
 * parts joined by spaces. Made once per path, since it is called for every record.
 */
export function textReader(
  table: LeafTable,
  path: string | undefined,
): (leaves: readonly Leaf[]) => string | null {
  const indexes = (path ?? '').split('+').flatMap((part) => table.indexOf(part) ?? []);
  const [only] = indexes;
  if (only === undefined) return () => null;
  if (indexes.length === 1) return (leaves) => textOf(leaves[only]);
  return (leaves) => {
    const parts = indexes.map((index) => textOf(leaves[index])).filter((part) => part !== null);
    return parts.length === 0 ? null : parts.join(' ');
  };
}

function textOf(leaf: Leaf): string | null {
  return typeof leaf === 'string' && leaf !== OTHER && leaf !== '' ? leaf : null;
}
