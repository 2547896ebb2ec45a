import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { PaytallyError } from '../errors.js';
import { refuseSecretsAsValues } from './interpolate.js';
import { schemaAt, withoutWrapping } from './mergeSettings.js';
import { configSchema } from './schema.js';
import { type ConfigSource, isMap, type SettingSource, type Settings } from './source.js';
import { namesOfFiles } from './values.js';

/** Every file may have its own. */
const OF_EACH_FILE: readonly string[] = ['$schema', 'include'];

/** Several files as one. */
export interface JoinedSettings {
  readonly settings: unknown;
  readonly placeOf: (path: readonly PropertyKey[]) => SettingSource;
}

/**
 * The settings of all files: maps of names (employers, variables …) are put together.
 * @param sources the configuration, then what it includes
 * @throws PaytallyError CONFIG_INVALID for a key that stands in two of them, and for a secret read as a value
 */
export function joinSources(sources: readonly [ConfigSource, ...ConfigSource[]]): JoinedSettings {
  refuseSecretsAsValues(sources);
  const [main, ...included] = sources;
  if (included.length === 0 || !isMap(main.settings)) return main;
  const owners = new Map<string, ConfigSource>();
  const joined: Record<string, unknown> = {};
  const twice: string[] = [];
  const take = (source: ConfigSource, path: readonly string[]): boolean => {
    const other = owners.get(keyOf(path));
    if (other !== undefined) twice.push(twiceText(path, other, source));
    else owners.set(keyOf(path), source);
    return other === undefined;
  };
  for (const source of sources) {
    const settings = rebased(configSchema, settingsOf(source), source.folder, main.folder);
    for (const [key, value] of Object.entries(settings as Settings)) {
      if (OF_EACH_FILE.includes(key)) {
        if (source === main) joined[key] = value;
      } else if (isMap(value) && isNamed(key)) {
        const entries = Object.entries(value).filter(([name]) => take(source, [key, name]));
        joined[key] = { ...(joined[key] ?? {}), ...Object.fromEntries(entries) };
        if (!owners.has(key)) owners.set(key, source);
      } else if (take(source, [key])) joined[key] = value;
    }
  }
  if (twice.length > 0) {
    throw new PaytallyError('CONFIG_INVALID', twice.join('\n'), { remedy: 'Keep one of the two.' });
  }
  return { settings: joined, placeOf: (path) => (ownerOf(path, owners) ?? main).placeOf(path) };
}

/** Whether a key holds things by names that people choose. */
function isNamed(key: string): boolean {
  return withoutWrapping(schemaAt(configSchema, key)) instanceof z.ZodRecord;
}

function settingsOf({ settings, path }: ConfigSource): Settings {
  if (isMap(settings)) return settings;
  throw new PaytallyError('CONFIG_INVALID', `${path}: the file must be a block of keys.`, { record: path });
}

function keyOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('\u0000');
}

function ownerOf(
  path: readonly PropertyKey[],
  owners: ReadonlyMap<string, ConfigSource>,
): ConfigSource | undefined {
  return owners.get(keyOf(path.slice(0, 2))) ?? owners.get(keyOf(path.slice(0, 1)));
}

function twiceText(path: readonly string[], first: ConfigSource, second: ConfigSource): string {
  const [there, here] = [first.placeOf(path), second.placeOf(path)];
  return `${here.file}:${here.line}:${here.column}: ${path.join('.')}: stands already in ${there.file}, line ${there.line}`;
}

/** Paths in an included file are relative to its folder, those of the configuration to the main one. */
function rebased(schema: z.core.$ZodType, value: unknown, folder: string, main: string): unknown {
  if (folder === main) return value;
  if (typeof value === 'string') return rebasedName(schema, value, folder);
  if (Array.isArray(value)) return value.map((item) => rebased(schemaAt(schema, '0'), item, folder, main));
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, rebased(schemaIn(schema, key), item, folder, main)]),
  );
}

/** What may stand in an employer has the schema that it has for all. */
function schemaIn(schema: z.core.$ZodType, key: string): z.core.$ZodType {
  const own = schemaAt(schema, key);
  return withoutWrapping(own) instanceof z.ZodUnknown ? schemaAt(configSchema, key) : own;
}

function rebasedName(schema: z.core.$ZodType, name: string, folder: string): string {
  const kind = namesOfFiles.get(withoutWrapping(schema) as z.ZodType)?.kind;
  const isPath = kind === 'path' || (kind === 'template' && /[./\\]/.test(name));
  return isPath && !isAbsolute(name) ? resolve(folder, name) : name;
}
