import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { renderReview } from '../../../src/documents/review/renderReview.js';
import { PROJECT } from '../../cli/runPaytally.js';
import { fixtureModel } from '../fixtureModel.js';
import { closeBrowser, hasBrowser, look } from './browser.js';

const LINES = 1200;

afterAll(closeBrowser);

/** The page of a small month whose first cause has so many lines. */
async function pageOfManyLines(): Promise<string> {
  const templateFolder = join(PROJECT, 'templates/review');
  const [file] = await renderReview(fixtureModel({ employees: 3 }), { language: 'en', templateFolder });
  if (!(file?.content instanceof Uint8Array)) throw new Error('the review is one piece');
  return Buffer.from(file.content)
    .toString('utf8')
    .replace(/(<script id="data" type="application\/json">)(.*?)(<\/script>)/s, (_, before, data, after) => {
      const content = JSON.parse(data);
      const [first] = content.work;
      first.lines = Array.from({ length: LINES }, () => first.lines[0]);
      return `${before}${JSON.stringify(content)}${after}`;
    });
}

test.runIf(hasBrowser)('a cause of more lines than the screen shows at a time is printed whole', async () => {
  const { page } = await look(await pageOfManyLines());
  const group = page.locator('section[aria-labelledby=work] > details').first();
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  await group
    .locator('li')
    .nth(LINES - 1)
    .waitFor();
  expect(await group.locator('li:visible').count()).toBe(LINES);
  expect(await group.locator('.more').count()).toBe(0);
});
