const IDS_NAMED = 10;

/** `a, b, c`; of many the first ten, and how many more: one number filled down a column names everybody. */
export function namedIds(ids: readonly string[]): string {
  const more = ids.length - IDS_NAMED;
  return `${ids.slice(0, IDS_NAMED).join(', ')}${more > 0 ? ` … (+${more})` : ''}`;
}
