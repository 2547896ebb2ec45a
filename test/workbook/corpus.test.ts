import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { englishText } from '../../src/i18n/formatMessage.js';
import { WorkbookError } from '../../src/workbook/index.js';
import { fieldsOfModel } from '../../src/workbook/language/templateFields.js';
import { readZip } from '../../src/workbook/zip/readZip.js';
import { collect } from './collect.js';
import { checkTemplate, fillTemplate } from './support/checked.js';
import { testModel } from './support/model.js';

/*
 * Workbooks of other projects that this machine happens to have: those in the packages that are installed by npm, in
 * Debian packages (r-cran-readxl and r-cran-openxlsx bring some), and in a folder of one's own:
 * WORKBOOKS=~/Documents npx vitest run test/workbook/corpus.test.ts
 * Whatever they are, the engine says why it refuses them, or fills them and loses nothing.
 */
const ROOTS = [
  process.env.WORKBOOKS ?? '',
  join(import.meta.dirname, '../../node_modules'),
  ...['/usr/lib/R/site-library', '/usr/share', '/usr/lib/python3'],
];
const MOST_FOLDERS = 60_000;
const MOST_FILES = 400;
const MOST_BYTES = 8 * 1024 * 1024;

function workbooksIn(roots: readonly string[]): string[] {
  const found: string[] = [];
  const open = roots.filter((root) => root !== '' && existsSync(root));
  for (let seen = 0; open.length > 0 && seen < MOST_FOLDERS && found.length < MOST_FILES; seen++) {
    const folder = open.pop() ?? '';
    for (const entry of listed(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) open.push(path);
      else if (/\.xl[st]x$/i.test(entry.name) && statSync(path).size < MOST_BYTES) found.push(path);
    }
  }
  return found.sort();
}

function listed(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Parts that are written anew whatever stands in them: the list of parts, the workbook's own, and its properties. */
const REWRITTEN = /^\[Content_Types\]|workbook\.xml|workbook\.xml\.rels|calcChain|^docProps\//;

const found = workbooksIn(ROOTS);
if (found.length === 0) console.warn('skipped: no workbooks of other projects on this machine');
const model = testModel(2);

describe.runIf(found.length > 0)('workbooks of other projects', () => {
  test.each(found)('%s', { timeout: 60_000 }, async (path) => {
    const bytes = readFileSync(path);
    try {
      const problems = await checkTemplate(bytes, fieldsOfModel(model), 'corpus');
      for (const { text, remedy } of problems)
        expect(`${englishText(text)} ${englishText(remedy)}`.length).toBeGreaterThan(10);
      if (problems.length > 0) return;
      const { content } = await fillTemplate(bytes, model);
      const before = await readZip(bytes, 'before');
      const after = await readZip(await collect(content), 'after');
      for (const [part, written] of before) {
        if (REWRITTEN.test(part)) continue;
        // Nothing in it asks to be filled, so nothing in it changes.
        expect(Buffer.compare(Buffer.from(after.get(part) ?? []), Buffer.from(written)), part).toBe(0);
      }
    } catch (error) {
      if (!(error instanceof WorkbookError)) throw error;
      expect(error.message.length).toBeGreaterThan(10);
    }
  });
});
