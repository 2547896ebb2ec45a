import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleService, sampleOfDays, startSampleService } from './sampleService.js';

let service: SampleService;
beforeAll(async () => {
  const employers = await sampleOfDays('2026-10-29', '2026-10-30');
  service = await startSampleService({ employers, limits: { enabled: false } });
});
afterAll(() => service.stop());

/** The sample's configuration with further keys, in a separate file. */
function configured(name: string, keys: string): string {
  const text = readFileSync(join(service.cwd, 'paytally.yaml'), 'utf8').replace(
    /^(language|hours):.*\n/gm,
    '',
  );
  writeFileSync(join(service.cwd, name), `${keys}\n${text}`);
  return name;
}

/** Texts and formats of all cells. */
async function sheetTexts(path: string): Promise<string> {
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.readFile(path);
  const found: string[] = [];
  for (const sheet of workbook.worksheets)
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        found.push(cell.value instanceof Date ? cell.numFmt : String(cell.result ?? cell.value));
      }),
    );
  return found.join('\n');
}

describe('the summary of a run', () => {
  test.each([
    [
      'nl',
      'bakery: 2026-10 (01-10-2026 tot en met 31-10-2026), concept',
      /gelezen +\d+ registraties, \d+:\d\d u/,
    ],
    ['fr', 'bakery : 2026-10 (du 01/10/2026 au 31/10/2026), provisoire', /lu +\d+ pointages, \d+:\d\d h/],
    ['de', 'bakery: 2026-10 (01.10.2026 bis 31.10.2026), Entwurf', /gelesen +\d+ Buchungen, \d+:\d\d Std\./],
  ])('%s: is in the configured language', async (language, heading, read) => {
    const config = configured(`${language}.yaml`, `language: ${language}`);
    const { stdout } = await service.run(['export', '2026-10', '--config', config, '--dry-run']);
    expect(stdout).toContain(heading);
    expect(stdout).toMatch(read);
    expect(stdout).not.toMatch(/\b(read|exported|excluded|exceptions|would write|rows)\b/);
  });

  test('hours are decimal if configured, with the decimal mark of the language', async () => {
    const config = configured('decimal.yaml', 'language: de\nhours: decimal');
    const { stdout } = await service.run(['export', '2026-10', '--config', config, '--dry-run']);
    expect(stdout).toMatch(/gelesen +\d+ Buchungen, \d+,\d\d Std\./);
  });
});

describe('dates of one configuration', () => {
  test('messages, sheets, pages and CSV format dates alike, for the region of the locale', async () => {
    const config = configured('belgian.yaml', 'language: nl\nlocale: nl-BE');
    const templates = ['exceptions', 'employee-days', 'review', 'monthly-hours', 'timesheets-pdf'];
    const named = templates.flatMap((name) => ['--template', name]);
    const run = ['export', '2026-10', '--config', config, '--out', 'belgian', ...named];
    const { stdout, stderr, status } = await service.run(run);
    expect([status, stdout]).toEqual([0, expect.stringContaining('(01/10/2026 tot en met 31/10/2026)')]);
    const folder = join(service.cwd, 'belgian/draft');
    const written = readdirSync(folder)
      .filter((name) => /\.(csv|html)$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll(/[0-9a-f-]{36}/g, ''));
    const sheets = await sheetTexts(join(folder, 'bakery_2026-10_monthly-hours.xlsx'));
    for (const each of [stdout, stderr, sheets, ...written])
      expect(each).not.toMatch(/\b\d\d-\d\d-\d{4}\b|dd-mm/);
    expect(sheets).toMatch(/\b\d\d\/10\/2026\b/);
    expect(written.filter((each) => /\b\d\d\/10\/2026\b/.test(each)).length).toBeGreaterThanOrEqual(2);
    const explain = ['explain', '2026-10', '--config', config, '--employee', '00121'];
    expect((await service.run(explain)).stdout).toMatch(/\b\d\d\/10\/2026\b/);
    const shown = await service.run(['config', 'show', '--employer', 'bakery', '--config', config]);
    expect(shown.stdout).toMatch(/^ *language +nl\b(?!-)/m);
  });
});

describe('explain', () => {
  test.each([
    ['nl', /^ {2}gewerkt +\d+ min, zoals de tijdregistratie vermeldt$/m],
    ['fr', /^ {2}travaillé +\d+ min, selon le système de pointage$/m],
    ['de', /^ {2}Ist +\d+ Min\., laut Zeiterfassung$/m],
  ])('%s: is in the configured language', async (language, figure) => {
    const config = configured(`explained-${language}.yaml`, `language: ${language}`);
    const run = ['explain', '2026-10', '--config', config, '--employee', '00121', '--quiet'];
    const { stdout, status } = await service.run(run);
    expect(status).toBe(0);
    expect(stdout).toMatch(figure);
    expect(stdout).not.toMatch(/\b(worked|planned|reviewed|elapsed|this period|the service)\b/);
  });
});

describe('a fifth language', () => {
  test('appears in reports, in items to resolve and in the summary', async () => {
    const printed = await service.run(['config', 'language', '--from', 'fr']);
    const italian = printed.stdout
      .replace('code: xx', 'code: it')
      .replace(/( {2}title: )Relecture/, '$1Rilettura')
      .replace('UNREVIEWED.title: Non vérifié', 'UNREVIEWED.title: Non ancora verificato')
      .replace(/^ {2}summary\.read: .*$/m, '  summary.read: letto')
      .replace(/^ {2}monthlyHours: .*$/m, '  monthlyHours: Ore del mese');
    writeFileSync(join(service.cwd, 'it.yaml'), italian);
    const config = configured('italian.yaml', 'language: ./it.yaml');
    const run = ['export', '2026-10', '--config', config, '--template', 'review', '--out', 'it'];
    const { stdout, status, stderr } = await service.run(run);
    expect(stderr).not.toContain('CONFIG_INVALID');
    expect(status).toBe(0);
    expect(stdout).toMatch(/letto +\d+ pointages/);
    const page = readFileSync(join(service.cwd, 'it/draft/bakery_2026-10_review.html'), 'utf8');
    expect(page).toContain('<html lang="it">');
    expect(page).toContain('Non ancora verificato');
  });

  test('a final stores it: a rerun gives the same file without the language file', {
    tags: 'slow',
  }, async () => {
    writeFileSync(join(service.cwd, 'kept.yaml'), 'code: co\nbasedOn: fr\nreview:\n  hours: Ore\n');
    const config = configured('corsican.yaml', 'language: ./kept.yaml');
    const accepted = ['OPEN_ENTRY', 'UNREVIEWED', 'OVERLAP', 'PERIOD_NOT_OVER'].flatMap((code) => [
      '--accept',
      `${code}=agreed`,
    ]);
    const run = ['export', '2026-10-29..2026-10-30', '--config', config, '--template', 'review', '--final'];
    const made = await service.run([...run, '--out', 'kept', '--json', ...accepted]);
    expect(made.status).toBe(0);
    const [{ runId, files }] = JSON.parse(made.stdout).runs;
    expect(readFileSync(files[0].path, 'utf8')).toContain('<html lang="co">');
    rmSync(join(service.cwd, 'kept.yaml'));
    const again = await service.run(['rerun', runId, '--out', 'again', '--json']);
    expect(again.status).toBe(0);
    expect(JSON.parse(again.stdout).runs[0].files[0].sha256).toBe(files[0].sha256);
  });

  test('two files with the same code are refused', async () => {
    writeFileSync(join(service.cwd, 'a.yaml'), 'code: it\nbasedOn: fr\n');
    writeFileSync(join(service.cwd, 'b.yaml'), 'code: it\nbasedOn: nl\n');
    const text = readFileSync(join(service.cwd, 'paytally.yaml'), 'utf8');
    const block = /^ {2}bakery:\n((?: {4}.*\n)+)/m.exec(text)?.[1] ?? '';
    const second = `  second:\n${block.replace(/employerId: .*/, 'employerId: 11111111-1111-4111-8111-111111111111')}    language: ./b.yaml\n`;
    writeFileSync(
      join(service.cwd, 'two.yaml'),
      `language: ./a.yaml\n${text.replace(/^language:.*\n/m, '').replace(/^( {2}bakery:\n(?: {4}.*\n)+)/m, `$1${second}`)}`,
    );
    const { status, stderr } = await service.run(['check', '2026-10', '--config', 'two.yaml']);
    expect(stderr).toContain('définissent tous deux la langue "it"');
    expect(status).toBe(2);
  });
});
