import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { programOf } from '../../workbook/pythonWith.js';
import { CaseFiles, NAMES, UNKNOWN_ID } from './workbookCases.js';

const files = new CaseFiles();
afterAll(() => files.remove());

/** Prints workbooks with LibreOffice; the text of each page by case. */
async function printed(soffice: string, names: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const paths = await Promise.all(names.map((name) => files.pathOf(name)));
  const profile = `-env:UserInstallation=${pathToFileURL(join(files.folder, 'profile')).href}`;
  const args = [profile, '--headless', '--convert-to', 'pdf', '--outdir', files.folder, ...paths];
  const run = spawnSync(soffice, args, { encoding: 'utf8', timeout: 120_000 });
  if (run.status !== 0) throw new Error(`soffice ended with ${run.status}: ${run.stderr}`);
  return new Map(names.map((name) => [name, pagesOf(join(files.folder, `${name}.pdf`))]));
}

function pagesOf(path: string): string[] {
  const { stdout } = spawnSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
  return stdout.split('\f').slice(0, -1);
}

describe('printed by LibreOffice', () => {
  it('a timesheet is a page with its signatures, and headings stand on every page', {
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
    for (const page of control) expect(page).toMatch(/Level +Name +Category/);
  });
});
