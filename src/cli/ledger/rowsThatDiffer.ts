const SHOWN = 10;

/** Lines that only one of two text files has, the old one's first; nothing for files that are no text. */
export function rowsThatDiffer(was: Uint8Array, is: Uint8Array): string[] {
  if (was.includes(0) || is.includes(0)) return [];
  const [old, now] = [was, is].map((bytes) => new TextDecoder('latin1').decode(bytes).split(/\r?\n/));
  const gone = without(old ?? [], now ?? []).map((line) => `  - ${line}`);
  const added = without(now ?? [], old ?? []).map((line) => `  + ${line}`);
  const lines = [...gone, ...added];
  const more = lines.length - SHOWN;
  return [...lines.slice(0, SHOWN), ...(more > 0 ? [`  … and ${more} more`] : [])];
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}
