import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { toLocalDate } from '../../src/domain/time/localDate.js';
import { openStore, STORE_NAME } from '../../src/store/openStore.js';
import type { Store } from '../../src/store/store.js';
import { entryRow, type FolderBench, openFolderBench } from '../support/employers/folderBench.js';

/* What covers a change that a read has found, if a run is killed after it is recorded and before it notes what is left. */

let bench: FolderBench;
afterEach(() => bench.close());

const NOW = '2026-11-03T09:00:00Z';
const OCTOBER = { from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31') };
const work = (end: string) => bench.entries(entryRow('e1', 'ann', '2026-10-05', '08:00', end));
const FINAL = ['export', '2026-10', '--final'];

/** A final of two payroll systems with a change that a check has found. */
async function openChanged(): Promise<void> {
  bench = openFolderBench(
    `templates: [pay-lines, generic-csv]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
payCodes: { NORMAL: { external: "100" } }
`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\n' },
  );
  work('16:00');
  await bench.done(NOW, ...FINAL);
  work('15:00');
  await bench.done(NOW, 'check', '2026-10');
  expect(await state()).toBe('changed');
}

async function state(): Promise<string> {
  const { employers } = await bench.done(NOW, 'status', '--period', '2026-10');
  return employers[0].state;
}

function withStore<Result>(use: (store: Store) => Result): Result {
  const path = join(bench.cwd, '.paytally', STORE_NAME);
  const store = openStore(path, { mode: 'write', now: () => new Date(NOW), base: bench.cwd });
  try {
    return use(store);
  } finally {
    store.close();
  }
}

/** Runs a command and restores what was noted before it, as if it had been killed after recording its run. */
async function killedAfterCommit(...argv: readonly string[]) {
  const employerId = (await bench.done(NOW, 'history')).runs[0].employer;
  const before = withStore((store) => store.scheduleState.changedDays(employerId, OCTOBER));
  expect(before).toHaveLength(1);
  const { runs } = await bench.done(NOW, ...argv);
  withStore((store) => {
    for (const days of before) store.scheduleState.recordChanged(days);
  });
  return runs[0];
}

test('a further final of reports leaves the change open', async () => {
  await openChanged();
  expect(await killedAfterCommit(...FINAL, '--template', 'employee-days')).toMatchObject({ changedLines: 1 });
  expect(await state()).toBe('changed');
});

test('a final that replaces the changed one covers the change', async () => {
  await openChanged();
  // It says what it leaves, and not that it differs from what it replaces.
  expect(await killedAfterCommit(...FINAL, '--supersede', 'other hours')).toMatchObject({ changedLines: 0 });
  expect(await state()).toBe('final');
});

test('a correction of one payroll system leaves the other open', async () => {
  await openChanged();
  await killedAfterCommit('corrections', '2026-10', '--final', '--template', 'generic-csv');
  expect(await state()).toBe('changed');
  await killedAfterCommit('corrections', '2026-10', '--final');
  expect(await state()).toBe('corrected');
});

test('a correction of all of it covers the change', async () => {
  await openChanged();
  await killedAfterCommit('corrections', '2026-10', '--final');
  expect(await state()).toBe('corrected');
});
