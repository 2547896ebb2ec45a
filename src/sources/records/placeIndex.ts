import { hash } from 'node:crypto';

const FIRST_SLOTS = 1024;
/** A fuller table needs long searches. */
const MOST_FILLED = 0.6;
const KEY_WORDS = 4;
const FREE = 0;
const DELETED = 0xffffffff;

/**
 * The position of each record by its identity, without keeping the identities: 128 bits of a digest stand for one. A
 * million take 35 MB; as texts in a map they would take three times as much.
 */
export class PlaceIndex {
  #size = 0;
  /** Taken slots, with deleted ones. */
  #used = 0;
  #slots = FIRST_SLOTS;
  #keys = new Uint32Array(KEY_WORDS * FIRST_SLOTS);
  /** One more than the place; 0 is a free slot. */
  #places = new Uint32Array(FIRST_SLOTS);

  get size(): number {
    return this.#size;
  }

  get(identity: string): number | undefined {
    const value = this.#places[this.#slotOf(keyOf(identity))] ?? FREE;
    return value === FREE ? undefined : value - 1;
  }

  has(identity: string): boolean {
    return this.get(identity) !== undefined;
  }

  /** Each identity is set once. */
  set(identity: string, place: number): void {
    if (place + 1 >= DELETED) throw new RangeError('more records than a list can have');
    this.#put(keyOf(identity), place + 1);
    this.#size += 1;
    if (this.#used > this.#slots * MOST_FILLED) this.#grow();
  }

  /** Forgets the records at these places. */
  deletePlaces(places: ReadonlySet<number>): void {
    for (const [slot, value] of this.#places.entries()) {
      if (value === FREE || value === DELETED || !places.has(value - 1)) continue;
      this.#places[slot] = DELETED;
      this.#size -= 1;
    }
  }

  #put(key: Key, value: number): void {
    const slot = this.#slotOf(key);
    this.#keys.set(key, KEY_WORDS * slot);
    this.#places[slot] = value;
    this.#used += 1;
  }

  /** The slot of a key, or the free one in which it belongs. */
  #slotOf([a, b, c, d]: Key): number {
    const [keys, places] = [this.#keys, this.#places];
    const last = this.#slots - 1;
    for (let slot = a & last; ; slot = (slot + 1) & last) {
      if (places[slot] === FREE) return slot;
      const at = KEY_WORDS * slot;
      const isSame = keys[at] === a && keys[at + 1] === b && keys[at + 2] === c && keys[at + 3] === d;
      if (isSame && places[slot] !== DELETED) return slot;
    }
  }

  #grow(): void {
    const [keys, places] = [this.#keys, this.#places];
    this.#slots *= 2;
    this.#used = 0;
    this.#keys = new Uint32Array(KEY_WORDS * this.#slots);
    this.#places = new Uint32Array(this.#slots);
    for (let slot = 0; slot < places.length; slot += 1) {
      const value = places[slot] ?? FREE;
      if (value === FREE || value === DELETED) continue;
      const at = KEY_WORDS * slot;
      this.#put([keys[at] ?? 0, keys[at + 1] ?? 0, keys[at + 2] ?? 0, keys[at + 3] ?? 0], value);
    }
  }
}

type Key = readonly [a: number, b: number, c: number, d: number];

function keyOf(identity: string): Key {
  const digest = hash('sha256', identity, 'buffer');
  return [digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8), digest.readUInt32LE(12)];
}
