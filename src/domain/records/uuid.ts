const UUID_LENGTH = 36;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const CAPITAL = /[A-F]/;

export function isUuid(text: string): boolean {
  return text.length === UUID_LENGTH && UUID.test(text);
}

/** A UUID in lower case, because its letters have no case (RFC 9562, 4); any other text as it is. */
export function lowerUuid(text: string): string {
  return text.length === UUID_LENGTH && CAPITAL.test(text) && UUID.test(text) ? text.toLowerCase() : text;
}

/** A JSON value with all its UUIDs in lower case: the same value if they already are. */
export function lowerUuids(value: unknown): unknown {
  if (typeof value === 'string') return lowerUuid(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(lowerUuids);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value).map(([key, item]) => [key, item, lowerUuids(item)] as const);
  if (entries.every(([, before, after]) => before === after)) return value;
  return Object.fromEntries(entries.map(([key, , after]) => [key, after]));
}
