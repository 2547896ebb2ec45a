import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { closeBrowser, hasBrowser, openPage } from '../../support/programs/browser.js';
import { startTestUi } from '../../support/servers/uiService.js';

const WAIT = { timeout: 60_000 };
const PEOPLE = ['ann', 'bob', 'carl', 'dora'];
const ROWS = [
  'ann,101,A,Ann,,',
  'bob,102,B,Bob,,2026-09-30',
  'bob,112,B,Bob,2026-10-01,',
  'carl,103,C,Carl,,',
  'dora,104,D,Dora,,',
];

describe.skipIf(!hasBrowser)('payroll IDs of a mapping with dates, in Chromium', () => {
  let bench: FolderBench;
  let ui: Awaited<ReturnType<typeof startTestUi>>;
  let page: Page;
  let complaints: readonly string[];
  beforeEach(async () => {
    bench = openFolderBench(
      'templates: [pay-lines]\nemployers: { b: { name: Bakery, zone: Europe/Brussels, employees: people.csv } }\n',
      { 'people.csv': `${['employeeId,employeeNumber,lastName,firstName,from,to', ...ROWS].join('\n')}\n` },
    );
    bench.entries(...PEOPLE.map((person) => entryRow(`e-${person}`, person, '2026-10-05', '08:00', '16:00')));
    ui = await startTestUi(bench.cwd, { nowMs: Date.parse('2026-11-30T09:00:00Z') });
    ({ page, complaints } = await openPage({ width: 1280 }));
    await page.goto(ui.ui.url);
    await page.locator('h1').waitFor(WAIT);
    await page.goto(`${ui.origin}/#/setup/b/ids`);
    await page.getByLabel('Payroll ID of A, Ann', { exact: true }).waitFor(WAIT);
  }, 120_000);
  afterEach(async () => {
    await ui.ui.close();
    bench.close();
  });
  afterAll(closeBrowser);

  const save = async () => {
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('✓ Saved.').waitFor(WAIT);
    expect(complaints).toEqual([]);
    return readFileSync(join(bench.cwd, 'people.csv'), 'utf8').trimEnd().split('\n').slice(1);
  };
  const paste = async (text: string) => {
    await page.getByLabel('Payroll ID of A, Ann', { exact: true }).focus();
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', ${JSON.stringify(text)});
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(paste);
    }`);
  };

  test('a new payroll ID keeps its first day after reloading', {
    tags: ['slow'],
    timeout: 120_000,
  }, async () => {
    const number = page.getByLabel('Payroll ID of A, Ann', { exact: true });
    const day = page.locator('tbody input[type=date]');
    await number.fill('201');
    await number.press('Tab');
    await day.fill('2026-11-01');
    await page.reload();
    await number.waitFor(WAIT);
    expect([await number.inputValue(), await day.inputValue()]).toEqual(['201', '2026-11-01']);
    expect(await save()).toEqual([
      'ann,101,A,Ann,,2026-10-31',
      ...ROWS.slice(1),
      'ann,201,A,Ann,2026-11-01,',
    ]);
  });

  test.each([
    ['a column', '901\n902\n903\n904'],
    ['a column of names', 'A, Ann\t901\nBob B\t902\nC, Carl\t903\nD, Dora\t904'],
  ])(
    '%s is pasted into the newest row of each person',
    {
      tags: ['slow'],
      timeout: 120_000,
    },
    async (_, text) => {
      await paste(text);
      await page.locator('input.is-changed').nth(3).waitFor(WAIT);
      expect(await page.locator('.problem').count()).toBe(0);
      const numbers = ['901', '102', '902', '903', '904'];
      expect(await save()).toEqual(ROWS.map((row, index) => row.replace(/,\d+,/, `,${numbers[index]},`)));
    },
  );
});
