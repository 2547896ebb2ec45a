import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import {
  type Entry,
  type LedgerBench,
  OFFLINE,
  startLedgerBench,
  withEntries,
} from '../../support/employers/ledgerBench.js';
import { ACCEPT, AFTER } from '../../support/employers/sampleService.js';

const WEEK = '2026-10-05..2026-10-11';
const FIRST = '2026-10-05..2026-10-07';
const REST = '2026-10-08..2026-10-11';

let bench: LedgerBench;
beforeEach(async () => {
  bench = await startLedgerBench(
    ['2026-10-05', '2026-10-11'],
    `payRules:
  reference: { weeks: 1, from: 2026-10-05, absences: counted }
  base:
    - { code: OT, over: { average: 900 } }
    - { code: NORMAL }
templates: [pay-lines]
`,
  );
});
afterEach(() => bench.stop());

/** Employee, date, code, establishment -> minutes of several files. */
function paid(...names: readonly string[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const name of names) {
    const [header = '', ...rows] = bench.text(name).trimEnd().split('\n');
    const at = (column: string) => header.split(',').indexOf(column);
    for (const row of rows) {
      const cells = row.split(',');
      const key = ['employeeId', 'date', 'payCode', 'establishment']
        .map((column) => cells[at(column)])
        .join(' ');
      sums[key] = (sums[key] ?? 0) + Number(cells[at('minutes')]);
    }
  }
  return Object.fromEntries(
    Object.entries(sums)
      .filter(([, minutes]) => minutes !== 0)
      .sort(),
  );
}

interface Line {
  readonly employeeId: string;
  readonly date: string;
  readonly causes: readonly string[];
  readonly differenceMinutes: number;
}

describe('overtime over a reference period', () => {
  test('a correction of the first days recomputes the rest of the period', {
    tags: 'slow',
    timeout: 90_000,
  }, async () => {
    const first = await bench.json(['export', FIRST, '--final', ...ACCEPT]);
    const second = await bench.json(['export', REST, '--final', ...ACCEPT]);
    expect([first.status, second.status]).toEqual([0, 0]);
    const facts = factsOf(second.runs[0].runId);
    expect(facts.balanceRuns).toEqual([{ runId: first.runs[0].runId, from: '2026-10-05', to: '2026-10-07' }]);
    // An employee with normal hours on both days: 30 more minutes on the first move 30 minutes over the limit later.
    let who = '';
    const has = (entry: Entry, day: string) =>
      entry.workDate === day && entry.status === 'Completed' && (entry.workedMinutes ?? 0) > 100;
    const env = await bench.changed((records) =>
      withEntries(records, (entries) => {
        const later = new Set(
          Object.keys(paid(`bakery_${REST}_pay-lines.csv`))
            .filter((key) => key.includes(' NORMAL '))
            .map((key) => key.split(' ')[0]),
        );
        const one = entries.find((entry) => has(entry, '2026-10-06') && later.has(entry.employeeId ?? ''));
        who = one?.employeeId ?? '';
        return entries.map((entry) =>
          entry === one ? { ...entry, workedMinutes: (entry.workedMinutes ?? 0) - 30 } : entry,
        );
      }),
    );
    const listed = await bench.json(['corrections', FIRST], { env });
    const lines: readonly Line[] = listed.runs[0].lines;
    expect(new Set(lines.map(({ employeeId }) => employeeId))).toEqual(new Set([who]));
    const early = lines.filter(({ date }) => date <= '2026-10-07');
    expect(early.map(({ causes, differenceMinutes }) => [causes, differenceMinutes])).toEqual([
      [['changed'], -30],
    ]);
    const late = lines.filter(({ date }) => date > '2026-10-07');
    expect(late.length).toBeGreaterThan(1);
    for (const { causes } of late) expect(causes).toEqual(['balance']);
    expect(late.reduce((sum, { differenceMinutes }) => sum + differenceMinutes, 0)).toBe(0);
    const made = await bench.json(['corrections', FIRST, '--final', ...ACCEPT], { env });
    expect(made.status).toBe(0);
    const [file] = made.runs[0].files;
    await bench.json(['export', WEEK], { env, nowMs: AFTER + 1 });
    const names = [FIRST, REST].map((period) => `bakery_${period}_pay-lines.csv`);
    expect(paid(...names, file.path.split('/').at(-1))).toEqual(paid(`draft/bakery_${WEEK}_pay-lines.csv`));
    for (const period of [FIRST, REST, WEEK])
      expect((await bench.json(['corrections', period], { env })).runs[0].lines).toEqual([]);
    const again = await bench.json(['rerun', made.runs[0].runId, '--out', 'again'], { env: OFFLINE });
    expect(again.runs[0].files.map(({ sha256 }: { sha256: string }) => sha256)).toEqual([file.sha256]);
  });

  test('a later final counts what a correction of the first days changed on later days', {
    tags: 'slow',
  }, async () => {
    const [middle, last] = ['2026-10-08..2026-10-09', '2026-10-10..2026-10-11'];
    for (const period of [FIRST, middle]) await bench.json(['export', period, '--final', ...ACCEPT]);
    await bench.json(['export', WEEK], { nowMs: AFTER + 1 });
    // The employees who reach the limit on the last days.
    const lateKeys = Object.keys(paid(`draft/bakery_${WEEK}_pay-lines.csv`)).filter((key) =>
      /2026-10-1[01]/.test(key),
    );
    const peopleWith = (code: string) =>
      lateKeys.filter((key) => key.includes(` ${code} `)).map((key) => key.split(' ')[0] ?? '');
    const normal = peopleWith('NORMAL');
    const overtime = peopleWith('OT').filter((id) => normal.includes(id));
    const env = await bench.changed((records) =>
      withEntries(records, (entries) => {
        const one = entries.find(
          ({ workDate, employeeId, workedMinutes }) =>
            workDate === '2026-10-08' && overtime.includes(employeeId ?? '') && (workedMinutes ?? 0) > 100,
        );
        return entries.map((entry) =>
          entry === one ? { ...entry, workedMinutes: (entry.workedMinutes ?? 0) - 30 } : entry,
        );
      }),
    );
    const made = await bench.json(['corrections', FIRST, '--final', ...ACCEPT], { env });
    const changed: readonly Line[] = made.runs[0].lines;
    expect(changed.map(({ date }) => date)).toContain('2026-10-08');
    await bench.json(['export', last, '--final', ...ACCEPT], { env });
    await bench.json(['export', WEEK], { env, nowMs: AFTER + 2 });
    const names = [FIRST, middle, last].map((period) => `bakery_${period}_pay-lines.csv`);
    const [file] = made.runs[0].files;
    expect(paid(...names, file.path.split('/').at(-1))).toEqual(paid(`draft/bakery_${WEEK}_pay-lines.csv`));
  });
});

/** What the link of a run in the ledger says. */
function factsOf(runId: string) {
  const store = new DatabaseSync(`${bench.service.cwd}/.paytally/store.sqlite`);
  const row = store.prepare('SELECT body FROM ledgerLink WHERE runId = ?').get(runId);
  store.close();
  return JSON.parse(String(row?.body)).facts;
}
