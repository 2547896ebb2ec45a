import { z } from 'zod';
import { configSchema, sharedShape } from './schema.js';

/** The parts of a JSON schema that are changed here. */
interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly [key: string]: unknown;
}

/** The text of `paytally.schema.json`, which gives editors completion for `paytally.yaml`. */
export function schemaText(): string {
  const { $schema, ...schema } = configJsonSchema();
  // A file that is included may lack what another one has.
  const { required: _, ...file } = schema;
  return `${JSON.stringify({ $schema, title: 'paytally configuration', ...file }, null, 2)}\n`;
}

/** The configuration as a JSON schema, what may also stand in an employer included. */
export function configJsonSchema(): JsonSchema {
  const schema = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const { properties = {} } = schema;
  const { employers = {} } = properties;
  const employer = typeof employers.additionalProperties === 'object' ? employers.additionalProperties : {};
  const shared = Object.keys(sharedShape).map((key) => [key, partial(properties[key] ?? {})]);
  const own = { ...employer, properties: { ...employer.properties, ...Object.fromEntries(shared) } };
  return {
    ...schema,
    properties: { ...properties, employers: { ...employers, additionalProperties: own } },
  };
}

/** What an employer leaves out is as it is for all: nothing is required in it, and nothing has a default. */
function partial({ required: _, default: __, properties, ...schema }: JsonSchema): JsonSchema {
  if (properties === undefined) return schema;
  const inner = Object.entries(properties).map(([key, child]) => [key, partial(child)]);
  return { ...schema, properties: Object.fromEntries(inner) };
}
