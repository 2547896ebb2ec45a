import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { configSchema } from './config.js';

/** Part of the build: `paytally.schema.json` gives editors completion for `paytally.yaml`. */
const schema = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' });
const titled = { title: 'paytally configuration', ...schema };
writeFileSync(
  new URL('../../../paytally.schema.json', import.meta.url),
  `${JSON.stringify(titled, null, 2)}\n`,
);
