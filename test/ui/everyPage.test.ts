// @module-tag slow
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../cli/runPaytally.js';
import { closeBrowser, hasBrowser, openPage } from '../render/review/browser.js';
import { isFocusIn, tabTo } from './tour/keyboard.js';
import { barriers, unreadable } from './tour/measures.js';
import { MONTH, type Scene, startScene } from './tour/scene.js';
import { FIRST_VIEWS, VIEWS, type View, visit } from './tour/views.js';
import { startTestUi } from './uiService.js';

const { PICTURES, VIEW } = process.env;
const LANGUAGES = ['en', 'nl', 'fr', 'de'] as const;
const SHOWN = VIEWS.filter(({ name }) => VIEW === undefined || new RegExp(VIEW).test(name));
const SHOWN_FIRST = FIRST_VIEWS.filter(({ name }) => VIEW === undefined || new RegExp(VIEW).test(name));

/** With PICTURES=FOLDER each view saves pictures there; VIEW=PATTERN tests only views with such names. */
describe.skipIf(!hasBrowser)('every page of the window, in Chromium', () => {
  let scene: Scene;
  let page: Page;

  beforeAll(async () => {
    scene = await startScene();
    page = (await openPage({ width: 1280 })).page;
    await page.goto(scene.ui.ui.url);
    await page.waitForSelector('.board tbody th', { timeout: 60_000 });
    for (const employer of ['bakery', 'crowd', 'empty', 'refused', 'three', 'long-']) await read(employer);
  }, 900_000);
  afterAll(async () => {
    await closeBrowser();
    await scene.stop();
  });

  const read = async (employer: string) => {
    const key = VIEWS.map(({ address }) => address.split('/')[2] ?? '').find((each) =>
      each.startsWith(employer),
    );
    await page.evaluate(`location.hash = '#/month/${key}/${MONTH}'`);
    await page.locator('.read-panel button').first().click({ timeout: 60_000 });
    await page.locator('#work-list, main > .good, .problem').first().waitFor({ timeout: 120_000 });
    await page.locator('.read-panel .waiting').waitFor({ state: 'detached' });
  };
  const speak = async (language: string, within = page) => {
    await within.evaluate(`localStorage.setItem('paytally-language', '${language}')`);
  };
  const picture = async (name: string, of = page) => {
    if (PICTURES === undefined) return;
    mkdirSync(PICTURES, { recursive: true });
    await of.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  };
  /** Fits at each width; pictures in light and dark. */
  const measure = async (view: View, language: string, of: Page): Promise<string[]> => {
    const problems: string[] = [];
    for (const width of [400, 1280, 1920]) {
      await of.setViewportSize({ width, height: 900 });
      // A chart is redrawn in the next frames.
      await of.waitForTimeout(60);
      const found = await unreadable(of);
      problems.push(...found.map((problem) => `${view.name} ${language} ${width}: ${problem}`));
      if (language === 'en' || width < 1920) await picture(`${view.name}-${width}-${language}`, of);
    }
    await of.setViewportSize({ width: 1280, height: 900 });
    return problems;
  };

  test.each(LANGUAGES)(
    'no text is cut off or outside the page, from 400 to 1920 pixels: %s',
    async (language) => {
      await speak(language);
      const problems: string[] = [];
      for (const view of SHOWN) {
        const failed = await visit(page, view).catch((failure: unknown) => `${view.name}: ${failure}`);
        if (failed !== undefined) problems.push(failed);
        problems.push(...(await measure(view, language, page)));
      }
      expect(problems).toEqual([]);
    },
    900_000,
  );

  test('no accessibility problems in light and dark, with all tabs and dialogs', async () => {
    await speak('en');
    const problems: string[] = [];
    for (const view of SHOWN) {
      await visit(page, view);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        problems.push(...(await barriers(page)).map((problem) => `${view.name} ${colorScheme}: ${problem}`));
        if (colorScheme === 'dark') await picture(`${view.name}-dark`);
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }
    expect(problems).toEqual([]);
  }, 900_000);

  test('the same before anything is configured', async () => {
    const empty = await startTestUi(mkdtempSync(join(tmpdir(), 'paytally-tour-')));
    const { page: first } = await openPage({ width: 1280 });
    await first.goto(empty.ui.url);
    const problems: string[] = [];
    for (const language of LANGUAGES)
      for (const view of SHOWN_FIRST) {
        await speak(language, first);
        await visit(first, view);
        problems.push(...(await measure(view, language, first)), ...(await barriers(first)));
      }
    await empty.ui.close();
    expect(problems).toEqual([]);
  }, 300_000);

  test.runIf(process.env.UPDATE_PICTURES)(
    'the pictures of docs/clerk.md',
    async () => {
      await speak('en');
      await page.setViewportSize({ width: 1000, height: 720 });
      const shown = {
        board: 'board',
        month: 'bakery-resolve',
        review: 'closed-review',
        finalise: 'closed-finalise',
      };
      for (const [name, of] of Object.entries(shown)) {
        const view = VIEWS.find((each) => each.name === of);
        if (view !== undefined) await visit(page, view);
        await page.screenshot({ path: join(PROJECT, `docs/images/window-${name}.png`) });
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    },
    300_000,
  );

  test('a month is closed with the keyboard alone', async () => {
    await speak('en');
    const press = async (wanted: RegExp, key = 'Enter') => {
      await tabTo(page, wanted);
      await page.keyboard.press(key);
    };
    const see = (selector: string) => page.locator(selector).first().waitFor({ timeout: 60_000 });
    await page.evaluate("location.hash = '#/board'");
    await page.reload();
    await see('.board tbody th');
    await press(/^three$/);
    await see('#work-list, main > .good');
    await press(/^Review$/);
    await see('.heat td button');
    await press(/^\d+:\d\d$/);
    await see('.explanation');
    expect(await isFocusIn(page, 'dialog')).toBe(true);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    expect(await isFocusIn(page, '.heat td'), 'the dialog returns the focus').toBe(true);
    await page.evaluate(`location.hash = '#/month/three/${MONTH}'`);
    await see('#work-list, main > .good');
    const blocking = page.locator('details.block-final:not(.settled)');
    for (let left = await blocking.count(); left > 0; left = await blocking.count()) {
      await press(/with a reason/);
      await see('dialog');
      await tabTo(page, /^Reason/);
      await page.keyboard.type('agreed by phone');
      await press(/^Accept$/);
      await blocking.nth(left - 1).waitFor({ state: 'detached' });
    }
    await page.evaluate(`location.hash = '#/finalise/three/${MONTH}'`);
    await press(/I have read this summary/, 'Space');
    await press(/^Finalise$/);
    await see('.cover');
    await tabTo(page, /^Print$/);
  }, 300_000);
});
