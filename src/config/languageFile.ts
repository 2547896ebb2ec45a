import { readFile } from 'node:fs/promises';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { stringify } from 'yaml';
import { type ErrorDetail, PaytallyError } from '../errors.js';
import { builtInTexts, catalogueNames, FILE_CATALOGUES, type Texts } from '../i18n/catalogue.js';
import { sayIn } from '../i18n/formatMessage.js';
import { type BuiltInLanguage, isBuiltIn, LANGUAGES, type LanguagePack } from '../i18n/language.js';
import { type AnyMessage, joined, type Message, message } from '../i18n/message.js';
import { isMap, type Settings } from './configSource.js';
import { suggestion } from './input/nearestName.js';
import { decodeUtf8, readYaml } from './input/readYaml.js';

const MAX_REPORTED = 20;
const CODE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** A mistake in a language file. */
interface TextProblem {
  /** `reports.total` */
  readonly key: string;
  readonly text: Message;
}

/**
 * Reads a user's language file: `code`, the catalogues of `paytally config language`, and `basedOn` for the built-in
 * language that supplies any missing text. Without it, all texts of files are required, and others are English.
 * @throws PaytallyError CONFIG_INVALID with every text that is missing, unknown, or names a value that does not exist
 */
export async function readLanguageFile(path: string): Promise<LanguagePack> {
  const content = await readSettings(path);
  const { code, basedOn } = content;
  const problems: TextProblem[] = [];
  const builtIn = LANGUAGES.join(', ');
  if (typeof code !== 'string' || !CODE.test(code) || isBuiltIn(code))
    problems.push({ key: 'code', text: message('config.ownLanguage.code', { known: builtIn }) });
  const base = typeof basedOn === 'string' && isBuiltIn(basedOn) ? basedOn : undefined;
  if (basedOn !== base) {
    const choice = message('schema.choice', { count: LANGUAGES.length, values: builtIn });
    problems.push({ key: 'basedOn', text: choice });
  }
  const names = catalogueNames();
  problems.push(...unknownKeys(Object.keys(content), ['code', 'basedOn', ...names], ''));
  const texts = names.map((name) => {
    const inherited = base ?? (FILE_CATALOGUES.includes(name) ? undefined : 'en');
    return [name, validateCatalogue(name, content[name], inherited, problems)];
  });
  validateWriting(content.writing, problems);
  if (problems.length === 0) return { code: String(code), basedOn: base, texts: Object.fromEntries(texts) };
  throw invalidLanguage(path, problems);
}

function unknownKeys(keys: readonly string[], known: readonly string[], prefix: string): TextProblem[] {
  return keys
    .filter((key) => !known.includes(key))
    .map((key) => ({
      key: prefix + key,
      text: message('config.ownLanguage.unknown', { ...suggestion(key, known) }),
    }));
}

function invalidLanguage(path: string, problems: readonly TextProblem[]): PaytallyError {
  const lines = problems
    .slice(0, MAX_REPORTED)
    .map(({ key, text }) => message('schema.at', { place: path, path: key, problem: text }));
  const count = problems.length - lines.length;
  const more = count > 0 ? [message('config.ownLanguage.more', { count })] : [];
  const remedy = message('config.ownLanguage.incomplete');
  return new PaytallyError('CONFIG_INVALID', joined([...lines, ...more]), { record: path, remedy });
}

async function readSettings(path: string): Promise<Settings> {
  const refused = (text: AnyMessage, detail: ErrorDetail = {}) =>
    new PaytallyError('CONFIG_INVALID', text, { record: path, ...detail });
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw refused(message('config.ownLanguage.notReadable', { path }), { cause });
  });
  const read = decodeUtf8(bytes, path);
  if ('problem' in read) throw refused(read.problem);
  const content = readYaml(read.text, path);
  if (content.kind === 'problem') throw refused(content.message, { remedy: content.remedy });
  if (isMap(content.value)) return content.value;
  throw refused(message('config.ownLanguage.notBlock', { path }));
}

/** A catalogue, with missing texts from the base language, in the order of the English one. */
function validateCatalogue(
  name: string,
  value: unknown,
  base: BuiltInLanguage | undefined,
  problems: TextProblem[],
): Texts {
  const english = builtInTexts('en', name);
  const inherited = base === undefined ? undefined : builtInTexts(base, name);
  if (value !== undefined && !isMap(value)) {
    problems.push({ key: name, text: message('config.ownLanguage.block') });
    return {};
  }
  const known = Object.keys(english);
  problems.push(...unknownKeys(Object.keys(value ?? {}), known, `${name}.`));
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

function validateText(
  { id, text, english }: OwnText,
  inherited: string | undefined,
  problems: TextProblem[],
) {
  if (text === undefined && inherited !== undefined) return inherited;
  const report = (problem: Message) => problems.push({ key: id, text: problem });
  if (typeof text !== 'string' || text === '') {
    report(message(text === undefined ? 'schema.missing' : 'config.ownLanguage.text'));
    return '';
  }
  const count = english.split(' ').length;
  if (id.startsWith('calendar.') && text.split(' ').length !== count)
    report(message('config.ownLanguage.words', { count }));
  const known = textValues(english);
  for (const [value, own] of textValues(text, report)) {
    const expected = known.get(value);
    if (expected === undefined) report(message('config.ownLanguage.noValue', { value }));
    else if (expected.kind !== own.kind) report(message('config.ownLanguage.otherUse', { value }));
    for (const { option, known: options } of strangeOptions(own, expected?.options ?? own.options))
      report(message('config.ownLanguage.unknownOption', { value, option, options: options.join(', ') }));
  }
  return text;
}

interface TextValue {
  readonly kind: TYPE;
  /** The options of a plural or a choice. */
  readonly options: Set<string>;
}

/** The values that a text uses, with their formats; none for a text that cannot be parsed. */
function textValues(text: string, report: (problem: Message) => void = () => {}): Map<string, TextValue> {
  const values = new Map<string, TextValue>();
  const visit = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound || element.type === TYPE.tag) continue;
      const known = values.get(element.value);
      const kind = element.type === TYPE.plural ? TYPE.number : element.type;
      const options = known?.options ?? new Set();
      values.set(element.value, { kind: known && kind === TYPE.argument ? known.kind : kind, options });
      if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
      for (const [name, option] of Object.entries(element.options)) {
        options.add(name);
        visit(option.value);
      }
    }
  };
  try {
    visit(parse(text, { ignoreTag: true }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report(message('config.ownLanguage.syntax', { reason }));
    return new Map();
  }
  return values;
}

const PLURAL = /^(=\d+|zero|one|two|few|many|other)$/;

/** Options that no value selects: for a choice, those that English lacks; for a plural, those that no language has. */
function strangeOptions({ kind, options }: TextValue, english: ReadonlySet<string>) {
  const known = kind === TYPE.number ? ['one', 'few', 'many', 'other'] : [...english];
  const isKnown = (option: string): boolean =>
    kind === TYPE.number ? PLURAL.test(option) : option === 'other' || english.has(option);
  return [...options].filter((option) => !isKnown(option)).map((option) => ({ option, known }));
}

/** The formats of dates and numbers have their own rules. */
function validateWriting(writing: unknown, problems: TextProblem[]): void {
  if (!isMap(writing)) return;
  const { date, decimalSign } = writing;
  const hasAll = ['dd', 'mm', 'yyyy'].every((part) => String(date).split(part).length === 2);
  if (date !== undefined && !hasAll)
    problems.push({ key: 'writing.date', text: message('config.ownLanguage.date') });
  if (decimalSign !== undefined && decimalSign !== '.' && decimalSign !== ',')
    problems.push({ key: 'writing.decimalSign', text: message('config.ownLanguage.decimalSign') });
}

/** The language file of a built-in language, as a start for a translation. */
export function languageFileText(from: BuiltInLanguage): string {
  const texts = catalogueNames().map((name) => [name, builtInTexts(from, name)]);
  const head = sayIn(from)('config.ownLanguage.head');
  return `${head}\n${stringify({ code: 'xx', basedOn: from, ...Object.fromEntries(texts) }, { lineWidth: 0 })}`;
}
