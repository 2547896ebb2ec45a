// @module-tag slow
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groupBy } from '../../src/domain/collections.js';
import type { EmployerData } from '../../src/sandbox/sandboxData.js';
import { rowsAsShown } from '../../src/workbook/index.js';
import {
  ACCEPT,
  SAMPLE_EMPLOYER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from './sampleService.js';

const DAYS = '2026-10-05..2026-10-09';
const TEMPLATES = ['employee-days', 'pay-lines', 'monthly-hours', 'timesheets', 'review', 'working-time'];
const NAME = 'Twin, Sam';

/** Everybody of the sample has one name, so every place that shows a name has to tell people apart. */
async function twins(): Promise<readonly EmployerData[]> {
  return (await sampleOfDays('2026-10-05', '2026-10-09')).map((employer) => {
    const employees = [...(employer.records.employees ?? [])];
    const named = employees.map((each) => ({ ...each, lastName: 'Twin', firstName: 'Sam' }));
    return { ...employer, records: { ...employer.records, employees: named } };
  });
}

describe('people of one name', () => {
  let service: SampleService;
  const said: { argv: string; text: string }[] = [];
  let known: readonly string[] = [];
  beforeAll(async () => {
    const employers = await twins();
    service = await startSampleService(
      { employers, limits: { enabled: false } },
      `templates: [${TEMPLATES}]\ndeliveries: { boss: { to: folder, path: inbox, templates: [employee-days] } }`,
    );
    mkdirSync(join(service.cwd, 'inbox'));
    const mapping: { employeeId: string; employeeNumber: string }[] = parse(
      readFileSync(join(service.cwd, 'employees-bakery.csv')),
      { columns: true, relax_column_count: true },
    );
    known = mapping.flatMap(({ employeeId, employeeNumber }) => [employeeId, employeeNumber]).filter(Boolean);
    await sayAll(employers);
  }, 300_000);
  afterAll(() => service.stop());

  async function run(...argv: string[]): Promise<string> {
    const { stdout, stderr, status } = await service.run(argv);
    expect(status, stderr).not.toBe(1);
    said.push({ argv: argv.join(' '), text: `${stdout}\n${stderr}` });
    return stdout;
  }

  async function sayAll(employers: readonly EmployerData[]): Promise<void> {
    await run('check', DAYS, '--verbose');
    await run('export', DAYS, '--final', '--deliver', ...ACCEPT);
    const entries = [...((employers[0]?.records['time-entries'] ?? []) as Iterable<Record<string, unknown>>)];
    for (const entry of entries.filter(({ status }) => status === 'Completed').slice(0, 8)) {
      const shorter = { ...entry, breakMinutes: 10, workedMinutes: Number(entry.workedMinutes) - 10 };
      service.sandbox.edit(SAMPLE_EMPLOYER, { list: 'time-entries', put: shorter } as never);
    }
    await run('monitor', '--once');
    await run('status', '--period', DAYS);
    await run('export', DAYS);
    const { runs }: { runs: { runId: string }[] } = JSON.parse(await run('history', '--json'));
    await run('diff', runs[1]?.runId ?? '', runs[0]?.runId ?? '');
    await run('corrections', DAYS, '--sheet', 'sheet.xlsx');
    await run('employees', 'list');
    await run('employees', 'sync', '--dry-run');
    await run('explain', DAYS, '--employee', 'Twin');
    await run('person', 'Twin');
    await run('inspection', DAYS);
    const register = `employeeNumber,name,payCode,hours\n00101,"${NAME}",NORMAL,8\n00999,"${NAME}",NORMAL,8\n`;
    writeFileSync(join(service.cwd, 'register.csv'), register);
    await run('compare-register', DAYS, '--register', 'register.csv');
    await run('doctor');
  }

  /** Lines with the name and neither a payroll ID nor an ID. */
  const unclear = (lines: readonly string[]) =>
    lines.filter((line) => /Twin/.test(line) && !known.some((key) => line.includes(key)));

  test('no line on the terminal has the name without the payroll ID', () => {
    const lines = said.flatMap(({ argv, text }) => text.split('\n').map((line) => `${argv}: ${line}`));
    const named = lines.filter((line) => line.includes(NAME));
    for (const command of ['check', 'diff', 'corrections', 'monitor', 'status', 'employees list', 'explain'])
      expect(named.filter((line) => line.startsWith(command)).length, command).toBeGreaterThan(0);
    expect(unclear(named.filter((line) => !line.includes('00999')))).toEqual([]);
  });

  test('nor does a row of a workbook, and the sheets of timesheets have the payroll ID below the name', async () => {
    const folder = join(service.cwd, 'out');
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.xlsx'))) {
      const rows = await rowsAsShown(readFileSync(join(folder, file)), file);
      for (const [name, own] of groupBy(rows, ({ sheet }) => sheet)) {
        const lines = own.map(({ cells }) => cells.join(' | '));
        const whole = file.includes('timesheets') ? [lines.slice(0, 8).join(' ')] : lines;
        expect({ file, name, unclear: unclear(whole) }).toEqual({ file, name, unclear: [] });
      }
    }
  });

  test('each of them counts as one person', () => {
    const csv = join(service.cwd, 'out', `bakery_${DAYS}_employee-days.csv`);
    const all: { employeeId: string; employeeNumber: string; lastName: string }[] = parse(readFileSync(csv), {
      columns: true,
      bom: true,
    });
    const rows = all.filter(({ lastName }) => lastName === 'Twin');
    const numbers = new Set(rows.map(({ employeeNumber }) => employeeNumber));
    expect(numbers.size).toBeGreaterThan(25);
    expect(new Set(rows.map(({ employeeId }) => employeeId)).size).toBe(numbers.size);
    const html = readFileSync(join(service.cwd, 'out', `bakery_${DAYS}_review.html`), 'utf8');
    expect([...html.matchAll(/"name":"Twin, Sam"/g)].length).toBe(numbers.size);
    expect([...html.matchAll(/"number":"\d+","name":"Twin, Sam"/g)].length).toBe(numbers.size);
  });

  test('the register of an inspection has the payroll ID in each heading', () => {
    const zip = readdirSync(service.cwd).find((name) => name.endsWith('_inspection.zip')) ?? '';
    const csv = execFileSync('unzip', ['-p', join(service.cwd, zip), '*.csv'], { encoding: 'utf8' });
    expect(unclear(csv.split('\n'))).toEqual([]);
  });
});
