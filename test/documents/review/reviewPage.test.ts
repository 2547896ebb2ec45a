// @module-tag slow
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmployerRecords } from '../../../src/sandbox/sandboxData.js';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { closeBrowser, hasBrowser, look } from '../../support/programs/browser.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The page of the sample month, written by the command. */
async function sampleReview(service: SampleService, extra: readonly string[] = []): Promise<string> {
  const { status, stdout, stderr } = await service.run([
    'export',
    '2026-10',
    '--template',
    'review',
    '--json',
    ...extra,
  ]);
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return readFileSync(resolve(service.cwd, JSON.parse(stdout).runs[0].files[0].path), 'utf8');
}

describe('the review page', () => {
  let service: SampleService;
  let html: string;
  beforeAll(async () => {
    service = await startSampleService();
    html = await sampleReview(service);
  });
  afterAll(async () => {
    await service.stop();
    await closeBrowser();
  });

  test('loads nothing external, and allows only its own script and style', () => {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'/);
    expect(html.replace(/http:\/\/www\.w3\.org\/\S+/g, '')).not.toMatch(/(src|href)="/);
  });

  test('the same month gives the same bytes', async () => {
    expect(await sampleReview(service)).toBe(html);
  });

  test('is small', () => {
    expect(html.length).toBeLessThan(600_000);
  });

  describe.runIf(hasBrowser)('in Chromium', () => {
    test('shows every section without browser errors', { tags: 'slow' }, async () => {
      const { page, complaints, requests } = await look(html);
      const headings = await page.locator('h2').allTextContents();
      expect(headings).toEqual([
        expect.stringMatching(/Not ready to pay: \d+ items/),
        'Blocking items',
        'Hours by pay code',
        'Hours by employee and day',
        'Items to resolve',
        'Work during a clock change',
        'Control totals',
      ]);
      expect({ complaints, requests: requests.filter((url) => !url.startsWith('about:')) }).toEqual({
        complaints: [],
        requests: [],
      });
    });

    test('finds an employee, and opens the source of a number', { tags: 'slow' }, async () => {
      const { page } = await look(html);
      await page.getByRole('searchbox').fill('kint');
      expect(await page.locator('table.heat tbody tr').count()).toBe(1);
      await page.locator('table.heat tbody td button').first().click();
      expect(await page.locator('dialog code').textContent()).toMatch(
        /^paytally explain 2026-10 --employer bakery --employee \S+ --date 2026-10-\d\d$/,
      );
      await page.keyboard.press('Escape');
      // The browser reports the end in a separate event.
      await page.locator('dialog').waitFor({ state: 'detached', timeout: 10_000 });
    });

    test('sorts by a heading', { tags: 'slow' }, async () => {
      const { page } = await look(html);
      await page.locator('#clock-table thead button').first().click();
      const names = await page.locator('#clock-table tbody th').allTextContents();
      expect(names.length).toBeGreaterThan(1);
      expect(names).toEqual([...names].sort(new Intl.Collator('en', { sensitivity: 'base' }).compare));
    });

    test.each([false, true])('has no accessibility problems (dark: %s)', { tags: 'slow' }, async (dark) => {
      const { page } = await look(html, { dark });
      await page.evaluate(readFileSync(AXE, 'utf8'));
      const violations = await page.evaluate(async () => {
        const axe = (
          globalThis as unknown as {
            axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
          }
        ).axe;
        return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`);
      });
      expect(violations).toEqual([]);
    });
  });
});

/** The page of the first days of the sample, with changed records. */
async function changedReview(
  change: (records: EmployerRecords) => Partial<EmployerRecords>,
): Promise<string> {
  const [bakery, ...others] = await sampleOfDays('2026-10-01', '2026-10-09');
  if (bakery === undefined) throw new Error('the sample has an employer');
  const records = { ...bakery.records, ...change(bakery.records) };
  const service = await startSampleService({ employers: [{ ...bakery, records }, ...others] });
  try {
    return await sampleReview(service);
  } finally {
    await service.stop();
  }
}

describe.runIf(hasBrowser)('many items with one cause, and employees with the same name', () => {
  let html: string;
  beforeAll(async () => {
    html = await changedReview(({ employees = [], 'time-entries': entries = [] }) => ({
      employees: [...employees].map((employee) => ({ ...employee, lastName: 'Aerts', firstName: 'Anna' })),
      'time-entries':
        'onDate' in entries ? entries : [...entries].map((entry) => ({ ...entry, reviewedAtUtc: null })),
    }));
  });
  afterAll(closeBrowser);

  test('ten lines are open, the rest can be opened, and all are printed', { tags: 'slow' }, async () => {
    const { page } = await look(html);
    const group = page.locator('section[aria-labelledby=blocking] > details', { hasText: 'UNREVIEWED' });
    const all = Number.parseInt((await group.locator('> summary .quiet').textContent()) ?? '', 10);
    expect(all).toBeGreaterThan(20);
    expect(await group.locator('li:visible').count()).toBe(10);
    expect(await group.locator('.rest > summary').textContent()).toBe(`${all - 10} more`);
    await group.locator('.rest > summary').press('Enter');
    expect(await group.locator('li:visible').count()).toBe(all);
    await group.locator('.rest > summary').press('Enter');
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await group.locator('li:visible').count()).toBe(all);
  });

  test('in English the dates have the format of the messages', { tags: 'slow' }, async () => {
    const { page } = await look(html);
    await page.locator('table.heat tbody td button').first().click();
    expect(await page.locator('dialog').textContent()).toContain('2026-10-0');
    expect(await page.locator('main').textContent()).not.toMatch(/\d\d\/\d\d\/\d{4}/);
  });

  test('employees with the same name are shown with their numbers', async () => {
    const { page } = await look(html);
    const names = await page.locator('table.heat tbody th').allTextContents();
    expect(names).toContain('Aerts, Anna (00101)');
    expect(new Set(names).size).toBe(names.length);
  });
});

describe.runIf(hasBrowser)('names that are markup', () => {
  const EVIL = '</script><img src=x onerror="document.title=1"><b>Bold</b>\u2028';

  test('stay text', { tags: 'slow' }, async () => {
    const [bakery, ...others] = await sampleOfDays('2026-10-01', '2026-10-09');
    if (bakery === undefined) throw new Error('the sample has an employer');
    const employees = [...(bakery.records.employees ?? [])].map((employee) => ({
      ...employee,
      lastName: EVIL,
    }));
    const employers = [{ ...bakery, records: { ...bakery.records, employees } }, ...others];
    const service = await startSampleService({ employers });
    try {
      const { page, complaints } = await look(await sampleReview(service));
      expect(await page.locator('table.heat tbody th').first().textContent()).toContain('<b>Bold</b>');
      expect(await page.locator('img, b').count()).toBe(0);
      expect(complaints).toEqual([]);
    } finally {
      await service.stop();
      await closeBrowser();
    }
  });
});
