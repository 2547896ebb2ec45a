import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import { sampleInGate } from '../../gate.js';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

const PERIOD = '2026-10-05..2026-10-07';

type Entry = Record<string, unknown> & {
  id: string;
  workDate: string;
  employeeId: string | null;
  status: string;
  workedMinutes: number | null;
};

let service: SampleService;
let original: readonly EmployerData[];
beforeEach(async () => {
  original = await sampleOfDays('2026-10-05', '2026-10-07');
  service = await startSampleService({ employers: original }, 'templates: [pay-lines]\noutputMode: group');
});
afterEach(() => service.stop());

/** The service after its entries were changed. */
const changed = (change: (entries: Entry[]) => Entry[]) =>
  service.changed((records) => {
    const entries = [...(records['time-entries'] as unknown as Entry[])];
    return { ...records, 'time-entries': change(entries.map((entry) => ({ ...entry }))) };
  });

const entriesOf = () => original[0]?.records['time-entries'] as unknown as Entry[];
/** An employee's ordinary work on one day. */
const ordinary = (date: string): Entry => {
  const found = [...entriesOf()].find(
    ({ workDate, status, employeeId, workedMinutes }) =>
      workDate === date && status === 'Completed' && employeeId !== null && (workedMinutes ?? 0) > 100,
  );
  if (found === undefined) throw new Error(`nobody worked on ${date}`);
  return found;
};

/** Employee, date, code, establishment -> minutes of several pay-lines files. */
function paid(...names: readonly string[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const name of names) {
    const [header = '', ...rows] = readFileSync(join(service.cwd, 'out', name), 'utf8')
      .trimEnd()
      .split('\n');
    const columns = header.split(',');
    const at = (cells: readonly string[], column: string) => cells[columns.indexOf(column)] ?? '';
    for (const row of rows) {
      const cells = row.split(',');
      const key = ['employeeId', 'date', 'payCode', 'establishment']
        .map((column) => at(cells, column))
        .join(' ');
      sums[key] = (sums[key] ?? 0) + Number(at(cells, 'minutes'));
    }
  }
  return Object.fromEntries(
    Object.entries(sums)
      .filter(([, minutes]) => minutes !== 0)
      .sort(),
  );
}

const ORIGINAL = `bakery_${PERIOD}_pay-lines.csv`;

/** Readers see names and hours, not ids and minutes. */
async function expectReadable(target: Entry, env: Record<string, string | undefined>): Promise<void> {
  const employees = original[0]?.records.employees as unknown as readonly Record<string, string>[];
  const { firstName, lastName } = employees.find(({ id }) => id === target.employeeId) ?? {};
  const { stdout } = await service.run(['corrections', PERIOD], { nowMs: AFTER, env });
  expect(stdout).toContain(`${lastName}, ${firstName}`);
  expect(stdout).toContain('−0:30');
  expect(stdout).not.toContain(String(target.employeeId));
}

describe('what changed', () => {
  const day = '2026-10-06';
  const ROWS: readonly (readonly [string, (target: Entry) => (entries: Entry[]) => Entry[], object[]])[] = [
    ['no change', () => (entries) => entries, []],
    [
      'a deleted entry',
      ({ id }) =>
        (entries) =>
          entries.filter((entry) => entry.id !== id),
      [{ cause: 'deleted', causes: ['deleted'], afterMinutes: 0 }],
    ],
    [
      'a cancelled entry',
      ({ id }) =>
        (entries) =>
          entries.map((entry) => (entry.id === id ? { ...entry, status: 'Cancelled' } : entry)),
      [{ cause: 'cancelled', afterMinutes: 0 }],
    ],
    [
      'an entry with changed minutes',
      ({ id }) =>
        (entries) =>
          entries.map((entry) =>
            entry.id === id ? { ...entry, workedMinutes: (entry.workedMinutes ?? 0) - 30 } : entry,
          ),
      [{ cause: 'changed', differenceMinutes: -30 }],
    ],
    [
      'a new entry',
      (target) => (entries) => [...entries, { ...target, id: '00000000-0000-4000-8000-00000000abcd' }],
      [{ cause: 'added' }],
    ],
  ];
  test.each(sampleInGate(ROWS, 1))('%s', async (_name, change, expected) => {
    const made = await service.final(PERIOD);
    expect(made.status).toBe(0);
    const target = ordinary(day);
    const env = await changed(change(target));
    const listed = await service.json(['corrections', PERIOD], { env });
    expect({ status: listed.status, stderr: listed.stderr.includes('BUG') }).toEqual({
      status: 0,
      stderr: false,
    });
    const [run] = listed.runs;
    expect(run.lines).toMatchObject(
      expected.map((line) => ({
        template: 'pay-lines',
        employeeId: target.employeeId,
        date: day,
        originalRun: made.runs[0].runId,
        sequence: 1,
        inPeriod: '2026-11',
        ...line,
      })),
    );
    expect(readdirSync(join(service.cwd, 'out')).sort()).toEqual(['bakery.chain', ORIGINAL]);
    if (_name === 'its minutes changed') await expectReadable(target, env);
    const corrected = await service.json(['corrections', PERIOD, '--final', ...ACCEPT], { env });
    expect(corrected.status).toBe(0);
    if (expected.length === 0) {
      expect(corrected.runs[0]).not.toHaveProperty('runId');
      return;
    }
    const name = `bakery_${PERIOD}_pay-lines_corrections-1.csv`;
    expect(corrected.runs[0].files.map(({ path }: { path: string }) => path)).toEqual([
      join(service.cwd, 'out', name),
    ]);
    expect(statSync(join(service.cwd, 'out', name)).mode & 0o777).toBe(0o440);
    await service.json(['export', PERIOD], { env, nowMs: AFTER + 1 });
    expect(paid(ORIGINAL, name)).toEqual(paid(join('draft', ORIGINAL)));
    expect((await service.json(['corrections', PERIOD], { env })).runs[0].lines).toEqual([]);
    expect((await service.json(['verify'], { env })).status).toBe(0);
    for (const { runId, files } of [made.runs[0], corrected.runs[0]]) {
      const offline = { PAYTALLY_SANDBOX_URL: 'http://127.0.0.1:9' };
      const rerun = await service.json(['rerun', runId, '--out', `again-${runId}`], { env: offline });
      expect({ status: rerun.status, stderr: rerun.stderr }).toEqual({ status: 0, stderr: '' });
      const digests = (some: { sha256: string }[]) => some.map(({ sha256 }) => sha256);
      expect(digests(rerun.runs[0].files)).toEqual(digests(files));
    }
    const explained = await service.json(
      ['explain', PERIOD, '--employee', String(target.employeeId), '--run', made.runs[0].runId],
      { env: { PAYTALLY_SANDBOX_URL: 'http://127.0.0.1:9' } },
    );
    expect(explained).toMatchObject({ status: 0, explanations: [{ employer: 'bakery' }] });
    expect(
      (await service.json(['history'], { env })).runs.map(({ state }: { state: string }) => state),
    ).toContain('correction');
  });

  test('an entry that now belongs to another employee is reassigned for both', async () => {
    await service.final(PERIOD);
    const target = ordinary(day);
    const other = [...entriesOf()].find(
      ({ employeeId }) => employeeId !== null && employeeId !== target.employeeId,
    );
    const env = await changed((entries) =>
      entries.map((entry) =>
        entry.id === target.id ? { ...entry, employeeId: other?.employeeId ?? null } : entry,
      ),
    );
    const { runs } = await service.json(['corrections', PERIOD], { env });
    expect(
      runs[0].lines
        .map(({ employeeId, causes }: { employeeId: string; causes: string[] }) => [employeeId, causes])
        .sort(),
    ).toEqual([target.employeeId, other?.employeeId].sort().map((id) => [id, ['reassigned']]));
  });

  test('a change settled outside is recorded once, and is in no file', { tags: 'slow' }, async () => {
    await service.final(PERIOD);
    const target = ordinary(day);
    const env = await changed((entries) => entries.filter(({ id }) => id !== target.id));
    const [{ line }] = (await service.json(['corrections', PERIOD], { env })).runs[0].lines;
    expect(await service.json(['corrections', PERIOD, '--settle', `${line}=cash`], { env })).toMatchObject({
      status: 2,
    });
    const settled = await service.json(['corrections', PERIOD, '--final', '--settle', `${line}=cash`], {
      env,
    });
    expect(settled).toMatchObject({ status: 0, runs: [{ state: 'correction', files: [] }] });
    expect((await service.json(['corrections', PERIOD], { env })).runs[0].lines).toEqual([]);
    // The entry returns. The settlement stands, so the entry is owed again.
    const again = await service.json(['corrections', PERIOD]);
    expect(again.runs[0].lines).toMatchObject([
      { cause: 'added', beforeMinutes: 0, afterMinutes: target.workedMinutes },
    ]);
  });

  test('if changed rules move lines, the rule is named as the cause', { tags: 'slow' }, async () => {
    await service.final(PERIOD);
    const { writeFileSync } = await import('node:fs');
    const path = join(service.cwd, 'paytally.yaml');
    writeFileSync(
      path,
      `${readFileSync(path, 'utf8').replace(/^payRules:[\s\S]*?(?=^\w)/m, '')}\npayRules:\n  base:\n    - { code: LONG, over: { day: 60 } }\n    - { code: NORMAL }\n`,
    );
    const { status, runs } = await service.json(['corrections', PERIOD]);
    expect(status).toBe(0);
    expect(runs[0].lines.length).toBeGreaterThan(2);
    expect(new Set(runs[0].lines.flatMap(({ causes }: { causes: string[] }) => causes))).toEqual(
      new Set(['rule']),
    );
  });
});

describe('after a purge', () => {
  const shorter = (entries: Entry[]) =>
    entries.map((entry) =>
      entry.status === 'Completed' && entry.workDate === '2026-10-06'
        ? { ...entry, workedMinutes: Math.max(0, (entry.workedMinutes ?? 0) - 30) }
        : entry,
    );

  test('a purged employee gets no lines, and all others do', { tags: 'slow' }, async () => {
    await service.final(PERIOD);
    const person = String(ordinary('2026-10-06').employeeId);
    const env = await changed(shorter);
    const peopleOf = ({ runs }: { runs: { lines: { employeeId: string }[] }[] }) => [
      ...new Set(runs[0]?.lines.map(({ employeeId }) => employeeId)),
    ];
    const before = peopleOf(await service.json(['corrections', PERIOD], { env }));
    expect(before).toContain(person);
    expect(await service.json(['purge', '--person', person])).toMatchObject({ status: 0 });
    const after = await service.json(['corrections', PERIOD], { env });
    expect(peopleOf(after)).toEqual(before.filter((id) => id !== person));
    expect(after.stderr).toContain('Records of 1 person were deleted for these days');
  });

  test('corrections are refused after a purge of all employees', async () => {
    await service.final(PERIOD);
    expect(await service.json(['purge', '--before', '2026-11-01'])).toMatchObject({ status: 0 });
    expect(await service.json(['corrections', PERIOD], { env: await changed(shorter) })).toMatchObject({
      status: 5,
      error: { code: 'RUN_PURGED' },
    });
  });
});

test('no final exists', async () => {
  expect(await service.json(['corrections', PERIOD])).toMatchObject({
    status: 5,
    error: { code: 'NOTHING_FINAL' },
  });
});

test('a target that accepts no corrections: listed, refused, settled', async () => {
  await service.final(PERIOD, '--template', 'employee-days');
  expect(await service.json(['corrections', PERIOD])).toMatchObject({ status: 0, runs: [{ lines: [] }] });
});
