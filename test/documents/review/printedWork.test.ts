import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { renderReview } from '../../../src/documents/review/reviewPage.js';
import { closeBrowser, hasBrowser, look } from '../../support/programs/browser.js';
import { PROJECT } from '../../support/programs/runPaytally.js';
import { fixtureModel } from '../../support/records/fixtureModel.js';

const LINES = 1200;

afterAll(closeBrowser);

async function pageOf(employees: number): Promise<string> {
  const templateFolder = join(PROJECT, 'templates/review');
  const [file] = await renderReview(fixtureModel({ employees }), { language: 'en', templateFolder });
  if (!(file?.content instanceof Uint8Array)) throw new Error('the review is one piece');
  return Buffer.from(file.content).toString('utf8');
}

/** The page of a small month whose first cause has this many lines. */
async function pageOfManyLines(): Promise<string> {
  const data = /(<script id="data" type="application\/json">)(.*?)(<\/script>)/s;
  return (await pageOf(3)).replace(data, (_, before, text, after) => {
    const content = JSON.parse(text);
    const [first] = content.work;
    first.lines = Array.from({ length: LINES }, () => first.lines[0]);
    return `${before}${JSON.stringify(content)}${after}`;
  });
}

test.runIf(hasBrowser)(
  'a cause with more lines than the screen shows at a time is printed completely',
  { tags: 'slow' },
  async () => {
    const { page } = await look(await pageOfManyLines());
    const group = page.locator('section[aria-labelledby=work] > details').first();
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await group
      .locator('li')
      .nth(LINES - 1)
      .waitFor();
    expect(await group.locator('li:visible').count()).toBe(LINES);
    expect(await group.locator('.more').count()).toBe(0);
  },
);

test.runIf(hasBrowser)('all employees are printed, not only those on screen', { tags: 'slow' }, async () => {
  const { page } = await look(await pageOf(90));
  const people = page.locator('table.heat tbody tr');
  expect(await people.count()).toBe(40);
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  await people.nth(89).waitFor();
  expect(await people.count()).toBe(90);
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  await people.nth(40).waitFor({ state: 'detached' });
});
