/**
 * The same whole number. What comes out of a list of floats, or of a division, is kept as a float: every object that
 * holds it, or what is reckoned from it, then has a box of its own on the heap. For numbers that millions of objects
 * are made from.
 */
export function asInteger(whole: number): number {
  return Math.floor(whole);
}
