import { z } from 'zod';
import { configSchema } from './config.js';

/** The text of `paytally.schema.json`, which gives editors completion for `paytally.yaml`. */
export function schemaText(): string {
  const schema = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' });
  return `${JSON.stringify({ title: 'paytally configuration', ...schema }, null, 2)}\n`;
}
