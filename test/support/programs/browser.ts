import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

/** Whether a real browser is installed; tests that need one report that they were skipped. */
export const hasBrowser = CHROMIUM !== undefined;

export interface LookedAt {
  readonly page: Page;
  /** The browser's complaints: blocked scripts and styles, errors. */
  readonly complaints: readonly string[];
  readonly requests: readonly string[];
}

let browser: Promise<Browser> | undefined;

/** Opens one of our pages in headless Chromium, without a network. */
export async function look(
  html: string,
  options: { width?: number; dark?: boolean } = {},
): Promise<LookedAt> {
  const looked = await openPage({ ...options, offline: true });
  await looked.page.setContent(html, { waitUntil: 'load' });
  return looked;
}

/** An empty page; its errors and requests are recorded. */
export async function openPage(
  options: { width?: number; dark?: boolean; offline?: boolean } = {},
): Promise<LookedAt> {
  browser ??= chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  const context = await (await browser).newContext({
    viewport: { width: options.width ?? 1200, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    offline: options.offline ?? false,
    bypassCSP: false,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => requests.push(request.url()));
  return { page, complaints, requests };
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}
