// @module-tag slow
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import {
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

/** From Debian's packages: reads a PDF back. */
const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0;

const PERIOD = '2026-10-05..2026-10-07';
const CONFIGURATION = `outputMode: group
templates: [pay-lines]
payCodes:
  NORMAL: { external: "1000" }
  EXTRA: { external: "1100" }
payRules:
  base: [{ code: EXTRA, employees: { contract: [y] } }, { code: NORMAL }]
schedule:
  late: { cron: "0 7 * * *", period: "${PERIOD}", corrections: final, ACCEPTED }`;

let service: SampleService;
let worker: string;
/** Someone else who worked on the first day. */
let colleague: string;
beforeEach(async () => {
  const employers = (await sampleOfDays('2026-10-05', '2026-10-07')) as readonly EmployerData[];
  service = await startSampleService({ employers }, CONFIGURATION.replace(', ACCEPTED', ''));
  worker = workerOfAllDays(employers);
});
afterEach(() => service.stop());

/** An employee with exactly one completed entry on each of the three days. */
function workerOfAllDays(employers: readonly EmployerData[]): string {
  const days = new Map<string, string[]>();
  const entries = employers[0]?.records['time-entries'] as unknown as Iterable<Record<string, unknown>>;
  for (const { employeeId, workDate, status } of entries)
    if (typeof employeeId === 'string' && status === 'Completed')
      days.set(employeeId, [...(days.get(employeeId) ?? []), String(workDate)]);
  const found = [...days].find(([, dates]) => dates.length === 3 && new Set(dates).size === 3);
  const other = [...days].find(([id, dates]) => id !== found?.[0] && dates.includes('2026-10-05'));
  if (found === undefined || other === undefined) throw new Error('nobody worked on all three days');
  colleague = other[0];
  return found[0];
}

const mappingFile = () => join(service.cwd, 'employees-bakery.csv');

/** Replaces the worker's row by these, in columns `employeeNumber,from,to,contract`. */
function giveRows(...rows: readonly string[]): void {
  const [, ...lines] = readFileSync(
    join(import.meta.dirname, '..', '..', '..', 'samples', 'employees-bakery.csv'),
    'utf8',
  )
    .trimEnd()
    .split('\n');
  const others = lines
    .filter((line) => !line.startsWith(worker))
    .map((line) => {
      const [id, number, name, contract] = line.split(',');
      return `${id},${number},${name},,,${contract}`;
    });
  const own = rows.map((row) => {
    const [number, from, to, contract] = row.split(',');
    return `${worker},${number},Worker,${from},${to},${contract}`;
  });
  const heading = 'employeeId,employeeNumber,name,from,to,contract';
  writeFileSync(mappingFile(), `${[heading, ...others, ...own].join('\n')}\n`);
}

/** The worker's lines of a file, by these columns. */
function linesOf(template: string, ...columns: readonly string[]): string[] {
  const path = join(service.cwd, 'out', `bakery_${PERIOD}_${template}.csv`);
  const [heading = '', ...rows] = readFileSync(path, 'utf8')
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split(/\r?\n/);
  const delimiter = heading.includes(';') ? ';' : ',';
  const names = heading.split(delimiter);
  const own = rows.map((row) => row.split(delimiter));
  return own.map((cells) => columns.map((name) => cells[names.indexOf(name)]).join(' '));
}

describe('a person with two payroll IDs', () => {
  test('has the number of each day in every file, and lines of its own for each', async () => {
    giveRows('T101,,2026-10-05,x', 'T202,2026-10-06,,y');
    expect(await service.final(PERIOD, '--template', 'pay-lines', '--template', 'generic-csv')).toMatchObject(
      {
        status: 0,
      },
    );
    const days = linesOf('pay-lines', 'date', 'employeeNumber').filter((line) => line.includes(' T'));
    expect([...new Set(days)]).toEqual(['2026-10-05 T101', '2026-10-06 T202', '2026-10-07 T202']);
    const ofNumber = (number: string): number =>
      linesOf('pay-lines', 'employeeNumber', 'minutes')
        .filter((line) => line.startsWith(number))
        .reduce((sum, line) => sum + Number(line.split(' ')[1]), 0);
    const lines = linesOf('generic-csv', 'employeeNumber', 'minutes').filter((line) => /^T\d/.test(line));
    expect(lines).toEqual([`T101 ${ofNumber('T101')}`, `T202 ${ofNumber('T202')}`]);
    expect(ofNumber('T101')).toBeGreaterThan(0);
  });

  test('is refused in a template with a line per person, which would have one of the numbers only', async () => {
    giveRows('T101,,2026-10-05,x', 'T202,2026-10-06,,y');
    const columns =
      '[{ header: no, value: "{{employee.number}}" }, { header: min, value: "{{workedMinutes | minutes}}" }]';
    const template = `kind: text
description: a line per person
audience: payroll
corrections: none
rows: { each: 'employees', columns: ${columns} }
`;
    mkdirSync(join(service.cwd, 'staff'));
    writeFileSync(join(service.cwd, 'staff', 'template.yaml'), template);
    const { status, error } = await service.json(['export', PERIOD, '--template', './staff']);
    expect([status, error.code]).toEqual([5, 'RENDER_REFUSED']);
    expect(error.message).toContain('T101 / T202');
    const both = template.replace('[{', '[{ header: ids, value: "{{numbers}}" }, {');
    writeFileSync(join(service.cwd, 'staff', 'template.yaml'), both);
    expect(await service.json(['export', PERIOD, '--template', './staff'])).toMatchObject({ status: 0 });
  });

  test('keeps a number that passes to another person within the period from being added up', async () => {
    giveRows('T101,,2026-10-05,x', '4711,2026-10-06,,y');
    const text = readFileSync(mappingFile(), 'utf8');
    const other = text.split('\n').find((line) => line.startsWith(colleague)) ?? '';
    const [id = '', , name = '', , , contract = ''] = other.split(',');
    const rows = [`${id},4711,${name},,2026-10-05,${contract}`, `${id},4712,${name},2026-10-06,,${contract}`];
    writeFileSync(mappingFile(), text.replace(other, rows.join('\n')));
    const { status, error } = await service.final(PERIOD, '--template', 'generic-csv');
    expect([status, error.code]).toEqual([5, 'EXPORT_BLOCKED']);
    expect(error.message).toContain('4711');
  });

  test.skipIf(!hasPoppler)(
    'has both numbers on the timesheet, in a file named by the last one',
    { tags: 'slow' },
    async () => {
      giveRows('T101,,2026-10-05,x', 'T202,2026-10-06,,y');
      const { status, runs } = await service.json(['export', PERIOD, '--template', 'timesheets-pdf-each']);
      expect(status).toBe(0);
      const own = runs[0].files.filter(({ path }: { path: string }) => /T[12]0[12]/.test(path));
      expect(own).toHaveLength(1);
      expect(own[0].path).toMatch(/_T202_.+\.pdf$/);
      const text = execFileSync('pdftotext', ['-layout', own[0].path, '-'], { encoding: 'utf8' });
      expect(text).toContain('T101 / T202');
    },
  );

  test('has the number or the ID in the name of a file, if nothing has a name of the person', {
    tags: 'slow',
  }, async () => {
    await service.stop();
    const employers = await sampleOfDays('2026-10-05', '2026-10-07');
    const nameless = employers.map((employer) => {
      const listed = employer.records.employees as unknown as readonly { id: string }[];
      const left = [...listed].filter(({ id }) => id !== worker) as never;
      return { ...employer, records: { ...employer.records, employees: left } };
    });
    service = await startSampleService({ employers: nameless }, CONFIGURATION.replace(', ACCEPTED', ''));
    for (const [row, part] of [
      ['T101,,,x', '_T101'],
      [',,,x', worker],
    ] as const) {
      giveRows(row);
      const { runs } = await service.json([
        'export',
        PERIOD,
        '--template',
        'timesheets-pdf-each',
        '--out',
        part,
      ]);
      const paths: string[] = runs[0].files.map(({ path }: { path: string }) => path);
      expect(paths.filter((path) => /-nam|unknown/i.test(path))).toEqual([]);
      const isNamed = (path: string) => path.endsWith(`${part}.pdf`) || path.endsWith(`${worker}.pdf`);
      expect(paths.filter(isNamed)).toHaveLength(1);
    }
  });

  test('is found by both numbers', async () => {
    giveRows('T101,,2026-10-05,x', 'T202,2026-10-06,,y');
    for (const number of ['T101', 'T202']) {
      const { status, stdout } = await service.run(['explain', PERIOD, '--employee', number], {
        nowMs: AFTER,
      });
      expect([number, status, stdout.includes('2026-10-06')]).toEqual([number, 0, true]);
    }
  });

  test('is reported on the days without a row', async () => {
    giveRows('T101,,2026-10-05,x', 'T202,2026-10-07,,y');
    const { status, error } = await service.final(PERIOD, '--template', 'generic-csv');
    expect([status, error.code]).toEqual([5, 'EXPORT_BLOCKED']);
    expect(error.message).toContain('no payroll ID in the mapping file on 2026-10-06');
  });
});

describe('corrections', () => {
  test('say nothing of a change from a date after the period', async () => {
    giveRows('T101,,,x');
    expect(await service.final(PERIOD)).toMatchObject({ status: 0 });
    giveRows('T101,,2026-10-07,x', 'T202,2026-10-08,,y');
    expect(await service.json(['corrections', PERIOD])).toMatchObject({ status: 0, runs: [{ lines: [] }] });
  });
});

describe('a row edited without dates', () => {
  beforeEach(async () => {
    giveRows('T101,,,x');
    expect(await service.final(PERIOD)).toMatchObject({ status: 0 });
    giveRows('T101,,,y');
  });

  test('is listed by corrections with column, old and new value', async () => {
    const { runs } = await service.json(['corrections', PERIOD]);
    const cell = { column: 'contract', before: 'x', after: 'y' };
    expect(new Set(runs[0].lines.map(({ payCode }: { payCode: string }) => payCode))).toEqual(
      new Set(['EXTRA', 'NORMAL']),
    );
    for (const line of runs[0].lines)
      expect(line).toMatchObject({ employeeId: worker, causes: ['mapping'], mapping: [cell] });
    const { stdout } = await service.run(['corrections', PERIOD], { nowMs: AFTER });
    expect(stdout).toContain('contract x → y');
  });

  /** Runs what is due on a day at 7:05 in winter time. */
  const scheduled = async (day: string) => {
    const nowMs = Date.parse(`${day}T06:05:00Z`);
    const { stdout } = await service.run(['schedule', 'run', '--due', '--json'], { nowMs });
    return stdout;
  };
  const corrections = () =>
    readdirSync(join(service.cwd, 'out')).filter((name) => name.includes('corrections'));
  const configure = (from: string, to: string) => {
    const path = join(service.cwd, 'paytally.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  };

  test('is never written by a schedule until it is accepted', { tags: 'slow' }, async () => {
    await scheduled('2026-11-04');
    expect(await scheduled('2026-11-05')).toContain('MAPPING_CHANGED');
    expect(corrections()).toEqual([]);
    configure('corrections: final', 'corrections: final, accept: { MAPPING_CHANGED: "new contract" }');
    await scheduled('2026-11-06');
    expect(corrections()).toHaveLength(1);
  });

  test('is written by a schedule whose configuration says so', async () => {
    configure('schedule:', 'corrections: { mapping: true }\nschedule:');
    await scheduled('2026-11-04');
    await scheduled('2026-11-05');
    expect(corrections()).toHaveLength(1);
  });

  test('is written by hand as before', async () => {
    expect(await service.json(['corrections', PERIOD, '--final'])).toMatchObject({
      status: 0,
    });
    expect(corrections()).toHaveLength(1);
  });
});

describe('rows that contradict each other', () => {
  test('stop every run, with both lines', async () => {
    giveRows('T101,,2026-10-06,x', 'T202,2026-10-06,,y');
    const { status, error } = await service.json(['check', PERIOD]);
    expect([status, error.code]).toEqual([2, 'MAPPING_INVALID']);
    expect(error.message).toMatch(
      /:\d+: the employee .* already has a row for some of these days on line \d+/,
    );
  });

  test('without dates stop finals with any template, and not drafts that need no numbers', async () => {
    giveRows('T101,,,x', 'T202,,,y');
    const { status, error } = await service.final(PERIOD, '--template', 'employee-days');
    expect([status, error.code]).toEqual([2, 'MAPPING_INVALID']);
    expect(error.message).toContain('is already on line');
    expect(await service.json(['export', PERIOD, '--template', 'employee-days'])).toMatchObject({
      status: 0,
    });
  });
});

describe('employees', () => {
  test('list has a line for each row, and sync changes none of them', async () => {
    giveRows('T101,,2026-10-05,x', 'T202,2026-10-06,,y');
    const before = readFileSync(mappingFile(), 'utf8');
    const { employers } = await service.json(['employees', 'list']);
    const rows = employers[0].employees.filter((row: { employeeId: string }) => row.employeeId === worker);
    expect(rows).toMatchObject([
      { employeeNumber: 'T101', from: null, to: '2026-10-05', status: 'mapped' },
      { employeeNumber: 'T202', from: '2026-10-06', to: null, status: 'mapped' },
    ]);
    expect(rows.map(({ time }: { time: string }) => time)).toEqual(['over', 'now']);
    const { stdout } = await service.run(['employees', 'list'], { nowMs: AFTER });
    expect(stdout).toMatch(/T101 +until 2026-10-05 \(over\)/);
    expect(stdout).toMatch(/T202 +from 2026-10-06 /);
    await service.json(['employees', 'sync']);
    const own = (text: string) => text.split('\n').filter((line) => line.startsWith(worker));
    expect(own(readFileSync(mappingFile(), 'utf8'))).toEqual(own(before));
  });

  test('list and doctor say which days have no row, and which rows begin later', async () => {
    giveRows('T101,,2026-10-05,x', 'T202,2026-11-01,2026-11-02,y', 'T303,2027-01-01,,y');
    const { stdout: list } = await service.run(['employees', 'list'], { nowMs: AFTER });
    expect(list).toContain('no row holds from 2026-10-06 to 2026-10-31');
    expect(list).toMatch(/T303 +from 2027-01-01 \(begins later\)/);
    const { stdout: doctor } = await service.run(['doctor', '--json'], { nowMs: AFTER });
    const texts: string[] = JSON.parse(doctor).findings.map(({ message }: { message: string }) => message);
    expect(texts).toContainEqual('1 employee has rows with dates. 2 rows are over, 1 begins later');
    expect(texts.join('\n')).toMatch(
      /1 employee has no row of the mapping file on some days from .* to .*\. Work/,
    );
  });
});
