import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* The state of a month: "sent" only if each final went to each delivery that should have it. */

const NOW = '2026-12-03T09:00:00Z';
const OFFICE = 'deliveries:\n  office: { to: folder, path: inbox, templates: [pay-lines] }\n';

let bench: FolderBench;
afterEach(() => bench.close());

function open(deliveries: string): void {
  bench = openFolderBench(
    `templates: [pay-lines]\nemployers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }\n${deliveries}`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\n', 'inbox/.keep': '', 'archive/.keep': '' },
  );
  worked('16:00');
}

const worked = (end: string) =>
  bench.entries(
    entryRow('e1', 'ann', '2026-10-05', '08:00', end),
    entryRow('e2', 'ann', '2026-10-20', '08:00', end),
  );

async function done(...argv: readonly string[]) {
  const { status, stderr, json } = await bench.run(NOW, ...argv);
  expect(status, stderr).toBe(0);
  return json;
}

async function stateOf(period = '2026-10'): Promise<string> {
  return (await done('status', '--period', period)).employers[0].state;
}

// It loads the program.
test('a second final of the month that was never requested', { timeout: 90_000 }, async () => {
  open(OFFICE);
  await done('export', '2026-10-01..2026-10-15', '--final', '--deliver');
  expect(await stateOf('2026-10-01..2026-10-15')).toBe('sent');
  const { runs } = await done('export', '2026-10-16..2026-10-31', '--final');
  expect(await stateOf()).toBe('final');
  await done('send', runs[0].runId);
  expect(await stateOf()).toBe('sent');
});

test('one of two deliveries that was never requested', async () => {
  open(`${OFFICE}  archive: { to: folder, path: archive }\n`);
  const { runs } = await done('export', '2026-10', '--final');
  await done('send', runs[0].runId, '--to', 'archive');
  expect(await stateOf()).toBe('final');
  await done('send', runs[0].runId);
  expect(await stateOf()).toBe('sent');
});

test('deliveries that came later, are for drafts or have no file of the final are not missed', async () => {
  open(
    `${OFFICE}  drafts: { to: folder, path: archive, when: draft }\n  others: { to: folder, path: archive, templates: [employee-days] }\n`,
  );
  await done('export', '2026-10', '--final', '--template', 'pay-lines');
  await done('send', 'last', '--to', 'office');
  expect(await stateOf()).toBe('sent');
  bench.put('paytally.yaml', `${bench.read('paytally.yaml')}  later: { to: folder, path: archive }\n`);
  expect(await stateOf()).toBe('sent');
});
