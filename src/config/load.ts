import { dirname, resolve } from 'node:path';
import { PaytallyError } from '../errors.js';
import { type BuiltInLanguage, isBuiltIn, type Language, regionalLanguage } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { MOST_BYTES, readFileOrPipe } from '../runtime/readWithin.js';
import type { LoadedConfig, WholeConfig } from './config.js';
import {
  type ConfigSource,
  type Environment,
  includedFiles,
  isMap,
  parseSource,
  settingAt,
} from './configSource.js';
import { CONFIG_NAME, type ConfigPlace, configPaths } from './findConfig.js';
import { findFolderAbsences, isSameFiles, withFolderAbsences } from './folderAbsences.js';
import { decodeUtf8, readYaml } from './input/readYaml.js';
import { joinFiles } from './mergeSources.js';
import { readSecret } from './readCredentials.js';
import { validateConfig } from './validateConfig.js';

export interface LoadOptions extends ConfigPlace {
  readonly env: Environment;
  /** The language of a configuration that names none. @default English */
  readonly language?: BuiltInLanguage | undefined;
}

/**
 * Finds, reads and validates the configuration and the files it includes.
 * @throws PaytallyError CONFIG_NOT_FOUND, CONFIG_INVALID, CONFIG_UNKNOWN_KEY
 */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const { path, text } = await findConfigFile(options);
  return loadConfigText(text, path, options.env, options.language);
}

/**
 * The previously loaded configuration if its files have not changed; otherwise as `loadConfig`. For programs that run
 * for hours: a bureau's two thousand employers take a second to read.
 */
export async function reloadConfig(
  options: LoadOptions,
  before: LoadedConfig | undefined,
): Promise<LoadedConfig> {
  const { path, text } = await findConfigFile(options);
  if (before?.path === path && before.texts.get(path) === text && (await isUnchanged(before))) return before;
  return loadConfigText(text, path, options.env, options.language);
}

async function isUnchanged({ config, folder, texts, found }: LoadedConfig): Promise<boolean> {
  if (!isSameFiles(found, findFolderAbsences(config, folder))) return false;
  const now = await Promise.all([...texts].map(async ([path, text]) => (await readIfPresent(path)) === text));
  return now.every(Boolean);
}

/** Validates the text of a configuration for a path, with the files it includes. @throws as loadConfig */
export async function loadConfigText(
  text: string,
  path: string,
  env: Environment,
  language?: BuiltInLanguage,
): Promise<LoadedConfig> {
  const count = employerCounter();
  count(text, path);
  const main = parseSource(text, path, env);
  const sources: readonly [ConfigSource, ...ConfigSource[]] = [
    main,
    ...(await readIncluded(main, env, [path], count)),
  ];
  const joined = joinFiles(sources);
  const sourceOf = (key: readonly string[]) =>
    settingAt(joined.settings, key) === undefined ? undefined : joined.placeOf(key);
  const folder = dirname(path);
  const validated = validateConfig({ ...joined, settings: withLanguage(joined.settings, language) });
  const found = findFolderAbsences(validated, folder);
  const config = withFolderAbsences(validated, found);
  return {
    config,
    found,
    path,
    folder,
    language: programLanguage(config, settingAt(joined.settings, ['language'])),
    sourceOf,
    secretOf: async (source) => (await readSecret(source, folder, env)).secret,
    texts: new Map(sources.map((source) => [source.path, source.text])),
  };
}

/** A language in the settings takes precedence. */
function withLanguage(settings: unknown, language: BuiltInLanguage | undefined): unknown {
  return language === undefined || !isMap(settings) ? settings : { language, ...settings };
}

/** The named file, or the nearest one in a parent folder. @throws PaytallyError CONFIG_NOT_FOUND */
async function findConfigFile(place: ConfigPlace): Promise<{ path: string; text: string }> {
  const { path: named, cwd } = place;
  for (const path of configPaths(place)) {
    const text = await readIfPresent(path);
    if (text !== undefined) return { path, text };
  }
  if (named) {
    const path = resolve(cwd, named);
    throw new PaytallyError('CONFIG_NOT_FOUND', message('config.notFoundAt', { path }), { record: path });
  }
  throw new PaytallyError('CONFIG_NOT_FOUND', message('config.notFound', { name: CONFIG_NAME, folder: cwd }));
}

/**
 * More than the largest payroll bureau has. A higher number is a mistake in generated files, and would take minutes to
 * read.
 */
const MAX_EMPLOYERS = 25_000;

/** @throws PaytallyError CONFIG_INVALID */
type CountEmployers = (text: string, path: string) => void;

/**
 * Counts the employers of all files by their key before any file is parsed: parsing 100,000 takes minutes and all
 * memory.
 */
function employerCounter(): CountEmployers {
  let employers = 0;
  return (text, path) => {
    employers += text.match(/\bemployerId["']?\s*:/g)?.length ?? 0;
    if (employers <= MAX_EMPLOYERS) return;
    const count = { limit: MAX_EMPLOYERS, count: employers, path };
    throw new PaytallyError('CONFIG_INVALID', message('config.tooManyEmployers', count), { record: path });
  };
}

/** Depth first. @param chain the files that include this one */
async function readIncluded(
  source: ConfigSource,
  env: Environment,
  chain: readonly string[],
  count: CountEmployers,
): Promise<ConfigSource[]> {
  const found: ConfigSource[] = [];
  for (const name of includedFiles(source)) {
    const path = resolve(source.folder, name);
    if (chain.includes(path)) throw circularInclude(path, source);
    const text = await readIfPresent(path);
    if (text === undefined) throw missingInclude(path, source);
    count(text, path);
    const included = parseSource(text, path, env);
    found.push(included, ...(await readIncluded(included, env, [...chain, path], count)));
  }
  return found;
}

function missingInclude(path: string, source: ConfigSource): PaytallyError {
  const { file, line } = source.placeOf(['include']);
  const text = message('config.includeMissing', { path, file, line });
  return new PaytallyError('CONFIG_NOT_FOUND', text, { record: path });
}

function circularInclude(path: string, source: ConfigSource): PaytallyError {
  const { file, line } = source.placeOf(['include']);
  const text = message('config.includeCircular', { path, file, line });
  return new PaytallyError('CONFIG_INVALID', text, { record: path });
}

/** Undefined if there is no file. @throws PaytallyError CONFIG_INVALID for any other reason */
async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return decodeConfig(await readFileOrPipe(path, MOST_BYTES.configuration), path);
  } catch (cause) {
    if (cause instanceof PaytallyError) throw cause;
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(cause))) return undefined;
    const text =
      errorCode(cause) === 'EFBIG'
        ? message('config.tooLarge', { path, limit: MOST_BYTES.configuration / 2 ** 20 })
        : message('config.notReadable', { path, reason: errorCode(cause) });
    throw new PaytallyError('CONFIG_INVALID', text, { record: path, cause });
  }
}

function decodeConfig(bytes: Uint8Array, path: string): string {
  const read = decodeUtf8(bytes, path);
  if ('text' in read) return read.text;
  throw new PaytallyError('CONFIG_INVALID', read.problem, { record: path });
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function programLanguage({ employers }: WholeConfig, forAll: unknown): Language {
  const spoken = Object.values(employers).map(({ language, locale }) => regionalLanguage(language, locale));
  const [first, ...others] = new Set(spoken);
  if (first !== undefined && others.length === 0) return first;
  return typeof forAll === 'string' && isBuiltIn(forAll) ? forAll : 'en';
}

/**
 * The language of a configuration that may have mistakes, so that they are reported in that language. Never throws:
 * returns English if the language cannot be read.
 * @param otherwise if there is no configuration
 */
export async function readConfiguredLanguage(
  path: string | undefined,
  cwd: string,
  otherwise: Language = 'en',
): Promise<Language> {
  const file = await findConfigFile({ path, cwd }).catch(() => undefined);
  if (file === undefined) return otherwise;
  try {
    const content = readYaml(file.text, file.path);
    if (content.kind === 'problem') return 'en';
    const named = findLanguageName(content.value);
    return named !== undefined && isBuiltIn(named) ? named : 'en';
  } catch {
    return 'en';
  }
}

/** The general setting, or the one that all employers share. */
function findLanguageName(settings: unknown): string | undefined {
  const forAll = settingAt(settings, ['language']);
  if (typeof forAll === 'string') return forAll;
  const employers = settingAt(settings, ['employers']);
  const [first, ...others] = new Set(
    Object.values(isMap(employers) ? employers : {}).map((employer) => settingAt(employer, ['language'])),
  );
  return typeof first === 'string' && others.length === 0 ? first : undefined;
}
