import type { Band } from '../language/band.js';

/**
 * The repeated band around a formula if a row stands beside it, no farther than the band is tall: a reference to such
 * a row without `$` is relative, as when Excel copies rows down. Undefined for rows inside of it and farther away.
 */
export function neighbourBand(own: Band, row: number): Band | undefined {
  const band = repeatedAround(own);
  return band && isBeside(band, row) ? band : undefined;
}

export function isBeside(band: Band, row: number): boolean {
  const distance = row < band.from ? band.from - row : row - band.to;
  return band.repeats && distance > 0 && distance <= heightOf(band);
}

export function heightOf({ from, to }: Band): number {
  return to - from + 1;
}

export function holdsRow({ from, to }: Band, row: number): boolean {
  return from <= row && row <= to;
}

/** The innermost band around that repeats. */
export function repeatedAround(band: Band): Band | undefined {
  return band.path.filter((each) => each.repeats).at(-1);
}

/**
 * Whether a neighbour is everywhere as far away as in the template: no rows of unknown number lie between, neither
 * beside the band nor in the repetition before or after.
 */
export function isEvenlyFar(band: Band, row: number): boolean {
  const isAbove = row < band.from;
  const mirrored = row + (isAbove ? heightOf(band) : -heightOf(band));
  const [from, to] = isAbove ? [mirrored, band.to] : [band.from, mirrored];
  if (overlaps(band, from, to)) return false;
  const [outerFrom, outerTo] = isAbove ? [row, band.from - 1] : [band.to + 1, row];
  return outerFrom === outerTo || !overlaps(band.parent, outerFrom, outerTo);
}

function overlaps(band: Band | undefined, from: number, to: number): boolean {
  return band?.children.some((child) => child.from <= to && from <= child.to) ?? false;
}
