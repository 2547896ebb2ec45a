import { hash } from 'node:crypto';

/** 16 bytes in hexadecimal over a JSON value, whatever the order of its keys. */
export function recordHash(value: unknown): string {
  return hash('sha256', canonicalText(value), 'hex').slice(0, 32);
}

/** The names of an object as they came, and as they are sorted. */
interface Layout {
  readonly names: readonly string[];
  readonly sorted: readonly string[];
  readonly text: string;
}

/**
 * The same text for the same content. The values of a record stand behind its sorted names, which the records of a list
 * have in common: one call of `JSON.stringify` takes a third of the time of one for each value.
 */
function canonicalText(value: unknown): string {
  if (!isObject(value) || Array.isArray(value)) return JSON.stringify(plain(value)) ?? 'null';
  const { sorted, text } = layoutOf(Object.keys(value));
  return text + JSON.stringify(sorted.map((name) => plain(Reflect.get(value, name))));
}

/** What is nested has its names and values side by side; a mark tells objects and lists apart. */
function plain(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return ['list', ...value.map(plain)];
  const { sorted } = layoutOf(Object.keys(value));
  return ['object', ...sorted.flatMap((name) => [name, plain(Reflect.get(value, name))])];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Records of one list have their names in one order or in a few. */
const MOST_LAYOUTS = 16;
const KNOWN_LAYOUTS: Layout[] = [];

function layoutOf(names: readonly string[]): Layout {
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
