import { dirname, resolve } from 'node:path';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import { readYaml } from './input/readYaml.js';

/** The file and path of a setting. */
export interface SettingSource {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A configuration file with the values of environment variables filled in. */
export interface ConfigSource extends Interpolated {
  /** The path as shown in messages. */
  readonly path: string;
  readonly folder: string;
  /** The text as read. */
  readonly text: string;
  /** The place of a key, or of the nearest existing one above it. */
  readonly placeOf: (path: readonly PropertyKey[]) => SettingSource;
}

/** Reads the text of a file of the configuration. @throws PaytallyError CONFIG_INVALID */
export function parseSource(text: string, path: string, env: Environment): ConfigSource {
  const content = readYaml(text, path);
  if (content.kind === 'problem') {
    const { message: problem, remedy } = content;
    throw new PaytallyError('CONFIG_INVALID', problem, { record: path, remedy });
  }
  return {
    path,
    text,
    folder: dirname(resolve(path)),
    ...interpolateEnvironment(content.value ?? {}, env),
    placeOf: (key) => ({ file: path, ...content.placeOf(key) }),
  };
}

/** Files to include, as written. The schema reports a value that is not a list of names. */
export function includedFiles({ settings }: ConfigSource): readonly string[] {
  const include = isMap(settings) ? settings.include : undefined;
  return Array.isArray(include) ? include.filter((name) => typeof name === 'string') : [];
}

export type Settings = Readonly<Record<string, unknown>>;

export function isMap(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path; undefined if there is none. */
export function settingAt(settings: unknown, path: readonly PropertyKey[]): unknown {
  let here = settings;
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = Reflect.get(here, key);
  }
  return here;
}

export type Environment = Readonly<Record<string, string | undefined>>;

type Path = readonly (string | number)[];

/** Keys whose value never uses a variable: a literal value is rejected, and must not be shown. */
const SECRET_KEYS: readonly (string | number | undefined)[] = ['clientSecret', 'password'];

/** An environment variable that a value uses, and the path of the value. */
interface VariableRead {
  readonly name: string;
  readonly path: Path;
}

/** Settings with the values of environment variables. */
interface Interpolated {
  readonly settings: unknown;
  readonly reads: readonly VariableRead[];
}

/** Replaces `${NAME}` in every string value by the value of the variable. @throws PaytallyError CONFIG_INVALID */
function interpolateEnvironment(settings: unknown, env: Environment): Interpolated {
  const reads: VariableRead[] = [];
  const inside = (value: unknown, path: Path): unknown => {
    if (typeof value === 'string') return interpolateText(value, env, path, reads);
    if (Array.isArray(value)) return value.map((item, index) => inside(item, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, inside(item, [...path, key])]),
    );
  };
  return { settings: inside(settings, []), reads };
}

function interpolateText(text: string, env: Environment, path: Path, reads: VariableRead[]): string {
  if (SECRET_KEYS.includes(path.at(-1))) return text;
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    const value = env[name];
    reads.push({ name, path });
    if (value !== undefined) return value;
    const setting = path.join('.');
    const text = message('config.variableMissing', { name, setting });
    throw new PaytallyError('CONFIG_INVALID', text, { record: setting });
  });
}

/**
 * Allows a variable that holds a secret only in `{ env: NAME }`: used as a value, it would be written to a file or a
 * message.
 * @param files all files of a configuration: a secret of one of them is a secret in all
 * @throws PaytallyError CONFIG_INVALID, without the value
 */
export function refuseSecretsAsValues(files: readonly Interpolated[]): void {
  const secrets = new Set(files.flatMap(({ settings }) => secretVariables(settings)));
  const read = files.flatMap(({ reads }) => reads).find(({ name }) => secrets.has(name));
  if (read === undefined) return;
  const { name } = read;
  const setting = read.path.join('.');
  const text = message('config.secretAsValue', { name, setting });
  throw new PaytallyError('CONFIG_INVALID', text, { record: setting });
}

/** The environment variables that hold secrets: every `{ env: NAME }` in the settings. */
function secretVariables(settings: unknown): readonly string[] {
  if (typeof settings !== 'object' || settings === null) return [];
  const own = 'env' in settings && typeof settings.env === 'string' ? [settings.env] : [];
  return [...own, ...Object.values(settings).flatMap(secretVariables)];
}
