import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* Rules that need planned shifts do not pay a final without them, wherever the records come from. */

const OCTOBER = '2026-11-05T09:00:00Z';
const EMPLOYER = 'employers: { bakery: { name: Bakery, zone: Europe/Brussels } }\ntemplates: [pay-lines]\n';

let bench: FolderBench | undefined;
afterEach(() => bench?.close());

function employerWith(rules: string): FolderBench {
  bench = openFolderBench(`${EMPLOYER}${rules}\n`);
  bench.entries(entryRow('e1', 'ann', '2026-10-05', '07:30', '16:00'));
  return bench;
}

const SHIFTS = 'id,employee,start,end\ns1,ann,2026-10-05T08:00,2026-10-05T16:00\n';

test.each([
  ['pay from the shift', 'pay: { from: shift }'],
  ['pay until the shift', 'pay: { until: shift }'],
  ['the day of the shift', 'attribution: shift'],
  ['a minimum of the plan', 'minimumPaid: { code: REPORT, planned: { share: 0.5 } }'],
  ['an account that owes the plan', 'account: { target: planned, from: 2026-10-01 }'],
])('%s: a final without shifts.csv asks', async (_, rules) => {
  const { run, put } = employerWith(rules);
  const refused = await run(OCTOBER, 'export', '2026-10', '--final');
  expect([refused.status, refused.json.error?.code]).toEqual([5, 'EXPORT_BLOCKED']);
  expect(refused.json.error.message).toContain('LIST_UNAVAILABLE');
  const { json } = await run(OCTOBER, 'check', '2026-10');
  expect(json.runs[0].exceptions).toMatchObject({ LIST_UNAVAILABLE: 1 });
  put('hours/shifts.csv', SHIFTS);
  expect((await run(OCTOBER, 'export', '2026-10', '--final')).status).toBe(0);
});

test('accepted, it pays the time worked', async () => {
  const { run } = employerWith('pay: { from: shift }');
  const accept = ['--accept', 'LIST_UNAVAILABLE=no plan this month'];
  const { status, json } = await run(OCTOBER, 'export', '2026-10', '--final', ...accept);
  expect([status, json.runs[0].exceptions]).toEqual([0, { LIST_UNAVAILABLE: 1 }]);
});

test('rules without a plan need none', async () => {
  const { done } = employerWith('minimumPaid: { code: MIN, day: 60 }');
  expect((await done(OCTOBER, 'export', '2026-10', '--final')).runs[0].exceptions).toEqual({});
});
