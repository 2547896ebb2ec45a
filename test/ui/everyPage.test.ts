// @module-tag slow
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeBrowser, hasBrowser, openPage } from '../support/programs/browser.js';
import { PROJECT } from '../support/programs/runPaytally.js';
import { startTestUi } from '../support/servers/uiService.js';
import { isFocusIn, tabTo } from './tour/keyboard.js';
import { barriers, onPaper, settle, unreadable } from './tour/measures.js';
import { LONG_KEY, MONTH, type Scene, startScene } from './tour/scene.js';
import { FIRST_VIEWS, goTo, VIEWS, type View, visit } from './tour/views.js';

const { PICTURES, VIEW } = process.env;
const IS_WHOLE = process.env.PAYTALLY_WHOLE !== undefined;
/** English and the language with the longest words; before a release all of them. */
const LANGUAGES: readonly string[] = IS_WHOLE ? ['en', 'nl', 'fr', 'de'] : ['en', 'de'];
const SHOWN = VIEWS.filter(({ name }) => VIEW === undefined || new RegExp(VIEW).test(name));
const SHOWN_FIRST = FIRST_VIEWS.filter(({ name }) => VIEW === undefined || new RegExp(VIEW).test(name));

/** A text that the catalogues lack is shown as its ID. */
const MISSING_TEXT =
  /\b(?:ui|connect|setup|work|step|month|files|finalise|after|late|history|cover|board|review)\.[a-z]\w*/;

/** Employers that the walks with the keyboard need to be read. */
const WALKED = ['bakery', 'three'];

/** With PICTURES=FOLDER each view leaves pictures there; VIEW=PATTERN looks only at views with such names. */
describe.skipIf(!hasBrowser)('every page of the window, in Chromium', () => {
  let scene: Scene;
  let page: Page;

  beforeAll(async () => {
    scene = await startScene();
    page = (await openPage({ width: 1280 })).page;
    await page.goto(scene.ui.ui.url);
    await page.waitForSelector('.board tbody th', { timeout: 60_000 });
    const shown = new Set(SHOWN.map(({ address }) => address.split('/')[2]));
    for (const key of ['bakery', 'three', 'crowd', 'empty', 'refused', LONG_KEY])
      if (WALKED.includes(key) || shown.has(key)) await read(key);
  }, 900_000);
  afterAll(async () => {
    await closeBrowser();
    await scene.stop();
  });

  const read = async (key: string) => {
    await goTo(page, `#/month/${key}/${MONTH}`);
    await page.locator('.read-panel button').first().click({ timeout: 60_000 });
    await page.locator('#work-list, main > .good, .problem').first().waitFor({ timeout: 300_000 });
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
  /** The texts that the catalogues lack, and those that do not fit at each width. */
  const measure = async (view: View, language: string, of: Page): Promise<string[]> => {
    const [missing] =
      MISSING_TEXT.exec(String(await of.evaluate("document.querySelector('main').innerText"))) ?? [];
    const problems = missing === undefined ? [] : [`${view.name} ${language}: no text ${missing}`];
    for (const width of [400, 1920, 1280]) {
      await of.setViewportSize({ width, height: 900 });
      await settle(of);
      const found = await unreadable(of);
      problems.push(...found.map((problem) => `${view.name} ${language} ${width}: ${problem}`));
      if (language === 'en' || width < 1920) await picture(`${view.name}-${width}-${language}`, of);
    }
    return problems;
  };
  /** The problems that axe finds in light and dark. */
  const inspect = async (view: View, of: Page): Promise<string[]> => {
    const problems: string[] = [];
    for (const colorScheme of ['dark', 'light'] as const) {
      await of.emulateMedia({ colorScheme });
      problems.push(...(await barriers(of)).map((problem) => `${view.name} ${colorScheme}: ${problem}`));
      if (colorScheme === 'dark') await picture(`${view.name}-dark`, of);
    }
    return problems;
  };
  /** The texts beyond the edge of an A4 page, upright or on its side. */
  const print = async (view: View, language: string, of: Page): Promise<string[]> => {
    const found = await onPaper(of, () => unreadable(of));
    if (PICTURES !== undefined)
      await of.pdf({ path: join(PICTURES, `${view.name}-${language}.pdf`), preferCSSPageSize: true });
    return found.map((problem) => `${view.name} ${language} on paper: ${problem}`);
  };

  test.each(LANGUAGES)(
    'no text is cut off or outside the page, from 400 to 1920 pixels; in English also no accessibility problems, in English and German also on paper: %s',
    async (language) => {
      await speak(language);
      await page.reload();
      const problems: string[] = [];
      for (const view of SHOWN) {
        const failed = await visit(page, view).catch((failure: unknown) => `${view.name}: ${failure}`);
        if (failed !== undefined) problems.push(failed);
        problems.push(...(await measure(view, language, page)));
        if (language === 'en') problems.push(...(await inspect(view, page)));
        if (language === 'en' || language === 'de') problems.push(...(await print(view, language, page)));
      }
      expect(problems).toEqual([]);
    },
    900_000,
  );

  test('a month that was read in English is shown in German', async () => {
    await speak('de');
    await page.reload();
    await goTo(page, `#/month/bakery/${MONTH}/review`, '.heat tbody th');
    expect(await page.textContent('.heat thead')).toMatch(/^NameDo1Fr2/);
    await speak('en');
  }, 60_000);

  test('the same before anything is configured', async () => {
    const empty = await startTestUi(mkdtempSync(join(tmpdir(), 'paytally-tour-')));
    const { page: first } = await openPage({ width: 1280 });
    await first.goto(empty.ui.url);
    const problems: string[] = [];
    for (const language of LANGUAGES)
      for (const view of SHOWN_FIRST) {
        await speak(language, first);
        await visit(first, view, { isReloaded: true });
        problems.push(...(await measure(view, language, first)), ...(await inspect(view, first)));
        problems.push(...(await print(view, language, first)));
      }
    await empty.ui.close();
    expect(problems).toEqual([]);
  }, 300_000);

  test.runIf(process.env.UPDATE_PICTURES)(
    'the pictures of docs/clerk.md',
    async () => {
      await speak('en');
      const shown = {
        board: 'board',
        month: 'bakery-resolve',
        review: 'closed-review',
        finalise: 'closed-finalise',
      };
      for (const [name, of] of Object.entries(shown)) {
        const view = VIEWS.find((each) => each.name === of);
        // The board has the most columns.
        await page.setViewportSize({ width: name === 'board' ? 1360 : 1000, height: 720 });
        if (view !== undefined) await visit(page, view);
        await page.screenshot({ path: join(PROJECT, `docs/images/window-${name}.png`) });
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    },
    300_000,
  );

  describe('with the keyboard alone', () => {
    const press = async (wanted: RegExp, key = 'Enter') => {
      await tabTo(page, wanted);
      await page.keyboard.press(key);
    };
    const type = async (wanted: RegExp, text: string) => {
      await tabTo(page, wanted);
      await page.keyboard.type(text);
    };
    const see = (selector: string) => page.locator(selector).first().waitFor({ timeout: 60_000 });
    const gone = (selector: string) => page.locator(selector).first().waitFor({ state: 'detached' });
    /** A dialog takes the focus, and gives it back. */
    const leaveDialog = async (back: string) => {
      expect(await isFocusIn(page, 'dialog')).toBe(true);
      await page.keyboard.press('Escape');
      await gone('dialog');
      expect(await isFocusIn(page, back), 'the dialog returns the focus').toBe(true);
    };
    const write = async () => {
      await press(/^Save$/);
      await page.getByText('✓ Saved.').first().waitFor();
    };
    beforeAll(async () => {
      await speak('en');
      await page.reload();
    });

    test('a month is closed', async () => {
      await goTo(page, '#/board', '.board tbody th');
      await press(/^Corner shop$/);
      await see('#work-list, main > .good');
      await press(/^Review$/);
      await see('.heat td button');
      await press(/^\d+:\d\d$/);
      await see('.explanation');
      await leaveDialog('.heat td');
      await goTo(page, `#/month/three/${MONTH}`, '#work-list, main > .good');
      const blocking = page.locator('details.block-final:not(.settled)');
      for (let left = await blocking.count(); left > 0; left = await blocking.count()) {
        await press(/with a reason/);
        await see('dialog');
        await type(/^Reason/, 'agreed by phone');
        await press(/^Accept$/);
        await blocking.nth(left - 1).waitFor({ state: 'detached' });
      }
      await goTo(page, `#/finalise/three/${MONTH}`, 'section[aria-labelledby=summary] input[type=checkbox]');
      await press(/I have read this summary/, 'Space');
      await see('section[aria-labelledby=summary] button.main:enabled');
      await press(/^Finalise$/);
      await see('.cover');
      await tabTo(page, /^Print$/);
    }, 300_000);

    test('files are looked into and downloaded', async () => {
      await goTo(page, `#/month/closed/${MONTH}/files`, '#files');
      await press(/^Preview .*csv$/);
      await see('dialog .preview');
      await leaveDialog('tbody td');
      const [download] = await Promise.all([page.waitForEvent('download'), press(/^Download .*csv$/)]);
      expect(download.suggestedFilename()).toMatch(/employee-days\.csv$/);
    }, 120_000);

    test('late changes are found, chosen and settled; a run is verified, and a delivery sent again only when it is meant', async () => {
      await goTo(page, `#/after/closed/${MONTH}`, '#history');
      await press(/^Send again$/);
      await see('dialog input[type=checkbox]');
      await leaveDialog('section[aria-labelledby=deliveries]');
      await press(/^Check for late changes$/);
      await see('section[aria-labelledby=late] tbody tr');
      await gone('section[aria-labelledby=late] .waiting');
      await press(/^Choose /, 'Space');
      await type(/^Why does payroll not need/, 'paid in cash');
      await press(/^Leave 1 line out/);
      await see('section[aria-labelledby=late] td .good');
      await tabTo(page, /^Make corrections$/);
      await press(/^Verify$/);
      await see('section[aria-labelledby=history] .good');
    }, 120_000);

    test('payroll IDs, codes, templates, deliveries and a schedule are set up', async () => {
      await goTo(page, '#/setup/bakery/ids', 'td input');
      await type(/^Payroll ID of/, '00007');
      await write();
      await goTo(page, '#/setup/bakery/codes', 'td input');
      await type(/NORMAL/, '100');
      await write();
      await goTo(page, '#/setup/bakery/templates', 'td button');
      await press(/^Timesheets/, 'Space');
      await press(/: employee-days$/);
      await see('section.panel .difference');
      await goTo(page, '#/setup/bakery/deliveries', 'section.form');
      await press(/^Folder$/);
      await type(/^Short name/, 'second');
      await type(/^Folder/, 'inbox');
      await write();
      await see('section[aria-label=second]');
      await goTo(page, '#/setup/bakery/schedule', 'section.form');
      await press(/^Add a schedule$/);
      await type(/^Short name/, 'drafts');
      await write();
      await see('section[aria-label=drafts]');
      const text = readFileSync(join(scene.cwd, 'paytally.yaml'), 'utf8');
      expect(text).toContain('second');
      expect(text).toContain('drafts');
    }, 240_000);
  });
});
