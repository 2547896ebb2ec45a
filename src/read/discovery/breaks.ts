import type { Column } from './column.js';
import { nameWords } from './fieldNames.js';
import { found } from './hints.js';
import type { FieldTarget, FoundField } from './targets.js';

const BREAK_WORDS = new Set(['break', 'breaks', 'pause', 'pauses', 'pauze', 'pauzes']);

/**
 * A field that seems to hold break times. It is only reported: the service does not say what it means, so breaks are
 * shared over the parts of an entry in proportion (docs/time.md).
 */
export function findBreaks(
  target: FieldTarget,
  columns: readonly Column[],
  records: number,
): FoundField | undefined {
  const column = columns.find(({ path }) =>
    path
      .split('.')
      .flatMap(nameWords)
      .some((word) => BREAK_WORDS.has(word)),
  );
  if (column === undefined) return undefined;
  const evidence = `in ${column.present} of ${records} records; not used for any figure`;
  return found(target, column, 'name', evidence, records);
}
