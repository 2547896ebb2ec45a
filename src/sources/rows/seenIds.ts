const FIRST_SLOTS = 1024;
/** A fuller table needs long searches. */
const MOST_FILLED = 0.6;

/**
 * A number for each of many IDs, without keeping the IDs: 64 bits of a digest stand for one. A million IDs take 25 MB; as
 * texts in a map they would take 110 MB.
 */
export class SeenIds {
  #size = 0;
  #slots = FIRST_SLOTS;
  #keys = new Uint32Array(2 * FIRST_SLOTS);
  /** 0 is a free slot. */
  #values = new Uint32Array(FIRST_SLOTS);

  /** @param digest at least 8 bytes @returns 0 for an ID that has no number yet */
  get(digest: Buffer): number {
    return this.#values[this.#slotOf(digest.readUInt32LE(0), digest.readUInt32LE(4))] ?? 0;
  }

  /** @param value above 0 */
  set(digest: Buffer, value: number): void {
    const [low, high] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
    const slot = this.#slotOf(low, high);
    if (this.#values[slot] === 0) this.#size += 1;
    this.#put(slot, low, high, value);
    if (this.#size > this.#slots * MOST_FILLED) this.#grow();
  }

  #put(slot: number, low: number, high: number, value: number): void {
    this.#keys[2 * slot] = low;
    this.#keys[2 * slot + 1] = high;
    this.#values[slot] = value;
  }

  /** The slot of a key, or the free one in which it belongs. */
  #slotOf(low: number, high: number): number {
    const last = this.#slots - 1;
    let slot = low & last;
    while (this.#values[slot] !== 0 && (this.#keys[2 * slot] !== low || this.#keys[2 * slot + 1] !== high))
      slot = (slot + 1) & last;
    return slot;
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#slots *= 2;
    this.#keys = new Uint32Array(2 * this.#slots);
    this.#values = new Uint32Array(this.#slots);
    for (let slot = 0; slot < values.length; slot += 1) {
      const value = values[slot] ?? 0;
      if (value === 0) continue;
      const [low = 0, high = 0] = [keys[2 * slot], keys[2 * slot + 1]];
      this.#put(this.#slotOf(low, high), low, high, value);
    }
  }
}
