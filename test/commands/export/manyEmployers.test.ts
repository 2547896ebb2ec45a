import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  SAMPLE_EMPLOYER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

const BAKERY = `employerId: ${SAMPLE_EMPLOYER}, clientId: bakery-payroll, clientSecret: { env: PAYTALLY_SANDBOX_SECRET }`;

const CONFIGURATION = `baseUrl: \${PAYTALLY_SANDBOX_URL}
employers:
  one: { ${BAKERY} }
  two: { ${BAKERY}, variables: { same-name: { label: "second" } } }
  broken: { ${BAKERY.replace('bakery-payroll', 'nobody')} }
variables: { same-name: { label: "first" } }
`;

const template = (fileName: string): string => `kind: text
description: Who was asked to label it how
audience: people
fileName: "${fileName}"
variables: { label: { description: A label, pattern: "[a-z]+", sample: label } }
preamble: "{{variables.label}}"
rows:
  each: employees
  header: false
  columns: [{ header: id, value: "{{employee.id}}" }]
`;

describe('several employers', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService();
    writeFileSync(join(service.cwd, 'paytally.yaml'), CONFIGURATION);
  });
  afterAll(() => service.stop());

  const write = (fileName: string): string => {
    const path = join(service.cwd, 'same-name.yaml');
    writeFileSync(path, template(fileName));
    return path;
  };

  test('each one runs; a failed one is listed with them and sets the status', { tags: 'slow' }, async () => {
    const args = ['export', '2026-10', '--template', 'employee-days', '--out', 'each', '--json'];
    const { status, stdout, stderr } = await service.run(args);
    const { runs } = JSON.parse(stdout);
    expect(runs.map((run: { employer: string; state: string }) => [run.employer, run.state])).toEqual([
      ['one', 'draft'],
      ['two', 'draft'],
      ['broken', 'failed'],
    ]);
    expect(runs[2].error).toMatchObject({ code: 'AUTH_REJECTED', message: /./, remedy: /./ });
    expect(status).toBe(3);
    expect(stderr).toContain('broken: AUTH_REJECTED');
    expect(readdirSync(join(service.cwd, 'each', 'draft')).sort()).toEqual([
      'one_2026-10_employee-days.csv',
      'two_2026-10_employee-days.csv',
    ]);
  });

  test('many employers are shown on one screen, with the first failure in full', {
    tags: 'slow',
  }, async () => {
    const few = await startSampleService({ employers: await sampleOfDays('2026-10-29', '2026-10-30') });
    const employers = Array.from({ length: 9 }, (_, index) => `  e${index}: { ${BAKERY} }`).join('\n');
    const configuration = `baseUrl: \${PAYTALLY_SANDBOX_URL}\nemployers:\n${employers}\n  broken: { ${BAKERY.replace('bakery-payroll', 'nobody')} }\n`;
    writeFileSync(join(few.cwd, 'ten.yaml'), configuration);
    const { stdout, stderr, status } = await few.run([
      'export',
      '2026-10',
      '--config',
      'ten.yaml',
      '--dry-run',
    ]);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1 + 10 + 2);
    expect(stdout).toMatch(/^broken +2026-10 +AUTH_REJECTED$/m);
    expect(stderr).toContain('broken: AUTH_REJECTED: ');
    expect(status).toBe(3);
    await few.stop();
  });

  test('variables of an employer take precedence over those of all', async () => {
    const path = write('{{ run.employer }}.txt');
    const args = [
      'export',
      '2026-10',
      '--template',
      path,
      '--out',
      'own',
      '--employer',
      'one',
      '--employer',
      'two',
    ];
    const { status, stderr } = await service.run(args);
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    const first = (name: string) =>
      readFileSync(join(service.cwd, 'own', 'draft', name), 'utf8').split('\n')[0];
    expect([first('one.txt'), first('two.txt')]).toEqual(['first', 'second']);
  });

  test('two employers never write the same file', async () => {
    const path = write('hours.txt');
    const args = [
      'export',
      '2026-10',
      '--template',
      path,
      '--out',
      'same',
      '--json',
      '--employer',
      'one',
      '--employer',
      'two',
    ];
    const before = service.sandbox.stats().requests;
    const { status, stdout } = await service.run(args);
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({
      status: 2,
      error: { code: 'CONFIG_INVALID', message: expect.stringContaining('same-name.yaml of one') },
      runs: [],
    });
    expect(service.sandbox.stats().requests).toBe(before);
  });

  test('configured names keep them apart, for an employer and a template', { tags: 'slow' }, async () => {
    const path = write('hours.txt');
    const own = CONFIGURATION.replace(
      'variables: { same-name: { label: "second" } }',
      "variables: { same-name: { label: second } }, fileNames: { same-name: 'second {{ run.periodLabel }}', monthly-hours: '{{ run.employerName }} hours' }, name: The Second, out: seconds",
    ).replace('broken: {', 'broken: { out: thirds,');
    writeFileSync(join(service.cwd, 'paytally.yaml'), own);
    const args = [
      'export',
      '2026-10',
      '--template',
      path,
      '--template',
      'monthly-hours',
      '--employer',
      'one',
      '--employer',
      'two',
      '--json',
    ];
    const { status, stdout } = await service.run(args);
    writeFileSync(join(service.cwd, 'paytally.yaml'), CONFIGURATION);
    const { runs } = JSON.parse(stdout);
    const names = runs.map(({ files }: { files: { path: string }[] }) =>
      files.map((file) => file.path.slice(service.cwd.length + 1)),
    );
    expect({ status, names }).toEqual({
      status: 0,
      names: [
        ['out/draft/hours.txt', 'out/draft/one_2026-10_monthly-hours.xlsx'],
        ['seconds/draft/second 2026-10.csv', 'seconds/draft/The Second hours.xlsx'],
      ],
    });
  });

  test('a failed one shows its days; if chosen alone, its error is also at the top', async () => {
    const { status, stdout } = await service.run(['export', '2026-10', '--employer', 'broken', '--json']);
    const { error, runs } = JSON.parse(stdout);
    expect({ status, error, runs }).toMatchObject({
      status: 3,
      error: { code: 'AUTH_REJECTED', message: /./, remedy: /./ },
      runs: [
        { employer: 'broken', period: { from: '2026-10-01', to: '2026-10-31' }, state: 'failed', error },
      ],
    });
  });

  test.each([['0'], ['many'], ['65']])('--jobs %s is refused', async (jobs) => {
    const { status, stderr } = await service.run(['export', '2026-10', '--jobs', jobs]);
    expect({ status, said: stderr.includes('from 1 to 64') }).toEqual({ status: 2, said: true });
  });

  test('reports a missing variable before any request to the service', async () => {
    const before = service.sandbox.stats().requests;
    const { status, stdout } = await service.run([
      'export',
      '2026-10',
      '--template',
      'datev-lodas',
      '--employer',
      'one',
      '--json',
    ]);
    expect({ status, code: JSON.parse(stdout).error.code }).toEqual({ status: 2, code: 'CONFIG_INVALID' });
    expect(service.sandbox.stats().requests).toBe(before);
  });

  test('no locale changes the format of employee-days', async () => {
    const german = await startSampleService({}, 'locale: de-DE');
    try {
      await german.run([
        'export',
        '2026-10',
        '--template',
        'employee-days',
        '--template',
        'hours',
        '--out',
        'de',
      ]);
      await service.run([
        'export',
        '2026-10',
        '--template',
        'employee-days',
        '--employer',
        'one',
        '--out',
        'en',
      ]);
      const days = readFileSync(join(german.cwd, 'de', 'draft', 'bakery_2026-10_employee-days.csv'), 'utf8');
      expect(days).toMatch(/^employeeId,employeeNumber,/);
      expect(readFileSync(join(german.cwd, 'de', 'draft', 'bakery_2026-10_hours.csv'), 'utf8')).toMatch(
        /^\uFEFF[^,]*;/,
      );
    } finally {
      await german.stop();
    }
  });
});
