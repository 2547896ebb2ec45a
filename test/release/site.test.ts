// @module-tag slow
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeBrowser, hasBrowser, openPage } from '../support/programs/browser.js';
import { PROJECT } from '../support/programs/runPaytally.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};
const out = mkdtempSync(join(tmpdir(), 'paytally-site-'));
let server: Server;
let origin = '';

/** Any web server is sufficient: this one only serves files. */
function serve(): Promise<Server> {
  return new Promise((done) => {
    const made = createServer(({ url = '/' }, answer) => {
      const { pathname } = new URL(url, 'http://localhost');
      const path = join(out, decodeURIComponent(pathname), pathname.endsWith('/') ? 'index.html' : '');
      if (!path.startsWith(out) || !existsSync(path) || statSync(path).isDirectory())
        answer.writeHead(404).end();
      else
        answer
          .writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
          .end(readFileSync(path));
    });
    made.listen(0, '127.0.0.1', () => done(made));
  });
}

beforeAll(async () => {
  execFileSync(process.execPath, ['release/site/build.mjs', '--out', out], { cwd: PROJECT, stdio: 'pipe' });
  server = await serve();
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}, 900_000);
afterAll(async () => {
  await closeBrowser();
  server?.close();
  rmSync(out, { recursive: true, force: true });
});

const pages = () =>
  readdirSync(out, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.html') && !name.startsWith('demo/'));
const textOf = (name: string) => readFileSync(join(out, name), 'utf8');

describe('the site', () => {
  test('has a page for each command, exception, error and template', () => {
    const known = new Set(pages());
    const rows = (name: string, place: string) =>
      [...readFileSync(join(PROJECT, 'docs/reference', name), 'utf8').matchAll(/^\| `([\w-]+)` \|/gm)].map(
        ([, code]) => `reference/${place}/${code}.html`,
      );
    const commands = readFileSync(join(PROJECT, 'docs/reference/commands.md'), 'utf8');
    const named = [...commands.matchAll(/^## paytally ([a-z-]+(?: [a-z-]+)*)/gm)].map(
      ([, name = '']) => `reference/commands/${name.replaceAll(' ', '-')}.html`,
    );
    const wanted = [
      ...rows('exceptions.md', 'exceptions'),
      ...rows('errors.md', 'errors'),
      ...rows('templates.md', 'templates'),
      ...named,
    ];
    expect(wanted.length).toBeGreaterThan(150);
    expect(wanted.filter((name) => !known.has(name))).toEqual([]);
  });

  test('has a page for each payroll system, with its name and country as the title', () => {
    const table = readFileSync(join(PROJECT, 'docs/reference/templates.md'), 'utf8');
    const layouts = [...table.matchAll(/^\| `([\w-]+)` \| payroll \| [A-Z]+ \|/gm)].map(
      ([, name = '']) => name,
    );
    expect(layouts.length).toBeGreaterThan(30);
    const titles = layouts.map((name) =>
      /<h1[^>]*>([^<]+)/.exec(textOf(`reference/templates/${name}.html`))?.[1]?.trim(),
    );
    expect(titles.filter((title) => !/^[^(]+\([A-Z][^)]*\)/.test(title ?? ''))).toEqual([]);
    expect(titles).toContain('DATEV LODAS (Germany)');
    expect(textOf('reference/templates/datev-lodas.html')).toContain('>Payroll systems<');
  });

  test('has no link to a missing page or anchor', () => {
    const dead = pages().flatMap((name) => {
      const links = [...textOf(name).matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, link = '']) => link);
      return links
        .map((link) => new URL(link.replaceAll('&amp;', '&'), `http://site/${name}`))
        .filter(({ host }) => host === 'site')
        .filter(({ pathname, hash }) => {
          const target = decodeURIComponent(pathname.slice(1)) + (pathname.endsWith('/') ? 'index.html' : '');
          if (!existsSync(join(out, target))) return true;
          const id = decodeURIComponent(hash.slice(1));
          return id !== '' && !textOf(target).includes(`id="${id}"`);
        })
        .map(({ pathname, hash }) => `${name}: ${pathname}${hash}`);
    });
    expect(dead).toEqual([]);
  });

  test('shows two braces as written', () => {
    expect(textOf('workbooks.html')).toContain('{{');
  });
});

describe.skipIf(!hasBrowser)('the site in Chromium', () => {
  const foreign: string[] = [];
  const open = async (path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> => {
    const { page } = await openPage({ width: 1280 });
    await page.emulateMedia({ colorScheme });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) foreign.push(url);
    });
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    return page;
  };

  test('finds an exception by its code, and by its German name', async () => {
    const page = await open('/tutorial.html');
    for (const asked of ['WT_NIGHT', 'Nachtarbeit']) {
      await page.keyboard.press('Control+k');
      await page.locator('#localsearch-input').fill(asked);
      await page.locator('#localsearch-list a').first().waitFor();
      const links = await page
        .locator('#localsearch-list a')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
      expect(links.join(' ')).toContain('/reference/exceptions/WT_NIGHT');
      await page.keyboard.press('Escape');
    }
  }, 120_000);

  test.each([
    ['/', 'light'],
    ['/clerk.html', 'dark'],
    ['/reference/commands/export.html', 'light'],
    ['/reference/exceptions/OVERLAP.html', 'dark'],
    ['/reference/templates/silae.html', 'dark'],
  ] as const)(
    'axe finds no problems on %s in %s',
    async (path, scheme) => {
      const page = await open(path, scheme);
      const found = await page.evaluate(`${AXE}; axe.run(document, { resultTypes: ['violations'] })`);
      const { violations } = found as { violations: { id: string; nodes: { html: string }[] }[] };
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    },
    120_000,
  );

  test('shows the recorded month without a server, with the explanation of a number', async () => {
    const page = await open('/demo/window.html');
    await page
      .getByRole('link', { name: /bakery/ })
      .first()
      .click();
    await page.getByText('Final').first().waitFor();
    await page.goto(`${origin}/demo/window.html#/month/bakery/2026-10`, { waitUntil: 'networkidle' });
    await page
      .getByRole('link', { name: /^Review/ })
      .or(page.getByRole('button', { name: /^Review/ }))
      .first()
      .click();
    await page.locator('td button').first().click();
    expect(await page.getByRole('dialog').textContent()).toMatch(/\d{1,2}:\d{2}/);
    const review = await open('/demo/review.html');
    expect(await review.locator('h1').first().textContent()).not.toBe('');
  }, 120_000);

  test('makes no requests to other servers', () => {
    expect(foreign).toEqual([]);
  });
});
