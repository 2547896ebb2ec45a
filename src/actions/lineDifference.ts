/** A line of a file before and after a change. */
export interface DifferenceLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** The removed, added and unchanged lines, in order, from a longest common subsequence. */
export function lineDifference(before: string, after: string): DifferenceLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end))
    end += 1;
  const same = (texts: readonly string[]) => texts.map((text): DifferenceLine => ({ kind: 'same', text }));
  return [
    ...same(old.slice(0, start)),
    ...changedLines(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...same(old.slice(old.length - end)),
  ];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** With more lines, a table of all pairs would not fit in memory. */
const MOST_PAIRS = 1_000_000;

/** Compares line by line: a large file with the same number of lines has changed values. */
function pairedLines(old: readonly string[], now: readonly string[]): DifferenceLine[] {
  const lines: DifferenceLine[] = [];
  for (let index = 0; index < Math.max(old.length, now.length); index += 1) {
    const [removed, added] = [old[index], now[index]];
    if (removed !== undefined) lines.push({ kind: removed === added ? 'same' : 'removed', text: removed });
    if (added !== undefined && removed !== added) lines.push({ kind: 'added', text: added });
  }
  return lines;
}

function changedLines(old: readonly string[], now: readonly string[]): DifferenceLine[] {
  if (old.length * now.length > MOST_PAIRS) return pairedLines(old, now);
  const lengths = commonLengths(old, now);
  const lines: DifferenceLine[] = [];
  for (let [i, j] = [0, 0]; i < old.length || j < now.length; ) {
    const [removed, added] = [old[i], now[j]];
    const [without, withOld] = [lengths[i + 1]?.[j] ?? 0, lengths[i]?.[j + 1] ?? 0];
    if (removed !== undefined && removed === added) {
      lines.push({ kind: 'same', text: removed });
      i += 1;
      j += 1;
    } else if (removed !== undefined && (added === undefined || without >= withOld)) {
      lines.push({ kind: 'removed', text: removed });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: added ?? '' });
      j += 1;
    }
  }
  return lines;
}

/** `[i][j]`: the number of common lines, in order, from line `i` of the old text and line `j` of the new. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row === undefined) continue;
      row[j] =
        old[i] === now[j]
          ? (lengths[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(lengths[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}
