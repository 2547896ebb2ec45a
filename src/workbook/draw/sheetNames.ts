/** What Excel allows in the name of a worksheet. */
const LONGEST = 31;
const FORBIDDEN = /[\\/?*[\]:]/g;
/** XML cannot hold these; half a surrogate pair is one of them. */
const CONTROL = /\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

/** Cuts without tearing a character of two code units apart. */
function cutName(name: string, length: number): string {
  const shortened = name.slice(0, length);
  return /[\ud800-\udbff]$/.test(shortened) ? shortened.slice(0, -1) : shortened;
}

/** A name that Excel takes, whatever a person or a field is called. */
function safeSheetName(name: string): string {
  const cleaned = name.replace(CONTROL, ' ').replace(FORBIDDEN, '-').replace(/\s+/g, ' ').trim();
  // No apostrophe may stand at an end: 't Kint keeps one that may.
  const quoted = cutName(cleaned, LONGEST)
    .trimEnd()
    .replace(/^'+|'+$/g, '’');
  // Excel keeps "History" for itself.
  return quoted === '' || quoted.toLowerCase() === 'history' ? `${quoted}_` : quoted;
}

/**
 * The names of a workbook's sheets: at most 31 characters, none that Excel forbids, no two alike in any letter case.
 * Later ones of the same name get ` (2)`, ` (3)` and so on.
 */
export class SheetNames {
  readonly #taken: Set<string>;
  readonly #counts = new Map<string, number>();

  /** @param fixed names that are given and give way to none */
  constructor(fixed: Iterable<string> = []) {
    this.#taken = new Set(Array.from(fixed, (name) => name.toLowerCase()));
  }

  /** A name for a further sheet, as near to the wanted one as can be. */
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
