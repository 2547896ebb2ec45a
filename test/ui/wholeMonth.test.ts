// @module-tag slow
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeBrowser, hasBrowser, type LookedAt, openPage } from '../support/programs/browser.js';
import { runPaytally } from '../support/programs/runPaytally.js';
import { type MailServer, startMailServer } from '../support/servers/mailServer.js';
import { startTestUi } from '../support/servers/uiService.js';

const WAIT = { timeout: 60_000 };
const MONTH = '2026-10';

/** With SCREENSHOTS=FOLDER each step saves a picture. */
describe.skipIf(!hasBrowser)('from an empty folder to a mailed final and its correction, in Chromium', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-walk-'));
  let mail: MailServer;
  let ui: Awaited<ReturnType<typeof startTestUi>>;
  let looked: LookedAt;
  let page: Page;
  let clicks = 0;
  let pictures = 0;

  const click = async (name: string, within = 'body') => {
    clicks += 1;
    const place = page.locator(within);
    const named = { name, exact: false } as const;
    await place.getByRole('button', named).or(place.getByRole('link', named)).first().click(WAIT);
  };
  const tick = async (label: string) => {
    clicks += 1;
    await page.getByLabel(label).first().check(WAIT);
  };
  const fill = async (label: string, value: string, within = 'body') => {
    await page.locator(within).getByLabel(label).and(page.locator('input')).first().fill(value, WAIT);
  };
  const see = async (text: string) => page.getByText(text).first().waitFor(WAIT);
  const picture = async (name: string) => {
    const { SCREENSHOTS } = process.env;
    pictures += 1;
    if (SCREENSHOTS === undefined) return;
    const path = join(SCREENSHOTS, `${String(pictures).padStart(2, '0')}-${name}.png`);
    await page.screenshot({ path, fullPage: true });
  };
  const write = async (within: string) => {
    await click('Save', within);
    await see('✓ Saved.');
    await picture('saved');
  };

  beforeAll(async () => {
    mail = await startMailServer();
    mkdirSync(join(cwd, 'inbox'));
    ui = await startTestUi(cwd);
    looked = await openPage({ width: 1280 });
    page = looked.page;
    await page.goto(ui.ui.url);
  });
  afterAll(async () => {
    await closeBrowser();
    await ui.ui.close();
    await mail.close();
  });

  test('connects, sets up deliveries, and tests them', async () => {
    await see('Try the sandbox');
    await picture('connect');
    await click('Try the sandbox');
    await page.getByRole('button', { name: 'Confirm and save' }).waitFor(WAIT);
    await picture('connect-summary');
    await click('Confirm and save');
    await see('bakery is connected');
    await picture('connected');
    await click('Set up deliveries');
    const server = 'section[aria-label="Mail server"]';
    await page.waitForSelector(server, WAIT);
    await picture('deliveries');
    await fill('Sender', 'Payroll <payroll@bakery.example>', server);
    await fill('Address for failure notices', 'office@bakery.example', server);
    await fill('Name of the mail server', '127.0.0.1', server);
    await fill('Port', String(mail.port), server);
    await page.locator(server).getByLabel('Encryption').selectOption('none');
    await write(server);
    await page.locator(server).getByText('✓ Saved.').waitFor(WAIT);
    const added = 'section[aria-label="New delivery"]';
    await click('Email', '[aria-label="Add a delivery:"]');
    await fill('Short name', 'office', 'section.form >> nth=0');
    await fill('Addresses', 'boss@bakery.example', 'section[aria-label="office"]');
    await page.getByLabel('Attach the files').check(WAIT);
    clicks += 1;
    await write('section[aria-label="office"]');
    await page.waitForSelector(`${added}`, { state: 'detached' });
    await click('Send a test mail to myself');
    await see('was accepted by the mail server');
    await picture('trial');
    expect(mail.mails.map(({ recipients }) => recipients)).toEqual([['office@bakery.example']]);
    await click('Folder', '[aria-label="Add a delivery:"]');
    await fill('Short name', 'archive', 'section[aria-label="New delivery"]');
    await fill('Folder', 'inbox', 'section[aria-label="archive"]');
    await write('section[aria-label="archive"]');
    await page.getByRole('button', { name: 'Test this delivery' }).waitFor(WAIT);
    expect(readFileSync(join(cwd, 'paytally.yaml'), 'utf8')).toContain('boss@bakery.example');
  }, 300_000);

  test('reads, accepts, finalises and sends the month', async () => {
    await click('Board');
    await page.waitForSelector('.board', WAIT);
    await picture('board');
    await page.evaluate(`location.hash = '#/month/bakery/${MONTH}'`);
    await click('Read the period');
    await page.waitForSelector('.verdict.bad', WAIT);
    await picture('month');
    const blocking = 'details.block-final:not(.settled)';
    const open = page.locator(`${blocking} button:has-text("with a reason")`);
    for (let left = await open.count(); left > 0; left = await open.count()) {
      clicks += 1;
      await open.first().click(WAIT);
      await page.fill('dialog textarea', 'known');
      await picture('accept');
      await click('Accept', 'dialog form');
      await page
        .locator(blocking)
        .nth(left - 1)
        .waitFor({ state: 'detached', ...WAIT });
    }
    await click('Finalise', '.steps');
    await see('boss@bakery.example');
    await picture('finalise');
    await tick('I have read this summary');
    await click('Finalise', 'section[aria-labelledby=summary]');
    await page.waitForSelector('h1 .state.good', WAIT);
    await picture('cover');
    expect(clicks, 'clicks from the empty folder').toBeLessThanOrEqual(25);
    expect(mail.mails.map(({ recipients }) => recipients[0])).toEqual([
      'office@bakery.example',
      'boss@bakery.example',
    ]);
    expect(mail.mails[1]?.content.toString()).toContain('attachment');
  }, 300_000);

  test('shows a late change, and makes its correction', async () => {
    await click('Send', '.steps');
    await click('Sandbox: change an entry');
    await see('Changed. Now check for late changes.');
    await click('Check for late changes');
    await see('change since the final');
    await picture('late');
    const row = await page.locator('section[aria-labelledby=late] tbody tr').first().textContent();
    expect(row).toMatch(/\+0:30/);
    // The payroll system of the sandbox imports no corrections: they are entered by hand.
    await tick('I have entered all of them');
    await click('I have entered these');
    await see('was recorded with');
    await see('Nothing has changed since the final.');
    await page.waitForSelector('h1 .state.accent >> text=corrected', WAIT);
    await picture('corrected');
    expect(looked.complaints).toEqual([]);
  }, 300_000);

  test('the command line sees the same records, and makes the same bytes', async () => {
    const run = (...words: string[]) => runPaytally(words, { cwd });
    const { runs } = JSON.parse((await run('history', '--json')).stdout) as {
      runs: { runId: string; state: string; files: { path: string }[] }[];
    };
    const made = runs.filter(({ state }) => state === 'final' || state === 'correction');
    expect(made.map(({ state }) => state)).toEqual(['correction', 'final']);
    for (const { runId, files } of made) {
      expect((await run('verify', runId)).status).toBe(0);
      const out = `again-${runId}`;
      await run('rerun', runId, '--out', out);
      for (const { path } of files) {
        const name = path.slice(path.lastIndexOf('/') + 1);
        expect(readFileSync(join(cwd, out, name)).equals(readFileSync(path)), name).toBe(true);
      }
    }
  }, 120_000);

  test('a read-only window has its buttons disabled, and says why', async () => {
    const shown = await startTestUi(cwd, { isReadOnly: true });
    const other = await openPage({ width: 1280 });
    await other.page.goto(shown.ui.url);
    await other.page.getByText('This window is read-only.').waitFor(WAIT);
    await other.page.evaluate(`location.hash = '#/after/bakery/${MONTH}'`);
    expect(await other.page.getByRole('button', { name: 'Make the files again' }).first().isDisabled()).toBe(
      true,
    );
    await other.page.evaluate("location.hash = '#/setup/bakery/deliveries'");
    const trial = other.page.getByRole('button', { name: 'Send a test mail to myself' });
    expect(await trial.isDisabled(WAIT)).toBe(true);
    await shown.ui.close();
  }, 120_000);
});
