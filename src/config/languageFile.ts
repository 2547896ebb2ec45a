import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { PaytallyError } from '../errors.js';
import { type BuiltInLanguage, isBuiltIn, LANGUAGES, type LanguagePack, SECTIONS } from '../language/language.js';
import { builtInSections } from '../language/sections.js';
import { didYouMean } from './input/nearestName.js';
import { readYaml } from './input/readYaml.js';
import { utf8Text } from './input/utf8Text.js';
import { checkedMessages, checkedTexts, refuseWriting } from './languageTexts.js';
import { isMap, type Settings } from './source.js';

/** More of them would not be read. */
const MOST_TOLD = 20;
const CODE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const OWN_KEYS: readonly string[] = ['code', 'basedOn', ...SECTIONS];

/**
 * Reads a language that somebody wrote: `code`, the sections of `paytally config language`, and with `basedOn` the
 * built-in language that says what the file does not.
 * @throws PaytallyError CONFIG_INVALID with every text that is missing, unknown, or names a value that is not there
 */
export async function readLanguageFile(path: string): Promise<LanguagePack> {
  const content = await settingsIn(path);
  const { code, basedOn } = content;
  const problems: string[] = [];
  if (typeof code !== 'string' || !CODE.test(code) || isBuiltIn(code)) {
    problems.push(
      `code: must be the code of a language such as it or pt-BR, and none of ${LANGUAGES.join(', ')}`,
    );
  }
  const base = baseOf(basedOn, problems);
  for (const key of Object.keys(content).filter((name) => !OWN_KEYS.includes(name)))
    problems.push(`${key}: is not known.${didYouMean(key, OWN_KEYS)}`);
  const shape = shapeOf();
  const sections = new Map<string, unknown>();
  for (const section of SECTIONS) {
    const whole = { shape: shape[section], base: base?.[section] };
    sections.set(
      section,
      section === 'messages'
        ? checkedMessages(content, whole, problems)
        : checkedTexts(content[section], whole, [section], problems),
    );
  }
  refuseWriting(sections.get('writing'), problems);
  if (problems.length === 0) {
    return {
      code: String(code),
      sections: inOrder(Object.fromEntries(sections)) as LanguagePack['sections'],
    };
  }
  const more = problems.length - MOST_TOLD;
  const told = problems.slice(0, MOST_TOLD).map((problem) => `${path}: ${problem}`);
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
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isMap(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, inOrder(each)]));
}

async function settingsIn(path: string): Promise<Settings> {
  const refused = (message: string, remedy: string, cause?: unknown) =>
    new PaytallyError('CONFIG_INVALID', message, { record: path, remedy, cause });
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw refused(
      `The language file ${path} cannot be read.`,
      'Correct "language": paths are relative to the configuration.',
      cause,
    );
  });
  const read = utf8Text(bytes);
  if (!('text' in read)) throw refused(`The language file ${path} ${read.problem}.`, read.remedy);
  const content = readYaml(read.text, path);
  if (content.kind === 'problem') throw refused(content.message, content.remedy);
  if (isMap(content.value)) return content.value;
  throw refused(
    `${path}: the file must be a block of keys.`,
    'Begin with what "paytally config language" prints.',
  );
}

function baseOf(basedOn: unknown, problems: string[]): Settings | undefined {
  if (basedOn === undefined) return undefined;
  if (typeof basedOn === 'string' && isBuiltIn(basedOn)) return builtInSections(basedOn);
  problems.push(`basedOn: must be one of ${LANGUAGES.join(', ')}`);
  return undefined;
}

/** English, with the texts that English itself does not need. */
function shapeOf(): Settings {
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
