import { writeFileSync } from 'node:fs';
import { schemaText } from './schema/configSchema.js';

/** Part of the build. */
writeFileSync(new URL('../../../paytally.schema.json', import.meta.url), schemaText());
