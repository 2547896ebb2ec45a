import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT, runPaytally } from '../../support/programs/runPaytally.js';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'paytally-templates-'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const templates = (...argv: string[]) => runPaytally(['templates', ...argv], { cwd });

describe('templates', () => {
  test('check warns only of file names without an extension', async () => {
    mkdirSync(join(cwd, 'named'));
    const check = async (fileName: string) => {
      writeFileSync(
        join(cwd, 'named', 'template.yaml'),
        `kind: text
description: d
audience: people
fileName: "${fileName}"
rows: { each: 'employees', columns: [{ value: "{{employee.id}}" }] }
`,
      );
      const { status, stderr } = await templates('check', './named');
      expect(status).toBe(0);
      return stderr;
    };
    for (const name of ['hours', 'hours_{{ run.periodLabel }}', 'hours_10.2026'])
      expect(await check(name)).toMatch(/Warning: named: the file name hours\S* has no extension/);
    for (const name of ['hours.csv', 'hours_10.2026.txt', '{{ run.employer }}.7z'])
      expect(await check(name)).toBe('');
    expect(JSON.parse((await templates('check', './named', '--json')).stdout).templates[0].warnings).toEqual(
      [],
    );
  });

  test('check says that a sample without rows proves nothing', async () => {
    mkdirSync(join(cwd, 'none'));
    writeFileSync(
      join(cwd, 'none', 'template.yaml'),
      `kind: text
description: d
audience: people
rows: { each: 'employees where employee.number > "x"', header: false, columns: [{ value: "{{employee.id}}" }] }
`,
    );
    const { status, stdout } = await templates('check', './none');
    expect(status).toBe(0);
    expect(stdout).toContain('none: no mistakes found, but the sample gives no rows. Check the conditions');
    expect(stdout).not.toContain('produces');
  });

  test('new derives a template from a file that payroll accepted, and shows its questions', async () => {
    writeFileSync(
      join(cwd, 'paid.csv'),
      'employee;code;date;hours\r\n12;100;05/10/2026;8,00\r\n13;200;05/10/2026;7,25\r\n',
    );
    const made = await templates(
      'new',
      'own',
      '--like',
      'paid.csv',
      '--column',
      'date=date:DD/MM/YYYY',
      '--json',
    );
    expect(JSON.parse(made.stdout)).toMatchObject({ questions: [], same: true });
    expect((await templates('check', './own')).status).toBe(0);
    const asked = await templates('new', 'own2', '--like', 'paid.csv');
    expect(asked.stderr).toContain('Column 3 (date), such as 05/10/2026');
    const both = await templates('new', 'own3', '--like', 'paid.csv', '--from', 'silae');
    expect(both.status).toBe(2);
    expect((await templates('new', 'own4', '--like', 'missing.csv')).stderr).toContain('There is no file');
  });

  test('list is the default, as text and as JSON', async () => {
    const { status, stdout } = await templates();
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /For people\n {2}agency-days .*\n[\s\S]*For payroll systems\n[\s\S]*\n Belgium\n {2}acerta +CORROBORATED +Acerta Connect KLX/,
    );
    const json = await templates('list', '--json');
    expect(JSON.parse(json.stdout).templates).toContainEqual(
      expect.objectContaining({ name: 'sdworx', confidence: 'WEAK' }),
    );
  });

  test('list and show include the configured test imports', async () => {
    const employer = (more: string) => `{ employerId: e, clientId: c, clientSecret: { env: S }${more} }`;
    const path = join(cwd, 'imports.yaml');
    writeFileSync(
      path,
      `baseUrl: http://127.0.0.1:1
employers:
  bakery: ${employer(', testImports: { silae: { date: 2026-02-28, version: "24.1" } }')}
  cafe: ${employer('')}
testImports:
  datev-lodas: { date: 2026-03-02, version: "LODAS 12.4" }
  tested: { date: 2026-01-31, version: "26.1" }
`,
    );
    const { stdout } = await templates('list', '--config', path);
    expect(stdout).toMatch(/datev-lodas .*\n +test import passed on 2026-03-02 with LODAS 12\.4\n/);
    expect(stdout).toMatch(/silae .*\n +test import passed on 2026-02-28 with 24\.1 \(bakery\)\n/);
    expect(stdout.match(/test import passed/g)).toHaveLength(2);
    const shown = await templates('show', 'datev-lodas', '--config', path, '--json');
    expect(JSON.parse(shown.stdout).template).toMatchObject({
      countries: ['DE'],
      testImports: [{ date: '2026-03-02', version: 'LODAS 12.4', employers: [] }],
    });
    await templates('new', 'tested', '--from', 'lexware');
    expect((await templates('show', './tested', '--config', path)).stdout).toContain(
      'Your test import passed on 2026-01-31 with 26.1.',
    );
    expect((await templates('list', '--config', join(cwd, 'none.yaml'))).status).toBe(2);
  });

  test('show', async () => {
    const { status, stdout } = await templates('show', 'datev-lodas');
    expect(status).toBe(0);
    for (const part of [
      'consultant',
      '(required)',
      'la_eigene#bwd',
      'u_lod_bwd_buchung_stunden',
      '2;01.10.2026;500;00040;20,67;',
    ]) {
      expect(stdout).toContain(part);
    }
    const json = await templates('show', 'monthly-hours', '--json');
    expect(JSON.parse(json.stdout).template).toMatchObject({ name: 'monthly-hours', kind: 'report' });
  });

  test('new, check, golden, and a check that fails', async () => {
    expect(await templates('new', 'mine', '--from', 'lexware')).toMatchObject({
      status: 0,
      stdout: 'mine/template.yaml\n',
    });
    expect((await templates('new', 'mine', '--from', 'lexware')).status).toBe(2);
    const first = await templates('check', './mine');
    expect(first).toMatchObject({ status: 0, stdout: expect.stringContaining('no golden files yet') });
    expect((await templates('check', './mine', '--update-golden')).status).toBe(0);
    expect((await templates('check', './mine')).stdout).toContain(
      'mine: no problems found. The sample produces sample_2026-10_mine.txt (9 rows). The output matches the golden files.',
    );

    const path = join(cwd, 'mine/template.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('default: EUR', 'default: CHF'));
    const changed = await templates('check', './mine', '--json');
    expect(changed.status).toBe(2);
    expect(JSON.parse(changed.stdout).error).toMatchObject({
      code: 'TEMPLATE_INVALID',
      message: expect.stringContaining('line 1 differs'),
    });
  });

  test('check of all built-in ones', { tags: 'slow' }, async () => {
    const { status, stdout } = await templates('check');
    expect(status).toBe(0);
    expect(stdout).toContain('silae: no problems found');
  });

  test('for a workbook, shows the fields it uses, its errors and all available fields', async () => {
    const sample = join(PROJECT, 'samples/workbooks/timesheet');
    const { status, stdout } = await templates('show', sample);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Fields used\n {2}\{\{#each calendar sort by date\}\}\n/);
    expect(stdout).toContain('  {{employee.number | default:"–"}}\n');
    expect(stdout).toMatch(/\n {2}run\.from +date +First day of the period\n/);
    expect(stdout).toMatch(
      /Data set calendar: \{\{#each calendar\}\} repeats a row.*\n( {2}.*\n)* {2}startTime +text +Clock time of the first start, HH:MM\n/,
    );
    expect(stdout).not.toContain('Wrong in it');
    const json = JSON.parse((await templates('show', sample, '--json')).stdout).template;
    expect(json).toMatchObject({ kind: 'workbook', name: 'timesheet', problems: [] });
    expect(json.used).toContain('{{run.employer}}');
    expect(json.dataSets.map(({ name }: { name: string }) => name)).toContain('employee-days');
  });

  test('a list is cut to the terminal width, and is complete without a terminal', async () => {
    const whole = await templates('list');
    expect(whole.stdout).toMatch(/: a line per employee and code\.\n/);
    for (const columns of [60, 100]) {
      const narrow = await runPaytally(['templates'], { cwd, columns });
      const widths = narrow.stdout.split('\n').map((line) => line.length);
      expect(Math.max(...widths)).toBe(columns);
    }
  });

  test.each([
    ['a name in this folder', ['check', 'mine'], 'To use the template in this folder, write ./mine'],
    ['a part of a name', ['show', 'datev'], 'Did you mean datev-lodas or datev-lug?'],
    ['a name that resembles no other', ['show', 'nope'], 'There is no built-in template nope.\n'],
    ['a missing workbook', ['show', 'huors.xlsx'], 'huors.xlsx. Did you mean hours.xlsx?'],
    ['a folder with the name of a workbook', ['show', 'folder.xlsx'], 'folder.xlsx is a folder'],
    ['a file that is not a workbook', ['show', 'hours.xlsx'], 'hours.xlsx is a text file such as CSV'],
    ['a template that names no workbook', ['show', './drawn'], 'drawn/hours.xlsx is a text file such as CSV'],
    ['another format', ['show', 'hours.csv'], 'hours.csv cannot be a template'],
    ['another format that does not exist', ['show', 'x.xls'], 'There is no '],
    ['a misspelt file', ['show', './drawn/templte.yaml'], 'Did you mean template.yaml?'],
    ['a folder without a template', ['show', './nothing'], 'nothing/template.yaml'],
  ])('%s', async (_name, argv, message) => {
    mkdirSync(join(cwd, 'folder.xlsx'), { recursive: true });
    mkdirSync(join(cwd, 'mine'), { recursive: true });
    mkdirSync(join(cwd, 'drawn'), { recursive: true });
    for (const path of ['hours.xlsx', 'hours.csv', 'drawn/hours.xlsx'])
      writeFileSync(join(cwd, path), 'a;b\n');
    writeFileSync(join(cwd, 'drawn/template.yaml'), 'kind: workbook\nfile: hours.xlsx\n');
    const { status, stdout, stderr } = await templates(...argv);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain('What to do: ');
  });

  test.each([
    ['an unknown name', ['show', 'datev-lodsa'], 'Did you mean datev-lodas?'],
    ['no name', ['show'], 'needs one name'],
    ['new without a source', ['new', 'x'], 'needs a template to start from'],
    ['golden files of a built-in template', ['check', 'lexware', '--update-golden'], 'cannot be updated'],
  ])('%s is a usage error', async (_name, argv, message) => {
    expect(await templates(...argv)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});
