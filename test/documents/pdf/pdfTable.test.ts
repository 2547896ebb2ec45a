import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PAGE } from '../../../src/documents/pdf/pdfDocument.js';
import { PdfFonts } from '../../../src/documents/pdf/pdfFonts.js';
import { renderRegisterPdf } from '../../../src/documents/pdf/pdfTable.js';

interface Word {
  readonly page: number;
  readonly top: number;
  readonly bottom: number;
  readonly right: number;
  readonly text: string;
}

/** What poppler reads, word by word. */
function wordsOf(pdf: Uint8Array): Word[] {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-register-'));
  const path = join(folder, 'register.pdf');
  writeFileSync(path, pdf);
  const { stdout } = spawnSync('pdftotext', ['-bbox', path, '-'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  rmSync(folder, { recursive: true });
  return stdout.split('<page ').flatMap((page, index) =>
    [...page.matchAll(/yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</g)].map(
      ([, top, right, bottom, text = '']) => ({
        page: index,
        top: Number(top),
        right: Number(right),
        bottom: Number(bottom),
        text,
      }),
    ),
  );
}

const columns = [{ heading: 'Day', width: 200, align: 'left' as const }];
const BREACH = 'a long sentence about a limit and its article, '.repeat(4);

describe.skipIf(spawnSync('pdftotext', ['-v']).error !== undefined)('the register as PDF', () => {
  test.each([
    [0, 0],
    [3, 31],
    [29, 2],
    [60, 31],
    [200, 130],
  ])('%i breaches and %i days: each is on a page, in letters of the same size', async (breaches, days) => {
    const lines = Array.from({ length: breaches }, (_, at) => `breach${at} ${BREACH}end${at}`);
    const rows = Array.from({ length: days }, (_, at) => [`day${at}`]);
    const { bytes, unprinted } = await renderRegisterPdf(
      {
        title: 'Register',
        subtitle: 'Bakery',
        language: 'en',
        date: '2026-10-31',
        sections: [{ heading: 'Somebody', lines, columns, rows, total: ['whole'] }],
      },
      await PdfFonts.open({ packageRoots: [], folders: [] }),
    );
    expect(unprinted).toEqual([]);
    const words = wordsOf(bytes);
    const of = (pattern: RegExp) => words.filter(({ text }) => pattern.test(text));
    expect(of(/^(breach|end|day)\d+$/).map(({ text }) => text)).toEqual([
      ...Array.from({ length: breaches }, (_, at) => [`breach${at}`, `end${at}`]).flat(),
      ...Array.from({ length: days }, (_, at) => `day${at}`),
    ]);
    for (const { bottom, right } of words) {
      expect(bottom).toBeLessThan(PAGE.height - 20);
      expect(right).toBeLessThan(PAGE.width - 20);
    }
    const heights = of(/^(breach|end)\d+$/).map(({ top, bottom }) => (bottom - top).toFixed(2));
    expect(new Set(heights).size).toBeLessThanOrEqual(1);
    const pages = new Set(words.map(({ page }) => page));
    expect(of(/^Somebody$/).length).toBe(pages.size);
    expect(of(/^\d+$/).map(({ text, page }) => [text, page])).toEqual(
      Array.from(pages, (page) => [String(page), page]),
    );
    const placed = of(/^(day\d+|whole)$/).sort((a, b) => a.page - b.page || a.top - b.top);
    expect(placed.map(({ text }) => text).filter((text) => text === 'whole').length).toBe(days === 0 ? 0 : 1);
    expect(placed.at(-1)?.text).toBe(days === 0 ? undefined : 'whole');
  });
});
