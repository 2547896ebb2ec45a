import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { expect } from 'vitest';
import { DatabaseSync } from '#sqlite';
import type { ProgramRun } from './runPaytally.js';

/**
 * Every form in which a secret could be visible. Independent code: the test must not ask the scrubber what it knows.
 */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift, 'x'), bytes, Buffer.alloc(3, 'x')]).toString('base64');
    // The ends depend on the neighbours.
    const from = Math.ceil((shift * 4) / 3);
    return text.slice(from, from + Math.floor((bytes.length * 4) / 3) - 2);
  });
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [...new Set(forms)].filter((form) => form.length >= 8);
}

/** Searches the output, all files in the folder, and every value of the store, unpacked too. */
export function expectNoSecrets(
  secrets: Iterable<string>,
  cwd: string,
  said: Pick<ProgramRun, 'stdout' | 'stderr'>,
): void {
  const places = [
    { name: 'stdout', text: said.stdout },
    { name: 'stderr', text: said.stderr },
    ...filesBelow(cwd),
  ];
  const forms = [...secrets].flatMap(formsOf);
  expect(forms.length).toBeGreaterThan(0);
  const leaks = places.filter(({ text }) => forms.some((form) => text.includes(form)));
  expect(leaks.map(({ name }) => name)).toEqual([]);
}

interface Place {
  readonly name: string;
  readonly text: string;
}

export function filesBelow(folder: string): readonly Place[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const text = readFileSync(path).toString('latin1');
      return [{ name: path, text }, ...(path.endsWith('.sqlite') ? valuesOf(path) : [])];
    });
}

/** Every value of every table; blobs both packed and unpacked. */
function valuesOf(path: string): readonly Place[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return tables.flatMap((table) => {
      const name = String((table as { readonly name: unknown }).name);
      return database
        .prepare(`SELECT * FROM "${name}"`)
        .all()
        .flatMap((row) => Object.values(row as Record<string, unknown>))
        .flatMap((value) => textsOf(value).map((text) => ({ name: `${path}: ${name}`, text })));
    });
  } finally {
    database.close();
  }
}

function textsOf(value: unknown): readonly string[] {
  if (!(value instanceof Uint8Array)) return [String(value)];
  const unpacked = [gunzipSync, inflateSync, brotliDecompressSync].flatMap((unpack) => {
    try {
      return [unpack(value).toString('utf8')];
    } catch {
      return [];
    }
  });
  return [Buffer.from(value).toString('latin1'), ...unpacked];
}
