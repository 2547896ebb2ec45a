import { hash } from 'node:crypto';

/** 16 bytes in hexadecimal over a JSON value, whatever the order of its keys. */
export function recordHash(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'hex').slice(0, 32);
}

/** JSON with the keys of every object in one order. Written out by hand: a replacer takes three times as long. */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let text = '{';
  for (const key of Object.keys(value).sort()) {
    text += `${JSON.stringify(key)}:${canonicalJson(Reflect.get(value, key))},`;
  }
  return `${text}}`;
}
