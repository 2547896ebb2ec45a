import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

const PERIOD = '2026-10-05..2026-10-07';
const FROM = '2026-10-07';
/** During the second day. */
const DURING = Date.UTC(2026, 9, 6, 12);
const ESTIMATED = ['--estimate-from', FROM];

interface Entry {
  readonly workDate: string;
  readonly status: string;
  readonly employeeId: string | null;
  readonly workedMinutes: number | null;
  readonly shiftId: string | null;
}
interface Shift {
  readonly id: string;
  readonly date: string;
  readonly employeeId: string | null;
  readonly plannedMinutes: number;
}

let service: SampleService;
let employers: readonly EmployerData[];
beforeEach(async () => {
  employers = withUnreviewed(await sampleOfDays('2026-10-05', FROM));
  service = await startSampleService(
    { employers },
    'attribution: start\ntemplates: [pay-lines, employee-days]',
  );
});
afterEach(() => service.stop());

function records<Kind>(list: 'shifts' | 'time-entries'): readonly Kind[] {
  const [employer] = employers;
  return [...((employer?.records[list] ?? []) as unknown as readonly Kind[])];
}
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const planned = () =>
  records<Shift>('shifts').filter(({ date, employeeId }) => date === FROM && employeeId !== null);
const replaced = () =>
  records<Entry>('time-entries').filter(
    ({ workDate, status, employeeId }) => workDate === FROM && status === 'Completed' && employeeId !== null,
  );

/** An employee's work of the last day is not reviewed, and one shift of each of the last two days was missed. */
function withUnreviewed(all: readonly EmployerData[]): readonly EmployerData[] {
  return all.map((employer) => {
    const entries = [...(employer.records['time-entries'] as unknown as readonly Entry[])];
    const last = entries.findIndex(
      ({ workDate, status, employeeId }) =>
        workDate === FROM && status === 'Completed' && employeeId !== null,
    );
    const changed = entries.map((entry, at) => (at === last ? { ...entry, reviewedAtUtc: null } : entry));
    const missed = changed.findIndex(
      ({ workDate, shiftId }) => workDate === '2026-10-06' && shiftId !== null,
    );
    const missedLast = changed.findLastIndex(
      ({ workDate, employeeId, shiftId }) => workDate === FROM && employeeId !== null && shiftId !== null,
    );
    const kept = changed.filter((_, at) => at !== missed && at !== missedLast);
    return { ...employer, records: { ...employer.records, 'time-entries': kept as never } };
  });
}

function rowsOf(path: string): Record<string, string>[] {
  return parse(readFileSync(path), { columns: true });
}
const out = (name: string) => join(service.cwd, 'out', `bakery_${PERIOD}_${name}.csv`);

/** Employee, date, code, establishment -> minutes of several pay-lines files. */
function paid(paths: readonly string[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const row of paths.flatMap(rowsOf)) {
    const key = `${row.employeeId} ${row.date} ${row.payCode} ${row.establishment}`;
    sums[key] = (sums[key] ?? 0) + Number(row.minutes);
  }
  return Object.fromEntries(
    Object.entries(sums)
      .filter(([, minutes]) => minutes !== 0)
      .sort(),
  );
}

describe('a month that is closed before it ends', () => {
  test('published shifts replace time entries on the remaining days', async () => {
    const plain = (await service.json(['export', PERIOD, '--dry-run'], { nowMs: DURING })).runs[0].control;
    const { status, runs } = await service.json(['export', PERIOD, '--final', ...ACCEPT, ...ESTIMATED], {
      nowMs: DURING,
    });
    expect(status).toBe(0);
    const [{ control, exceptions, files }] = runs;
    const minutes = sum(planned().map(({ plannedMinutes }) => plannedMinutes));
    expect(minutes).toBeGreaterThan(0);
    expect(control.estimatedMinutes).toBe(minutes);
    const estimated = { reason: 'estimated', entries: replaced().length } as const;
    expect(control.excluded).toContainEqual({
      ...estimated,
      minutes: sum(replaced().map(({ workedMinutes }) => workedMinutes ?? 0)),
    });
    expect([control.fetchedEntries, control.fetchedMinutes]).toEqual([
      plain.fetchedEntries,
      plain.fetchedMinutes,
    ]);
    for (const unit of ['Entries', 'Minutes'] as const) {
      const excluded = sum(control.excluded.map((each: Record<string, number>) => each[unit.toLowerCase()]));
      expect(control[`exported${unit}`] + excluded).toBe(control[`fetched${unit}`]);
    }
    // The period is not over, which is expected; no work is recorded for the last day yet.
    expect(exceptions).toHaveProperty('PERIOD_NOT_OVER', 1);
    expect(files).toHaveLength(2);

    const days = rowsOf(out('employee-days'));
    expect(sum(days.map((row) => Number(row.estimatedMinutes)))).toBe(minutes);
    expect(sum(days.map((row) => Number(row.workedMinutes)))).toBe(control.exportedMinutes);
    expect(days.filter(({ date }) => date === FROM).every(({ workedMinutes }) => workedMinutes === '0')).toBe(
      true,
    );
    const lines = rowsOf(out('pay-lines'));
    expect(Object.keys(lines[0] ?? {}).at(-1)).toBe('estimatedMinutes');
    const ofPlan = lines.filter(({ date }) => date === FROM);
    expect(sum(ofPlan.map((row) => Number(row.minutes)))).toBe(minutes);
    expect(ofPlan.every((row) => row.minutes === row.estimatedMinutes)).toBe(true);
  });

  test('the next corrections replace the estimates, and the total equals a fresh export', {
    tags: 'slow',
  }, async () => {
    const first = await service.json(['export', PERIOD, '--final', ...ACCEPT, ...ESTIMATED], {
      nowMs: DURING,
    });
    const listed = await service.json(['corrections', PERIOD], { nowMs: AFTER });
    const lines: readonly { date: string; cause: string; originalRun: string }[] = listed.runs[0].lines;
    expect(lines.length).toBeGreaterThan(0);
    expect(new Set(lines.map(({ date, cause }) => `${date} ${cause}`))).toEqual(
      new Set([`${FROM} estimate-replaced`]),
    );
    expect(lines[0]?.originalRun).toBe(first.runs[0].runId);
    const corrected = await service.json(['corrections', PERIOD, '--final', ...ACCEPT], { nowMs: AFTER });
    expect(corrected.status).toBe(0);
    const paths = corrected.runs[0].files.map(({ path }: { path: string }) => path);
    const fresh = await service.json(['export', PERIOD, '--template', 'pay-lines', '--out', 'fresh'], {
      nowMs: AFTER,
    });
    expect(paid([out('pay-lines'), ...paths])).toEqual(paid([fresh.runs[0].files[0].path]));
    expect((await service.json(['corrections', PERIOD], { nowMs: AFTER })).runs[0].lines).toEqual([]);
  });

  test.each([
    ['a final', ['--final', ...ACCEPT]],
    ['a draft', []],
  ])('%s is reproduced with the same bytes and totals, and verified', async (_name, more) => {
    const [run] = (await service.json(['export', PERIOD, ...more, ...ESTIMATED], { nowMs: DURING })).runs;
    const again = await service.json(['rerun', run.runId, '--out', 'again'], { nowMs: AFTER });
    expect(again.status).toBe(0);
    const digests = (files: readonly { sha256: string }[]) => files.map(({ sha256 }) => sha256);
    expect(digests(again.runs[0].files)).toEqual(digests(run.files));
    expect(again.runs[0].control).toEqual(run.control);
    expect((await service.json(['verify', run.runId], { nowMs: AFTER })).status).toBe(0);
  });

  test('estimates have a separate column in the review, and explain shows them separately', async () => {
    const [run] = (
      await service.json(['export', PERIOD, ...ESTIMATED, '--template', 'review'], { nowMs: DURING })
    ).runs;
    const page = readFileSync(run.files[0].path, 'utf8');
    const data = JSON.parse(/<script id="data"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '{}');
    const people: readonly { id: string; workedMinutes: number; estimatedMinutes?: number }[] = data.people;
    const minutes = sum(planned().map(({ plannedMinutes }) => plannedMinutes));
    expect(sum(people.map(({ estimatedMinutes = 0 }) => estimatedMinutes))).toBe(minutes);
    expect(sum(people.map(({ workedMinutes }) => workedMinutes))).toBe(run.control.exportedMinutes);

    const who = people.find(({ estimatedMinutes }) => estimatedMinutes !== undefined);
    const explain = ['explain', PERIOD, '--employee', who?.id ?? '', '--run', run.runId, '--date', FROM];
    const { stdout } = await service.run(explain, { nowMs: DURING });
    expect(stdout).toMatch(/worked +0:00/);
    expect(stdout).toMatch(/estimate +\d+:\d\d.*: planned shifts replace the entries/);
  });

  test('exceptions of entries on those days only warn', async () => {
    const check = ['check', PERIOD, '--final', '--accept', 'INVALID_RECORD=known'];
    const refused = await service.json(check, { nowMs: AFTER });
    expect([refused.status, refused.error.code]).toEqual([5, 'EXPORT_BLOCKED']);
    const { status, runs } = await service.json([...check, ...ESTIMATED], { nowMs: AFTER });
    expect(status).toBe(0);
    expect(runs[0].exceptions).toHaveProperty('UNREVIEWED', 1);
  });

  test('an employee without work on shifts of those days is not reported as missing', async () => {
    const check = ['check', PERIOD, '--estimate-from', '2026-10-05'];
    const exceptionsOf = async (argv: readonly string[]) =>
      (await service.json(argv, { nowMs: AFTER })).runs[0].exceptions;
    expect(await exceptionsOf(['check', PERIOD])).toHaveProperty('SHIFT_NO_ENTRY');
    expect(await exceptionsOf(check)).not.toHaveProperty('SHIFT_NO_ENTRY');
  });

  test('an absence holds against the shift of its day, and half of one against half of the shift', async () => {
    const isWorked = (shift: { readonly id: string }) =>
      records<Entry>('time-entries').some(({ shiftId }) => shiftId === shift.id);
    const [whole, half] = planned().filter(isWorked);
    const missed = planned().find((each) => !isWorked(each));
    if (whole === undefined || half === undefined || missed === undefined)
      throw new Error('the sample has no shifts on that day');
    const row = ({ employeeId }: Shift, days: number) => `${employeeId},${FROM},${FROM},LEAVE,${days}`;
    const rows = [row(whole, 1), row(half, 0.5), row(missed, 1)];
    writeFileSync(join(service.cwd, 'away.csv'), ['employee,from,to,code,days', ...rows].join('\n'));
    const config = join(service.cwd, 'paytally.yaml');
    writeFileSync(config, `absences: away.csv\n${readFileSync(config, 'utf8')}`);
    const others = planned().filter(
      ({ employeeId }) => ![whole, half, missed].some((each) => each.employeeId === employeeId),
    );
    const ofHalf = planned().filter(({ employeeId }) => employeeId === half.employeeId);
    // Half of an absence is rounded up, so the plan has the smaller half.
    const rest = Math.floor(sum(ofHalf.map(({ plannedMinutes }) => plannedMinutes)) / 2);
    const { runs } = await service.json(['export', PERIOD, ...ESTIMATED], { nowMs: DURING });
    expect(runs[0].control.estimatedMinutes).toBe(sum(others.map((each) => each.plannedMinutes)) + rest);
    expect(runs[0].exceptions).toMatchObject({ WORKED_ON_ABSENCE: 1, SHIFT_DURING_ABSENCE: 1 });
    const path = runs[0].files.find((file: { template: string }) => file.template === 'pay-lines').path;
    const own = rowsOf(path).filter(
      ({ date, employeeId }) => date === FROM && employeeId === whole.employeeId,
    );
    expect(own.map(({ payCode, kind }) => [payCode, kind])).toEqual([['LEAVE', 'absence']]);
  });

  test('without the option there is no such column', async () => {
    await service.json(['export', PERIOD, '--out', 'plain'], { nowMs: AFTER });
    const path = join(service.cwd, 'plain', 'draft', `bakery_${PERIOD}_employee-days.csv`);
    expect(readFileSync(path, 'utf8')).not.toContain('estimatedMinutes');
  });

  test.each([
    ['before the period', '2026-10-04'],
    ['after the period', '2026-10-08'],
    ['a day that does not exist', '2026-10-32'],
  ])('a day outside the period is an error: %s', async (_name, day) => {
    const { status, error } = await service.json(['export', PERIOD, '--estimate-from', day], {
      nowMs: DURING,
    });
    expect([status, error.code]).toEqual([2, 'USAGE']);
  });
});
