// @module-tag slow
import { afterEach, describe, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* An exception that was accepted with a final is accepted for what it was then, and not for whatever it becomes. */

const CONFIGURATION = `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels } }
`;
const NOVEMBER = '2026-11-03T09:00:00Z';

let bench: FolderBench;
afterEach(() => bench.close());

const unreviewed = (end: string) => entryRow('x', 'ann', '2026-10-05', '08:00', end).replace(',yes,', ',no,');
const bob = (end: string) => entryRow('b', 'bob', '2026-10-06', '08:00', end);
const corrections = (...argv: readonly string[]) =>
  bench.run(NOVEMBER, 'corrections', '2026-10', '--final', ...argv);

async function final(accept: string, ...rows: readonly string[]): Promise<void> {
  bench = openFolderBench(CONFIGURATION);
  bench.entries(...rows);
  await bench.done('2026-11-02T09:00:00Z', 'export', '2026-10', '--final', '--accept', accept);
}

describe('an accepted exception', { timeout: 120_000 }, () => {
  test('of an entry that is longer now blocks again', async () => {
    await final('UNREVIEWED=agreed by phone', unreviewed('16:00'), bob('16:00'));
    // A change of somebody else needs no new reason.
    bench.entries(unreviewed('16:00'), bob('17:00'));
    expect((await corrections()).status).toBe(0);
    bench.entries(unreviewed('21:00'), bob('17:00'));
    const refused = await corrections();
    expect([refused.status, refused.json.error?.code]).toEqual([5, 'EXPORT_BLOCKED']);
    expect(refused.json.error.message).toContain('UNREVIEWED');
    expect((await corrections('--accept', 'UNREVIEWED=agreed again')).status).toBe(0);
    expect((await corrections()).status).toBe(0);
  });

  test('of an overlap of half an hour does not stand for one of hours', async () => {
    const second = (start: string, end: string) => entryRow('y', 'ann', '2026-10-05', start, end);
    const first = entryRow('x', 'ann', '2026-10-05', '08:00', '16:00');
    await final('OVERLAP=both worked', first, second('15:30', '18:00'));
    bench.entries(first, second('08:00', '18:00'));
    const refused = await corrections();
    expect(refused.json.error?.message).toContain('OVERLAP');
  });
});
