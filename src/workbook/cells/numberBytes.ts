const SLOT_BITS = 13;
const SLOTS = 1 << SLOT_BITS;
const keys = new Float64Array(SLOTS).fill(Number.NaN);
const texts: (Buffer | undefined)[] = Array(SLOTS).fill(undefined);
const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/**
 * The digits of a number that was written before, the shortest that give it back; undefined for one that is new.
 * Turning fractions into digits is what takes longest in writing rows, and the durations of a month repeat: the last
 * few thousand are kept. Bytes are made for a number that comes a second time, since running totals never do.
 */
export function numberBytes(value: number): Buffer | undefined {
  double[0] = value;
  const slot = slotOf(words[0] as number, words[1] as number);
  if (keys[slot] !== value) {
    keys[slot] = value;
    texts[slot] = undefined;
    return undefined;
  }
  texts[slot] ??= Buffer.from(String(value), 'latin1');
  return texts[slot];
}

/** Spreads the bits of a number over the slots; fractions of a day differ in bits that a simpler mix leaves together. */
function slotOf(low: number, high: number): number {
  const mixed = Math.imul(low ^ (high << 7) ^ (high >>> 3), 0x9e37_79b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85eb_ca6b) >>> (32 - SLOT_BITS);
}
