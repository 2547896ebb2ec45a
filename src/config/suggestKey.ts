import { closest, distance } from 'fastest-levenshtein';

/** The known name nearest to what was written, if it is near enough to be meant. */
export function suggestKey(written: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const lower = written.toLowerCase();
  const nearest = closest(
    lower,
    known.map((name) => name.toLowerCase()),
  );
  const limit = Math.max(2, Math.floor(written.length / 3));
  if (distance(lower, nearest) > limit) return undefined;
  return known.find((name) => name.toLowerCase() === nearest);
}
