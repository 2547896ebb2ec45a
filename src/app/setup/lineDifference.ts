import { diffArrays } from 'diff';

/** A line of a file before and after a change. */
export interface DifferenceLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** With more differences, the fewest would take too long to find. */
const MOST_DIFFERENCES = 1000;

/** The removed, added and unchanged lines, in order. */
export function lineDifference(before: string, after: string): DifferenceLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const parts = diffArrays(old, now, { maxEditLength: MOST_DIFFERENCES });
  if (parts === undefined) return pairedLines(old, now);
  return parts.flatMap(({ added, removed, value }) =>
    value.map((text): DifferenceLine => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  );
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

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
