// @module-tag slow
import { mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasBrowser } from '../../support/programs/browser.js';
import { startTestUi } from '../../support/servers/uiService.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/**
 * The problems that an accessibility checker finds; the page's own policy allows no other scripts, so it runs
 * separately.
 */
async function findings(page: Page): Promise<string[]> {
  const result = await page.evaluate(`${AXE}; axe.run(document, { resultTypes: ['violations'] })`);
  return (result as AxeResult).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html}`),
  );
}

describe.skipIf(!hasBrowser)('Connect and Set up in a browser', () => {
  let browser: Browser;
  let ui: Awaited<ReturnType<typeof startTestUi>>;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => path) ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
    });
    ui = await startTestUi(mkdtempSync(join(tmpdir(), 'paytally-walk-')));
    page = await (await browser.newContext()).newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (line) => {
      if (line.type() === 'error') complaints.push(line.text());
    });
    await page.goto(ui.ui.url);
  });
  afterAll(async () => {
    await browser.close();
    await ui.ui.close();
  });

  const checkBoth = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page), `${name}, ${colorScheme}`).toEqual([]);
    }
    const { SCREENSHOTS } = process.env;
    if (SCREENSHOTS !== undefined)
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
  };

  test('from an empty folder to payroll IDs and codes, without a terminal and in few clicks', async () => {
    let clicks = 0;
    const click = async (name: string) => {
      clicks += 1;
      const place = page.getByRole('button', { name }).or(page.getByRole('link', { name }));
      await place.first().click({ timeout: 60_000 });
    };
    await page.getByRole('button', { name: 'Try the sandbox' }).waitFor({ timeout: 30_000 });
    await checkBoth('connect-form');
    await click('Try the sandbox');
    await page.getByRole('button', { name: 'Confirm and save' }).waitFor({ timeout: 60_000 });
    await checkBoth('connect-summary');
    await click('Confirm and save');
    await page.getByText('bakery is connected').waitFor({ timeout: 60_000 });
    await checkBoth('connect-saved');
    await click('Set up payroll IDs');
    const ids = page.getByLabel(/^Payroll ID of/);
    await ids.first().waitFor({ timeout: 60_000 });
    // Those of the sandbox are made up.
    const [given = '', second = ''] = [await ids.first().inputValue(), await ids.nth(1).inputValue()];
    await ids.first().focus();
    const paste = (text: string) =>
      page.evaluate(`{
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', ${JSON.stringify(text)});
        const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(paste);
      }`);
    // A heading is no person; a person who is not found is told.
    // The second and the third have the same name.
    const name = (await page.locator('tbody th > bdi').nth(3).textContent())?.trim();
    await paste(`Name\tNumber\n${name}\t00077\nNobody, Known\t00078`);
    await vi.waitFor(async () => expect(await ids.nth(3).inputValue()).toBe('00077'));
    expect(await page.locator('.problem[role=alert]').textContent()).toContain('Nobody, Known');
    expect(await page.locator('.problem[role=alert]').textContent()).not.toContain('Number');
    await page.getByRole('button', { name: 'Undo' }).click();
    await ids.first().focus();
    await paste('00041\n00042\n43\n');
    await vi.waitFor(async () => expect(await ids.nth(1).inputValue()).toBe('00042'));
    await click('Undo');
    await vi.waitFor(async () => expect(await ids.nth(1).inputValue()).toBe(second));
    // A refusal is told at the fields that it is about.
    await ids.first().focus();
    await paste('00043\n00043\n');
    await page.getByRole('button', { name: 'Save' }).click();
    const invalid = page.locator('tbody [aria-invalid=true][aria-describedby=ids-problem]');
    await invalid.nth(1).waitFor();
    expect(await invalid.count()).toBe(2);
    expect(await page.locator('#ids-problem').textContent()).toContain('00043');
    await checkBoth('setup-refused');
    expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
    await page.getByRole('button', { name: 'Undo' }).click();
    // Longer than the server needs for its next event.
    await ids.first().press('Control+a');
    await ids.first().pressSequentially('00041', { delay: 400 });
    expect(await ids.first().inputValue()).toBe('00041');
    await ids.first().press('Tab');
    await click('Save');
    await page.getByText('✓ Saved.').waitFor();
    // As people read it.
    await page.getByText(`: ${given} → 00041`).waitFor();
    await checkBoth('setup-change');
    expect(clicks).toBeLessThanOrEqual(7);
    expect(complaints).toEqual([]);
  }, 240_000);

  test('another language of the page keeps what was typed', async () => {
    const speak = async (language: string, word: string) => {
      await page.locator('header select').selectOption(language);
      await page.locator('h1', { hasText: word }).waitFor({ timeout: 30_000 });
    };
    await page.goto(`${ui.origin}/#/connect`);
    await page.getByLabel('Name of the employer').fill('Corner shop');
    await page.getByLabel('Client secret').fill('not saved anywhere');
    await speak('nl', 'Verbinden');
    await page.getByLabel('Naam van de werkgever').waitFor({ timeout: 30_000 });
    // Until the answers in the new language are there.
    await page.waitForTimeout(1500);
    expect(await page.getByLabel('Naam van de werkgever').inputValue()).toBe('Corner shop');
    expect(await page.locator('input[type=password]').inputValue()).toBe('not saved anywhere');
    await page.goto(`${ui.origin}/#/setup/bakery/deliveries`);
    await page.locator('[role=group] button[aria-pressed]').first().click();
    const name = page.locator('.panel input').first();
    await name.fill('office');
    await speak('en', 'Set up');
    await page.waitForTimeout(1500);
    expect(await name.inputValue()).toBe('office');
    expect(complaints).toEqual([]);
  }, 120_000);

  test.each<[part: string, opener: string, inputs: string, text: string]>([
    ['ids', '', 'tbody input', '00999'],
    ['codes', '', 'tbody input', 'X100'],
    ['deliveries', '[role=group] button[aria-pressed]', '.panel input', 'archive'],
    ['schedule', 'button:has-text("Add a schedule")', '.panel input', 'monthly'],
  ])(
    'what was typed in %s survives reloading and another language',
    async (part, opener, inputs, text) => {
      await page.goto(`${ui.origin}/#/board`);
      await page.evaluate('sessionStorage.clear()');
      await page.goto(`${ui.origin}/#/setup/bakery/${part}`);
      await page.reload();
      if (opener !== '') await page.locator(opener).first().click({ timeout: 30_000 });
      const typed = page.locator(inputs).first();
      await typed.fill(text);
      await page.reload();
      await typed.waitFor({ timeout: 30_000 });
      expect(await typed.inputValue()).toBe(text);
      await page.locator('header select').selectOption('fr');
      await page.locator('html[lang=fr] h1').waitFor({ timeout: 30_000 });
      // Until the answers in the new language are there.
      await page.waitForTimeout(1500);
      expect(await typed.inputValue()).toBe(text);
      await page.locator('header select').selectOption('en');
      await page.locator('html[lang=en] h1').waitFor({ timeout: 30_000 });
      expect(complaints).toEqual([]);
    },
    120_000,
  );
});
