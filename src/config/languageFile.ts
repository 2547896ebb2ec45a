import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { PaytallyError } from '../errors.js';
import {
  type BuiltInLanguage,
  isBuiltIn,
  LANGUAGES,
  type LanguagePack,
  SECTIONS,
} from '../language/language.js';
import { builtInSections } from '../language/sections.js';
import { isMap, type Settings } from './configSource.js';
import { didYouMean } from './input/nearestName.js';
import { decodeUtf8, readYaml } from './input/readYaml.js';

/** More of them would not be read. */
const MAX_REPORTED = 20;
const CODE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const OWN_KEYS: readonly string[] = ['code', 'basedOn', ...SECTIONS];

/**
 * Reads a user's language file: `code`, the sections of `paytally config language`, and `basedOn` for the built-in
 * language that supplies any missing section.
 * @throws PaytallyError CONFIG_INVALID with every text that is missing, unknown, or names a value that is not there
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
  for (const key of Object.keys(content).filter((name) => !OWN_KEYS.includes(name)))
    problems.push(`${key}: is not known.${didYouMean(key, OWN_KEYS)}`);
  const shape = buildModel();
  const sections = new Map<string, unknown>();
  for (const section of SECTIONS) {
    const whole = { shape: shape[section], base: base?.[section] };
    sections.set(
      section,
      section === 'messages'
        ? validateMessages(content, whole, problems)
        : validateTexts(content[section], whole, [section], problems),
    );
  }
  validateWriting(sections.get('writing'), problems);
  if (problems.length === 0) {
    return {
      code: String(code),
      sections: sortKeys(Object.fromEntries(sections)) as LanguagePack['sections'],
    };
  }
  const more = problems.length - MAX_REPORTED;
  const told = problems.slice(0, MAX_REPORTED).map((problem) => `${path}: ${problem}`);
  throw new PaytallyError(
    'CONFIG_INVALID',
    [...told, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n'),
    {
      record: path,
      remedy:
        'Fill in what is named, or write "basedOn: en" so that a built-in language says it. "paytally config language" prints all there is to say.',
    },
  );
}

/** In the order of its keys, in which a final keeps it too: pages that hold the texts are then the same bytes. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isMap(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sortKeys(each)]));
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

function findBase(basedOn: unknown, problems: string[]): Settings | undefined {
  if (basedOn === undefined) return undefined;
  if (typeof basedOn === 'string' && isBuiltIn(basedOn)) return builtInSections(basedOn);
  problems.push(`basedOn: must be one of ${LANGUAGES.join(', ')}`);
  return undefined;
}

/** English, with the texts that English itself does not need. */
function buildModel(): Settings {
  const english = builtInSections('en');
  const { exceptions } = builtInSections('de' satisfies BuiltInLanguage) as {
    exceptions: Record<string, object>;
  };
  return {
    ...english,
    exceptions: {
      ...(english.exceptions as object),
      INVALID_RECORD: {
        ...(english.exceptions as Record<string, object>).INVALID_RECORD,
        problems: exceptions.INVALID_RECORD && Reflect.get(exceptions.INVALID_RECORD, 'problems'),
      },
    },
  };
}

const HEAD = `# A language for paytally: translate what stands after the colons, and name the file in paytally.yaml with
# "language: ./NAME.yaml". {name} and {{ name }} stand for values: keep those you use as they are. What you take out is
# said in the language of "basedOn"; without "basedOn" all but "messages" must be here.
`;

/** A built-in language as the file of another one, to be translated. */
export function languageFileText(from: BuiltInLanguage): string {
  return HEAD + stringify({ code: 'xx', basedOn: from, ...builtInSections(from) }, { lineWidth: 0 });
}

/** Only some languages need them. */
const OPTIONAL: readonly string[] = ['exceptions.INVALID_RECORD.problems'];

/** The texts that a text is checked against: the English one, and that of the language it is based on. */
interface TextModel {
  readonly shape: unknown;
  readonly base: unknown;
}

/** The value with what it lacks from the language it is based on. */
function validateTexts(
  value: unknown,
  model: TextModel,
  path: readonly string[],
  problems: string[],
): unknown {
  const name = path.join('.');
  if (value === undefined && (model.base !== undefined || OPTIONAL.includes(name))) return model.base;
  if (isMap(model.shape)) return validateBlock(value, model.shape, model.base, path, problems);
  if (Array.isArray(model.shape)) return validateList(value, model.shape, name, problems);
  if (typeof value !== 'string' || value === '') {
    problems.push(value === undefined ? `${name}: is missing` : `${name}: must be a text`);
    return undefined;
  }
  problems.push(
    ...unknownPlaceholders(value, String(model.shape)).map((each) => `${name}: there is no value ${each}`),
  );
  return value;
}

function validateBlock(
  value: unknown,
  shape: Settings,
  base: unknown,
  path: readonly string[],
  problems: string[],
): unknown {
  if (value !== undefined && !isMap(value)) {
    problems.push(`${path.join('.')}: must be a block of texts`);
    return undefined;
  }
  const known = Object.keys(shape);
  for (const key of Object.keys(value ?? {}).filter((each) => !known.includes(each)))
    problems.push(`${[...path, key].join('.')}: is not known.${didYouMean(key, known)}`);
  const entries = known.map((key) => [
    key,
    validateTexts(
      value?.[key],
      { shape: shape[key], base: isMap(base) ? base[key] : undefined },
      [...path, key],
      problems,
    ),
  ]);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
}

function validateList(value: unknown, shape: readonly unknown[], name: string, problems: string[]): unknown {
  const isRight =
    Array.isArray(value) && value.length === shape.length && value.every((each) => typeof each === 'string');
  if (!isRight) problems.push(`${name}: must be a list of ${shape.length} texts`);
  return value;
}

/** Sentences that the file lacks stay in the language it is based on, else English; those of other versions are left alone. */
function validateMessages(content: Settings, { base }: TextModel, problems: string[]): unknown {
  const own = content.messages ?? {};
  if (!isMap(own)) {
    problems.push('messages: must be a block of texts');
    return {};
  }
  for (const [sentence, said] of Object.entries(own)) {
    const strange = typeof said === 'string' ? unknownPlaceholders(said, sentence) : ['at all'];
    problems.push(...strange.map((each) => `messages: "${sentence}": there is no value ${each}`));
  }
  const ofBase = isMap(base) ? base : {};
  return { ...ofBase, ...own };
}

/** Values of a text that its model does not have. */
function unknownPlaceholders(text: string, model: string): string[] {
  const valuesOf = (each: string) => each.match(/\{\{ ?\w+ ?\}\}|\{\w+\}/g) ?? [];
  const known: readonly string[] = valuesOf(model);
  return valuesOf(text).filter((value) => !known.includes(value));
}

/** How dates and numbers are written follows rules of its own. */
function validateWriting(writing: unknown, problems: string[]): void {
  if (!isMap(writing)) return;
  const { date, decimalSign } = writing;
  const hasAll = ['dd', 'mm', 'yyyy'].every((part) => String(date).split(part).length === 2);
  if (!hasAll) problems.push('writing.date: must have dd, mm and yyyy, such as dd/mm/yyyy');
  if (decimalSign !== '.' && decimalSign !== ',') problems.push('writing.decimalSign: must be "." or ","');
}
