import { isWireRecord, type WireRecord } from './fields.js';

/**
 * A value at a path of a record: text; null for an explicit null; `NOT_KEPT` for anything that was not kept (numbers,
 * flags, texts where only ids are); undefined if the record has no such path.
 */
export type UndocumentedValue = string | null | undefined;

/** Cannot be a relevant JSON text, because it begins with a control character. */
export const NOT_KEPT = '\u0000other';

const DEEPEST = 6;
const MOST_PATHS = 400;
const LANGUAGE_KEYS = ['language', 'lang', 'locale', 'culture', 'languageCode'];

/** The undocumented paths of a list's records, and how to store a record's values in their order. */
export class UndocumentedFields {
  readonly #indexByPath = new Map<string, number>();
  readonly #documented: ReadonlySet<string>;
  readonly #isKept: (text: string) => boolean;

  /** @param isKept whether a text is kept; @default all */
  constructor(documented: ReadonlySet<string>, isKept: (text: string) => boolean = () => true) {
    this.#documented = documented;
    this.#isKept = isKept;
  }

  get paths(): readonly string[] {
    return [...this.#indexByPath.keys()];
  }

  indexOf(path: string): number | undefined {
    return this.#indexByPath.get(path);
  }

  /** The values of one record, in a separate array, which may be shorter than `paths`. */
  read(record: WireRecord): readonly UndocumentedValue[] {
    const values: UndocumentedValue[] = [];
    for (const [name, value] of Object.entries(record)) {
      if (!this.#documented.has(name)) this.#collect(name, value, 1, values);
    }
    return values;
  }

  #collect(path: string, value: unknown, depth: number, values: UndocumentedValue[]): void {
    if (Array.isArray(value)) {
      this.#put(path, NOT_KEPT, values);
      for (const [language, item] of itemsByLanguage(value))
        this.#collect(`${path}.${language}`, item, depth + 1, values);
      return;
    }
    if (!isWireRecord(value)) {
      this.#put(path, this.#kept(value), values);
      return;
    }
    if (depth >= DEEPEST) return;
    for (const [name, inner] of Object.entries(value))
      this.#collect(`${path}.${name}`, inner, depth + 1, values);
  }

  #put(path: string, value: UndocumentedValue, values: UndocumentedValue[]): void {
    let index = this.#indexByPath.get(path);
    if (index === undefined) {
      if (this.#indexByPath.size >= MOST_PATHS) return;
      index = this.#indexByPath.size;
      this.#indexByPath.set(path, index);
    }
    while (values.length < index) values.push(undefined);
    values[index] = value;
  }

  #kept(value: unknown): UndocumentedValue {
    if (value === null) return null;
    if (typeof value !== 'string' || !this.#isKept(value)) return NOT_KEPT;
    return value;
  }
}

/** Items of a list of translations, `[{ "language": "nl", "name": "…" }]`, under their language. */
function itemsByLanguage(items: readonly unknown[]): readonly (readonly [string, unknown])[] {
  return items.flatMap((item) => {
    if (!isWireRecord(item)) return [];
    const key = LANGUAGE_KEYS.find((name) => typeof item[name] === 'string');
    if (key === undefined) return [];
    const { [key]: language, ...rest } = item;
    return [[String(language), rest] as const];
  });
}

/**
 * Reads the text of a record at a found path, null if there is none. A path joined by plus signs gives its parts joined
 * by spaces. Created once per path, because it is called for every record.
 */
export function textReader(
  table: UndocumentedFields,
  path: string | undefined,
): (values: readonly UndocumentedValue[]) => string | null {
  if (path === undefined) return () => null;
  if (!path.includes('+')) return partReader(table, path);
  const readers = path.split('+').map((part) => partReader(table, part));
  return (values) => {
    const parts = readers.map((read) => read(values)).filter((part) => part !== null);
    return parts.length === 0 ? null : parts.join(' ');
  };
}

/** The path may first occur in a later record. */
function partReader(
  table: UndocumentedFields,
  path: string,
): (values: readonly UndocumentedValue[]) => string | null {
  let index: number | undefined;
  return (values) => {
    index ??= table.indexOf(path);
    return index === undefined ? null : keptText(values[index]);
  };
}

function keptText(value: UndocumentedValue): string | null {
  return typeof value === 'string' && value !== NOT_KEPT && value.trim() !== '' ? value : null;
}
