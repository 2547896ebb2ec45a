// @module-tag slow
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Questions } from '../../../src/runtime/questions.js';
import { rowsAsShown } from '../../../src/workbook/index.js';
import { IS_GATE, sampleInGate } from '../../gate.js';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

/** The gate runs a sample: two days, and the tests without the tag. */
const LAST = IS_GATE ? '2026-10-06' : '2026-10-11';
const PERIOD = `2026-10-05..${LAST}`;
const CONFIGURATION = `payRules:
  base: [{ code: NORMAL }]
  loadings: [{ code: NIGHT, clock: ["20:00", "06:00"] }]
payCodes:
  NORMAL: { external: "0100" }
  NIGHT: { external: "0200" }
variables:
  datev-lodas: { consultant: "278041", client: "25016" }
  sdworx: { employer: "1111111" }
templates: [silae, datev-lodas, sdworx]
`;

type Entry = { id: string; employeeId: string | null; status: string; workedMinutes: number | null };

let service: SampleService;
let edited: Readonly<Record<string, string | undefined>>;
let environment: Record<string, string | undefined>;

beforeAll(async () => {
  const original = await sampleOfDays('2026-10-05', LAST);
  service = await startSampleService({ employers: original }, CONFIGURATION);
  environment = { ...service.env };
  const records = original[0]?.records as unknown as { employees: { id: string }[]; 'time-entries': Entry[] };
  const ids = new Set([
    ...[...records.employees].map(({ id }) => id),
    ...[...records['time-entries']].flatMap(({ employeeId }) => employeeId ?? []),
  ]);
  const lines = [...ids].map((id, index) => `${id},${String(index + 1).padStart(5, '0')}`);
  writeFileSync(
    join(service.cwd, 'employees-bakery.csv'),
    ['employeeId,employeeNumber', ...lines, ''].join('\n'),
  );
  const made = await service.json(
    ['export', PERIOD, '--final', '--template', 'silae', '--template', 'datev-lodas', ...ACCEPT],
    { env: environment },
  );
  expect(made.status).toBe(0);
  edited = await service.changed((records) => ({
    ...records,
    'time-entries': [...(records['time-entries'] as unknown as Entry[])].map((entry) =>
      entry.status === 'Completed' && entry.employeeId !== null && (entry.workedMinutes ?? 0) > 300
        ? { ...entry, workedMinutes: (entry.workedMinutes ?? 0) - 6 }
        : entry,
    ),
  }));
});
afterAll(() => service.stop());

const exported = (template: string, extension: string) =>
  readFileSync(join(service.cwd, 'out', `bakery_${PERIOD}_${template}.${extension}`), 'latin1');

async function compare(content: string, ...more: readonly string[]) {
  const path = join(service.cwd, 'register.csv');
  writeFileSync(path, content, 'latin1');
  const found = await service.json(['compare-register', PERIOD, '--register', path, ...more], {
    env: environment,
  });
  return { ...found, run: found.runs[0] };
}

const kinds = (run: { differences: { kind: string; code: string }[] }) =>
  run.differences.map(({ kind, code }) => `${kind} ${code}`);

describe('a register in the layout of a template', () => {
  const layouts: readonly (readonly [string, string])[] = [
    ['silae', 'csv'],
    ['datev-lodas', 'txt'],
  ];
  test.each(sampleInGate(layouts, 1))(
    '%s is recognised, and the exported file matches itself',
    async (layout, extension) => {
      const { status, run } = await compare(exported(layout, extension));
      expect(run).toMatchObject({ layout, template: layout, equal: true, differences: [], unreadable: [] });
      expect(status).toBe(0);
    },
  );

  test('a workbook with a title and numeric cells', async () => {
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet('Journal');
    sheet.addRow(['Payroll journal', 'October']);
    sheet.addRow([]);
    sheet.addRow(['Matricule', 'Salarié', 'Rubrique', 'Heures']);
    const [, ...data] = exported('silae', 'csv').trim().split('\r\n');
    const rows = data.map((row) => row.split(';'));
    for (const [number, code, hours] of rows) sheet.addRow([number, 'x', code, Number(hours)]);
    const path = join(service.cwd, 'register.xlsx');
    await workbook.xlsx.writeFile(path);
    const compared = () =>
      service.json(['compare-register', PERIOD, '--register', path], { env: environment });
    expect((await compared()).runs[0]).toMatchObject({ equal: true, differences: [], unreadable: [] });
    const cell = sheet.getCell('D4');
    cell.value = Number(cell.value) + 0.25;
    await workbook.xlsx.writeFile(path);
    const { status, runs } = await compared();
    expect(status).toBe(5);
    expect(runs[0].differences).toMatchObject([
      { kind: 'hours', employeeNumber: rows[0]?.[0], code: rows[0]?.[1], registerLines: [4] },
    ]);
  });

  test('is read by its headings, in another order and with another delimiter', { tags: 'slow' }, async () => {
    const rows = exported('silae', 'csv')
      .trim()
      .split('\r\n')
      .map((row) => row.split(';'));
    const [, ...data] = rows;
    const table = [
      ['Name', 'Hours', 'Employee number', 'Pay code'],
      ...data.map(([number, code, hours]) => ['x', hours, number, code]),
    ];
    const content = table.map((row) => row.join(',')).join('\n');
    const { status, run } = await compare(content, '--register-period', PERIOD);
    expect(run).toMatchObject({ layout: 'headings', equal: true });
    expect(status).toBe(0);
  });

  test('a register with only one pay code repeats it in every line', async () => {
    const table = 'Payroll ID;Pay code;Hours\n00001;0100;1.25\n00002;0100;2.50\n';
    const { run } = await compare(table, '--register-period', PERIOD);
    const codes = new Set(run.differences.map(({ code }: { code: string }) => code));
    expect({ layout: run.layout, codes }).toEqual({ layout: 'headings', codes: new Set(['0100', '0200']) });
  });

  test('differences are traced to their entries, on a page and a sheet', async () => {
    const lines = exported('silae', 'csv').trimEnd().split('\r\n');
    const [first = '', second = ''] = lines.slice(1);
    const changed = first.replace(/;(\d+)\.(\d+);/, ';$1.99;');
    const { status, run, error } = await compare(
      [lines[0], changed, ...lines.slice(3)].join('\r\n'),
      '--out',
      'found',
    );
    expect(status).toBe(5);
    expect(error).toMatchObject({ code: 'REGISTER_DIFFERS' });
    const [number, code] = second.split(';');
    expect(run.differences).toHaveLength(2);
    const [hours, gone] = run.differences;
    expect(hours).toMatchObject({ kind: 'hours', employeeNumber: first.split(';')[0], registerLines: [2] });
    expect(gone).toMatchObject({ employeeNumber: number, code, paidHours: 0 });
    for (const { days, entries, exportedHours, explain } of run.differences) {
      const minutes = (list: { minutes: number }[]) => list.reduce((sum, each) => sum + each.minutes, 0);
      expect(minutes(days) / 60).toBeCloseTo(exportedHours, 1);
      expect(minutes(entries)).toBe(minutes(days));
      const told = await service.run(explain.split(' ').slice(1), { nowMs: AFTER });
      expect(told.status).toBe(0);
      expect(told.stdout).toContain(entries[0].date);
    }
    const [page, sheet] = run.files.map(({ path }: { path: string }) => path);
    expect(readFileSync(page, 'utf8')).toContain(entriesIn(run)[0]);
    const rows = await rowsAsShown(readFileSync(sheet), sheet);
    expect(rows.some(({ cells }) => cells.includes(String(code)))).toBe(true);
  });

  test('a terminal shows them', { tags: 'slow' }, async () => {
    writeFileSync(
      join(service.cwd, 'short.csv'),
      exported('silae', 'csv').split('\r\n').slice(0, 3).join('\r\n'),
    );
    const { status, stdout, stderr } = await service.run(
      ['compare-register', PERIOD, '--register', 'short.csv'],
      { nowMs: AFTER },
    );
    expect(status).toBe(5);
    expect(stdout).toContain('The register does not have this person.');
    expect(stdout).toContain('paytally explain');
    expect(stderr).toContain('REGISTER_DIFFERS');
  });

  test('other codes of the register can be excluded', { tags: 'slow' }, async () => {
    const extra = `${exported('silae', 'csv')}00001;SALARY;2500.0;01/10/2026;31/10/2026\r\n`;
    expect(kinds((await compare(extra)).run)).toEqual(['extra-code SALARY']);
    expect((await compare(extra, '--ignore', 'SALARY')).run).toMatchObject({ equal: true, ignoredLines: 1 });
  });

  test('a correction that payroll has not applied', { tags: 'slow' }, async () => {
    const env = edited;
    const before = exported('silae', 'csv');
    const corrected = await service.json(
      ['corrections', PERIOD, '--final', '--template', 'silae', ...ACCEPT],
      { env },
    );
    expect(corrected.status).toBe(0);
    const { run } = await compare(before);
    expect(run.differences.length).toBeGreaterThan(5);
    expect(new Set(run.differences.map(({ kind }: { kind: string }) => kind))).toEqual(
      new Set(['correction-missing']),
    );
    const [restated] = corrected.runs[0].files.map(({ path }: { path: string }) => path);
    expect((await compare(readFileSync(restated, 'latin1'))).run).toMatchObject({
      equal: true,
      corrections: 1,
    });
  });
});

function entriesIn({ differences }: { differences: { entries: { entryId: string }[] }[] }): string[] {
  return differences.flatMap(({ entries }) => entries.map(({ entryId }) => entryId));
}

describe('the period of a register', () => {
  const table = 'Payroll ID;Pay code;Hours\n00001;0100;1.25\n00002;0100;2.50\n';
  const named = async (name: string, content: string, ...more: readonly string[]) => {
    const path = join(service.cwd, name);
    writeFileSync(path, content);
    return service.json(['compare-register', PERIOD, '--register', path, ...more], { env: environment });
  };

  test.each([
    ['in its file name', 'register_2026-09.csv', table, '2026-09'],
    ['in a title', 'register.csv', `Payroll journal;September 2026\n\n${table}`, '2026-09'],
    ['in a title without its year', 'register.csv', `Payroll journal September\n\n${table}`, '2026-09'],
    [
      'in its lines',
      'register.csv',
      table
        .replace(';Hours', ';Hours;Date')
        .replace('1.25', '1.25;2026-09-07')
        .replace('2.50', '2.50;2026-09-08'),
      '2026-09-07..2026-09-08',
    ],
    ['stated by the user', 'register.csv', table, '2026-09', '--register-period', '2026-09'],
  ])('another one, %s: status 2, nothing written', async (_, name, content, found, ...more: string[]) => {
    const { status, error, runs } = await named(name, content, '--out', 'none', ...more);
    expect({ status, code: error.code, runs }).toEqual({ status: 2, code: 'REGISTER_PERIOD', runs: [] });
    expect(error.message).toContain(found);
    expect(existsSync(join(service.cwd, 'none'))).toBe(false);
  });

  const OWN: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['its own, in a title', `Payroll journal;October 2026\n\n${table}`, 'title', []],
    ['its own, in a title without its year', `Loonstaat oktober\n\n${table}`, 'title', []],
    ['its own, stated', table, 'option', ['--register-period', PERIOD]],
  ];
  test.each(OWN)('%s: compared', async (_, content, where, more) => {
    const { runs } = await named('register.csv', content, ...more);
    expect(runs[0].registerPeriod.where).toBe(where);
    expect(runs[0].differences.length).toBeGreaterThan(0);
  });

  test('none, and no terminal to ask: status 2, and the remedy names the option', async () => {
    const { status, error, runs } = await named('register.csv', table, '--out', 'none');
    expect({ status, code: error.code, runs }).toEqual({ status: 2, code: 'REGISTER_PERIOD', runs: [] });
    expect(error.remedy).toContain(`--register-period ${PERIOD}`);
    expect(existsSync(join(service.cwd, 'none'))).toBe(false);
  });

  test.each([
    ['yes: compared', true, 5],
    ['no: status 2', false, 2],
  ])('none, and a terminal to ask, %s', async (_, isConfirmed, expected) => {
    const asked: string[] = [];
    const never = () => Promise.reject(new Error('not asked'));
    const questions: Questions = {
      text: never,
      secret: never,
      choose: never,
      confirm: async (question) => {
        asked.push(question);
        return isConfirmed;
      },
    };
    const path = join(service.cwd, 'register.csv');
    writeFileSync(path, table);
    const argv = ['compare-register', PERIOD, '--register', path, '--json'];
    const options = { nowMs: AFTER, env: environment, context: { questions } };
    const { status, stdout } = await service.run(argv, options);
    const { error, runs } = JSON.parse(stdout);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain(`${PERIOD}, 2026-10-05 to ${LAST}`);
    expect({ status, code: error.code }).toEqual({
      status: expected,
      code: isConfirmed ? 'REGISTER_DIFFERS' : 'REGISTER_PERIOD',
    });
    expect(runs[0]?.registerPeriod.where).toBe(isConfirmed ? 'option' : undefined);
  });
});

describe('what cannot be compared', () => {
  const invalid: readonly (readonly [string, readonly string[], number, string])[] = [
    ['a missing file', ['compare-register', PERIOD, '--register', 'none.csv'], 2, 'REGISTER_INVALID'],
    ['a folder', ['compare-register', PERIOD, '--register', 'afolder'], 2, 'REGISTER_INVALID'],
    ['a text without columns', ['compare-register', PERIOD, '--register', 'text.csv'], 2, 'REGISTER_INVALID'],
    [
      'a template without pay codes',
      ['compare-register', PERIOD, '--register', 'text.csv', '--layout', 'employee-days'],
      2,
      'REGISTER_INVALID',
    ],
    [
      'a layout that does not exist',
      ['compare-register', PERIOD, '--register', 'text.csv', '--layout', 'nothing'],
      2,
      'TEMPLATE_NOT_FOUND',
    ],
    [
      'a period without a final',
      ['compare-register', '2026-09', '--register', 'text.csv'],
      5,
      'NOTHING_FINAL',
    ],
  ];
  test.each(sampleInGate(invalid, 2))('%s', async (_, argv, status, code) => {
    mkdirSync(join(service.cwd, 'afolder'), { recursive: true });
    writeFileSync(join(service.cwd, 'text.csv'), 'hello\nworld\n');
    expect(await service.json(argv, { env: environment })).toMatchObject({
      status,
      error: { code },
      runs: [],
    });
  });
});
