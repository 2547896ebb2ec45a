import { createHash } from 'node:crypto';

/** 16 bytes in hexadecimal over a JSON value, whatever the order of its keys. */
export function recordHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, inKeyOrder)).digest('hex').slice(0, 32);
}

function inKeyOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
