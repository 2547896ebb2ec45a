import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { entryRow } from '../../support/employers/folderBench.js';
import { type MailedBench, openMailedBench } from '../../support/employers/mailedBench.js';

/* What `send` sends of a recorded run, and where, after the configuration has changed. */

const EMPLOYER = 'employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }\n';
const MANAGERS = 'deliveries: { managers: { to: mail, recipients: { column: mgr }, attach: true } }\n';
const NOW = '2026-12-03T09:00:00Z';

let bench: MailedBench;
afterEach(() => bench.close());

const mapping = (ann: string, bob: string) =>
  `employeeId,employeeNumber,mgr\nann,101,${ann}@example.com\nbob,102,${bob}@example.com\n`;

async function open(configuration: string, files: Readonly<Record<string, string>> = {}): Promise<void> {
  bench = await openMailedBench(`${EMPLOYER}${configuration}`, { 'emp.csv': mapping('m1', 'm2'), ...files });
  bench.entries(
    entryRow('e1', 'ann', '2026-10-05', '14:00', '22:00'),
    entryRow('e2', 'bob', '2026-10-05', '08:00', '16:00'),
  );
}

const run = (...argv: readonly string[]) => bench.run(NOW, ...argv);

async function done(...argv: readonly string[]): Promise<void> {
  const { status, stderr } = await run(...argv);
  expect(status, stderr).toBe(0);
}

const people = () => bench.mailed().map(({ to, rows }) => [to, rows.map((row) => row.split(',')[0])]);
const edit = (from: string, to: string) => {
  const settings = bench.read('paytally.yaml');
  expect(settings).toContain(from);
  bench.put('paytally.yaml', settings.replace(from, to));
};

// It loads the program.
test('a person who has another recipient now is sent to that one, once, and not to the former one', {
  tags: 'slow',
  timeout: 90_000,
}, async () => {
  await open(`templates: [pay-lines]\n${MANAGERS}`);
  await done('export', '2026-10', '--final', '--deliver');
  bench.mailed();
  bench.put('emp.csv', mapping('m2', 'm2'));
  await done('send', 'last', '--to-current');
  expect(people()).toEqual([['m2@example.com', ['ann', 'bob']]]);
  await done('send', 'last', '--to-current');
  expect(people()).toEqual([]);
  await done('send', 'last', '--to-current', '--again', 'managers');
  expect(people()).toEqual([['m2@example.com', ['ann', 'bob']]]);
});

test('an unchanged mapping sends nothing again, also not to the addresses of today', {
  tags: 'slow',
}, async () => {
  await open(`templates: [pay-lines, monthly-hours]\n${MANAGERS}`);
  await done('export', '2026-10', '--final', '--deliver');
  bench.mailed();
  await done('send', 'last', '--to-current');
  expect(people()).toEqual([]);
});

test('an unchanged mapping sends nothing of a correction again', { tags: 'slow' }, async () => {
  await open(`templates: [pay-lines, generic-csv]\npayCodes: { NORMAL: { external: "1000" } }\n${MANAGERS}`);
  await done('export', '2026-10', '--final', '--deliver');
  bench.entries(
    entryRow('e1', 'ann', '2026-10-05', '14:00', '21:30'),
    entryRow('e2', 'bob', '2026-10-05', '08:00', '15:00'),
  );
  await done('corrections', '2026-10', '--final', '--deliver');
  expect(bench.mailed()).toHaveLength(8);
  await done('send', 'last', '--to-current');
  expect(people()).toEqual([]);
  bench.put('emp.csv', mapping('m2', 'm2'));
  await done('send', 'last', '--to-current');
  expect(bench.mailed().map(({ to, rows }) => [to, rows.length])).toEqual([
    ['m2@example.com', 2],
    ['m2@example.com', 2],
  ]);
});

test('a folder that was corrected gets the file only for the address of today, and once', async () => {
  await open('templates: [pay-lines]\ndeliveries: { office: { to: folder, path: old } }\n', {
    'new/.keep': '',
  });
  expect((await run('export', '2026-10', '--final', '--deliver')).status).toBe(7);
  edit('path: old', 'path: new');
  const { status, json } = await run('send', 'last');
  expect(status).toBe(7);
  expect(json.runs[0].deliveries[0]).toMatchObject({ state: 'failed', recipient: join(bench.cwd, 'old') });
  expect(bench.list('new')).toEqual(['.keep']);
  await done('send', 'last', '--to-current');
  expect(bench.list('new')).toContain('bakery_2026-10_pay-lines.csv');
  rmSync(join(bench.cwd, 'new/bakery_2026-10_pay-lines.csv'));
  await done('send', 'last', '--to-current');
  expect(bench.list('new')).toEqual(['.keep']);
});

test('what was sent to a former folder stays sent; --again does not move it', async () => {
  await open('templates: [pay-lines]\ndeliveries: { office: { to: folder, path: old } }\n', {
    'old/.keep': '',
    'new/.keep': '',
  });
  await done('export', '2026-10', '--final', '--deliver');
  edit('path: old', 'path: new');
  const { status, json, stderr } = await run('send', 'last', '--again', 'office');
  expect(status, stderr).toBe(0);
  expect(json.runs[0].deliveries[0]).toMatchObject({ state: 'sent', recipient: join(bench.cwd, 'old') });
  expect(stderr).toContain('office has another address today');
  expect(bench.list('new')).toEqual(['.keep']);
});

test('templates of the run are sent that the configuration does not list', async () => {
  await open(`templates: [pay-lines]\n${MANAGERS}`);
  await done('export', '2026-10', '--final', '--template', 'employee-days', '--template', 'pay-lines');
  await done('send', 'last');
  expect(
    bench
      .mailed()
      .map(({ to, name }) => `${to} ${name}`)
      .sort(),
  ).toEqual(
    ['m1', 'm2'].flatMap((name) => [
      `${name}@example.com bakery_2026-10_employee-days.csv`,
      `${name}@example.com bakery_2026-10_pay-lines.csv`,
    ]),
  );
});

test('a recipient’s file has the layout of the run, also if the template has been edited since', async () => {
  const template = (selection: string) => `kind: text
description: t
audience: people
rows:
  each: pay-lines${selection}
  columns:
    - { header: id, value: "{{employee.id}}" }
    - { header: code, value: "{{payCode}}" }
`;
  await open(
    `templates: [./t]\npayRules: { base: [{ code: NORMAL }], loadings: [{ code: NIGHT, clock: ["20:00", "06:00"] }] }\n${MANAGERS}`,
    { 't/template.yaml': template('') },
  );
  await done('export', '2026-10', '--final');
  bench.put('t/template.yaml', template(' where payCode = "NIGHT"'));
  await done('send', 'last');
  expect(bench.mailed().map(({ rows }) => rows)).toEqual([['ann,NORMAL', 'ann,NIGHT'], ['bob,NORMAL']]);
});
