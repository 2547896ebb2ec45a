// @module-tag slow
import { afterEach, describe, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* An exception that was accepted with a final is accepted for what it was then, and not for whatever it becomes. */

const CONFIGURATION = `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels } }
schedule:
  late: { cron: "0 6 * * *", period: last-month, corrections: final }
`;
const NOVEMBER = '2026-11-03T09:00:00Z';

let bench: FolderBench;
afterEach(() => bench.close());

const unreviewed = (end: string) => entryRow('x', 'ann', '2026-10-05', '08:00', end).replace(',yes,', ',no,');
const bob = (end: string) => entryRow('b', 'bob', '2026-10-06', '08:00', end);
const corrections = (...argv: readonly string[]) =>
  bench.run(NOVEMBER, 'corrections', '2026-10', '--final', ...argv);
/** What the schedule says at 6 o'clock of a day in November. */
const scheduled = async (day: number): Promise<string> => {
  const date = `2026-11-${String(day).padStart(2, '0')}`;
  const { json } = await bench.run(`${date}T06:10:00Z`, 'schedule', 'run', '--due');
  return JSON.stringify(json);
};

async function final(accept: string, ...rows: readonly string[]): Promise<void> {
  bench = openFolderBench(CONFIGURATION);
  bench.entries(...rows);
  await bench.done('2026-11-02T09:00:00Z', 'export', '2026-10', '--final', '--accept', accept);
}

describe('a schedule asks about an accepted exception', { timeout: 120_000 }, () => {
  test('of an entry that is longer now; who types the command has read the list', async () => {
    await final('UNREVIEWED=agreed by phone', unreviewed('16:00'), bob('16:00'));
    await scheduled(3);
    // A change of somebody else needs no new reason.
    bench.entries(unreviewed('16:00'), bob('17:00'));
    expect(await scheduled(4)).not.toContain('UNREVIEWED');
    bench.entries(unreviewed('21:00'), bob('17:00'));
    expect(await scheduled(5)).toMatch(/EXPORT_BLOCKED.*UNREVIEWED/s);
    expect((await corrections()).status).toBe(0);
    expect(await scheduled(6)).not.toContain('EXPORT_BLOCKED');
  });

  test('of an overlap of half an hour, that is one of hours now', async () => {
    const second = (start: string, end: string) => entryRow('y', 'ann', '2026-10-05', start, end);
    const first = entryRow('x', 'ann', '2026-10-05', '08:00', '16:00');
    await final('OVERLAP=both worked', first, second('15:30', '18:00'));
    await scheduled(3);
    bench.entries(first, second('08:00', '18:00'));
    expect(await scheduled(4)).toContain('OVERLAP');
  });
});
