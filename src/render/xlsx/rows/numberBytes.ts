const SLOT_BITS = 13;
const SLOTS = 1 << SLOT_BITS;
const keys = new Float64Array(SLOTS).fill(Number.NaN);
const texts: Buffer[] = Array(SLOTS);
const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/**
 * The digits of a number, the shortest that give it back. Turning fractions into digits is what takes longest in
 * writing rows, and the durations of a month repeat: the last few thousand are kept.
 */
export function numberBytes(value: number): Buffer {
  double[0] = value;
  const low = words[0] as number;
  const high = words[1] as number;
  const slot = slotOf(low, high);
  const known = texts[slot];
  if (keys[slot] === value && known !== undefined) return known;
  const bytes = Buffer.from(String(value), 'latin1');
  keys[slot] = value;
  texts[slot] = bytes;
  return bytes;
}

/** Spreads the bits of a number over the slots; fractions of a day differ in bits that a simpler mix leaves together. */
function slotOf(low: number, high: number): number {
  const mixed = Math.imul(low ^ (high << 7) ^ (high >>> 3), 0x9e37_79b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85eb_ca6b) >>> (32 - SLOT_BITS);
}
