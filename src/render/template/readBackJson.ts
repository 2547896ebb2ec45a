import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ReadBack } from '../text/readBack.js';

const PROBLEMS_LISTED = 20;
const OPTIONS = { allErrors: true, strict: false, validateFormats: false } as const;

/** Reads JSON, and validates it against a JSON schema (draft 7 or 2020-12) if there is one. */
export function jsonReadBack(schema: Uint8Array | undefined): ReadBack {
  const validate = schema === undefined ? undefined : validatorOf(new TextDecoder().decode(schema));
  return (content) => {
    let value: unknown;
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
    } catch (cause) {
      return [`is not well-formed JSON: ${cause instanceof Error ? cause.message : String(cause)}`];
    }
    if (validate === undefined || validate(value)) return [];
    const lines = (validate.errors ?? []).map(
      ({ instancePath, message }) =>
        `${instancePath || 'the file'}: ${message ?? 'is not what the schema says'}`,
    );
    const more = lines.length - PROBLEMS_LISTED;
    return [...lines.slice(0, PROBLEMS_LISTED), ...(more > 0 ? [`… and ${more} more`] : [])];
  };
}

function validatorOf(text: string): ValidateFunction {
  const schema: object = JSON.parse(text);
  const isNew = text.includes('json-schema.org/draft/2020-12');
  return (isNew ? new Ajv2020(OPTIONS) : new Ajv(OPTIONS)).compile(schema);
}
