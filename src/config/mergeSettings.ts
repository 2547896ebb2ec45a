import { z } from 'zod';
import { isMap, type Settings } from './source.js';

/**
 * An employer's own settings over those of all: maps are merged by key, lists and single values replaced. A map that
 * has another form (`{ env }` instead of `{ file }`, `to: sftp` instead of `to: mail`) is replaced as a whole.
 */
export function mergeSettings(schema: z.core.$ZodType, general: unknown, own: unknown): unknown {
  if (own === undefined) return general;
  if (!isMap(general) || !isMap(own)) return own;
  const kind = withoutWrapping(schema);
  if (kind instanceof z.ZodUnion && !isOneForm(kind, general, own)) return own;
  const merged: Record<string, unknown> = { ...general };
  for (const [key, value] of Object.entries(own))
    merged[key] = mergeSettings(schemaAt(kind, key), general[key], value);
  return merged;
}

/** Whether both have the form that a key such as `to` or `kind` names. */
function isOneForm({ _zod }: z.ZodUnion, general: Settings, own: Settings): boolean {
  const key = 'discriminator' in _zod.def ? String(_zod.def.discriminator) : undefined;
  return key !== undefined && (own[key] === undefined || own[key] === general[key]);
}

/** The schema of what stands under a key. */
export function schemaAt(schema: z.core.$ZodType, key: string): z.core.$ZodType {
  const kind = withoutWrapping(schema);
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

/** What is optional, or has a default, is still what it is. */
export function withoutWrapping(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  if (isWrapped) return withoutWrapping(schema.unwrap());
  return schema instanceof z.ZodPipe ? withoutWrapping(schema.in) : schema;
}
