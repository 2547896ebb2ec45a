// @module-tag slow
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { renderReview } from '../../../src/documents/review/reviewPage.js';
import { closeBrowser, hasBrowser, look } from '../../support/programs/browser.js';
import { PROJECT } from '../../support/programs/runPaytally.js';
import { fixtureModel } from '../../support/records/fixtureModel.js';

const PEOPLE = 5000;
const MOST_BYTES = 10_000_000;

afterAll(closeBrowser);

/** The page of a month with this many employees. */
async function page(): Promise<Buffer> {
  const model = fixtureModel({ employees: PEOPLE });
  const [file] = await renderReview(model, {
    language: 'en',
    templateFolder: join(PROJECT, 'templates/review'),
  });
  if (!(file?.content instanceof Uint8Array)) throw new Error('the review is one piece');
  return Buffer.from(file.content);
}

test('the page for 5,000 employees is at most 10 MB, opens, draws one page of them, and names explain', async () => {
  const bytes = await page();
  expect(bytes.length).toBeLessThan(MOST_BYTES);
  const html = bytes.toString('utf8');
  const data = JSON.parse(
    /<script id="data" type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}',
  );
  expect(data.people).toHaveLength(PEOPLE);
  expect(data).not.toHaveProperty('entries');
  if (!hasBrowser) return;
  const { page: opened, complaints } = await look(html);
  expect(complaints).toEqual([]);
  expect(await opened.locator('table tbody tr').count()).toBeLessThan(1000);
  await opened.locator('button.cell, td button').first().click();
  expect(await opened.locator('dialog, [role=dialog]').first().textContent()).toContain('paytally explain');
}, 240_000);
