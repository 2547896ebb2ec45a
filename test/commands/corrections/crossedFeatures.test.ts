import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  type Entry,
  isWorked,
  type LedgerBench,
  startLedgerBench,
  withEntries,
} from '../../support/employers/ledgerBench.js';
import { ACCEPT } from '../../support/employers/sampleService.js';

/* Corrections where another mechanism meets them: nothing is paid twice or taken back without a question. */

const CODES = 'payCodes:\n  NORMAL: { external: "100" }\n';
const DAY = '2026-10-05..2026-10-05';

let bench: LedgerBench;
afterEach(() => bench.stop());

const withLess = (entries: readonly Entry[], minutes: number) =>
  entries.map((entry) =>
    isWorked(entry) ? { ...entry, workedMinutes: (entry.workedMinutes ?? 0) - minutes } : entry,
  );

test('planned days to come are not taken back without a question', { tags: 'slow' }, async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-07'], 'templates: [pay-lines]');
  const period = '2026-10-05..2026-10-07';
  const nowMs = Date.UTC(2026, 9, 6, 20);
  const env = await bench.changed((records) =>
    withEntries(records, (entries) => entries.filter(({ workDate }) => workDate < '2026-10-07')),
  );
  const estimated = ['export', period, '--final', ...ACCEPT, '--estimate-from', '2026-10-07'];
  expect(await bench.json(estimated, { env, nowMs })).toMatchObject({ status: 0 });
  const final = ['corrections', period, '--final', ...ACCEPT];
  const { status, error } = await bench.json(final, { env, nowMs });
  expect([status, error.code, error.message]).toEqual([
    5,
    'EXPORT_BLOCKED',
    expect.stringContaining('PERIOD_NOT_OVER'),
  ]);
  const accepted = [...final, '--accept', 'PERIOD_NOT_OVER=closed for good'];
  expect(await bench.json(accepted, { env, nowMs })).toMatchObject({ status: 0 });
});

test('an entry that only warned blocks a correction once it is impossible', { tags: 'slow' }, async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-06'], `${CODES}templates: [pay-lines]\n`);
  const period = '2026-10-05..2026-10-06';
  const long = bench.entries.find((entry) => isWorked(entry) && entry.workDate === '2026-10-05');
  const lasting = (hours: number) =>
    bench.changed((records) =>
      withEntries(records, (entries) =>
        entries
          .filter((entry) => entry === long || entry.employeeId !== long?.employeeId)
          .map((entry) => (entry === long ? withHours(entry, hours) : entry)),
      ),
    );
  const exported = await bench.json(['export', period, '--final', ...ACCEPT], { env: await lasting(17) });
  expect(exported).toMatchObject({ status: 0, runs: [{ exceptions: { LONG_ENTRY: 1 } }] });
  const corrections = ['corrections', period, '--final', ...ACCEPT];
  expect(await bench.json(corrections, { env: await lasting(18) })).toMatchObject({ status: 0 });
  const { status, error } = await bench.json(corrections, { env: await lasting(30) });
  expect([status, error.code]).toEqual([5, 'EXPORT_BLOCKED']);
});

/** In the offset of its start. */
function withHours(entry: Entry, hours: number): Entry {
  const start = String(entry.startsAt);
  const local = Date.parse(`${start.slice(0, 19)}Z`) + hours * 3_600_000;
  const endsAt = `${new Date(local).toISOString().slice(0, 19)}${start.slice(19)}`;
  return { ...entry, endsAt, workedMinutes: hours * 60 };
}

test('of two corrections at once, one is refused', { tags: 'slow' }, async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-05'], CODES);
  bench.giveNumbers();
  await bench.run(['export', DAY, '--final', '--template', 'generic-csv', ...ACCEPT]);
  const env = await bench.changed((records) => withEntries(records, (entries) => withLess(entries, 30)));
  const correct = () => bench.json(['corrections', DAY, '--final', ...ACCEPT], { env });
  const both = await Promise.all([correct(), correct()]);
  const codes = both.map(({ error }) => error?.code ?? 'done').sort();
  expect(codes).toEqual(['CHANGED_SINCE_READ', 'done']);
  expect((await bench.run(['corrections', DAY], env)).lines).toEqual([]);
});

test('a row of several people is not corrected once one of them was deleted', { tags: 'slow' }, async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-05'], `${CODES}templates: [./journal.yaml]\n`);
  bench.giveNumbers();
  bench.ownTemplate(
    'journal',
    'corrections: delta',
    '  each: pay-lines group by establishment.id, external\n  columns: [{ header: place, value: "{{establishment.id}}", required: true }, { header: code, value: "{{external}}" }, { header: hours, value: "{{minutes | hours}}" }]',
  );
  await bench.run(['export', DAY, '--final', ...ACCEPT]);
  const who = bench.entries.find(isWorked)?.employeeId ?? '';
  await bench.run(['purge', '--person', who, '--reason', 'asked']);
  const env = await bench.changed((records) =>
    withEntries(records, (entries) => entries.filter(({ employeeId }) => employeeId !== who)),
  );
  const { status, error } = await bench.json(['corrections', DAY, '--final', ...ACCEPT], { env });
  expect([status, error.code, error.message]).toEqual([
    5,
    'RUN_PURGED',
    expect.stringContaining('sums several people in one row'),
  ]);
  expect(existsSync(bench.at(`bakery_${DAY}_journal_corrections-1.csv`))).toBe(false);
});

test('a schedule asks about an edited contract, also over the finals that it changes next', {
  tags: 'slow',
}, async () => {
  const configuration = `account:
  { target: contract, from: 2026-10-05, opening: { column: opening }, period: week, cap: { max: 2600, surplus: SURPLUS } }
templates: [pay-lines]
schedule:
  fix: { cron: "0 6 4 11 *", period: 2026-10-05..2026-10-18, corrections: final }
`;
  bench = await startLedgerBench(['2026-10-05', '2026-10-18'], configuration);
  const [first, second] = ['2026-10-05..2026-10-11', '2026-10-12..2026-10-18'];
  const person = bench.entries.find((entry) => isWorked(entry))?.employeeId ?? '';
  writeContract(person, 300);
  for (const week of [first, second]) await bench.run(['export', week, '--final', ...ACCEPT]);
  const due = async (time: string) =>
    bench.service.run(['schedule', 'run', '--due', '--json'], { nowMs: Date.parse(time) });
  await due('2026-11-03T07:00:00Z');
  writeContract(person, 120);
  const { stdout, stderr } = await due('2026-11-04T06:05:00Z');
  expect(`${stdout}${stderr}`).toContain('MAPPING_CHANGED');
  const { runs } = await bench.json(['history']);
  expect(runs.map(({ state }: { state: string }) => state)).toEqual(['final', 'final']);
});

function writeContract(person: string, minutes: number): void {
  const rows = bench
    .giveNumbers()
    .map((id, at) =>
      id === person ? `${id},${1000 + at},${minutes},12345,,0` : `${id},${1000 + at},0,1234567,no,`,
    );
  const heading = 'employeeId,employeeNumber,contractMinutesPerDay,contractWeekdays,account,opening';
  writeFileSync(join(bench.service.cwd, 'employees-bakery.csv'), `${[heading, ...rows].join('\n')}\n`);
}

test('a later final of a report only does not hide that payroll has other hours', async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-05'], CODES);
  bench.giveNumbers();
  const exported = (template: string, more = {}) =>
    bench.json(['export', DAY, '--final', '--template', template, ...ACCEPT], more);
  expect(await exported('generic-csv')).toMatchObject({ status: 0 });
  const env = await bench.changed((records) => withEntries(records, (entries) => withLess(entries, 30)));
  expect(await exported('employee-days', { env })).toMatchObject({ status: 0 });
  await bench.json(['check', DAY, '--template', 'generic-csv'], { env });
  const { employers } = await bench.json(['status', '--period', DAY], { env });
  expect(employers).toMatchObject([{ state: 'changed' }]);
});
