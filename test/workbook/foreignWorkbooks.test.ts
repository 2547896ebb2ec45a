// @module-tag slow
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PaytallyError } from '../../src/errors.js';
import { fieldsOfModel } from '../../src/language/templateFields.js';
import { readZip } from '../../src/workbook/zip/readZip.js';
import { checkTemplate, fillTemplate, wordsOf } from '../support/workbooks/checked.js';
import { collect } from '../support/workbooks/collect.js';
import { foreignWorkbooks } from '../support/workbooks/foreignWorkbooks.js';
import { testModel } from '../support/workbooks/model.js';

/*
 * For any workbook of another project, the engine either gives a reason for refusing it, or fills it and loses no
 * content.
 */

/** Parts that are rewritten whatever their content: the list of parts, the workbook part, and its properties. */
const REWRITTEN = /^\[Content_Types\]|workbook\.xml|workbook\.xml\.rels|calcChain|^docProps\//;

const found = foreignWorkbooks(400);
if (found.length === 0) console.warn('skipped: no workbooks of other projects on this machine');
const model = testModel(2);

describe.runIf(found.length > 0)('workbooks of other projects', () => {
  test.each(found)('%s', { timeout: 60_000 }, async (path) => {
    const bytes = readFileSync(path);
    try {
      const problems = await checkTemplate(bytes, fieldsOfModel(model), 'corpus');
      for (const { text, remedy } of problems)
        expect(`${wordsOf(text)} ${wordsOf(remedy)}`.length).toBeGreaterThan(10);
      if (problems.length > 0) return;
      const { content } = await fillTemplate(bytes, model);
      const before = await readZip(bytes, 'before');
      const after = await readZip(await collect(content), 'after');
      for (const [part, written] of before) {
        if (REWRITTEN.test(part)) continue;
        // The workbook has nothing to fill, so its content does not change.
        expect(Buffer.compare(Buffer.from(after.get(part) ?? []), Buffer.from(written)), part).toBe(0);
      }
    } catch (error) {
      if (!(error instanceof PaytallyError)) throw error;
      expect(error.message.length).toBeGreaterThan(10);
    }
  });
});
