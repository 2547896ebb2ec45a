import { ENTITIES } from '../xml/xmlText.js';
import { CHUNK_BYTES, chunkMemory } from '../zip/writeZip.js';
import { Markup } from './encoded.js';
import { SLOTS, slotOf } from './numberSlots.js';

/** More than the size of the longest cell: 32,767 characters of up to 7 bytes, and its tags. */
const ROOM_BYTES = 256 * 1024;

/** 1 for ASCII characters that need no escape in XML. `_` may begin an escape, so it is checked. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
  (code >= 32 || code === 9 || code === 10) && !'&<>"_'.includes(String.fromCharCode(code)) ? 1 : 0,
);

const ENTITY_BYTES = new Map(
  Object.entries(ENTITIES).map(([character, entity]) => [character.charCodeAt(0), new Markup(entity)]),
);
const PROTECTED_UNDERSCORE = new Markup('_x005F_');
const UNDERSCORE = 95;
const POINT = 46;
const ZERO = 48;

/** The first byte of a character in UTF-8, by the number of further bytes. */
const FIRST_BYTES = [0, 0xc0, 0xe0, 0xf0];

/** Above, the built-in copy is faster than a loop. */
const MOST_WORDS = 32;
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
const MOST_AT_ONCE = 64 * 1024;

/** The buffer of the last finished sheet, so that a workbook of many small sheets allocates it once. */
let spare: Buffer | undefined;

/**
 * Bytes of a sheet, written one after the other and returned in chunks for compression. Writing bytes instead of
 * joining strings creates no garbage and is several times as fast.
 */
export class OutputBytes {
  readonly #bytes = spare ?? Buffer.allocUnsafeSlow(CHUNK_BYTES + ROOM_BYTES);
  readonly #view = new DataView(this.#bytes.buffer);
  readonly #full: Uint8Array[] = [];
  #length = 0;

  constructor() {
    spare = undefined;
  }

  /** Must be called after every cell: makes room for the next. */
  settle(): void {
    if (this.#length < CHUNK_BYTES) return;
    const full = chunkMemory();
    this.#bytes.copy(full, 0, 0, CHUNK_BYTES);
    this.#bytes.copyWithin(0, CHUNK_BYTES, this.#length);
    this.#length -= CHUNK_BYTES;
    this.#full.push(full);
  }

  /** The chunks that were filled since the last call. */
  takeChunks(): Uint8Array[] {
    return this.#full.length === 0 ? this.#full : this.#full.splice(0);
  }

  /** A copy of the rest; nothing can be written afterwards. */
  takeRest(): Uint8Array {
    const rest = Buffer.concat([...this.takeChunks(), this.#bytes.subarray(0, this.#length)]);
    this.#length = 0;
    spare = this.#bytes;
    return rest;
  }

  raw({ words, bytes }: Markup): void {
    let at = this.#length;
    if (words.length > MOST_WORDS) {
      this.#bytes.set(bytes, at);
    } else {
      // The filling of the last word is overwritten by what follows.
      for (let index = 0; index < words.length; index += 1, at += 4)
        this.#view.setInt32(at, words[index] as number, IS_LITTLE_ENDIAN);
    }
    this.#length += bytes.length;
  }

  /** Bytes of any length. */
  long(segment: Buffer): void {
    let rest = segment;
    for (; rest.length > MOST_AT_ONCE; rest = rest.subarray(MOST_AT_ONCE)) {
      this.#set(rest.subarray(0, MOST_AT_ONCE));
      this.settle();
    }
    this.#set(rest);
  }

  #set(segment: Buffer): void {
    this.#bytes.set(segment, this.#length);
    this.#length += segment.length;
  }

  number(value: number): void {
    if (value >= 0 && value < 1e9 && Math.floor(value) === value) this.#integer(value);
    else this.#fraction(value);
  }

  #fraction(value: number): void {
    const hundredths = Math.round(value * 100);
    if (value > 0 && value < 1e7 && hundredths / 100 === value) {
      this.#hundredths(hundredths);
    } else {
      const known = numberBytes(value);
      if (known === undefined) this.#ascii(String(value));
      else this.raw(known);
    }
  }

  /** Money and decimal hours: these digits are the shortest, because no other number with as few digits is as near. */
  #hundredths(value: number): void {
    const whole = Math.floor(value / 100);
    const tenths = Math.floor(value / 10) - whole * 10;
    const last = value - whole * 100 - tenths * 10;
    this.#integer(whole);
    this.#bytes[this.#length++] = POINT;
    this.#bytes[this.#length++] = ZERO + tenths;
    if (last > 0) this.#bytes[this.#length++] = ZERO + last;
  }

  #ascii(text: string): void {
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < text.length; index += 1) bytes[at++] = text.charCodeAt(index);
    this.#length = at;
  }

  #integer(value: number): void {
    let digits = 1;
    for (let limit = 10; value >= limit; limit *= 10) digits += 1;
    const bytes = this.#bytes;
    let rest = value | 0;
    for (let at = this.#length + digits - 1; at >= this.#length; at -= 1) {
      const tenth = (rest / 10) | 0;
      bytes[at] = ZERO + (rest - tenth * 10);
      rest = tenth;
    }
    this.#length += digits;
  }

  /** Text of a cell, escaped as escapeText does. At most the length limit of a cell. */
  text(text: string): void {
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code < 128 && PLAIN[code] === 1) {
        bytes[at++] = code;
      } else {
        this.#length = at;
        if (this.#special(text, index, code)) index += 1;
        at = this.#length;
      }
    }
    this.#length = at;
  }

  /** @returns whether two code units were written */
  #special(text: string, index: number, code: number): boolean {
    const entity = ENTITY_BYTES.get(code);
    if (entity !== undefined) this.raw(entity);
    else if (code === UNDERSCORE) this.#underscore(text, index);
    else if (code < 32 || code >= 0xfffe) this.#escape(code);
    else if (code >= 0xd800 && code <= 0xdfff) return this.#surrogate(text, index, code);
    else this.#encode(code);
    return false;
  }

  #underscore(text: string, index: number): void {
    if (/^_x[0-9A-Fa-f]{4}_/.test(text.slice(index, index + 7))) this.raw(PROTECTED_UNDERSCORE);
    else this.#encode(UNDERSCORE);
  }

  #escape(code: number): void {
    this.#ascii(`_x${code.toString(16).toUpperCase().padStart(4, '0')}_`);
  }

  #surrogate(text: string, index: number, code: number): boolean {
    const point = text.codePointAt(index) ?? code;
    if (point > 0xffff) this.#encode(point);
    else this.#escape(code);
    return point > 0xffff;
  }

  #encode(point: number): void {
    const bytes = this.#bytes;
    const more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x1_0000 ? 2 : 3;
    bytes[this.#length++] = (FIRST_BYTES[more] as number) | (point >> (6 * more));
    for (let rest = more - 1; rest >= 0; rest -= 1)
      bytes[this.#length++] = 0x80 | ((point >> (6 * rest)) & 63);
  }
}

const keys = new Float64Array(SLOTS).fill(Number.NaN);
const texts: (Markup | undefined)[] = Array(SLOTS).fill(undefined);

/**
 * The cached digits of a number that was written before (the shortest that convert back to it); undefined for a new
 * number. Converting fractions to digits is the slowest part of writing rows, and the durations of a month repeat, so
 * the last few thousand are cached. Bytes are stored at the second occurrence, because running totals never repeat.
 */
function numberBytes(value: number): Markup | undefined {
  const slot = slotOf(value);
  if (keys[slot] !== value) {
    keys[slot] = value;
    texts[slot] = undefined;
    return undefined;
  }
  texts[slot] ??= new Markup(String(value));
  return texts[slot];
}
