import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), 'golden');

/** Compares a text with the committed file of that name, byte by byte; `npm run golden` renews the file. */
export function expectGolden(name: string, text: string): void {
  const path = join(FOLDER, name);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, text);
  if (!existsSync(path)) throw new Error(`there is no golden file ${basename(path)}: run "npm run golden"`);
  expect(text).toBe(readFileSync(path, 'utf8'));
  noteDigest(name, Buffer.from(text, 'utf8'));
}

/** Records the content of a file, so that `.ci/node-versions` can compare versions and time zones. */
export function noteDigest(name: string, bytes: Uint8Array): void {
  const list = process.env.GOLDEN_DIGESTS;
  if (list === undefined) return;
  appendFileSync(list, `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`);
}
