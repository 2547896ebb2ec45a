// @module-tag slow
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCEPT, startSampleService } from '../../support/employers/sampleService.js';
import { closeBrowser, hasBrowser, type LookedAt, openPage } from '../../support/programs/browser.js';
import { leaveTokens, startDatevBench } from '../../support/servers/connection.js';
import { startTestUi } from '../../support/servers/uiService.js';

const CONFIGURATION = `language: en
templates: [monthly-hours, employee-days, timesheets-pdf]
deliveries:
  office: { to: folder, path: inbox, templates: [employee-days] }
`;
/** Groups of items to resolve that prevent the month from being finalised. */
const BLOCKING = 'details.block-final:not(.settled)';
const WAIT = { timeout: 60_000 };

describe.skipIf(!hasBrowser)('a month in the window, in Chromium', () => {
  let service: Awaited<ReturnType<typeof startSampleService>>;
  let ui: Awaited<ReturnType<typeof startTestUi>>;
  let looked: LookedAt;
  let page: Page;
  let clicks = 0;

  const click = async (selector: string) => {
    clicks += 1;
    await page.click(selector, WAIT);
  };
  const goTo = async (address: string, until: string) => {
    await page.evaluate(`location.hash = '${address}'`);
    await page.waitForSelector(until, WAIT);
  };

  beforeAll(async () => {
    service = await startSampleService({}, CONFIGURATION);
    mkdirSync(join(service.cwd, 'inbox'));
    ui = await startTestUi(service.cwd, { env: service.env });
    looked = await openPage({ width: 1280 });
    page = looked.page;
    await page.goto(ui.ui.url);
    await page.waitForSelector('.board', WAIT);
  });
  afterAll(async () => {
    await closeBrowser();
    await ui.ui.close();
    await service.stop();
  });

  test('is read, accepted, finalised and sent in at most 25 clicks', async () => {
    expect(page.url()).not.toContain('token');
    await goTo('#/month/bakery/2026-10', '.steps');
    await page.evaluate(`window.spoken = new Set(); new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('.job [role=status]')) spoken.add(textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
    await click('text=Read the period');
    await page.waitForSelector('.verdict.bad #verdict:focus', WAIT);
    const spoken = await page.evaluate<string[]>('[...spoken].filter(Boolean)');
    expect(spoken, 'steps, not each number of records').not.toEqual([]);
    expect(spoken.filter((text) => /\d/.test(text))).toEqual([]);
    await click('details.block-final .findings button >> nth=0');
    await page.fill('dialog textarea', 'agreed by phone');
    expect(await page.textContent('dialog .names')).toMatch(/\w+, \w+/);
    await click('dialog button[type=submit]');
    const open = `${BLOCKING} button:has-text("with a reason")`;
    for (let left = await page.locator(open).count(); left > 0; left = await page.locator(open).count()) {
      await click(open);
      await page.fill('dialog textarea', 'known');
      await click('dialog button[type=submit]');
      await page
        .locator(BLOCKING)
        .nth(left - 1)
        .waitFor({ state: 'detached', ...WAIT });
    }
    await click('.steps >> text=Finalise');
    await page.waitForSelector('text=office to', WAIT);
    expect(await page.textContent('main')).toContain('agreed by phone');
    await click('text=I have read this summary');
    await click('button.main');
    await page.waitForSelector('.cover', WAIT);
    await page.waitForSelector('h1 .state.good', WAIT);
    expect(clicks).toBeLessThanOrEqual(25);
    expect(readdirSync(join(service.cwd, 'inbox'))).toHaveLength(1);
    expect(looked.complaints).toEqual([]);
    expect(looked.requests.filter((url) => !url.startsWith(ui.origin))).toEqual([]);
  }, 240_000);

  test('the files match those of the command line', async () => {
    const { run, cwd } = service;
    const [final] = (
      JSON.parse((await run(['history', '--json'])).stdout) as { runs: { runId: string; state: string }[] }
    ).runs.filter(({ state }) => state === 'final');
    expect((await run(['verify', final?.runId ?? ''])).status).toBe(0);
    await run(['rerun', final?.runId ?? '', '--out', 'again']);
    const names = readdirSync(join(cwd, 'again'));
    expect(names).toHaveLength(3);
    for (const name of names)
      expect(readFileSync(join(cwd, 'again', name)).equals(readFileSync(join(cwd, 'out', name)))).toBe(true);
    // The table does not record its author and time: a run of the command line without the window has the same bytes.
    const other = await startSampleService({}, CONFIGURATION);
    const accept = ['OPEN_ENTRY', 'OVERLAP', 'UNREVIEWED'].flatMap((code) => ['--accept', `${code}=known`]);
    expect((await other.run(['export', '2026-10', '--final', ...accept])).status).toBe(0);
    await other.stop();
    const table = 'bakery_2026-10_employee-days.csv';
    expect(readFileSync(join(other.cwd, 'out', table)).equals(readFileSync(join(cwd, 'out', table)))).toBe(
      true,
    );
    expect(readFileSync(join(cwd, 'inbox', table)).equals(readFileSync(join(cwd, 'out', table)))).toBe(true);
  }, 120_000);

  test('work of another tab is found again, and a second window is told about it', async () => {
    const second = await openPage();
    await second.page.goto(ui.ui.url);
    // The token worked once; a window of the same browser context would share the session, but this one does not.
    await second.page.waitForSelector('text=not connected', WAIT);
    const tab = await page.context().newPage();
    await tab.goto(`${ui.origin}/#/month/bakery/2026-10`);
    await tab.waitForSelector('h1 .state.good', WAIT);
    await page.waitForSelector('text=also open in another window', WAIT);
    await tab.close();
  }, 120_000);

  test.each([
    ['a day', '.heat tbody td button', 'On this day'],
    ['a period', '.heat tbody td button.plain', 'In this period'],
  ])(
    'the explanation of %s ends in the number that was clicked',
    async (_, number, counted) => {
      await goTo('#/month/bakery/2026-10/review', number);
      const clicked = (await page.textContent(number)) ?? '';
      await page.click(number);
      await page.waitForSelector('.explanation', WAIT);
      const marks = await page.locator('.explanation mark').allTextContents();
      expect(marks.map((text) => text.split(' ')[0])).toEqual([clicked, clicked]);
      const counts = await page.locator(`.explanation td[data-label="${counted}"]`).allTextContents();
      const minutes = (text = '0:00') => {
        const [hours = 0, rest = 0] = text.split(':').map(Number);
        return Number.isNaN(hours) ? 0 : hours * 60 + rest;
      };
      const [total, ...parts] = counts.map(minutes).reverse();
      expect(parts.length).toBeGreaterThan(0);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
      expect(total).toBe(minutes(clicked));
      // What the command prints, in another layout; only rules have names instead of paths.
      const command = (await page.textContent('dialog .command code'))?.split(' ').slice(1) ?? [];
      const { stdout } = await service.run(command);
      const said = await page.locator('.explanation dd:not(:has(a))').allTextContents();
      const plain = (text: string) => text.replace(/\s+/g, ' ').replace(/ \((Rule|Premium) [^)]*\)$/, '');
      expect(said.filter((text) => !plain(stdout).includes(plain(text)))).toEqual([]);
      await page.keyboard.press('Escape');
    },
    120_000,
  );

  test('the keyboard alone opens a number and returns to it', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await goTo('#/month/bakery/2026-10/review', '.heat td button');
    await page.focus('.heat td button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.explanation', WAIT);
    const inDialog = "document.activeElement?.closest('dialog') !== null";
    expect(await page.evaluate(inDialog)).toBe(true);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    expect(await page.evaluate("document.activeElement?.closest('.heat') !== null")).toBe(true);
    // The arrow keys lead to other numbers, the Tab key to the next person.
    const place = async () =>
      (await page.evaluate(`{
        const cell = document.activeElement.closest('td');
        [cell?.parentElement.rowIndex, cell?.cellIndex];
      }`)) as [row: number, column: number];
    const [row, column] = await place();
    await page.keyboard.press('ArrowRight');
    expect((await place())[0]).toBe(row);
    expect((await place())[1]).toBeGreaterThan(column);
    await page.keyboard.press('ArrowDown');
    expect((await place())[0]).toBeGreaterThan(row);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    expect((await place())[0]).toBe(row + 1);
  }, 60_000);
});

test.skipIf(!hasBrowser)(
  'the answer of a payroll system that has only received a file can be asked for',
  async () => {
    const bench = await startDatevBench();
    leaveTokens(bench);
    await bench.run('export', '2026-10', '--final', '--deliver', ...ACCEPT);
    const ui = await startTestUi(bench.service.cwd, { env: bench.service.env });
    const { page } = await openPage({ width: 1280 });
    await page.goto(ui.ui.url);
    await page.waitForSelector('.board', WAIT);
    await page.evaluate("location.hash = '#/after/bakery/2026-10'");
    const state = page.locator('section[aria-labelledby=deliveries] tbody .state');
    await state.getByText('received by the payroll').waitFor(WAIT);
    bench.double.states.set(bench.double.files[0]?.jobId ?? '', 'corrupted');
    await page.click('text=Ask whether payroll has imported it', WAIT);
    await state.getByText('rejected by the payroll').waitFor(WAIT);
    await page.close();
    await ui.ui.close();
    await bench.stop();
    await closeBrowser();
  },
  120_000,
);
