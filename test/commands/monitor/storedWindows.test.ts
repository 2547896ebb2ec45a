import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openStore, STORE_NAME } from '../../../src/store/openStore.js';
import {
  employeeId,
  entryId,
  startWatchedService,
  WATCHED,
  type WatchedService,
  workedEntry,
} from '../../support/employers/watchedEmployer.js';
import { editEntry } from '../../support/service/edits.js';

const NOON = Date.parse('2026-10-20T12:00:00Z');
const HOUR_MS = 3_600_000;
const DAYS = { people: 3, from: '2026-09-28', to: '2026-10-30', workedTo: '2026-10-19' };
const MONITOR = 'monitor: { every: 15m, back: 31d, ahead: 28d }';

const opened: WatchedService[] = [];
afterEach(async () => {
  for (const service of opened.splice(0)) {
    await service.stop();
    rmSync(service.cwd, { recursive: true, force: true });
  }
});

async function started(): Promise<WatchedService> {
  const service = await startWatchedService(DAYS, MONITOR);
  opened.push(service);
  return service;
}

async function done(service: WatchedService, argv: readonly string[], nowMs = NOON): Promise<string> {
  const run = await service.run(argv, { nowMs });
  expect({ argv, status: run.status, stderr: run.stderr }).toEqual({ argv, status: 0, stderr: '' });
  return run.stdout;
}

const PASS = ['monitor', '--once', '--json'];
const draft = (period: string) => ['export', period, '--read', 'twice', '--quiet'];

/** How often a command reads the time entries; a page has all of them. */
async function passes(service: WatchedService, argv: readonly string[], nowMs = NOON): Promise<number> {
  const count = () => service.sandbox.stats().requestsByEndpoint['time-entries'] ?? 0;
  const before = count();
  await done(service, argv, nowMs);
  return count() - before;
}

test('a watched draft that reads twice makes one pass while the service’s data match the monitor’s read', {
  tags: 'slow',
}, async () => {
  const service = await started();
  expect(await passes(service, draft('2026-10-01..2026-10-07'))).toBe(2);
  await done(service, PASS);
  expect(await passes(service, draft('2026-10-01..2026-10-08'))).toBe(1);
  // Days that the monitor did not read.
  expect(await passes(service, draft('2026-09-01..2026-10-08'))).toBe(2);
  // A read of 24 hours ago counts, a minute later it does not.
  expect(await passes(service, draft('2026-10-01..2026-10-09'), NOON + 24 * HOUR_MS)).toBe(1);
  expect(await passes(service, draft('2026-10-01..2026-10-10'), NOON + 24 * HOUR_MS + 60_000)).toBe(2);
  // With other content it does not count either: a changed or deleted record.
  const edit = (index: number) => editEntry.put(workedEntry(index, 7, '2026-10-05', 300));
  service.sandbox.edit(WATCHED, edit(0));
  expect(await passes(service, draft('2026-10-01..2026-10-11'))).toBe(2);
  await done(service, PASS);
  service.edit(editEntry.delete(entryId(1, 7)));
  expect(await passes(service, draft('2026-10-01..2026-10-12'))).toBe(2);
  // A change elsewhere in the mirror does not affect the draft.
  await done(service, PASS);
  service.sandbox.edit(WATCHED, { ...edit(2), put: workedEntry(2, 21, '2026-10-19', 300) });
  expect(await passes(service, draft('2026-10-01..2026-10-13'))).toBe(1);
});

test('a final makes both passes itself, and its file equals that of a service without a monitor', {
  tags: 'slow',
}, async () => {
  const [service, plain] = [await started(), await started()];
  await done(service, PASS);
  const final = [
    'export',
    '2026-10-05..2026-10-11',
    '--final',
    '--quiet',
    '--accept',
    'SHIFT_NO_ENTRY=known',
  ];
  expect(await passes(service, final)).toBe(2);
  const digest = async (of: WatchedService, argv: readonly string[]) =>
    JSON.parse(await done(of, argv)).runs[0].files[0].sha256;
  const watched = [...draft('2026-10-05..2026-10-11'), '--json'];
  expect(await digest(service, watched)).toBe(await digest(plain, watched));
});

test('purge deletes what the monitor stores about an employee, and the next pass reads only the remaining records', {
  timeout: 120_000,
}, async () => {
  const service = await started();
  await done(service, [
    'export',
    '2026-10-05..2026-10-11',
    '--final',
    '--quiet',
    '--accept',
    'SHIFT_NO_ENTRY=known',
  ]);
  service.edit(editEntry.put(workedEntry(1, 7, '2026-10-05', 300)));
  await done(service, PASS);
  const kept = async () =>
    JSON.parse(await done(service, ['person', employeeId(1), '--json'])).people[0].monitor;
  const before = await kept();
  expect(before.records.length).toBeGreaterThan(10);
  expect(before.items.length).toBeGreaterThan(0);
  await done(service, ['purge', '--person', employeeId(1), '--reason', 'asked for', '--json']);
  const store = openStore(join(service.cwd, '.paytally', STORE_NAME), {
    mode: 'read',
    now: () => new Date(NOON),
  });
  try {
    expect(store.mirror.reads(WATCHED)).toEqual([]);
    for (const kind of ['change', 'finding', 'planned'] as const)
      expect(store.mirror.items(WATCHED, kind).filter(({ person }) => person === employeeId(1))).toEqual([]);
  } finally {
    store.close();
  }
});

test('holidays of adjacent years are reused from an earlier pass, and read from the service once a week', {
  tags: 'slow',
}, async () => {
  const service = await started();
  const years = async (nowMs: number) => {
    const count = () => service.sandbox.stats().requestsByEndpoint['public-holidays'] ?? 0;
    const before = count();
    await done(service, PASS, nowMs);
    return count() - before;
  };
  const day = 24 * HOUR_MS;
  // A Tuesday, a Wednesday, and the Monday after; and days in two years.
  expect(await years(NOON)).toBe(3);
  expect(await years(NOON + day)).toBe(1);
  expect(await years(NOON + 6 * day)).toBe(3);
  expect(await years(Date.parse('2026-12-29T12:00:00Z'))).toBe(4);
  expect(await years(Date.parse('2026-12-30T12:00:00Z'))).toBe(2);
});
