// @module-tag slow
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

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
  test('messages, sheets, pages and CSV format dates alike, for the region of the locale', {
    tags: 'slow',
  }, async () => {
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

describe('the language of the person', () => {
  const german = { LANG: 'de_DE.UTF-8' };

  test.each([
    ['the system', [], german],
    ['--language', ['--language', 'de'], { LANG: 'fr_BE.UTF-8' }],
  ])('%s sets that of all messages, and not that of reports', async (_what, option, env) => {
    const config = configured('person.yaml', 'language: nl');
    const files = ['--template', 'monthly-hours', '--out', 'person'];
    const argv = ['export', '2026-10', '--config', config, ...files, ...option];
    const { stdout, stderr } = await service.run(argv, { env: { ...service.env, ...env } });
    expect(stdout).toMatch(/gelesen +\d+ Buchungen/);
    expect(stdout + stderr).not.toMatch(/\b(gelezen|registraties|meldingen|Volgende)\b/);
    const sheets = await sheetTexts(join(service.cwd, 'person/draft/bakery_2026-10_monthly-hours.xlsx'));
    expect(sheets).toMatch(/medewerker/i);
    expect(sheets).not.toMatch(/Mitarbeiter/);
  });

  test('a system that names none of the four leaves the configured one', async () => {
    const config = configured('other.yaml', 'language: nl');
    const env = { ...service.env, LANG: 'C.UTF-8' };
    const { stdout } = await service.run(['check', '2026-10', '--config', config], { env });
    expect(stdout).toMatch(/gelezen +\d+ registraties/);
  });

  test('an unknown language is refused', async () => {
    const { status, stderr } = await service.run(['check', '2026-10', '--language', 'xx']);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/--language.*en, nl, fr, de/)]);
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
