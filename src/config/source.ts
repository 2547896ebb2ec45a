import { dirname, resolve } from 'node:path';
import { PaytallyError } from '../errors.js';
import { readYaml } from './input/readYaml.js';
import { type Environment, type Interpolated, interpolate } from './interpolate.js';

/** Where a setting stands. */
export interface SettingSource {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A file of the configuration as somebody wrote it, with the environment's values put in. */
export interface ConfigSource extends Interpolated {
  /** As messages call it. */
  readonly path: string;
  readonly folder: string;
  /** The place of a key, or of the nearest one above it that exists. */
  readonly placeOf: (path: readonly PropertyKey[]) => SettingSource;
}

/** Reads the text of a file of the configuration. @throws PaytallyError CONFIG_INVALID */
export function configSource(text: string, path: string, env: Environment): ConfigSource {
  const content = readYaml(text, path);
  if (content.kind === 'problem') {
    const { message, remedy } = content;
    throw new PaytallyError('CONFIG_INVALID', message, { record: path, remedy });
  }
  return {
    path,
    folder: dirname(resolve(path)),
    ...interpolate(content.value ?? {}, env),
    placeOf: (key) => ({ file: path, ...content.placeOf(key) }),
  };
}

/** Files to include, as written; what is no list of names is told of by the schema. */
export function includedFiles({ settings }: ConfigSource): readonly string[] {
  const include = isMap(settings) ? settings.include : undefined;
  return Array.isArray(include) ? include.filter((name) => typeof name === 'string') : [];
}

export type Settings = Readonly<Record<string, unknown>>;

export function isMap(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at a path; undefined where nothing does. */
export function settingAt(settings: unknown, path: readonly PropertyKey[]): unknown {
  let here = settings;
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = Reflect.get(here, key);
  }
  return here;
}
