import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { languageFileText, readLanguageFile } from '../../src/config/languageFile.js';
import { PaytallyError } from '../../src/errors.js';
import { builtInTexts, catalogueNames, FILE_CATALOGUES, fileTexts } from '../../src/i18n/catalogue.js';
import { sayIn } from '../../src/i18n/formatMessage.js';
import { addLanguage, LANGUAGES } from '../../src/i18n/language.js';

type Edit = (content: Record<string, Record<string, unknown>>) => void;

const folder = mkdtempSync(join(tmpdir(), 'paytally-language-'));
let count = 0;

/** The file that the program prints, with a code and the changes of an edit. */
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
  test.each(LANGUAGES)('%s: the printed file is read back unchanged', async (language) => {
    const path = join(folder, `whole-${language}.yaml`);
    writeFileSync(path, languageFileText(language).replace('code: xx', 'code: it'));
    const { code, texts } = await readLanguageFile(path);
    expect(code).toBe('it');
    const all = catalogueNames().map((name) => [name, builtInTexts(language, name)]);
    expect(texts).toEqual(Object.fromEntries(all));
  });

  test.each<[name: string, edit: Edit, said: RegExp]>([
    ['a missing text', ({ reports }) => delete reports?.total, /reports\.total: is missing/],
    ['a missing section', (all) => delete all.review, /review\.title: is missing/],
    [
      'an unknown key',
      (all) => Object.assign(all.reports ?? {}, { totl: 'x' }),
      /reports\.totl: is not known\. Did you mean "total"/,
    ],
    [
      'an unknown section',
      (all) => Object.assign(all, { raports: {} }),
      /raports: is not known\. Did you mean "reports"/,
    ],
    [
      'a value that the text does not have',
      ({ exceptions }) => Object.assign(exceptions ?? {}, { UNMAPPED_CODE: '{kode} manca' }),
      /exceptions\.UNMAPPED_CODE: there is no value \{kode\}/,
    ],
    [
      'a value that the mail does not have',
      ({ mail }) => Object.assign(mail ?? {}, { subject: '{emploier}' }),
      /mail\.subject: there is no value \{emploier\}/,
    ],
    [
      'a week of six days',
      ({ calendar }) => Object.assign(calendar ?? {}, { weekdays: 'a b c d e f' }),
      /calendar\.weekdays: must have 7 words/,
    ],
    [
      'an unclosed brace',
      ({ exceptions }) => Object.assign(exceptions ?? {}, { UNMAPPED_CODE: '{payCode' }),
      /exceptions\.UNMAPPED_CODE: cannot be read/,
    ],
    [
      'a value of another kind',
      ({ exceptions }) => Object.assign(exceptions ?? {}, { UNMAPPED_CODE: '{payCode, date}' }),
      /exceptions\.UNMAPPED_CODE: \{payCode\} must be used as in the English text/,
    ],
    [
      'an option that is never chosen',
      ({ exceptions }) =>
        Object.assign(exceptions ?? {}, {
          OPEN_ENTRY: '{start, date} {status, select, Wroking {a} other {b}}',
        }),
      /exceptions\.OPEN_ENTRY: \{status\} has no option Wroking; there are: Working, OnBreak, other/,
    ],
    [
      'a plural form that no language has',
      ({ exceptions }) =>
        Object.assign(exceptions ?? {}, {
          OFFSET_MISMATCH: '{count, plural, single {a} other {#}} {zone} {stamp, date, stamp} {first}',
        }),
      /exceptions\.OFFSET_MISMATCH: \{count\} has no option single/,
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
      'an unknown base language',
      (all) => Object.assign(all, { basedOn: 'es' }),
      /basedOn: must be one of en, nl, fr, de/,
    ],
  ])('is refused for %s', async (_name, edit, said) => {
    expect(await problemsOf(edit)).toMatch(said);
  });

  test('a file based on another needs only the differences', async () => {
    const path = join(folder, 'small.yaml');
    writeFileSync(path, 'code: nl-BE\nbasedOn: nl\nreports: { employer: Werkgever (BE) }\n');
    const { texts } = await readLanguageFile(path);
    expect(texts.reports).toMatchObject({ employer: 'Werkgever (BE)', employee: 'Medewerker' });
  });

  test('missing texts of the terminal are in English; those of files are required', {
    tags: 'slow',
  }, async () => {
    const { texts } = await readLanguageFile(written((all) => delete all.terminal));
    expect(texts.terminal).toEqual(builtInTexts('en', 'terminal'));
    for (const name of FILE_CATALOGUES)
      expect(await problemsOf((all) => delete all[name])).toMatch(
        new RegExp(`^\\S+: ${name}\\.\\S+: is missing`),
      );
  });

  test('plural forms that English lacks are those of the language', async () => {
    const path = written((all) =>
      Object.assign(all, {
        code: 'pl',
        exceptions: {
          ...all.exceptions,
          NO_ENTRIES: 'nic',
          OFFSET_MISMATCH:
            '{count, plural, one {# wpis} few {# wpisy} other {# wpisów}} {zone} {stamp, date, stamp} {first}',
        },
      }),
    );
    addLanguage(await readLanguageFile(path));
    const said = [1, 3, 5].map((count) =>
      sayIn('pl')('exceptions.OFFSET_MISMATCH', { count, zone: 'Z', stamp: 'S', first: 'F' }),
    );
    expect(said).toEqual(['1 wpis Z S F', '3 wpisy Z S F', '5 wpisów Z S F']);
  });

  test('texts of a later version that a file lacks are in the language that it is based on', () => {
    addLanguage({ code: 'qq', basedOn: 'de', texts: { exceptions: { 'OVERLAP.title': 'Q' } } });
    expect(sayIn('qq')('exceptions.OVERLAP.title')).toBe('Q');
    expect(sayIn('qq')('exceptions.UNREVIEWED.title')).toBe('Nicht geprüft');
    expect(sayIn('qq')('work.title')).toBe('Zu erledigen');
    expect(fileTexts('qq').texts.exceptions).toMatchObject({
      'OVERLAP.title': 'Q',
      'UNREVIEWED.title': 'Nicht geprüft',
    });
    expect(fileTexts('nl-BE').digest).toBe(fileTexts('nl').digest);
    expect(fileTexts('nl').digest).not.toBe(fileTexts('de').digest);
  });

  test('a missing file is reported with a remedy', async () => {
    await expect(readLanguageFile(join(folder, 'none.yaml'))).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      remedy: expect.stringContaining('relative to the configuration'),
    });
  });
});
