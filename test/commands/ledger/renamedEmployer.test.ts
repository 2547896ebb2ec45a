import { afterEach, beforeEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* An employer of CSV files is known by its key: with another key, its closed months must not be paid again. */

const NOW = '2026-11-02T09:00:00Z';
const DELIVERY = 'deliveries: { payroll: { to: folder, path: inbox, templates: [pay-lines] } }';
const configuration = (employers: string) => `source: { csv: hours }
employers:
${employers}
templates: [pay-lines]
${DELIVERY}
`;
const employer = (key: string, own = '') => `  ${key}: { name: Bakery, zone: Europe/Brussels${own} }`;

let bench: FolderBench;
beforeEach(() => {
  bench = openFolderBench('', { 'inbox/read.me': '' });
  bench.put('paytally.yaml', configuration(employer('bakery')));
  bench.entries(entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00'));
});
afterEach(() => bench.close());

const final = () => bench.run(NOW, 'export', '2026-10', '--final', '--deliver');
const delivered = () => bench.list('inbox').filter((name) => name.endsWith('.csv')).length;

test('a renamed employer cannot make a closed month final again, until its ID is stated', {
  tags: 'slow',
}, async () => {
  expect((await final()).status).toBe(0);
  bench.put('paytally.yaml', configuration(employer('bakery-brussels')));
  const { status, json } = await final();
  expect([status, json.error.code, delivered()]).toEqual([5, 'EMPLOYER_RENAMED', 1]);
  expect(json.error.message).toContain('finals of bakery,');
  expect(json.error.remedy).toContain('`employerId: bakery`');
  const check = await bench.run(NOW, 'check', '2026-10');
  expect(check.stderr).toContain('`employerId: bakery`');
  bench.put('paytally.yaml', configuration(employer('bakery-brussels', ', employerId: bakery')));
  expect((await final()).json.error.code).toBe('ALREADY_FINAL');
});

test('another employer is one that states its ID, or has finals', async () => {
  expect((await final()).status).toBe(0);
  bench.put('paytally.yaml', configuration(employer('cafe', ', employerId: cafe')));
  expect((await final()).status).toBe(0);
  bench.put('paytally.yaml', configuration(employer('cafe')));
  expect((await final()).json.error.code).toBe('ALREADY_FINAL');
});

test('doctor names finals without an employer, and whose they may be', async () => {
  expect((await final()).status).toBe(0);
  const about = async () => {
    const { json } = await bench.run(NOW, 'doctor');
    return json.findings
      .filter(
        ({ check, message }: Record<string, string>) => check === 'store' && /finals of/.test(message ?? ''),
      )
      .map(({ status, employer: key }: Record<string, string>) => [status, key ?? null]);
  };
  expect(await about()).toEqual([]);
  bench.put('paytally.yaml', configuration(employer('bakery-brussels')));
  expect(await about()).toEqual([
    ['ok', null],
    ['warning', 'bakery-brussels'],
  ]);
});

/* A key that another employer has today. */

const inbox = (folder: string) => bench.list(folder).filter((name) => name.endsWith('.csv'));
const withInbox = (key: string, id: string, folder: string) =>
  employer(key, `, employerId: ${id}, deliveries: { payroll: { to: folder, path: ${folder} } }`);
const putEmployers = (...lines: readonly string[]) =>
  bench.put(
    'paytally.yaml',
    `source: { csv: hours }\nemployers:\n${lines.join('\n')}\ntemplates: [pay-lines]\nschedule: { yearly: { cron: "0 6 1 1 *", period: last-month } }\n`,
  );

test('a run is sent with the settings of its own employer, also if another one has its key today', async () => {
  bench.put('other/read.me', '');
  putEmployers(withInbox('bakery', 'A', 'inbox'));
  const made = await bench.done(NOW, 'export', '2026-10', '--final');
  const { runId } = made.runs[0];
  putEmployers(withInbox('bakery', 'B', 'other'));
  const { status, json } = await bench.run(NOW, 'send', runId);
  expect([status, json.error?.code]).toEqual([2, 'EMPLOYER_UNKNOWN']);
  expect(json.error.message).toContain('another employer');
  putEmployers(withInbox('bakery', 'B', 'other'), withInbox('bakery-old', 'A', 'inbox'));
  await bench.done(NOW, 'send', runId);
  expect([inbox('inbox').length, inbox('other')]).toEqual([1, []]);
});

test('a schedule retries what failed for the employer of the run alone', async () => {
  bench.put('other/read.me', '');
  putEmployers(withInbox('bakery', 'A', 'gone'));
  expect((await final()).status).toBe(7);
  bench.put('gone/read.me', '');
  putEmployers(withInbox('bakery', 'B', 'gone'));
  await bench.run('2026-11-02T09:20:00Z', 'schedule', 'run', '--due');
  expect(inbox('gone')).toEqual([]);
  putEmployers(withInbox('bakery', 'B', 'other'), withInbox('bakery-old', 'A', 'gone'));
  await bench.run('2026-11-02T09:50:00Z', 'schedule', 'run', '--due');
  expect([inbox('gone').length, inbox('other')]).toEqual([1, []]);
});
