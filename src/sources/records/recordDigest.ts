import { hash } from 'node:crypto';

/** The digest of records in any order: the sum of their digests, word by word. */
export class DigestSum {
  #sums: readonly number[] = [0, 0, 0, 0];

  /** @param digest of a record, in the format of `recordHash` */
  add(digest: string): void {
    this.#sums = this.#sums.map((sum, at) => (sum + wordAt(digest, at)) % LIMIT);
  }

  /** The reverse of `add`. */
  remove(digest: string): void {
    this.#sums = this.#sums.map((sum, at) => (sum - wordAt(digest, at) + LIMIT) % LIMIT);
  }

  text(): string {
    return this.#sums.map((sum) => sum.toString(16).padStart(12, '0')).join('');
  }
}

const LIMIT = 2 ** 48;
const DIGITS_OF_WORD = 8;

function wordAt(digest: string, at: number): number {
  return Number.parseInt(digest.slice(at * DIGITS_OF_WORD, (at + 1) * DIGITS_OF_WORD), 16);
}

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
