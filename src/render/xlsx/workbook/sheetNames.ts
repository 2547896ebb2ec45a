/** What Excel allows in the name of a worksheet. */
const LONGEST = 31;
const FORBIDDEN = /[\\/?*[\]:]/g;
/** XML cannot hold these; half a surrogate pair is one of them. */
const CONTROL = /\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

/** Cuts without tearing a character of two code units apart. */
function cut(name: string, length: number): string {
  const shortened = name.slice(0, length);
  return /[\ud800-\udbff]$/.test(shortened) ? shortened.slice(0, -1) : shortened;
}

function safe(name: string): string {
  const cleaned = name.replace(CONTROL, ' ').replace(FORBIDDEN, '-').replace(/\s+/g, ' ').trim();
  const unquoted = cut(cleaned, LONGEST)
    .replace(/^'+|'+$/g, '')
    .trim();
  // Excel keeps "History" for itself.
  return unquoted === '' || unquoted.toLowerCase() === 'history' ? `${unquoted}_` : unquoted;
}

/**
 * Names for worksheets: at most 31 characters, none that Excel forbids, no two alike in any letter case. Later ones
 * of the same name get ` (2)`, ` (3)` and so on.
 */
export function sheetNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return wanted.map((name) => {
    const base = safe(name);
    let candidate = base;
    let number = counts.get(base.toLowerCase()) ?? 1;
    while (taken.has(candidate.toLowerCase())) {
      number += 1;
      const suffix = ` (${number})`;
      candidate = cut(base, LONGEST - suffix.length).trimEnd() + suffix;
    }
    counts.set(base.toLowerCase(), number);
    taken.add(candidate.toLowerCase());
    return candidate;
  });
}
