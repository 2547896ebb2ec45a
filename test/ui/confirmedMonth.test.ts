import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { DatabaseSync } from '#sqlite';
import { entryRow, type FolderBench, openFolderBench } from '../support/employers/folderBench.js';
import { openTab } from '../support/servers/events.js';
import { startTestUi } from '../support/servers/uiService.js';

/* What a clerk confirms in the window is who is paid what, not only the sums. */

const CONFIGURATION = `templates: [pay-lines]
employers:
  bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv, absences: abs.csv }
payRules:
  base: [{ code: STANDBY, tasks: [on-call] }, { code: NORMAL }]
`;
const EMPLOYEES =
  'employeeId,employeeNumber,contractMinutesPerDay,contractWeekdays,group\nann,101,480,12345,K1\nbob,102,480,12345,K1\ncyd,103,480,12345,K3\n';
const leaveOf = (who: string) => `employee,from,to,code,days\n${who},2026-10-12,2026-10-12,LEAVE,1\n`;

let bench: FolderBench;
afterEach(() => bench.close());

function entriesWith(ofAnn: string, ofBob: string): void {
  const row = (id: string, who: string, task: string) =>
    entryRow(id, who, '2026-10-05', '08:00', '16:00', { task });
  bench.entries(row('e1', 'ann', ofAnn), row('e2', 'bob', ofBob));
  // Planned, but without work.
  bench.put('hours/shifts.csv', 'id,employee,start,end,break\ns1,cyd,2026-10-05T08:00,2026-10-05T16:00,0\n');
}

async function openWindow() {
  const ui = await startTestUi(bench.cwd, { nowMs: Date.parse('2026-11-05T08:00:00Z') });
  const session = { ...(await ui.login()), origin: ui.origin };
  const tab = openTab(ui.origin, session);
  const run = async (path: string, order: object) => {
    const body = JSON.stringify({ employer: 'bakery', period: '2026-10', accept: {}, ...order });
    const { id } = JSON.parse((await ui.ask('POST', path, session, body)).body);
    return vi.waitFor(
      () => {
        const found = tab.job(id);
        if (found === undefined || found.state === 'running') throw new Error('still running');
        return found;
      },
      { timeout: 60_000, interval: 50 },
    );
  };
  const seen = async () => {
    const { body } = await ui.ask('GET', '/api/month?employer=bakery&period=2026-10', session);
    return JSON.parse(body).seen;
  };
  const close = async () => {
    tab.close();
    await ui.ui.close();
  };
  return { run, seen, close };
}

test.each([
  ['pay codes of two people have changed places', () => entriesWith('baking', 'on-call')],
  [
    'payroll IDs of two people have changed places',
    () => bench.put('emp.csv', EMPLOYEES.replace('101', '0').replace('102', '101').replace(',0,', ',102,')),
  ],
  ['the leave is another person’s', () => bench.put('abs.csv', leaveOf('bob'))],
  ['a column of its own has changed', () => bench.put('emp.csv', EMPLOYEES.replaceAll('K1', 'K2'))],
  [
    'a column of a person without a pay line has changed',
    () => bench.put('emp.csv', EMPLOYEES.replace('103,480,12345,K3', '103,480,12345,K4')),
  ],
])('a final is refused once %s', { tags: 'slow' }, async (_, change) => {
  bench = openFolderBench(CONFIGURATION, { 'emp.csv': EMPLOYEES, 'abs.csv': leaveOf('ann') });
  entriesWith('on-call', 'baking');
  const window = await openWindow();
  try {
    expect(await window.run('/api/read', {})).toMatchObject({ state: 'done' });
    const seen = await window.seen();
    change();
    expect((await window.run('/api/final', { seen })).failure?.code).toBe('CHANGED_SINCE_READ');
    expect(bench.list('out').filter((name) => name.endsWith('.csv'))).toEqual([]);
    await window.run('/api/read', {});
    const final = await window.run('/api/final', { seen: await window.seen() });
    expect([final.state, final.failure]).toEqual(['done', null]);
  } finally {
    await window.close();
  }
});

test('a month as the store has it is the one that is made final', async () => {
  bench = openFolderBench(CONFIGURATION, { 'emp.csv': EMPLOYEES, 'abs.csv': leaveOf('ann') });
  entriesWith('on-call', 'baking');
  const first = await openWindow();
  await first.run('/api/read', {});
  await first.close();
  // As after an update of the program: it is computed from the records of the draft.
  const store = new DatabaseSync(join(bench.cwd, '.paytally', 'store.sqlite'));
  store.exec('DELETE FROM monthView');
  store.close();
  const window = await openWindow();
  try {
    const final = await window.run('/api/final', { seen: await window.seen() });
    expect([final.state, final.failure]).toEqual(['done', null]);
  } finally {
    await window.close();
  }
});

test('late changes within amounts of another month are said, and not called unchanged', async () => {
  bench = openFolderBench(
    `templates: [./own.yaml]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
payRules: { base: [{ code: OT, over: { week: 2400 } }, { code: NORMAL }] }
`,
    {
      'emp.csv': EMPLOYEES,
      'own.yaml': `kind: text
description: Own
audience: payroll
corrections: delta
rows: { each: employees, columns: [{ header: number, value: "{{employee.number}}" }, { header: hours, value: "{{workedMinutes | hours:2}}", amount: hours }] }
`,
    },
  );
  const october = entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00');
  const november = (end: string) => entryRow('n1', 'ann', '2026-11-01', '08:00', end);
  bench.entries(october, november('12:00'));
  for (const month of ['2026-10', '2026-11']) {
    const { status, stderr } = await bench.run('2026-12-03T08:00:00Z', 'export', month, '--final');
    expect(status, stderr).toBe(0);
  }
  bench.entries(october, november('13:00'));
  const window = await openWindow();
  const { result } = await window.run('/api/corrections', {});
  expect(result).toMatchObject({ lines: [], elsewhere: { count: 1, periods: '2026-11' } });
  await window.close();
});
