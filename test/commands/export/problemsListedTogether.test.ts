import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

const PAY_CODES = 'payCodes: { NORMAL: { external: "1000" } }';

let service: SampleService;
beforeEach(async () => {
  const employers = await sampleOfDays('2026-10-29', '2026-10-30');
  service = await startSampleService({ employers, limits: { enabled: false } });
});
afterEach(() => service.stop());

function addToConfiguration(...lines: readonly string[]): void {
  const path = join(service.cwd, 'paytally.yaml');
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n${lines.join('\n')}\n`);
}

/** Changes the lines of the mapping file below the heading. */
function changeMapping(change: (line: string, index: number) => string): void {
  const path = join(service.cwd, 'employees-bakery.csv');
  const [heading = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  writeFileSync(path, [heading, ...lines.map(change)].join('\n'));
}

function dataRequests(): number {
  const { token: _, ...others } = service.sandbox.stats().requestsByEndpoint;
  return Object.values(others).reduce((sum, count) => sum + count, 0);
}

async function failure(argv: readonly string[], env = {}) {
  const all = { env: { ...service.env, ...env } };
  const { status, stdout } = await service.run([...argv, '--json'], all);
  return { status, ...JSON.parse(stdout).error };
}

const templates = (...names: readonly string[]) => names.flatMap((name) => ['--template', name]);

describe('one error lists everything that is wrong before the read', () => {
  test('variables of all templates, missing templates, secret, mapping, period', async () => {
    addToConfiguration(
      'payRules: { base: [{ code: OT, employees: { grade: [a], hired: { from: 2020-01-01 } } }, { code: NORMAL }] }',
    );
    const names = templates('datev-lodas', 'sdworx', 'no-such', 'quickbooks-iif', 'nor-this');
    const { status, code, message, remedy } = await failure(['export', '2026-13', ...names], {
      PAYTALLY_SANDBOX_SECRET: undefined,
    });
    expect({ status, code, requests: dataRequests() }).toEqual({
      status: 2,
      code: 'SECRET_MISSING',
      requests: 0,
    });
    for (const part of [
      'PAYTALLY_SANDBOX_SECRET',
      'datev-lodas: the variable consultant is missing',
      'datev-lodas: the variable client is missing',
      'sdworx: the variable employer is missing',
      'quickbooks-iif: the variable version is missing',
      'no built-in template no-such',
      'no built-in template nor-this',
      'payRules.base[0] uses the column "grade", but the mapping file has no such column.',
      'payRules.base[0] uses the column "hired"',
      '2026-13',
    ])
      expect(message).toContain(part);
    expect(remedy).toMatch(/datev-lodas.*sdworx/s);
  });

  test('a rule that needs a column is reported if no mapping file is configured', async () => {
    addToConfiguration('payRules: { base: [{ code: OT, employees: { grade: [a] } }, { code: NORMAL }] }');
    const path = join(service.cwd, 'paytally.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^ +employees: employees-bakery\.csv\n/m, ''));
    expect(await failure(['export', '2026-10'])).toMatchObject({
      status: 2,
      code: 'MAPPING_INVALID',
      message: expect.stringContaining('but no employee mapping file is configured'),
    });
  });
});

describe('one error lists everything that the templates refuse', () => {
  test('numbers and codes that do not fit, for all templates', async () => {
    addToConfiguration(
      'payCodes: { NORMAL: { external: "X1" } }',
      'variables: { acerta: { legalEntity: "1" }, sdworx: { employer: "1111111" } }',
    );
    changeMapping((line, index) => line.replace(/,[^,]*/, `,0-${index}!`));
    const { status, code, message } = await failure([
      'export',
      '2026-10',
      ...templates('lexware', 'acerta', 'sdworx'),
    ]);
    expect({ status, code }).toEqual({ status: 5, code: 'RENDER_REFUSED' });
    for (const template of ['lexware', 'acerta', 'sdworx']) {
      expect(message).toContain(`paytally did not write the files of template ${template}`);
      expect(message).toMatch(new RegExp(`^${template}, .*0-0!`, 'm'));
    }
    expect(message).toMatch(/^lexware, column Lohnartnummer, .*X1/m);
    expect(message).toMatch(/^sdworx, column code, .*X1/m);
  });
});

describe('a mapping file with unusable lines', () => {
  /** The second employee's number is damaged, the third is missing, and the fourth and fifth have the same number. */
  const damage = () => {
    addToConfiguration(PAY_CODES);
    changeMapping((line, index) => {
      const [id = '', , ...rest] = line.split(',');
      const number = ['7', '1E+05', '', '9', '9'][index] ?? String(100 + index);
      return [id, number, ...rest].join(',');
    });
  };
  const idAt = (index: number): string =>
    readFileSync(join(service.cwd, 'employees-bakery.csv'), 'utf8').split('\n')[index + 1]?.split(',')[0] ??
    '';

  test('still reports employees without a number or with a shared one', async () => {
    damage();
    const { status, code, message, remedy } = await failure(['export', '2026-10', ...templates('lexware')]);
    expect({ status, code }).toEqual({ status: 2, code: 'MAPPING_INVALID' });
    expect(message).toContain('employees-bakery.csv:3: Excel damaged the payroll ID 1E+05');
    expect(message).toMatch(/^ {2}UNMAPPED_EMPLOYEE, 1: /m);
    expect(message).toMatch(/^ {2}DUPLICATE_NUMBER, 2: /m);
    expect(remedy).toMatch(/listed lines.*paytally check/);
  });

  test('still reports numbers and codes that do not fit, with their employees and templates', async () => {
    addToConfiguration('payCodes: { NORMAL: { external: X1 } }');
    changeMapping((line, index) => line.replace(/,[^,]*/, index === 0 ? ',' : `,0-${index}!`));
    const { status, code, message } = await failure(['export', '2026-10', ...templates('lexware', 'hours')]);
    expect({ status, code }).toEqual({ status: 5, code: 'EXPORT_BLOCKED' });
    expect(message).toMatch(/^ {2}UNMAPPED_EMPLOYEE, 1: /m);
    expect(message).toMatch(/^ {2}lexware, column Personalnummer, employee .*, value "0-1!"/m);
    expect(message).toMatch(/^ {2}lexware, column Lohnartnummer, value "X1": .* employees/m);
    expect(message).not.toContain('has no number: add it');
  });

  test('check lists each problem', async () => {
    damage();
    const { status, stdout } = await service.run(['check', '2026-10', ...templates('lexware'), '--json']);
    const { findings } = JSON.parse(stdout).error;
    const unmapped = findings.filter(({ code }: { code: string }) => code === 'UNMAPPED_EMPLOYEE');
    expect(status).toBe(2);
    expect(unmapped.map(({ employeeId }: { employeeId: string }) => employeeId)).toContain(idAt(2));
  });

  test('stops the run even if nothing else is wrong', async () => {
    addToConfiguration(PAY_CODES);
    changeMapping((line) => line);
    const path = join(service.cwd, 'employees-bakery.csv');
    writeFileSync(path, `${readFileSync(path, 'utf8')}\nsomebody,1E+05,x,y\n`);
    const failed = await failure(['export', '2026-10', ...templates('lexware')]);
    expect(failed).toMatchObject({ status: 2, code: 'MAPPING_INVALID' });
    expect(failed.message).not.toContain('The data stops');
  });

  test('a template that needs no numbers is not affected', async () => {
    damage();
    expect((await service.run(['export', '2026-10', ...templates('employee-days')])).status).toBe(0);
  });
});
