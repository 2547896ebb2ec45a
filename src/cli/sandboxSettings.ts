import type { z } from 'zod';
import { validateWithSchema } from '../config/input/schemaProblems.js';
import { PaytallyError } from '../errors.js';
import { type FaultSettingsInput, faultSettings } from '../sandbox/faultRule.js';
import { shapeSettings } from '../sandbox/shapeSettings.js';

type Shapes = z.output<typeof shapeSettings>;

/**
 * Reads `--fault KIND[:KEY=VALUE,…]` and adds the rules to those of the data folder.
 * @throws PaytallyError USAGE
 */
export function faultOptions(
  texts: readonly string[],
  given: FaultSettingsInput | undefined,
): FaultSettingsInput {
  const rules = texts.map((text) => {
    const [kind = '', settings = ''] = text.split(/:(.*)/s);
    return { kind, ...pairs(settings.split(',').filter(Boolean)) };
  });
  return checked(faultSettings, { ...given, rules: [...(given?.rules ?? []), ...rules] }, '--fault');
}

/** Reads `--shape ASPECT=NAME`. @throws PaytallyError USAGE */
export function shapeOptions(texts: readonly string[]): Shapes {
  return checked(shapeSettings, pairs(texts), '--shape');
}

function pairs(texts: readonly string[]): Record<string, string | number> {
  return Object.fromEntries(
    texts.map((text) => {
      const [key = '', value = ''] = text.split(/=(.*)/s);
      const isNumber = value !== '' && Number.isFinite(Number(value));
      return [key, isNumber ? Number(value) : value];
    }),
  );
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, option: string): z.output<Schema> {
  const result = validateWithSchema(schema, value);
  if ('data' in result) return result.data;
  const problems = result.problems.map(({ path, message }) => {
    const key = path.filter((step) => typeof step === 'string' && step !== 'rules').join('.');
    return `${option}: ${key}: ${message}`;
  });
  throw new PaytallyError('USAGE', problems.join('\n'), { record: option });
}
