import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PaytallyError } from '../errors.js';
import { isBuiltIn, type Language, type LanguagePack } from '../language/language.js';
import { speak } from '../language/sections.js';
import type { LoadedConfig, WholeConfig } from './config.js';
import { type CountEmployers, employerCount } from './employerCount.js';
import { utf8Text } from './input/utf8Text.js';
import type { Environment } from './interpolate.js';
import { joinSources } from './joinSources.js';
import { readLanguageFile } from './languageFile.js';
import { checkConfig } from './parse.js';
import { type ConfigSource, configSource, includedFiles, settingAt } from './source.js';

/** A thousand employers take a tenth of it. */
const MOST_BYTES = 4 * 2 ** 20;

export const CONFIG_NAME = 'paytally.yaml';

export interface LoadOptions {
  /** As given with --config; otherwise `paytally.yaml` is searched from `cwd` upwards. */
  readonly path?: string | undefined;
  readonly cwd: string;
  readonly env: Environment;
}

/**
 * Finds, reads and checks the configuration and what it includes.
 * @throws PaytallyError CONFIG_NOT_FOUND, CONFIG_INVALID, CONFIG_UNKNOWN_KEY
 */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const { path, text } = await findConfigFile(options);
  return loadConfigText(text, path, options.env);
}

/** Checks the text of a configuration that is, or is to be, at a path; what it includes is read. @throws as loadConfig */
export async function loadConfigText(text: string, path: string, env: Environment): Promise<LoadedConfig> {
  const count = employerCount();
  count(text, path);
  const main = configSource(text, path, env);
  const joined = joinSources([main, ...(await readIncluded(main, env, [path], count))]);
  const sourceOf = (key: readonly string[]) =>
    settingAt(joined.settings, key) === undefined ? undefined : joined.placeOf(key);
  const folder = dirname(path);
  const checked = checkConfig(joined);
  const config = await withLanguages(checked, folder);
  return {
    config,
    path,
    folder,
    language: spokenIn(config, settingAt(joined.settings, ['language'])),
    sourceOf,
  };
}

/** The file that is named, else the nearest above. @throws PaytallyError CONFIG_NOT_FOUND */
export function findConfigFile({
  path,
  cwd,
}: Pick<LoadOptions, 'path' | 'cwd'>): Promise<{ path: string; text: string }> {
  return path ? readNamed(resolve(cwd, path)) : searchUpwards(cwd);
}

/** The folder of that file, without reading it; undefined where there is none. */
export function configFolder({ path, cwd }: Pick<LoadOptions, 'path' | 'cwd'>): string | undefined {
  if (path) return existsSync(resolve(cwd, path)) ? dirname(resolve(cwd, path)) : undefined;
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, CONFIG_NAME))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Languages that files say become known by their codes. @throws PaytallyError CONFIG_INVALID */
async function withLanguages(config: WholeConfig, folder: string): Promise<WholeConfig> {
  const written = new Set(Object.values(config.employers).map(({ language }) => language));
  const packs = new Map<string, LanguagePack>();
  for (const name of written)
    if (!isBuiltIn(name)) packs.set(name, await readLanguageFile(resolve(folder, name)));
  if (packs.size === 0) return config;
  refuseTwoOfACode(packs);
  for (const pack of packs.values()) speak(pack);
  const employers = Object.entries(config.employers).map(([key, settings]) => {
    const pack = packs.get(settings.language);
    return [key, pack === undefined ? settings : { ...settings, language: pack.code, languagePack: pack }];
  });
  return { ...config, employers: Object.fromEntries(employers) };
}

function refuseTwoOfACode(packs: ReadonlyMap<string, LanguagePack>): void {
  const files = new Map<string, string>();
  for (const [file, { code }] of packs) {
    const other = files.get(code);
    if (other !== undefined) {
      throw new PaytallyError('CONFIG_INVALID', `${other} and ${file} are both the language "${code}".`, {
        record: file,
        remedy: 'Give one of the two another code, such as it-CH.',
      });
    }
    files.set(code, file);
  }
}

function spokenIn({ employers }: WholeConfig, forAll: unknown): Language {
  const [first, ...others] = new Set(Object.values(employers).map(({ language }) => language));
  if (first !== undefined && others.length === 0) return first;
  return typeof forAll === 'string' && isBuiltIn(forAll) ? forAll : 'en';
}

/** Depth first; `chain` are the files that led here. */
async function readIncluded(
  source: ConfigSource,
  env: Environment,
  chain: readonly string[],
  count: CountEmployers,
): Promise<ConfigSource[]> {
  const found: ConfigSource[] = [];
  for (const name of includedFiles(source)) {
    const path = resolve(source.folder, name);
    if (chain.includes(path)) throw includesItself(path, source);
    const text = await readIfThere(path);
    if (text === undefined) throw notIncluded(path, source);
    count(text, path);
    const included = configSource(text, path, env);
    found.push(included, ...(await readIncluded(included, env, [...chain, path], count)));
  }
  return found;
}

function notIncluded(path: string, source: ConfigSource): PaytallyError {
  const { file, line } = source.placeOf(['include']);
  return new PaytallyError('CONFIG_NOT_FOUND', `There is no ${path}, which ${file}, line ${line} includes.`, {
    record: path,
    remedy: 'Correct "include": paths are relative to the file in which they stand.',
  });
}

function includesItself(path: string, source: ConfigSource): PaytallyError {
  const { file, line } = source.placeOf(['include']);
  return new PaytallyError('CONFIG_INVALID', `${file}:${line}: ${path} would include itself.`, {
    record: path,
    remedy: 'Take one of the two out of "include".',
  });
}

async function readNamed(path: string): Promise<{ path: string; text: string }> {
  const text = await readIfThere(path);
  if (text !== undefined) return { path, text };
  throw new PaytallyError('CONFIG_NOT_FOUND', `There is no configuration at ${path}.`, { record: path });
}

async function searchUpwards(from: string): Promise<{ path: string; text: string }> {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_NAME);
    const text = await readIfThere(path);
    if (text !== undefined) return { path, text };
    if (folder === dirname(folder)) break;
  }
  throw new PaytallyError('CONFIG_NOT_FOUND', `No ${CONFIG_NAME} was found in ${from} or a folder above it.`);
}

/** undefined where nothing is there; anything else that stops the reading is said. */
async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return textOf(await readFile(path), path);
  } catch (cause) {
    if (cause instanceof PaytallyError) throw cause;
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause))) return undefined;
    throw new PaytallyError('CONFIG_INVALID', `The configuration ${path} cannot be read: ${codeOf(cause)}.`, {
      record: path,
      remedy: 'Give this user the right to read the file, or name another one with --config FILE.',
      cause,
    });
  }
}

function textOf(bytes: Uint8Array, path: string): string {
  if (bytes.length > MOST_BYTES) {
    throw new PaytallyError(
      'CONFIG_INVALID',
      `The configuration ${path} is larger than ${MOST_BYTES / 2 ** 20} MiB.`,
      {
        record: path,
        remedy:
          'Name the right file with --config FILE; employers may stand in files of their own (include).',
      },
    );
  }
  const read = utf8Text(bytes);
  if ('text' in read) return read.text;
  throw new PaytallyError('CONFIG_INVALID', `The configuration ${path} ${read.problem}.`, {
    record: path,
    remedy: read.remedy,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
