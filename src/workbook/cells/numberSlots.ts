const SLOT_BITS = 13;

/** The number of slots of a cache of numbers; a number that is not found takes the slot of another. */
export const SLOTS = 1 << SLOT_BITS;

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/**
 * Spreads the bits of a number over the slots; fractions of a day differ in bits that a simpler hash would not
 * separate.
 */
export function slotOf(value: number): number {
  double[0] = value;
  const [low, high] = [words[0] as number, words[1] as number];
  const mixed = Math.imul(low ^ (high << 7) ^ (high >>> 3), 0x9e37_79b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85eb_ca6b) >>> (32 - SLOT_BITS);
}
