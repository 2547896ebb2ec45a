import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { languageFileText, readLanguageFile } from '../../src/config/languageFile.js';
import { PaytallyError } from '../../src/errors.js';
import { builtInTexts, catalogueNames } from '../../src/i18n/catalogue.js';
import { LANGUAGES } from '../../src/i18n/language.js';

type Edit = (content: Record<string, Record<string, unknown>>) => void;

const folder = mkdtempSync(join(tmpdir(), 'paytally-language-'));
let count = 0;

/** The file that the program prints, with a code and whatever an edit does to it. */
function written(edit: Edit = () => {}): string {
  const content = parse(languageFileText('fr'));
  content.code = 'it';
  delete content.basedOn;
  edit(content);
  const path = join(folder, `${++count}.yaml`);
  writeFileSync(path, stringify(content));
  return path;
}

async function problemsOf(edit: Edit): Promise<string> {
  const failure = await readLanguageFile(written(edit)).catch((thrown: unknown) => thrown);
  if (!(failure instanceof PaytallyError)) throw new Error('nothing was refused');
  expect(failure.code).toBe('CONFIG_INVALID');
  return failure.message;
}

describe('a language file', () => {
  test.each(LANGUAGES)('%s: what the program prints is read again as it was', async (language) => {
    const path = join(folder, `whole-${language}.yaml`);
    writeFileSync(path, languageFileText(language).replace('code: xx', 'code: it'));
    const { code, texts } = await readLanguageFile(path);
    expect(code).toBe('it');
    const all = catalogueNames().map((name) => [name, builtInTexts(language, name)]);
    expect(texts).toEqual(Object.fromEntries(all));
  });

  test.each<[name: string, edit: Edit, said: RegExp]>([
    ['a text that is missing', ({ reports }) => delete reports?.total, /reports\.total: is missing/],
    ['a section that is missing', (all) => delete all.review, /review\.title: is missing/],
    [
      'a key that nobody knows',
      (all) => Object.assign(all.reports ?? {}, { totl: 'x' }),
      /reports\.totl: is not known\. Did you mean "total"/,
    ],
    [
      'a section that nobody knows',
      (all) => Object.assign(all, { raports: {} }),
      /raports: is not known\. Did you mean "reports"/,
    ],
    [
      'a value that the text does not have',
      ({ config }) => Object.assign(config ?? {}, { notFoundAt: '{cuont} righe' }),
      /config\.notFoundAt: there is no value \{cuont\}/,
    ],
    [
      'a value of a mail that it does not have',
      ({ mail }) => Object.assign(mail ?? {}, { subject: '{emploier}' }),
      /mail\.subject: there is no value \{emploier\}/,
    ],
    [
      'a week of six days',
      ({ calendar }) => Object.assign(calendar ?? {}, { weekdays: 'a b c d e f' }),
      /calendar\.weekdays: must have 7 words/,
    ],
    [
      'a text in which a brace is open',
      ({ config }) => Object.assign(config ?? {}, { notFoundAt: '{count' }),
      /config\.notFoundAt: cannot be read/,
    ],
    [
      'a text that is a number',
      ({ reports }) => Object.assign(reports ?? {}, { total: 3 }),
      /reports\.total: must be a text/,
    ],
    [
      'dates without a year',
      ({ writing }) => Object.assign(writing ?? {}, { date: 'dd/mm' }),
      /writing\.date: must contain dd, mm and yyyy/,
    ],
    [
      'the code of a built-in language',
      (all) => Object.assign(all, { code: 'nl' }),
      /code: must be a language code/,
    ],
    [
      'no such language to be based on',
      (all) => Object.assign(all, { basedOn: 'es' }),
      /basedOn: must be one of en, nl, fr, de/,
    ],
  ])('is refused for %s', async (_name, edit, said) => {
    expect(await problemsOf(edit)).toMatch(said);
  });

  test('what is based on another one needs only what differs', async () => {
    const path = join(folder, 'small.yaml');
    writeFileSync(path, 'code: nl-BE\nbasedOn: nl\nreports: { employer: Werkgever (BE) }\n');
    const { texts } = await readLanguageFile(path);
    expect(texts.reports).toMatchObject({ employer: 'Werkgever (BE)', employee: 'Medewerker' });
  });

  test('one that is not there says so, with what to do', async () => {
    await expect(readLanguageFile(join(folder, 'none.yaml'))).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      remedy: expect.stringContaining('relative to the configuration'),
    });
  });
});
