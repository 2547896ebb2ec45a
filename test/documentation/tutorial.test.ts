// @module-tag slow
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeBrowser, hasBrowser, look } from '../support/programs/browser.js';
import { programOf } from '../support/programs/pythonWith.js';
import { PROJECT } from '../support/programs/runPaytally.js';
import { runTutorial, TUTORIAL, type TutorialRun } from './tutorial.js';

const MOST_BYTES = 120_000;

let run: TutorialRun;
beforeAll(async () => {
  run = await runTutorial(readFileSync(TUTORIAL, 'utf8'));
}, 120_000);
afterAll(closeBrowser);

test('docs/tutorial.md ends each step with the status that it promises', () => {
  expect(run.statuses.filter(({ status, promised }) => status !== promised)).toEqual([]);
  expect(run.statuses.length).toBeGreaterThan(8);
});

test('docs/tutorial.md shows what the program says', () => {
  if (process.env.UPDATE_GOLDEN) writeFileSync(TUTORIAL, run.text);
  expect(readFileSync(TUTORIAL, 'utf8')).toBe(run.text);
});

/** A gallery picture as CSS: its upper part, without the empty rest of the page. */
function upperPart(name: string): string {
  const bytes = readFileSync(join(PROJECT, 'docs/pictures', `${name}.png`)).toString('base64');
  return `<div style="background-image: url(data:image/png;base64,${bytes})"></div>`;
}

const BEFORE_AND_AFTER = `<style>
body { display: flex; gap: 10px; margin: 0; padding: 5px; background: #ddd }
div { width: 485px; height: 325px; background-position: -5px -25px }
</style>${upperPart('hours-by-place-drawn')}${upperPart('hours-by-place-filled')}`;

/** Compares a picture of the documents with a new one, or renews it. */
function expectPicture(name: string, now: Buffer): void {
  const path = join(PROJECT, 'docs/images', name);
  if (process.env.UPDATE_GOLDEN) writeFileSync(path, now);
  const picture = readFileSync(path);
  expect(picture.length).toBeLessThan(MOST_BYTES);
  // The width is in the PNG header.
  expect(now.readUInt32BE(16)).toBe(picture.readUInt32BE(16));
  // Fonts differ from machine to machine, so only the amount of ink is compared.
  expect(now.length / picture.length).toBeGreaterThan(0.6);
  expect(now.length / picture.length).toBeLessThan(1.7);
}

/** The first page of a workbook as a PNG, printed by LibreOffice. */
function firstPage(workbook: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-page-'));
  const filter = 'pdf:calc_pdf_Export:{"PageRange":{"type":"string","value":"1"}}';
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const convert = [profile, '--headless', '--convert-to', filter, '--outdir', folder, workbook];
  execFileSync('soffice', convert, { timeout: 120_000, stdio: 'ignore' });
  const base = join(folder, basename(workbook, '.xlsx'));
  execFileSync('pdftoppm', ['-r', '80', '-png', '-singlefile', `${base}.pdf`, base]);
  return readFileSync(`${base}.png`);
}

const canPrint = programOf('soffice', '--version') && programOf('pdftoppm', '-v');

test.runIf(canPrint)(
  'monthly-hours.png is what the program says',
  () => {
    const workbook = join(run.folder, 'out/draft/bakery_2026-10_monthly-hours.xlsx');
    expectPicture('monthly-hours.png', firstPage(workbook));
  },
  180_000,
);

describe.runIf(hasBrowser)('pages of the browser', () => {
  const pictures = [
    {
      name: 'review.png',
      html: () => readFileSync(join(run.folder, 'out/draft/bakery_2026-10_review.html'), 'utf8'),
      clip: { width: 1000, height: 720 },
    },
    { name: 'drawn-template.png', html: () => BEFORE_AND_AFTER, clip: { width: 990, height: 335 } },
  ];

  test.each(pictures)('$name is what the program says', async ({ name, html, clip }) => {
    const { page } = await look(html(), { width: clip.width });
    const now = await page.screenshot({ clip: { x: 0, y: 0, ...clip } });
    expectPicture(name, now);
  });
});
