import type { Page } from 'playwright-core';
import { LONG_KEY, MONTH } from './scene.js';

const WAIT = { timeout: 20_000 };

/** A page of the window, by its address, and what is opened on it. */
export interface View {
  readonly name: string;
  readonly address: string;
  /** A selector that exists once the page is complete. */
  readonly until: string;
  /** Without words, because it is used in four languages. */
  readonly open?: (page: Page) => Promise<void>;
}

const click =
  (...selectors: readonly string[]) =>
  async (page: Page) => {
    for (const selector of selectors) await page.locator(selector).first().click(WAIT);
  };

/** The pages of a month, one tab or dialog each. */
function monthViews(employer: string): View[] {
  const month = `#/month/${employer}/${MONTH}`;
  return [
    { name: 'resolve', address: month, until: '#work-list, main > .good' },
    { name: 'review', address: `${month}/review`, until: '#by-day, #control' },
    { name: 'files', address: `${month}/files`, until: '#files' },
    { name: 'accounts', address: `${month}/accounts`, until: '#accounts, .read-panel' },
    { name: 'finalise', address: `#/finalise/${employer}/${MONTH}`, until: 'h2' },
    { name: 'after', address: `#/after/${employer}/${MONTH}`, until: '#history' },
  ].map((view) => ({ ...view, name: `${employer.slice(0, 8)}-${view.name}` }));
}

const BLOCKED = `#/month/bakery/${MONTH}`;
const AFTER = `#/after/closed/${MONTH}`;
const setup = (part: string) => `#/setup/bakery/${part}`;

/** Every page of the window with each of its tabs, dialogs, empty states and errors. */
export const VIEWS: readonly View[] = [
  { name: 'board', address: '#/board', until: '.board tbody th' },
  {
    name: 'board-nothing',
    address: '#/board',
    until: '.board tbody th',
    open: (page) => page.fill('.tools input[type=search]', 'zzz'),
  },
  {
    name: 'board-months',
    address: '#/board',
    until: '.board tbody th',
    open: async (page) => {
      await page.selectOption('.tools label:last-of-type select', '11');
      await page.locator('.board thead th >> nth=17').waitFor(WAIT);
    },
  },
  { name: 'month-unread', address: `#/month/unread/${MONTH}`, until: '.read-panel' },
  { name: 'month-refused', address: `#/month/refused/${MONTH}`, until: '.job .problem' },
  { name: 'month-unknown', address: `#/month/nobody/${MONTH}`, until: '.problem' },
  ...['bakery', 'closed', 'empty', 'three', LONG_KEY, 'crowd'].flatMap(monthViews),
  {
    name: 'resolve-by-person',
    address: BLOCKED,
    until: '#work-list',
    open: async (page) => {
      await page.selectOption('section[aria-labelledby=work-list] select', 'person');
      await click('details.work summary')(page);
    },
  },
  {
    name: 'resolve-accept-all',
    address: BLOCKED,
    until: '#work-list',
    open: click('details.block-final:not(.settled) > p > button'),
  },
  {
    name: 'explain',
    address: `${BLOCKED}/review`,
    until: '.heat td button',
    open: async (page) => {
      await click('.heat td button')(page);
      await page.waitForSelector('.explanation', WAIT);
    },
  },
  {
    name: 'explain-total',
    address: `${BLOCKED}/review`,
    until: '.heat td button.plain',
    open: async (page) => {
      await click('.heat td button.plain')(page);
      await page.waitForSelector('.explanation', WAIT);
    },
  },
  ...[1, 2, 3].map((row) => ({
    name: `files-preview-${row}`,
    address: `#/month/closed/${MONTH}/files`,
    until: '#files',
    open: async (page: Page) => {
      await click(`tbody tr:nth-child(${row}) td:last-child button`)(page);
      await page.locator('dialog .preview, dialog .pdf').first().waitFor(WAIT);
    },
  })),
  {
    name: 'accounts-person',
    address: `#/month/closed/${MONTH}/accounts`,
    until: '#accounts',
    open: async (page) => {
      await click('section[aria-labelledby=accounts] th button')(page);
      await page.waitForSelector('dialog .curve', WAIT);
    },
  },
  {
    name: 'accounts-payout',
    address: `#/month/closed/${MONTH}/accounts`,
    until: '#accounts',
    open: async (page) => {
      await click('section[aria-labelledby=accounts] th button')(page);
      await page.locator('dialog section.form input').nth(0).fill('10:30', WAIT);
      await page.locator('dialog section.form input').nth(2).fill('agreed with the union', WAIT);
      await click('dialog section.form button.main')(page);
      await page.waitForSelector('dialog dialog .names', WAIT);
    },
  },
  {
    name: 'finalise-again',
    address: `#/finalise/closed/${MONTH}`,
    until: '.cover',
    open: click('details.read-panel > summary'),
  },
  {
    name: 'after-again',
    address: AFTER,
    until: '#history',
    open: click('section[aria-labelledby=deliveries] td button'),
  },
  {
    name: 'after-late',
    address: AFTER,
    until: '#history',
    open: async (page) => {
      await click('section[aria-labelledby=late] .tools button')(page);
      await page.locator('section[aria-labelledby=late] tbody tr').first().waitFor(WAIT);
      await page.locator('section[aria-labelledby=late] .waiting').waitFor({ state: 'detached', ...WAIT });
    },
  },
  {
    name: 'after-files',
    address: AFTER,
    until: '#history',
    open: click('section[aria-labelledby=history] td button'),
  },
  ...['ids', 'codes', 'rules', 'templates', 'deliveries', 'schedule'].map((part) => ({
    name: `setup-${part}`,
    address: setup(part),
    until: 'main > section :is(table, form, p)',
  })),
  { name: 'setup-long', address: `#/setup/${LONG_KEY}/ids`, until: 'main > section table' },
  {
    name: 'setup-ids-change',
    address: setup('ids'),
    until: 'main > section table',
    open: async (page) => {
      await page.locator('td input').first().fill('00099');
      await page.keyboard.press('Tab');
      await page.waitForSelector('td .is-changed', WAIT);
    },
  },
  {
    name: 'setup-sample',
    address: setup('templates'),
    until: 'main > section table',
    open: async (page) => {
      await click('tbody td button')(page);
      await page.waitForSelector('.difference', WAIT);
    },
  },
  ...['mail', 'folder', 'sftp', 'datev', 'loket', 'xero'].map((kind, index) => ({
    name: `setup-new-${kind}`,
    address: setup('deliveries'),
    until: 'main > section form, main > section .form',
    open: click(`[role=group][aria-label] > button[aria-pressed] >> nth=${index}`),
  })),
  {
    name: 'setup-new-schedule',
    address: setup('schedule'),
    until: 'main > section .form',
    open: click('main > section > p > button'),
  },
  { name: 'connect-further', address: '#/connect', until: 'form' },
];

/** Before anything is configured: the first page is Connect. */
export const FIRST_VIEWS: readonly View[] = [
  { name: 'connect-first', address: '#/', until: 'form' },
  {
    name: 'connect-problem',
    address: '#/',
    until: 'form',
    open: async (page) => {
      await page.locator('input:not([type=radio])').first().fill('http://127.0.0.1:9/nothing');
      await page.keyboard.press('Tab');
      await page.waitForSelector('.problem', WAIT);
    },
  },
  {
    name: 'connect-summary',
    address: '#/',
    until: 'form',
    open: async (page) => {
      await click('section.panel button')(page);
      // The sandbox asks frequent clients to wait for up to a minute.
      await page.waitForSelector('dl.facts', { timeout: 90_000 });
    },
  },
];

/** Goes to another address; the page of the one before is gone once the frame has taken the focus. */
export async function goTo(page: Page, address: string, until?: string): Promise<void> {
  await page.locator('main h1').first().waitFor(WAIT);
  const before = await page.evaluate('location.hash');
  await page.evaluate(`document.activeElement.blur(); location.hash = '${address}'`);
  if (before === address) await page.reload();
  else await page.locator('main:focus').waitFor(WAIT);
  if (until !== undefined) await page.locator(until).first().waitFor({ timeout: 60_000 });
}

/** Goes to a view anew, so that nothing of the one before is left. */
export async function visit(page: Page, view: View, { isReloaded = false } = {}): Promise<void> {
  await goTo(page, view.address);
  if (isReloaded) await page.reload();
  await page.locator(view.until).first().waitFor(WAIT);
  await page.locator('main > .waiting, main > section > .waiting').waitFor({ state: 'detached', ...WAIT });
  await view.open?.(page);
}
