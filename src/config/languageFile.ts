import { readFile } from 'node:fs/promises';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { stringify } from 'yaml';
import { PaytallyError } from '../errors.js';
import { builtInTexts, catalogueNames, FILE_CATALOGUES, type Texts } from '../i18n/catalogue.js';
import { type BuiltInLanguage, isBuiltIn, LANGUAGES, type LanguagePack } from '../i18n/language.js';
import { isMap, type Settings } from './configSource.js';
import { didYouMean } from './input/nearestName.js';
import { decodeUtf8, readYaml } from './input/readYaml.js';
import { unknownOptions } from './languageOptions.js';

const MAX_REPORTED = 20;
const CODE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/**
 * Reads a user's language file: `code`, the catalogues of `paytally config language`, and `basedOn` for the built-in
 * language that supplies any missing text. Without it the texts of files must all be there, and others are English.
 * @throws PaytallyError CONFIG_INVALID with every text that is missing, unknown, or names a value that does not exist
 */
export async function readLanguageFile(path: string): Promise<LanguagePack> {
  const content = await readSettings(path);
  const { code, basedOn } = content;
  const problems: string[] = [];
  if (typeof code !== 'string' || !CODE.test(code) || isBuiltIn(code)) {
    problems.push(
      `code: must be the code of a language such as it or pt-BR, and none of ${LANGUAGES.join(', ')}`,
    );
  }
  const base = findBase(basedOn, problems);
  const names = catalogueNames();
  const known = ['code', 'basedOn', ...names];
  for (const key of Object.keys(content).filter((name) => !known.includes(name)))
    problems.push(`${key}: is not known.${didYouMean(key, known)}`);
  const texts = names.map((name) => {
    const inherited = base ?? (FILE_CATALOGUES.includes(name) ? undefined : 'en');
    return [name, validateCatalogue(name, content[name], inherited, problems)];
  });
  validateWriting(content.writing, problems);
  if (problems.length === 0) return { code: String(code), basedOn: base, texts: Object.fromEntries(texts) };
  throw invalidLanguage(path, problems);
}

function invalidLanguage(path: string, problems: readonly string[]): PaytallyError {
  const more = problems.length - MAX_REPORTED;
  const told = problems.slice(0, MAX_REPORTED).map((problem) => `${path}: ${problem}`);
  return new PaytallyError(
    'CONFIG_INVALID',
    [...told, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n'),
    {
      record: path,
      remedy:
        'Fill in what is named, or write "basedOn: en" so that a built-in language says it. "paytally config language" prints all there is to say.',
    },
  );
}

async function readSettings(path: string): Promise<Settings> {
  const refused = (message: string, remedy: string, cause?: unknown) =>
    new PaytallyError('CONFIG_INVALID', message, { record: path, remedy, cause });
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw refused(
      `The language file ${path} cannot be read.`,
      'Correct "language": paths are relative to the configuration.',
      cause,
    );
  });
  const read = decodeUtf8(bytes);
  if (!('text' in read)) throw refused(`The language file ${path} ${read.problem}.`, read.remedy);
  const content = readYaml(read.text, path);
  if (content.kind === 'problem') throw refused(content.message, content.remedy);
  if (isMap(content.value)) return content.value;
  throw refused(
    `${path}: the file must be a block of keys.`,
    'Begin with what "paytally config language" prints.',
  );
}

function findBase(basedOn: unknown, problems: string[]): BuiltInLanguage | undefined {
  if (basedOn === undefined) return undefined;
  if (typeof basedOn === 'string' && isBuiltIn(basedOn)) return basedOn;
  problems.push(`basedOn: must be one of ${LANGUAGES.join(', ')}`);
  return undefined;
}

/** A catalogue with what it lacks from the language it is based on, in the order of the English one. */
function validateCatalogue(
  name: string,
  value: unknown,
  base: BuiltInLanguage | undefined,
  problems: string[],
): Texts {
  const english = builtInTexts('en', name);
  const inherited = base === undefined ? undefined : builtInTexts(base, name);
  if (value !== undefined && !isMap(value)) {
    problems.push(`${name}: must be a block of texts`);
    return {};
  }
  const known = Object.keys(english);
  for (const key of Object.keys(value ?? {}).filter((each) => !known.includes(each)))
    problems.push(`${name}.${key}: is not known.${didYouMean(key, known)}`);
  const texts = known.map((key) => [
    key,
    validateText(
      { id: `${name}.${key}`, text: value?.[key], english: english[key] ?? '' },
      inherited?.[key],
      problems,
    ),
  ]);
  return Object.fromEntries(texts);
}

interface OwnText {
  readonly id: string;
  readonly text: unknown;
  readonly english: string;
}

function validateText({ id, text, english }: OwnText, inherited: string | undefined, problems: string[]) {
  if (text === undefined && inherited !== undefined) return inherited;
  if (typeof text !== 'string' || text === '') {
    problems.push(text === undefined ? `${id}: is missing` : `${id}: must be a text`);
    return '';
  }
  const words = english.split(' ').length;
  if (id.startsWith('calendar.') && text.split(' ').length !== words)
    problems.push(`${id}: must have ${words} words`);
  const known = valueKinds(english);
  for (const [value, kind] of valueKinds(text, (problem) => problems.push(`${id}: ${problem}`))) {
    const expected = known.get(value);
    if (expected === undefined) problems.push(`${id}: there is no value {${value}}`);
    else if (expected !== kind) problems.push(`${id}: {${value}} must be written as in the English text`);
  }
  for (const { value, option, known: options } of unknownOptions(text, english))
    problems.push(`${id}: {${value}} has no option ${option}; there are: ${options.join(', ')}`);
  return text;
}

/** The values that a text names, with how it writes them. */
function valueKinds(text: string, report: (problem: string) => void = () => {}): Map<string, TYPE> {
  const kinds = new Map<string, TYPE>();
  const visit = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound || element.type === TYPE.tag) continue;
      const isCount = element.type === TYPE.plural || element.type === TYPE.number;
      if (element.type !== TYPE.argument || !kinds.has(element.value))
        kinds.set(element.value, isCount ? TYPE.number : element.type);
      if (element.type === TYPE.plural || element.type === TYPE.select)
        for (const option of Object.values(element.options)) visit(option.value);
    }
  };
  try {
    visit(parse(text, { ignoreTag: true }));
  } catch (error) {
    report(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return kinds;
}

/** How dates and numbers are written follows rules of its own. */
function validateWriting(writing: unknown, problems: string[]): void {
  if (!isMap(writing)) return;
  const { date, decimalSign } = writing;
  const hasAll = ['dd', 'mm', 'yyyy'].every((part) => String(date).split(part).length === 2);
  if (date !== undefined && !hasAll)
    problems.push('writing.date: must have dd, mm and yyyy, such as dd/mm/yyyy');
  if (decimalSign !== undefined && decimalSign !== '.' && decimalSign !== ',')
    problems.push('writing.decimalSign: must be "." or ","');
}

const HEAD = `# A language for paytally: translate what stands after the colons, and name the file in paytally.yaml with
# "language: ./NAME.yaml". {name} stands for a value: keep those you use as they are. Texts that you take out are
# said in the language of "basedOn".
`;

/** A built-in language as the file of another one, to be translated. */
export function languageFileText(from: BuiltInLanguage): string {
  const texts = catalogueNames().map((name) => [name, builtInTexts(from, name)]);
  return HEAD + stringify({ code: 'xx', basedOn: from, ...Object.fromEntries(texts) }, { lineWidth: 0 });
}
