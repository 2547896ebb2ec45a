import { hash } from 'node:crypto';

/** Words of 32 bits: four of the key, four of the digest, one of passes. */
const WORDS = 9;
const [DIGEST, PASSES] = [4, 8];
const CHANGED = 0x8000_0000;
const FREE = -1;
/** The pass number of a removed record, whose position stays empty. */
const GONE = 0;

/**
 * The state of a list's records across passes: key -> digest, the last pass that returned the record, and whether
 * passes differ. Keys and digests are 128 bits in hexadecimal. About 50 bytes a record, where a Map takes 300.
 */
export class RecordIndex {
  #words = new Int32Array(1024 * WORDS);
  #slots = new Int32Array(2048).fill(FREE);
  #places = 0;
  #size = 0;

  /** The number of present records. */
  get size(): number {
    return this.#size;
  }

  /** The number of assigned positions, of present and removed records. */
  get places(): number {
    return this.#places;
  }

  /** The position of a record; undefined if it is not present. */
  find(key: string): number | undefined {
    const place = this.#slots[this.#slotOf(parseWords(key))] ?? FREE;
    return place === FREE || this.lastPass(place) === GONE ? undefined : place;
  }

  /** Adds a record or its next version. @returns its place */
  put(key: string, digest: string, pass: number, isChanged: boolean): number {
    const words = parseWords(key);
    let slot = this.#slotOf(words);
    let place = this.#slots[slot] ?? FREE;
    if (place === FREE) {
      if ((this.#places + 1) * 2 > this.#slots.length) {
        this.#grow();
        slot = this.#slotOf(words);
      }
      place = this.#places;
      this.#places += 1;
      this.#slots[slot] = place;
      this.#words.set(words, place * WORDS);
      this.#size += 1;
    } else if (this.lastPass(place) === GONE) this.#size += 1;
    this.#words.set(parseWords(digest), place * WORDS + DIGEST);
    this.#setPasses(place, pass, isChanged);
    return place;
  }

  hasDigest(place: number, digest: string): boolean {
    return sameWords(this.#words, place * WORDS + DIGEST, parseWords(digest));
  }

  /** Notes that a pass has returned the same version again. */
  markSeen(place: number, pass: number, isChanged: boolean): void {
    this.#setPasses(place, pass, isChanged || this.isChanged(place));
  }

  remove(place: number): void {
    this.#words[place * WORDS + PASSES] = GONE;
    this.#size -= 1;
  }

  /** The last pass that returned the record; 0 if it was removed. */
  lastPass(place: number): number {
    return (this.#words[place * WORDS + PASSES] ?? GONE) & ~CHANGED;
  }

  isChanged(place: number): boolean {
    return ((this.#words[place * WORDS + PASSES] ?? 0) & CHANGED) !== 0;
  }

  /** Positions of the present records. */
  *present(): Iterable<number> {
    for (let place = 0; place < this.#places; place += 1) if (this.lastPass(place) !== GONE) yield place;
  }

  /** The digest of all records in any order: the sum of their digests. */
  digest(): string {
    const sum = new DigestSum();
    for (const place of this.present()) sum.add(this.#words, place * WORDS + DIGEST);
    return sum.text();
  }

  #setPasses(place: number, pass: number, isChanged: boolean): void {
    this.#words[place * WORDS + PASSES] = isChanged ? pass | CHANGED : pass;
  }

  /** The slot of the key, or the free slot for it (open addressing with linear probing). */
  #slotOf(words: Int32Array): number {
    const mask = this.#slots.length - 1;
    // IDs of a service may be sequential; the digits are mixed so that they are spread evenly.
    const mixed =
      Math.imul((words[0] ?? 0) ^ (words[3] ?? 0), 0x9e3779b1) ^ (words[1] ?? 0) ^ (words[2] ?? 0);
    let slot = (Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 7) & mask;
    for (;;) {
      const place = this.#slots[slot] ?? FREE;
      if (place === FREE || this.#isKey(place, words)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #isKey(place: number, words: Int32Array): boolean {
    return sameWords(this.#words, place * WORDS, words);
  }

  #grow(): void {
    const words = new Int32Array(this.#words.length * 2);
    words.set(this.#words);
    this.#words = words;
    this.#slots = new Int32Array(this.#slots.length * 2).fill(FREE);
    for (let place = 0; place < this.#places; place += 1) {
      const at = place * WORDS;
      this.#slots[this.#slotOf(words.subarray(at, at + DIGEST))] = place;
    }
  }
}

/** The sum of digests of records, word by word. */
export class DigestSum {
  readonly #sums = [0, 0, 0, 0];

  /** Adds the digest of four words at a place of `words`. */
  add(words: Int32Array, place: number): void {
    for (const at of this.#sums.keys()) {
      this.#sums[at] = ((this.#sums[at] ?? 0) + ((words[place + at] ?? 0) >>> 0)) % 2 ** 48;
    }
  }

  /** Adds the digest of a record, in the format of `recordHash`. */
  addText(digest: string): void {
    this.add(parseWords(digest), 0);
  }

  text(): string {
    return this.#sums.map((sum) => sum.toString(16).padStart(12, '0')).join('');
  }
}

function sameWords(own: Int32Array, at: number, words: Int32Array): boolean {
  return (
    own[at] === words[0] && own[at + 1] === words[1] && own[at + 2] === words[2] && own[at + 3] === words[3]
  );
}

/** The four words of a UUID or of 32 hexadecimal digits; every call returns the same array. */
function parseWords(text: string): Int32Array {
  let digits = 0;
  for (let at = 0; at < text.length && digits < 32; at += 1) {
    const code = text.charCodeAt(at);
    if (code === HYPHEN) continue;
    // 0 to 9 have their value in the lower four bits, letters of both cases have their value minus 9.
    const digit = code > NINE ? (code & 15) + 9 : code & 15;
    WORDS_READ[digits >> 3] = ((WORDS_READ[digits >> 3] ?? 0) << 4) | digit;
    digits += 1;
  }
  return WORDS_READ;
}

const WORDS_READ = new Int32Array(4);
const HYPHEN = 45;
const NINE = 57;

/** 16 bytes in hexadecimal of a JSON value, independent of the order of its keys. */
export function recordHash(value: unknown): string {
  return hash('sha256', canonicalText(value), 'hex').slice(0, 32);
}

/** The names of an object in original and in sorted order. */
interface Layout {
  readonly names: readonly string[];
  readonly sorted: readonly string[];
  readonly text: string;
}

/**
 * The same text for the same content. The values of a record follow its sorted names, which the records of a list
 * share: one call of `JSON.stringify` takes a third of the time of a call per value.
 */
function canonicalText(value: unknown): string {
  if (!isObject(value) || Array.isArray(value)) return JSON.stringify(flatten(value)) ?? 'null';
  const { sorted, text } = findLayout(Object.keys(value));
  return text + JSON.stringify(sorted.map((name) => flatten(Reflect.get(value, name))));
}

/** Names and values of a nested value, alternating; a mark distinguishes objects from lists. */
function flatten(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return ['list', ...value.map(flatten)];
  const { sorted } = findLayout(Object.keys(value));
  return ['object', ...sorted.flatMap((name) => [name, flatten(Reflect.get(value, name))])];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Cached, because records of one list have their names in one or a few orders. */
const MOST_LAYOUTS = 16;
const KNOWN_LAYOUTS: Layout[] = [];

function findLayout(names: readonly string[]): Layout {
  const known = KNOWN_LAYOUTS.find((layout) => isSame(layout.names, names));
  if (known !== undefined) return known;
  const sorted = [...names].sort();
  const layout = { names, sorted, text: JSON.stringify(sorted) };
  if (KNOWN_LAYOUTS.length >= MOST_LAYOUTS) KNOWN_LAYOUTS.length = 0;
  KNOWN_LAYOUTS.push(layout);
  return layout;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at]);
}
