import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* What a delivery would replace at its destination, and what payroll must have before it. */

let bench: FolderBench;
afterEach(() => bench.close());

const EMPLOYEES = { 'emp.csv': 'employeeId,employeeNumber\nann,101\n' };
const CODES = 'payCodes: { NORMAL: { external: "1000" } }';

/** Two employers, each with records and an employee of its own. */
function openTwo(office: (employer: string) => string, more = ''): void {
  const employer = (key: string, hours: string) =>
    `  ${key}: { name: ${key}, zone: Europe/Brussels, employees: ${key}.csv, source: { csv: ${hours} }, deliveries: { office: ${office(key)} } }`;
  bench = openFolderBench(
    `templates: [pay-lines]\n${CODES}\nemployers:\n${employer('alpha', 'hours')}\n${employer('beta', 'other')}\n${more}`,
    {
      'alpha.csv': 'employeeId,employeeNumber\nann,101\n',
      'beta.csv': 'employeeId,employeeNumber\nbob,102\n',
      'inbox/.keep': '',
    },
  );
  bench.entries(entryRow('e1', 'ann', '2026-10-07', '08:00', '16:00'));
  const [heading] = bench.read('hours/entries.csv').split('\n');
  bench.put('other/entries.csv', `${heading}\n${entryRow('e2', 'bob', '2026-10-07', '08:00', '12:00')}\n`);
}

/** An employer with one delivery. */
function openOne(template: string, office: string, more = ''): void {
  bench = openFolderBench(
    `templates: [${template}]\n${CODES}\nemployers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }\ndeliveries: { office: ${office} }\n${more}`,
    { ...EMPLOYEES, 'inbox/.keep': '' },
  );
  hours('16:00');
}

const hours = (end: string, day = '2026-10-07') => bench.entries(entryRow('e1', 'ann', day, '08:00', end));
const inbox = () => bench.list('inbox').filter((name) => name !== '.keep');
const due = (instant: string) => bench.run(instant, 'schedule', 'run', '--due', '--log', 'json');

interface SentRunJson {
  readonly runId: string;
  readonly deliveries?: readonly { readonly state: string }[];
}

interface SentJson {
  readonly runs: readonly SentRunJson[];
}
const runOf = ({ runs }: SentJson): string => runs[0]?.runId ?? '';
const statesOf = ({ runs }: SentJson) => runs[0]?.deliveries?.map(({ state }) => state);

const SAME_NAME = 'fileName: "pay-{{ period }}.csv"';

describe('two employers with the same file name in the same folder', () => {
  const folder = (path: string) => `{ to: folder, path: ${path}, ${SAME_NAME} }`;
  const MONTHLY =
    'schedule: { monthly: { cron: "0 6 3 * *", period: last-month, final: true, deliver: [office] } }\n';

  test('are refused by a schedule as by hand', async () => {
    openTwo(() => folder('inbox'), MONTHLY);
    await due('2026-11-03T04:00:00Z');
    const { status, stderr } = await due('2026-11-03T05:10:00Z');
    expect(status).not.toBe(0);
    expect(stderr).toContain('CONFIG_INVALID');
    expect(inbox()).toEqual([]);
  });

  test('are refused if one has the path of the other in full', async () => {
    openTwo((key) => folder(key === 'alpha' ? 'inbox' : 'WHOLE'));
    const whole = join(bench.cwd, 'inbox');
    bench.put('paytally.yaml', bench.read('paytally.yaml').replace('WHOLE', whole));
    const { status, json } = await bench.run(
      '2026-11-03T06:00:00Z',
      'export',
      '2026-10',
      '--final',
      '--deliver',
    );
    expect([status, json.error?.code]).toEqual([2, 'CONFIG_INVALID']);
    expect(inbox()).toEqual([]);
  });

  test('are refused by "send"', async () => {
    openTwo(() => folder('inbox'));
    const made = await bench.done('2026-11-03T06:00:00Z', 'export', '2026-10', '--final');
    const { status, json } = await bench.run('2026-11-03T06:10:00Z', 'send', runOf(made));
    expect([status, json.error?.code]).toEqual([2, 'CONFIG_INVALID']);
  });

  test('that changed names meanwhile never replace a file that is still there', async () => {
    openTwo((key) => (key === 'alpha' ? folder('inbox') : folder('gone')));
    const made = await bench.run('2026-11-03T06:00:00Z', 'export', '2026-10', '--final', '--deliver');
    expect(made.json.runs.map(({ deliveries }: SentRunJson) => deliveries?.[0]?.state)).toEqual([
      'sent',
      'failed',
    ]);
    const settings = bench.read('paytally.yaml').replace('path: inbox', 'path: gone');
    bench.put(
      'paytally.yaml',
      settings.replace('path: gone, fileName: "pay', 'path: gone, fileName: "a').replaceAll('gone', 'inbox'),
    );
    const [, beta = ''] = made.json.runs.map(({ runId }: SentRunJson) => runId);
    const before = bench.read('inbox/pay-2026-10.csv');
    const refused = await bench.run('2026-11-03T06:10:00Z', 'send', beta, '--to-current');
    expect([refused.status, statesOf(refused.json)]).toEqual([7, ['failed']]);
    expect(JSON.stringify(refused.json)).toContain('of the employer alpha');
    expect(bench.read('inbox/pay-2026-10.csv')).toBe(before);
    rmSync(join(bench.cwd, 'inbox/pay-2026-10.csv'));
    expect(statesOf(await bench.done('2026-11-03T06:20:00Z', 'send', beta))).toEqual(['sent']);
  });
});

describe('a draft', () => {
  const BOTH = `{ to: folder, path: inbox, when: both, ${SAME_NAME} }`;
  const DAILY = 'schedule: { daily: { cron: "0 6 * * *", period: 2026-10, deliver: [office] } }\n';

  test('that failed is dropped once a final has its days, and says so', async () => {
    openOne('pay-lines', BOTH, DAILY);
    await due('2026-11-03T04:00:00Z');
    rmSync(join(bench.cwd, 'inbox'), { recursive: true });
    expect((await due('2026-11-03T05:10:00Z')).status).toBe(7);
    bench.put('inbox/.keep', '');
    hours('17:00');
    await bench.done('2026-11-03T06:00:00Z', 'export', '2026-10', '--final', '--deliver');
    const delivered = bench.read('inbox/pay-2026-10.csv');
    const { status, stderr } = await due('2026-11-03T07:00:00Z');
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('because the final');
    expect(bench.read('inbox/pay-2026-10.csv')).toBe(delivered);
    expect((await due('2026-11-03T08:00:00Z')).stderr).not.toContain('because the final');
  });

  test('that is made after the final does not replace it', async () => {
    openOne('pay-lines', BOTH, DAILY);
    await due('2026-11-02T06:00:00Z');
    await bench.done('2026-11-02T07:00:00Z', 'export', '2026-10', '--final', '--deliver');
    const delivered = bench.read('inbox/pay-2026-10.csv');
    hours('17:00');
    const { status, stderr } = await due('2026-11-03T05:10:00Z');
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('because the final');
    expect(bench.read('inbox/pay-2026-10.csv')).toBe(delivered);
  });

  test('replaces an earlier draft, and a final replaces it', async () => {
    openOne('pay-lines', BOTH);
    const made: string[] = [];
    for (const [end, more] of [
      ['15:00', []],
      ['16:00', []],
      ['17:00', ['--final']],
    ] as const) {
      hours(end);
      rmSync(join(bench.cwd, 'out'), { recursive: true, force: true });
      await bench.done('2026-11-03T06:00:00Z', 'export', '2026-10', '--deliver', ...more);
      made.push(bench.read('inbox/pay-2026-10.csv'));
    }
    expect(new Set(made).size).toBe(3);
  });
});

describe('a prescribed file name', () => {
  const FIXED = '{ to: folder, path: inbox, fileName: "PAY.csv" }';

  test('waits until the file of the earlier period is fetched', async () => {
    openOne('pay-lines', FIXED);
    const week = async (number: number, instant: string) => {
      hours('16:00', `2026-10-${String(5 + 7 * number).padStart(2, '0')}`);
      const days = [
        `2026-10-${String(5 + 7 * number).padStart(2, '0')}`,
        `2026-10-${String(11 + 7 * number).padStart(2, '0')}`,
      ];
      return bench.run(instant, 'export', days.join('..'), '--final', '--deliver');
    };
    const first = await week(0, '2026-10-20T06:00:00Z');
    expect(statesOf(first.json)).toEqual(['sent']);
    const [one, second] = [bench.read('inbox/PAY.csv'), await week(1, '2026-10-20T06:01:00Z')];
    expect([second.status, statesOf(second.json)]).toEqual([7, ['pending']]);
    expect(JSON.stringify(second.json)).toContain('has not been fetched yet');
    expect(bench.read('inbox/PAY.csv')).toBe(one);
    const again = await bench.run('2026-10-20T06:30:00Z', 'send', runOf(second.json));
    expect([again.status, statesOf(again.json)]).toEqual([7, ['pending']]);
    rmSync(join(bench.cwd, 'inbox/PAY.csv'));
    expect(statesOf(await bench.done('2026-10-20T07:00:00Z', 'send', runOf(second.json)))).toEqual(['sent']);
    const refused = await bench.run('2026-10-20T07:10:00Z', 'send', runOf(first.json), '--again', 'office');
    expect([statesOf(refused.json), refused.stderr]).toEqual([
      ['sent'],
      expect.stringContaining('not been fetched'),
    ]);
    expect(bench.read('inbox/PAY.csv')).not.toBe(one);
  });
});
