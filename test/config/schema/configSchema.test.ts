import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schemaText } from '../../../src/config/schema/configSchema.js';
import { PROJECT } from '../../support/programs/runPaytally.js';

test('paytally.schema.json matches the program ("npm run build" writes it)', () => {
  expect(readFileSync(join(PROJECT, 'paytally.schema.json'), 'utf8')).toBe(schemaText());
});
