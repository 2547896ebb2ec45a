/** Excel's rules for the name of a worksheet. */
const LONGEST = 31;
const FORBIDDEN = /[\\/?*[\]:]/g;
/** Characters that XML does not allow, including half a surrogate pair. */
const CONTROL = /\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

/** Truncates without splitting a character of two code units. */
function cutName(name: string, length: number): string {
  const shortened = name.slice(0, length);
  return /[\ud800-\udbff]$/.test(shortened) ? shortened.slice(0, -1) : shortened;
}

/** A sheet name that Excel accepts, for any text. */
function safeSheetName(name: string): string {
  const cleaned = name.replace(CONTROL, ' ').replace(FORBIDDEN, '-').replace(/\s+/g, ' ').trim();
  // Excel allows no apostrophe at either end: 't Kint gets a typographic one.
  const quoted = cutName(cleaned, LONGEST)
    .trimEnd()
    .replace(/^'+|'+$/g, '’');
  // Excel reserves "History".
  return quoted === '' || quoted.toLowerCase() === 'history' ? `${quoted}_` : quoted;
}

/**
 * The names of a workbook's sheets: at most 31 characters, no characters that Excel forbids, no duplicates in any
 * letter case. Later sheets of the same name get ` (2)`, ` (3)` and so on.
 */
export class SheetNames {
  readonly #taken: Set<string>;
  readonly #counts = new Map<string, number>();

  /** @param fixed names that must not change */
  constructor(fixed: Iterable<string> = []) {
    this.#taken = new Set(Array.from(fixed, (name) => name.toLowerCase()));
  }

  /** A unique name for a further sheet, similar to the wanted one. */
  add(wanted: string): string {
    const base = safeSheetName(wanted);
    const key = base.toLowerCase();
    let name = base;
    let number = this.#counts.get(key) ?? 1;
    while (this.#taken.has(name.toLowerCase())) {
      number += 1;
      const suffix = ` (${number})`;
      name = cutName(base, LONGEST - suffix.length).trimEnd() + suffix;
    }
    this.#counts.set(key, number);
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
