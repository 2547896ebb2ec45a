// @module-tag slow
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { builtInTexts, catalogueNames } from '../../src/i18n/catalogue.js';
import { LANGUAGES } from '../../src/i18n/language.js';

const SOURCE = new URL('../../src/i18n/', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'paytally-catalogues-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
symlinkSync(new URL('../../node_modules', import.meta.url), join(folder, 'node_modules'));
let count = 0;

type Texts = Record<string, string>;

/** Runs the check on a copy of the catalogues, with the texts of one file changed. */
async function checked(
  file: string,
  edit: (texts: Texts) => void,
): Promise<{ code: number; stderr: string }> {
  const copy = join(folder, String(++count));
  for (const language of LANGUAGES)
    cpSync(new URL(language, SOURCE), join(copy, language), { recursive: true });
  cpSync(new URL('generate.mjs', SOURCE), join(copy, 'generate.mjs'));
  const path = join(copy, file);
  const texts = JSON.parse(readFileSync(path, 'utf8')) as Texts;
  edit(texts);
  writeFileSync(path, JSON.stringify(texts));
  const run = promisify(execFile)(process.execPath, [join(copy, 'generate.mjs')]);
  const result = await run.then(
    ({ stderr }) => ({ code: 0, stderr }),
    (error: { code: number; stderr: string }) => ({ code: error.code, stderr: error.stderr }),
  );
  expect(existsSync(join(copy, 'messageValues.ts'))).toBe(result.code === 0);
  return result;
}

const OVERLAP = 'OVERLAP.title';

describe('the check of the catalogues', () => {
  test('passes the existing catalogues', async () => {
    expect(await checked('nl/exceptions.json', () => {})).toEqual({ code: 0, stderr: '' });
  });

  test.each<[name: string, file: string, edit: (texts: Texts) => void, said: string]>([
    [
      'a missing translation',
      'nl/exceptions.json',
      (texts) => delete texts[OVERLAP],
      'nl exceptions.OVERLAP.title: is missing',
    ],
    [
      'a text that English does not have',
      'fr/exceptions.json',
      (texts) => Object.assign(texts, { extra: 'x' }),
      'fr exceptions.extra: is no text of the English catalogue',
    ],
    [
      'a missing value',
      'de/exceptions.json',
      (texts) => Object.assign(texts, { UNMAPPED_CODE: 'Ohne Nummer.' }),
      'de exceptions.UNMAPPED_CODE: has the values none, the English text payCode',
    ],
    [
      'a surplus value',
      'de/exceptions.json',
      (texts) => Object.assign(texts, { NO_ENTRIES: '{what}' }),
      'de exceptions.NO_ENTRIES: has the values what, the English text none',
    ],
    [
      'a value of another kind',
      'nl/exceptions.json',
      (texts) => Object.assign(texts, { UNMAPPED_CODE: '{payCode, number}' }),
      '{payCode} is a number, in the English text a Text',
    ],
    [
      'a value that is used in two ways',
      'en/exceptions.json',
      (texts) => Object.assign(texts, { UNMAPPED_CODE: '{payCode, number} {payCode, date}' }),
      'en exceptions.UNMAPPED_CODE: {payCode} is used in two ways',
    ],
    [
      'an unreadable text',
      'fr/exceptions.json',
      (texts) => Object.assign(texts, { [OVERLAP]: '{x' }),
      'fr exceptions.OVERLAP.title: cannot be read',
    ],
    [
      'a plural without its last option',
      'en/exceptions.json',
      (texts) => Object.assign(texts, { [OVERLAP]: '{n, plural, one {x}}' }),
      'en exceptions.OVERLAP.title: cannot be read',
    ],
    [
      'a style that does not exist',
      'en/exceptions.json',
      (texts) => Object.assign(texts, { [OVERLAP]: '{n, number, days}' }),
      'there is no number style days',
    ],
  ])('fails for %s', async (_name, file, edit, said) => {
    const { code, stderr } = await checked(file, edit);
    expect(code).toBe(1);
    expect(stderr).toContain(said);
  });
});

test('all languages have the same texts', () => {
  for (const name of catalogueNames()) {
    const keys = LANGUAGES.map((language) => Object.keys(builtInTexts(language, name)).sort());
    for (const other of keys) expect(other, name).toEqual(keys[0]);
  }
});
