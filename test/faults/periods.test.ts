import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EmployerData } from '../../src/sandbox/sandboxData.js';
import { sampleData } from '../support/employers/sampleService.js';
import { EXPORT, type FaultBench, startFaultBench } from './faultBench.js';

type Row = Readonly<Record<string, string>>;

let bench: FaultBench;
beforeAll(async () => {
  const { employers } = await sampleData();
  bench = await startFaultBench({ employers: employers.map((employer) => ({ ...employer, edits: [] })) });
});
afterAll(() => bench.stop());

async function daysOf(period: string): Promise<{ readonly rows: readonly Row[]; readonly requests: number }> {
  const argv = [...EXPORT, '--accept', 'ZONE_UNCLEAR'].map((word) => (word === '2026-10' ? period : word));
  const { status, stdout } = await bench.run([...argv, '--out', period]);
  expect(status).toBe(0);
  const [{ files, requests }] = JSON.parse(stdout).runs;
  return { rows: parse(readFileSync(files[0].path, 'utf8'), { columns: true }), requests };
}

const sorted = (rows: readonly Row[]) =>
  [...rows].sort((a, b) => (`${a.employeeId} ${a.date}` < `${b.employeeId} ${b.date}` ? -1 : 1));

test('a period longer than 93 days has the same content as its months', { tags: 'slow' }, async () => {
  const months = [];
  for (const month of ['2026-07', '2026-08', '2026-09', '2026-10', '2026-11', '2026-12']) {
    months.push(...(await daysOf(month)).rows);
  }
  const { rows } = await daysOf('2026-07-01..2026-12-31');
  expect(rows.length).toBeGreaterThan(1000);
  expect(rows).toEqual(sorted(months));
  expect((await daysOf('2026')).rows).toEqual(rows);
});

test('across New Year, holidays of both years are granted, even in a week on its own', async () => {
  const own = await startFaultBench({ employers: (await sampleData()).employers.map(atNewYear) });
  const argv = EXPORT.map((word) => (word === '2026-10' ? '2026-12-20..2027-01-10' : word));
  const { status } = await own.run(argv);
  expect(status).toBe(0);
  const path = join(own.service.cwd, 'out', 'draft', 'bakery_2026-12-20..2027-01-10_employee-days.csv');
  const rows: Row[] = parse(readFileSync(path, 'utf8'), { columns: true });
  expect(rows.map(({ date, holiday, workedMinutes }) => ({ date, holiday, workedMinutes }))).toEqual([
    { date: '2026-12-25', holiday: 'Last of the old year', workedMinutes: '480' },
    { date: '2026-12-31', holiday: '', workedMinutes: '480' },
    { date: '2027-01-04', holiday: 'First of the new year', workedMinutes: '480' },
  ]);
  // 2026 and 2027, and the adjacent years, which could grant a holiday in these days.
  expect(own.service.sandbox.stats().requestsByEndpoint['public-holidays']).toBe(4);
  await own.stop();
});

test('a holiday of one year that is granted in the next counts in every run with that day', async () => {
  const own = await startFaultBench({ employers: (await sampleData()).employers.map(grantedInJanuary) });
  const holidayOf = async (period: string) => {
    const { status } = await own.run(EXPORT.map((word) => (word === '2026-10' ? period : word)));
    expect(status).toBe(0);
    const path = join(own.service.cwd, 'out', 'draft', `bakery_${period}_employee-days.csv`);
    const rows: Row[] = parse(readFileSync(path, 'utf8'), { columns: true });
    return rows.find(({ date }) => date === '2027-01-04')?.holiday;
  };
  for (const period of ['2026-12-20..2027-01-10', '2027-01', '2027-W01', '2027-01-03..2027-01-05']) {
    expect([period, await holidayOf(period)]).toEqual([period, 'Boxing Day']);
  }
  await own.stop();
});

function atNewYear(employer: EmployerData): EmployerData {
  const [place] = [...(employer.records.establishments ?? [])].filter(
    ({ zone }) => zone === 'Europe/Brussels',
  );
  const [person] = [...(employer.records.employees ?? [])];
  const entries = ['2026-12-25', '2026-12-31', '2027-01-04'].map((day, index) => ({
    id: `5f0c6a0e-6d0b-4d52-9a55-00000000000${index}`,
    workDate: day,
    status: 'Completed' as const,
    startsAt: `${day}T08:00:00+01:00`,
    endsAt: `${day}T16:00:00+01:00`,
    workedMinutes: 480,
    shiftId: null,
    employeeId: person?.id ?? null,
    establishmentId: place?.id ?? '',
    reviewedAtUtc: null,
  }));
  return {
    ...employer,
    edits: [],
    records: {
      ...employer.records,
      shifts: [],
      'time-entries': entries,
      'public-holidays': [
        { date: '2026-12-25', name: 'Last of the old year', replacementDate: null },
        { date: '2027-01-01', name: 'First of the new year', replacementDate: '2027-01-04' },
      ],
    },
  };
}

function grantedInJanuary(employer: EmployerData): EmployerData {
  const { records, ...rest } = atNewYear(employer);
  const holidays = [{ date: '2026-12-26', name: 'Boxing Day', replacementDate: '2027-01-04' }];
  return { ...rest, records: { ...records, 'public-holidays': holidays } };
}
