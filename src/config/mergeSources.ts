import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { PaytallyError } from '../errors.js';
import { joined, type Message, message } from '../i18n/message.js';
import {
  type ConfigSource,
  isMap,
  refuseSecretsAsValues,
  type SettingSource,
  type Settings,
} from './configSource.js';
import { configSchema } from './schema/configSchema.js';
import { filePathRegistry } from './schema/values.js';

/** Keys that every file may have. */
const KEYS_OF_ONE_FILE: readonly string[] = ['$schema', 'include'];

/** Several files as one. */
export interface JoinedFiles {
  readonly settings: unknown;
  readonly placeOf: (path: readonly PropertyKey[]) => SettingSource;
}

/**
 * The settings of all files. Maps of names (employers, variables …) are merged.
 * @param sources the configuration, then what it includes
 * @throws PaytallyError CONFIG_INVALID for a key that two of them set, and for a secret used as a value
 */
export function joinFiles(sources: readonly [ConfigSource, ...ConfigSource[]]): JoinedFiles {
  refuseSecretsAsValues(sources);
  const [main, ...included] = sources;
  if (included.length === 0 || !isMap(main.settings)) return main;
  const owners = new Map<string, ConfigSource>();
  const settings: Record<string, unknown> = {};
  const twice: Message[] = [];
  const take = (source: ConfigSource, path: readonly string[]): boolean => {
    const other = owners.get(pathKey(path));
    if (other !== undefined) twice.push(duplicateText(path, other, source));
    else owners.set(pathKey(path), source);
    return other === undefined;
  };
  for (const source of sources) {
    const own = rebasePaths(configSchema, settingsOf(source), source.folder, main.folder);
    for (const [key, value] of Object.entries(own as Settings)) {
      if (KEYS_OF_ONE_FILE.includes(key)) {
        if (source === main) settings[key] = value;
      } else if (isMap(value) && holdsNamedEntries(key)) {
        const entries = Object.entries(value).filter(([name]) => take(source, [key, name]));
        settings[key] = { ...(settings[key] ?? {}), ...Object.fromEntries(entries) };
        if (!owners.has(key)) owners.set(key, source);
      } else if (take(source, [key])) settings[key] = value;
    }
  }
  if (twice.length > 0) {
    const remedy = message('config.duplicateKey.remedy');
    throw new PaytallyError('CONFIG_INVALID', joined(twice), { remedy });
  }
  return { settings, placeOf: (path) => (findOwner(path, owners) ?? main).placeOf(path) };
}

/** Whether users choose the names of a key's entries. */
function holdsNamedEntries(key: string): boolean {
  return unwrapSchema(schemaAt(configSchema, key)) instanceof z.ZodRecord;
}

function settingsOf({ settings, path }: ConfigSource): Settings {
  if (isMap(settings)) return settings;
  throw new PaytallyError('CONFIG_INVALID', message('config.notBlock', { path }), { record: path });
}

function pathKey(path: readonly PropertyKey[]): string {
  return path.map(String).join('\u0000');
}

function findOwner(
  path: readonly PropertyKey[],
  owners: ReadonlyMap<string, ConfigSource>,
): ConfigSource | undefined {
  return owners.get(pathKey(path.slice(0, 2))) ?? owners.get(pathKey(path.slice(0, 1)));
}

function duplicateText(path: readonly string[], first: ConfigSource, second: ConfigSource): Message {
  const { file, line } = first.placeOf(path);
  const problem = message('config.duplicateKey', { file, line });
  return message('schema.at', { place: placeText(second.placeOf(path)), path: path.join('.'), problem });
}

/** `FILE:3:14` */
export function placeText({ file, line, column }: SettingSource): string {
  return `${file}:${line}:${column}`;
}

/** Paths in an included file are relative to its folder, those of the configuration to the main one. */
function rebasePaths(schema: z.core.$ZodType, value: unknown, folder: string, main: string): unknown {
  if (folder === main) return value;
  if (typeof value === 'string') return rebasePath(schema, value, folder);
  if (Array.isArray(value))
    return value.map((item) => rebasePaths(schemaAt(schema, '0'), item, folder, main));
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      rebasePaths(employerSchemaAt(schema, key), item, folder, main),
    ]),
  );
}

/** A setting of an employer has the schema of the general setting. */
function employerSchemaAt(schema: z.core.$ZodType, key: string): z.core.$ZodType {
  const own = schemaAt(schema, key);
  return unwrapSchema(own) instanceof z.ZodUnknown ? schemaAt(configSchema, key) : own;
}

function rebasePath(schema: z.core.$ZodType, name: string, folder: string): string {
  const kind = filePathRegistry.get(unwrapSchema(schema) as z.ZodType)?.kind;
  const isPath = kind === 'path' || (kind === 'template' && /[./\\]/.test(name));
  const isAddress = /^[a-z]+:\/\//i.test(name);
  return isPath && !isAbsolute(name) && !isAddress ? resolve(folder, name) : name;
}

/**
 * An employer's own settings over the general ones: maps are merged by key, lists and single values replaced. A map of
 * another form (`{ env }` instead of `{ file }`, `to: sftp` instead of `to: mail`) is replaced as a whole.
 */
export function mergeSettings(schema: z.core.$ZodType, general: unknown, own: unknown): unknown {
  if (own === undefined) return general;
  if (!isMap(general) || !isMap(own)) return own;
  const kind = unwrapSchema(schema);
  if (kind instanceof z.ZodUnion && !haveSameForm(kind, general, own)) return own;
  const merged: Record<string, unknown> = { ...general };
  for (const [key, value] of Object.entries(own))
    merged[key] = mergeSettings(schemaAt(kind, key), general[key], value);
  return merged;
}

/** Whether both have the same form, by a key such as `to` or `kind`. */
function haveSameForm({ _zod }: z.ZodUnion, general: Settings, own: Settings): boolean {
  const key = 'discriminator' in _zod.def ? String(_zod.def.discriminator) : undefined;
  return key !== undefined && (own[key] === undefined || own[key] === general[key]);
}

/** The schema of the value under a key. */
function schemaAt(schema: z.core.$ZodType, key: string): z.core.$ZodType {
  const kind = unwrapSchema(schema);
  if (kind instanceof z.ZodObject) return kind.shape[key] ?? ANYTHING;
  if (kind instanceof z.ZodRecord) return kind.valueType;
  if (kind instanceof z.ZodArray) return kind.element;
  if (kind instanceof z.ZodUnion) {
    const known = kind.options.find((option) => schemaAt(option, key) !== ANYTHING);
    return known === undefined ? ANYTHING : schemaAt(known, key);
  }
  return ANYTHING;
}

const ANYTHING = z.unknown();

/** The schema without optionality and default. */
function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  if (isWrapped) return unwrapSchema(schema.unwrap());
  if (!(schema instanceof z.ZodPipe)) return schema;
  return unwrapSchema(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
}
