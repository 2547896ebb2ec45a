import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { programOf } from '../../support/programs/pythonWith.js';
import { CaseFiles, NAMES, UNKNOWN_ID } from './workbookCases.js';

const files = new CaseFiles();
afterAll(() => files.remove());

/** Prints workbooks with LibreOffice; the text of each page by case. */
async function printed(soffice: string, names: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const paths = await Promise.all(names.map((name) => files.pathOf(name)));
  print(soffice, files.folder, paths);
  return new Map(names.map((name) => [name, pagesOf(join(files.folder, `${name}.pdf`))]));
}

function print(soffice: string, folder: string, paths: readonly string[]): void {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const args = [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, ...paths];
  const run = spawnSync(soffice, args, { encoding: 'utf8', timeout: 120_000 });
  if (run.status !== 0) throw new Error(`soffice ended with ${run.status}: ${run.stderr}`);
}

function pagesOf(path: string): string[] {
  const { stdout } = spawnSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
  return stdout.split('\f').slice(0, -1);
}

describe('printed by LibreOffice', () => {
  it('a timesheet is one page with its signatures, and headings are on every page', {
    tags: 'slow',
    timeout: 180_000,
  }, async (context) => {
    const soffice = programOf('soffice', '--version');
    if (soffice === undefined || programOf('pdftotext', '-v') === undefined) return context.skip();
    const pages = await printed(soffice, ['sheets-names', 'sheets-quarter', 'hours-control']);
    const people = pages.get('sheets-names') ?? [];
    expect(people.length).toBe(NAMES.length + 1);
    for (const page of people) expect(page).toMatch(/Signature of the employee.*Signature of the employer/);
    const [longest] = NAMES[0] ?? [''];
    expect(people.filter((page) => page.includes(longest)).length).toBe(1);
    expect(people.filter((page) => page.includes(`${UNKNOWN_ID} (name unknown)`)).length).toBe(1);

    const quarter = pages.get('sheets-quarter') ?? [];
    expect(quarter.length).toBe(4);
    for (const page of quarter) expect(page).toMatch(/Date +Weekday +Start/);
    expect(quarter.map((page) => page.includes('Signature'))).toEqual([false, true, false, true]);

    const control = (pages.get('hours-control') ?? []).filter((page) => page.includes('Zz, '));
    expect(control.length).toBeGreaterThan(1);
    for (const page of control) expect(page).toMatch(/Level +Name/);
  });

  it('the sample month prints on few pages, each of them used, with a line to sign', {
    tags: 'slow',
    timeout: 180_000,
  }, async (context) => {
    const soffice = programOf('soffice', '--version');
    if (soffice === undefined || programOf('pdftotext', '-v') === undefined) return context.skip();
    const folder = mkdtempSync(join(tmpdir(), 'printed-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const program = join(import.meta.dirname, '../../../dist/src/main.js');
    const demo = spawnSync(process.execPath, [program, 'demo', '--out', folder, '--quiet'], {
      encoding: 'utf8',
    });
    expect(demo.status, demo.stderr).toBe(0);
    const pages = printedPages(soffice, folder, 'draft/bakery_2026-10_monthly-hours');
    expect(pages.length).toBeLessThanOrEqual(9);
    expect(pages[0]).toMatch(/Not printed.*Days by employee \(\d+ rows\), Planned and worked \(\d+ rows\)/);
    expect(pages.filter((page) => /^ *(?:Days by employee|Planned and worked)/.test(page))).toEqual([]);
    expect(pages[0]).toMatch(/Prepared by.*Date.*Approved by.*Date/);
    // The period is on the first page once, as two dates; further pages have it in the footer.
    expect(pages[0]?.match(/2026-10/g)?.length).toBe(2);
    for (const page of pages) expect(page.split('\n').filter(Boolean).length, page).toBeGreaterThan(12);
    const further = pages.filter((page, index) => index > 0 && titleOf(page) === titleOf(pages[index - 1]));
    for (const page of further) expect(page.trim().split('\n').at(-1)).toContain('2026-10');
  });
});

function printedPages(soffice: string, folder: string, name: string): string[] {
  print(soffice, folder, [join(folder, `${name}.xlsx`)]);
  return pagesOf(join(folder, `${basename(name)}.pdf`));
}

/** The sheet's name in the middle of the footer. */
function titleOf(page = ''): string | undefined {
  return page.trim().split('\n').at(-1)?.split(/ {3,}/)[1];
}
