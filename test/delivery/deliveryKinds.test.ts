import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import texts from '../../src/i18n/en/setup.json' with { type: 'json' };

test('every kind of delivery has a name in the window', () => {
  const schema = readFileSync(new URL('../../paytally.schema.json', import.meta.url), 'utf8');
  const kinds = new Set([...schema.matchAll(/"to":\s*\{[^{}]*"const":\s*"(\w+)"/g)].map(([, kind]) => kind));
  expect(kinds.size).toBeGreaterThan(5);
  const named = Object.keys(texts);
  expect([...kinds].filter((kind) => !named.includes(`to.${kind}`))).toEqual([]);
});
