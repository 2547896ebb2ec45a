// @module-tag slow
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { Store } from '../../src/store/store.js';
import type { SentMonth } from '../../src/ui/months.js';
import { entryRow, type FolderBench, openFolderBench } from '../support/employers/folderBench.js';
import { openTab } from '../support/servers/events.js';
import { startTestUi } from '../support/servers/uiService.js';

/* A window that is started again shows the months of the one before it, without reading or computing them again. */

const PERIOD = '2026-10';
const READ_AT = Date.parse('2026-11-05T08:00:00Z');
const CONFIGURATION = `source: { csv: hours }
templates: [./own.yaml]
employers:
  bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv, absences: abs.csv }
payRules:
  base: [{ code: STANDBY, tasks: [on-call] }, { code: NORMAL }]
`;
const EMPLOYEES =
  'employeeId,employeeNumber,contractMinutesPerDay,contractWeekdays\nann,101,480,12345\nbob,102,480,12345\n';
const ABSENCES = 'employee,from,to,code,days\nann,2026-10-12,2026-10-12,LEAVE,1\n';
const TEMPLATE = `kind: text
description: Own
audience: payroll
corrections: delta
rows: { each: employees, columns: [{ header: number, value: "{{employee.number}}" }, { header: hours, value: "{{workedMinutes | hours:2}}", amount: hours }] }
`;
const EARLIER = entryRow('e0', 'ann', '2026-09-07', '08:00', '16:00');
const ANN = entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00');
const BOB = entryRow('e2', 'bob', '2026-10-05', '08:00', '16:00', { task: 'on-call' });
const OVERLAP = entryRow('e3', 'bob', '2026-10-05', '15:00', '17:00');

let bench: FolderBench;
const windows: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of windows.splice(0)) await close();
  bench.close();
});

async function openWindow({ version, nowMs = READ_AT }: Parameters<typeof startTestUi>[1] = {}) {
  const ui = await startTestUi(bench.cwd, { nowMs, version });
  const session = { ...(await ui.login()), origin: ui.origin };
  const tab = openTab(ui.origin, session);
  const close = async () => {
    tab.close();
    await ui.ui.close();
  };
  windows.push(close);
  return {
    run: async (path: string, order: object = {}) => {
      const body = JSON.stringify({ employer: 'bakery', period: PERIOD, accept: {}, ...order });
      const { id } = JSON.parse((await ui.ask('POST', path, session, body)).body);
      const ended = () => {
        const found = tab.job(id);
        if (found === undefined || found.state === 'running') throw new Error('still running');
        return found;
      };
      return vi.waitFor(ended, { timeout: 60_000, interval: 50 });
    },
    month: async (language = 'en'): Promise<SentMonth> => {
      const headers = { ...session, 'x-paytally-language': language };
      const path = `/api/month?employer=bakery&period=${PERIOD}`;
      return JSON.parse((await ui.ask('GET', path, headers)).body);
    },
    explain: async (runId: string) => {
      const path = `/api/explain?employer=bakery&period=${PERIOD}&run=${runId}&employee=ann`;
      return (await ui.ask('GET', path, session)).status;
    },
  };
}

/** What a window does from now on: records read from their source, and people whose stored records are read. */
function countWork() {
  const begun = vi.spyOn(Store.prototype, 'beginRead');
  const people = vi.spyOn(Store.prototype, 'recordsOf');
  return () => ({ reads: begun.mock.calls.length, people: people.mock.calls.length });
}
const NOTHING = { reads: 0, people: 0 };

function openBench(configuration = CONFIGURATION, ...entries: readonly string[]): void {
  bench = openFolderBench('', { 'emp.csv': EMPLOYEES, 'abs.csv': ABSENCES, 'own.yaml': TEMPLATE });
  bench.put('paytally.yaml', configuration);
  bench.entries(EARLIER, ANN, BOB, ...entries);
}

/** Bob's entries overlap, so that not even a draft is made: the store has no records of the read. */
const BLOCKED = `${CONFIGURATION}exceptions: { OVERLAP: block }\n`;
function openBlocked(): void {
  openBench(BLOCKED, OVERLAP);
}

const KINDS: readonly (readonly [kind: string, open: () => void, make: readonly string[]])[] = [
  ['a draft', () => openBench(), ['/api/read']],
  ['a final', () => openBench(), ['/api/read', '/api/final']],
  ['a blocked read', openBlocked, ['/api/read']],
];

test.each(KINDS)(
  'after a restart, %s is shown without reading or computing anything',
  async (kind, open, make) => {
    open();
    const before = await openWindow();
    for (const path of make) await before.run(path);
    const shown = await before.month();
    expect(shown.viewedRun === null).toBe(kind === 'a blocked read');
    expect(shown.review?.people.map(({ id }) => id)).toEqual(['ann', 'bob']);
    const after = await openWindow({ nowMs: READ_AT + 3_600_000 });
    const work = countWork();
    expect(await after.month()).toEqual(shown);
    expect(await after.month()).toEqual(shown);
    expect(work()).toEqual(NOTHING);
  },
);

test('a run of another command is computed by one window only', async () => {
  openBench();
  await bench.run('2026-11-05T08:00:00Z', 'export', PERIOD);
  const first = await openWindow();
  const work = countWork();
  const shown = await first.month();
  expect(work()).toMatchObject({ reads: 0, people: expect.any(Number) });
  expect(work().people).toBeGreaterThan(0);
  vi.restoreAllMocks();
  const second = await openWindow();
  const again = countWork();
  expect(await second.month()).toEqual(shown);
  expect(again()).toEqual(NOTHING);
});

const put = (path: string, find: string, replace: string) => {
  const text = readFileSync(join(bench.cwd, path), 'utf8');
  expect(text).toContain(find);
  bench.put(path, text.replace(find, replace));
};

/** Each is something that a month is computed from. */
const CHANGES: readonly (readonly [what: string, change: () => unknown, version: string | undefined])[] = [
  ['configuration', () => put('paytally.yaml', 'name: Bakery', 'name: Baker'), undefined],
  ['pay rule', () => put('paytally.yaml', 'on-call', 'baking'), undefined],
  ['mapping', () => put('emp.csv', '102', '103'), undefined],
  ['file of absences', () => put('abs.csv', '2026-10-12,LEAVE', '2026-10-13,LEAVE'), undefined],
  ['list of files', () => rmSync(join(bench.cwd, 'abs.csv')), undefined],
  ['template', () => put('own.yaml', 'hours:2', 'hours:1'), undefined],
  ['version of the program', () => undefined, '99.0.0'],
  [
    'link of the audit trail',
    () => bench.run('2026-11-05T09:00:00Z', 'export', '2026-09', '--final'),
    undefined,
  ],
];

test.each(CHANGES)(
  'after a restart, a draft is computed again if there is another %s',
  async (_, change, version) => {
    openBench();
    const before = await openWindow();
    await before.run('/api/read');
    await change();
    const after = await openWindow({ version });
    const work = countWork();
    const { review, viewedRun } = await after.month();
    expect([review?.people.length, viewedRun === null]).toEqual([2, false]);
    expect(work().people).toBeGreaterThan(0);
  },
);

test.each(CHANGES)(
  'after a restart, a blocked read is not shown if there is another %s',
  async (_, change, version) => {
    openBlocked();
    const before = await openWindow();
    await before.run('/api/read');
    await change();
    const after = await openWindow({ version });
    expect((await after.month()).review).toBeNull();
  },
);

test('after a restart, a read that another command has replaced is not shown', async () => {
  openBlocked();
  const before = await openWindow();
  await before.run('/api/read');
  bench.entries(ANN, BOB, OVERLAP, entryRow('e4', 'ann', '2026-10-05', '15:00', '17:00'));
  await bench.run('2026-11-05T09:00:00Z', 'check', PERIOD);
  const after = await openWindow();
  expect((await after.month()).review).toBeNull();
});

test('after a restart, a newer run is shown, and not the one that was kept', async () => {
  openBench();
  const before = await openWindow();
  await before.run('/api/read');
  const { viewedRun } = await before.month();
  bench.entries(ANN);
  await bench.run('2026-11-05T09:00:00Z', 'export', PERIOD);
  const after = await openWindow();
  const shown = await after.month();
  expect(shown.review?.people.map(({ id }) => id)).toEqual(['ann']);
  expect(shown.viewedRun).not.toBe(viewedRun);
});

test.each([
  ['a draft', () => openBench(), 0],
  // No run has him, so that the command knows nobody of this name.
  ['a blocked read', openBlocked, 2],
])('people who are purged are gone from %s', async (_, open, expected) => {
  open();
  const before = await openWindow();
  await before.run('/api/read');
  const { status, stderr } = await bench.run('2026-11-05T09:00:00Z', 'purge', '--person', 'bob');
  expect(status, stderr).toBe(expected);
  const after = await openWindow();
  expect(JSON.stringify((await after.month()).review ?? '')).not.toContain('bob');
});

test('in another language, a month is computed once more', async () => {
  openBench();
  const before = await openWindow();
  await before.run('/api/read');
  const dutch = await before.month('nl');
  expect(dutch.review?.language).toBe('nl');
  const after = await openWindow();
  const work = countWork();
  expect(await after.month('nl')).toEqual(dutch);
  expect((await after.month('en')).review?.language).toBe('en');
  expect(work()).toEqual(NOTHING);
});

test('a final reads again, and is refused if the hours of a kept month are no longer those', async () => {
  openBench();
  const before = await openWindow();
  await before.run('/api/read');
  const after = await openWindow();
  const { seen } = await after.month();
  bench.entries(ANN, entryRow('e2', 'bob', '2026-10-05', '08:00', '17:00', { task: 'on-call' }));
  expect((await after.run('/api/final', { seen })).failure?.code).toBe('CHANGED_SINCE_READ');
  expect(bench.list('out').filter((name) => name.endsWith('.csv'))).toEqual([]);
  bench.entries(ANN, BOB);
  expect(await after.run('/api/final', { seen })).toMatchObject({ state: 'done', failure: null });
});
