import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { preparedLater } from '../../release/stringWidth.mjs';
import { PROJECT } from '../support/programs/runPaytally.js';

const TEXTS = [
  '',
  'Zoë Ångström – 8,5 h …',
  '雪野 さくら',
  '👩‍👩‍👧 family',
  'שלום',
  'a\u0301',
  '한글',
  '#⃣',
  '\u00AD',
  '①',
  'ﾊﾟ',
];

test('the width of every text is that of string-width', { tags: 'slow' }, async () => {
  const cache = join(PROJECT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'width-'));
  const path = join(folder, 'stringWidth.mjs');
  writeFileSync(
    path,
    preparedLater(readFileSync(join(PROJECT, 'node_modules/string-width/index.js'), 'utf8')),
  );
  const changed: { readonly default: typeof stringWidth } = await import(pathToFileURL(path).href);
  rmSync(folder, { recursive: true });
  const characters = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));
  const differing = [...TEXTS, ...characters, ...characters.map((each) => `é${each}`)].filter(
    (text) => changed.default(text) !== stringWidth(text),
  );
  expect(differing).toEqual([]);
});
