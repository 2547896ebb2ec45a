import { type Leaf, type LeafTable, OTHER } from '../leaves.js';

/** The text of a record at a found path; a path joined by plus signs gives its parts joined by spaces. */
export function textAt(table: LeafTable, leaves: readonly Leaf[], path: string): string | null {
  const parts = path.split('+').flatMap((part) => {
    const index = table.indexOf(part);
    const value = index === undefined ? undefined : leaves[index];
    return typeof value === 'string' && value !== OTHER && value !== '' ? [value] : [];
  });
  return parts.length === 0 ? null : parts.join(' ');
}
