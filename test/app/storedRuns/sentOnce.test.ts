// @module-tag slow
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { entryRow } from '../../support/employers/folderBench.js';
import { type MailedBench, openMailedBench } from '../../support/employers/mailedBench.js';

/* `send --to-current` sends where an address has changed, and nowhere else, whatever else has changed. */

const NOW = '2026-12-03T09:00:00Z';
const BANK = 'bank: { to: { command: [./take.sh, "{file}"] }';

let bench: MailedBench;
afterEach(() => bench.close());

/** @param script of the program that takes files; it lists the names of those that it has taken */
async function open(deliveries: string, script = 'exit 0', templates = 'pay-lines'): Promise<void> {
  bench = await openMailedBench(
    `employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
templates: [${templates}]
deliveries:
${deliveries}`,
    {
      'emp.csv': mapping('m1', 'm2'),
      'take.sh': `#!/bin/sh\n[ -e "$1" ] || exit 1\n${script}\n`,
      'archive/.keep': '',
      'taken.txt': '',
    },
  );
  chmodSync(join(bench.cwd, 'take.sh'), 0o755);
  bench.entries(
    entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00'),
    entryRow('e2', 'bob', '2026-10-05', '08:00', '15:00'),
  );
}

const mapping = (ann: string, bob: string) =>
  `employeeId,employeeNumber,mgr\nann,101,${ann}@example.com\nbob,102,${bob}@example.com\n`;
const LIST = 'basename "$1" >> taken.txt';
const taken = () => bench.read('taken.txt').trim().split('\n');
const edit = (from: string, to: string) => {
  const settings = bench.read('paytally.yaml');
  expect(settings).toContain(from);
  bench.put('paytally.yaml', settings.replace(from, to));
};
const current = () => bench.done(NOW, 'send', 'last', '--to-current');

// It loads the program.
test('another sender: only an address that has changed gets the mail, and no program the file again', {
  timeout: 90_000,
}, async () => {
  const office = '  office: { to: mail, recipients: [clerk@old.be, boss@example.org], attach: true }';
  await open(`${office}\n  ${BANK} }\n  archive: { to: folder, path: archive }\n`, LIST);
  await bench.done(NOW, 'export', '2026-10', '--final', '--deliver');
  expect(bench.mailed()).toHaveLength(2);
  rmSync(join(bench.cwd, 'archive/bakery_2026-10_pay-lines.csv'));
  edit('a@example.com', 'a@new.be');
  edit('clerk@old.be', 'clerk@new.be');
  await current();
  await current();
  expect(bench.mailed().map(({ to }) => to)).toEqual(['clerk@new.be']);
  expect(taken()).toHaveLength(1);
  expect(bench.list('archive')).toEqual(['.keep']);
});

test('a file name that was refused: the file that was taken does not go out under the new name too', async () => {
  const script = `case "$1" in *bakery*employee-days*) exit 1;; esac\n${LIST}`;
  await open(`  ${BANK} }\n`, script, 'pay-lines, employee-days');
  expect((await bench.run(NOW, 'export', '2026-10', '--final', '--deliver')).status).toBe(7);
  expect(taken()).toEqual(['bakery_2026-10_pay-lines.csv']);
  edit('"{file}"] }', '"{file}"] }, fileName: "{{ template }}.csv"');
  const { runs } = await current();
  expect(taken()).toEqual(['bakery_2026-10_pay-lines.csv', 'employee-days.csv']);
  expect(runs[0].deliveries.map(({ state }: { state: string }) => state)).toEqual(['sent', 'sent']);
});

test('mail that was configured after the final sends nothing again', async () => {
  await open(`  ${BANK} }\n`, LIST);
  const settings = bench.read('paytally.yaml');
  bench.put('paytally.yaml', settings.replace(/^mail:.*\n/m, ''));
  await bench.done(NOW, 'export', '2026-10', '--final', '--deliver');
  bench.put('paytally.yaml', settings);
  await current();
  expect(taken()).toHaveLength(1);
});

test('a template that the delivery has since: only its file is sent', async () => {
  await open(
    '  archive: { to: folder, path: archive, templates: [pay-lines] }\n',
    LIST,
    'pay-lines, employee-days',
  );
  await bench.done(NOW, 'export', '2026-10', '--final', '--deliver');
  rmSync(join(bench.cwd, 'archive/bakery_2026-10_pay-lines.csv'));
  edit('templates: [pay-lines] }', 'templates: [pay-lines, employee-days] }');
  await current();
  await current();
  expect(bench.list('archive')).toEqual(['.keep', 'bakery_2026-10_employee-days.csv']);
});

test('a recipient whose people have changed gets a new file once, also from another sender', async () => {
  await open('  managers: { to: mail, recipients: { column: mgr }, attach: true }\n');
  await bench.done(NOW, 'export', '2026-10', '--final', '--deliver');
  bench.mailed();
  edit('a@example.com', 'a@new.be');
  bench.put('emp.csv', mapping('m2', 'm2'));
  await current();
  await current();
  expect(bench.mailed().map(({ to, rows }) => [to, rows.length])).toEqual([['m2@example.com', 2]]);
  bench.put('emp.csv', mapping('m1', 'm2'));
  await current();
  expect(bench.mailed()).toEqual([]);
  await bench.done(NOW, 'send', 'last', '--to-current', '--again', 'managers');
  expect(bench.mailed().map(({ to, rows }) => [to, rows.length])).toEqual([
    ['m1@example.com', 1],
    ['m2@example.com', 1],
  ]);
});

test('a mail that only told where a file is does not count as the file', async () => {
  const notice = '  notice: { to: mail, recipients: clerk@example.com, attach: false }';
  await open(`${notice}\n  office: { to: mail, recipients: clerk@example.com, attach: true }\n`);
  const { runs } = await bench.done(NOW, 'export', '2026-10', '--final');
  await bench.done(NOW, 'send', runs[0].runId, '--to', 'notice');
  await bench.done(NOW, 'send', runs[0].runId);
  expect(bench.mailed()).toHaveLength(1);
});

test('two uploads by one program to two accounts are two places', async () => {
  const upload = (account: string) =>
    `  ${account}: { to: { command: [./take.sh, "{file}", ${account}] } }\n`;
  await open(`${upload('one')}${upload('two')}`, 'echo "$2" >> taken.txt');
  const { runs } = await bench.done(NOW, 'export', '2026-10', '--final');
  await bench.done(NOW, 'send', runs[0].runId, '--to', 'one');
  await bench.done(NOW, 'send', runs[0].runId);
  expect(taken()).toEqual(['one', 'two']);
});
