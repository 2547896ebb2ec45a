// @module-tag slow
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groupBy } from '../../../src/domain/collections.js';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import { rowsAsShown } from '../../../src/workbook/index.js';
import {
  NAMESAKES,
  NUMBERED,
  PLACED,
  startNamesakes,
  writeMapping,
} from '../../support/employers/namesakePairs.js';
import {
  ACCEPT,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { type MailServer, startMailServer } from '../../support/servers/mailServer.js';
import { parseMail } from '../../support/servers/parseMail.js';
import { editEntry } from '../../support/service/edits.js';

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
      service.edit(editEntry.put(shorter));
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
    const named = [...html.matchAll(/"number":"(\d+)","name":"Twin, Sam \((\d+)\)"/g)];
    expect(named.map(([, number]) => number).sort()).toEqual([...numbers].sort());
    expect(named.filter(([, number, shown]) => number !== shown)).toEqual([]);
  });

  test('the register of an inspection has the payroll ID in each heading', () => {
    const zip = readdirSync(service.cwd).find((name) => name.endsWith('_inspection.zip')) ?? '';
    const csv = execFileSync('unzip', ['-p', join(service.cwd, zip), '*.csv'], { encoding: 'utf8' });
    expect(unclear(csv.split('\n'))).toEqual([]);
  });
});

describe('two people of one name, with payroll IDs or at different establishments', () => {
  const PERIOD = '2026-10';
  const BLOCKED_AT = Date.parse('2026-11-03T05:05:00Z');
  let service: SampleService;
  let server: MailServer;
  beforeAll(async () => {
    server = await startMailServer();
    service = await startNamesakes(
      `mail: { from: payroll@example.com, owner: office@example.com, smtp: { host: 127.0.0.1, port: ${server.port}, tls: none, timeoutSeconds: 2 } }
deliveries: { managers: { to: mail, templates: [employee-days], recipients: { column: managerEmail }, attach: true, when: both } }
schedule: { monthly: { cron: "0 6 3 * *", final: true, deliver: [managers] } }
templates: [employee-days, timesheets, timesheets-pdf-each, monthly-hours, review, control-slip, ./own]`,
    );
  });
  afterAll(async () => {
    await service.stop();
    await server.close();
  });

  const unclearIn = (text: string) =>
    text
      .replace(/[\u00a0\s]+/g, ' ')
      .match(/(Twin-of-a-very-long-double-name|Pair), \w+\b(?! \((00104|00201|Bakkerij|Boulangerie))/g) ?? [];
  const written = (ending: string) => {
    const folder = join(service.cwd, 'out', 'draft');
    const name = readdirSync(folder).find((file) => file.endsWith(ending));
    expect(name, readdirSync(folder).join()).toBeDefined();
    return readFileSync(join(folder, name ?? ''));
  };

  test('recipients without an address are told apart', async () => {
    writeMapping(service.cwd, (id) => (NAMESAKES.some((each) => each.id === id) ? '' : 'boss@example.com'));
    const refused = await service.run(['export', PERIOD, '--deliver', '--json'], { nowMs: BLOCKED_AT });
    const { code, message } = JSON.parse(refused.stdout).error;
    expect(code).toBe('RECIPIENT_INVALID');
    for (const { shown } of NAMESAKES) expect(message).toContain(shown);
    const { stdout, stderr } = await service.run(['doctor'], { nowMs: BLOCKED_AT });
    const said = `${stdout}${stderr}`.replace(/\s+/g, ' ');
    for (const { shown } of NUMBERED) expect(said).toContain(shown);
    for (const { id } of PLACED) expect(said).toContain(`Pair, Kim (${id})`);
  });

  test('in the lists of a mail about a blocked final', async () => {
    writeMapping(service.cwd, () => 'boss@example.com');
    await service.run(['schedule', 'run', '--due'], { nowMs: BLOCKED_AT });
    const mails = server.mails.map(({ content }) => parseMail(content));
    const text = mails.find(({ to }) => to === 'boss@example.com')?.text ?? '';
    const lines = text.split('\n').map((line) => line.trim());
    for (const { shown } of NAMESAKES)
      expect(
        lines.some((line) => line.includes(`${shown} ·`)),
        `${shown}\n${text}`,
      ).toBe(true);
    expect(unclearIn(text)).toEqual([]);
  });

  test('on the terminal', async () => {
    const { stdout, stderr } = await service.run(['check', PERIOD, '--verbose'], { nowMs: BLOCKED_AT });
    const said = `${stdout}${stderr}`.replace(/\s+/g, ' ');
    for (const { shown } of NAMESAKES) expect(said).toContain(shown);
    expect(unclearIn(said)).toEqual([]);
  });

  test('on the tabs and pages of timesheets', async () => {
    const made = await service.run(['export', PERIOD], { nowMs: BLOCKED_AT });
    expect(made.status, made.stderr).toBe(0);
    const rows = await rowsAsShown(written('_timesheets.xlsx'), 'timesheets.xlsx');
    const sheets = groupBy(rows, ({ sheet }) => sheet);
    for (const { tab, shown } of NAMESAKES) {
      expect(tab.length).toBeLessThanOrEqual(31);
      const cells = (sheets.get(tab) ?? []).flatMap((row) => row.cells);
      expect(cells, [...sheets.keys()].join()).toContain(shown);
    }
    expect([...sheets.keys()].filter((name) => /\(\d\)$/.test(name))).toEqual([]);
    const pdfs = readdirSync(join(service.cwd, 'out', 'draft')).filter((name) => /Pair-Kim.*pdf$/.test(name));
    expect(pdfs.map((name) => /Pair-Kim.*/.exec(name)?.[0]).sort()).toEqual([
      'Pair-Kim_Bakkerij-Aan-de-Stroom-Antwerpen.pdf',
      'Pair-Kim_Boulangerie-Sainte-Catherine.pdf',
    ]);
  });

  test('in other workbooks, the review and the control slip', async () => {
    const sheets = await rowsAsShown(written('_monthly-hours.xlsx'), 'monthly-hours.xlsx');
    const cells = sheets.flatMap((row) => row.cells);
    const review = written('_review.html').toString();
    const slip = written('_own_control.txt').toString().split('\r\n').slice(1);
    for (const { shown } of NAMESAKES) {
      expect(cells).toContain(shown);
      expect(review).toContain(`"name":"${shown}"`);
      expect(review).toContain(`"who":"${shown}"`);
    }
    const people = slip.join(' ').replace(/\s+/g, ' ');
    for (const place of ['Bakkerij Aan de', 'Boulangerie']) expect(people).toContain(`Pair, Kim (${place}`);
    for (const number of ['00104', '00201'])
      expect(people).toContain(`${number} Twin-of-a-very-long-double-name`);
    expect([...review.matchAll(/"name":"Pair, Kim[^"]*"/g)].map(([text]) => text).sort()).toEqual(
      PLACED.map(({ shown }) => `"name":"${shown}"`).sort(),
    );
  });
});
