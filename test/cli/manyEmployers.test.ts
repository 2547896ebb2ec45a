import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_EMPLOYER, type SampleService, startSampleService } from './sampleService.js';

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
preamble: "{{ variables.label }}"
rows:
  data: employees
  header: false
  columns: [{ header: id, field: employee.id }]
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

  test('each one runs; a failed one stands among them and gives the status', async () => {
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

  test('variables of an employer come before those of all', async () => {
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
    const { status, stdout } = await service.run(args);
    const { runs } = JSON.parse(stdout);
    expect({ status, states: runs.map((run: { state: string }) => run.state) }).toEqual({
      status: 6,
      states: ['draft', 'failed'],
    });
    expect(runs[1].error).toMatchObject({
      code: 'OUTPUT_NOT_WRITTEN',
      message: expect.stringContaining('a file of one'),
    });
  });

  test('a variable that is missing is said before the service is asked', async () => {
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

  test('no locale changes the contract of employee-days', async () => {
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
