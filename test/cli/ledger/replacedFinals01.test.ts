import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../runPaytally.js';
import { ACCEPT, type Entry, isWorked, type LedgerBench, OFFLINE, startLedgerBench, withEntries } from './ledgerBench.js';

/**
 * Made by version 0.1 itself: of one day of the sample a final of `pay-lines`, one of `pay-lines` and `employee-days`
 * and one of `employee-days`, and a draft of `pay-lines` of the next day.
 */
const STORE = join(PROJECT, 'test/store/fixtures/version0.1-replaced.sqlite.gz');
const FIRST = '20261122T205010-e09246';
const SECOND = '20261122T205015-c2a9de';
const THIRD = '20261122T205020-45ba5a';
const DRAFT = '20261122T205025-731163';
const [DAY, NEXT] = ['2026-10-05..2026-10-05', '2026-10-06..2026-10-06'];

let bench: LedgerBench;
beforeAll(async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-07'], 'templates: [pay-lines]');
  mkdirSync(join(bench.service.cwd, '.paytally'));
  const path = join(bench.service.cwd, '.paytally', 'store.sqlite');
  writeFileSync(path, gunzipSync(readFileSync(STORE)));
  const store = new DatabaseSync(path);
  store.prepare(`UPDATE run SET manifest = replace(manifest, '/cwd/', ?)`).run(`${bench.service.cwd}/`);
  store.close();
  await asWritten();
});
afterAll(() => bench.stop());

/** What version 0.1 wrote: every run over the files of the ones before, drafts among the finals. */
async function asWritten(): Promise<void> {
  mkdirSync(bench.at());
  for (const runId of [FIRST, SECOND, THIRD, DRAFT]) {
    const { runs } = await bench.json(['rerun', runId, '--out', 'then'], { env: OFFLINE });
    for (const { path } of runs[0].files)
      writeFileSync(bench.at(path.split(/[\\/]/).at(-1)), asThen(readFileSync(path, 'utf8')));
  }
}

/** Version 0.1 kept no templates, and its `pay-lines` had no column `quantity`. */
function asThen(text: string): string {
  return /,quantity\n/.test(text) ? text.replace(/,(?:quantity)?$/gm, '') : text;
}

const final = (period: string, template: string, ...more: readonly string[]) =>
  bench.json(['export', period, '--final', '--template', template, ...ACCEPT, ...more]);

describe('several finals of version 0.1 of one day', () => {
  test('the newest of each template counts, and the files are what was recorded', async () => {
    const { runs } = await bench.json(['history']);
    expect(runs.map(({ runId, state }: Record<string, string>) => [runId, state])).toEqual([
      [DRAFT, 'draft'],
      [THIRD, 'final'],
      [SECOND, 'final'],
      [FIRST, 'superseded'],
    ]);
    const verified = await bench.json(['verify']);
    expect([verified.status, verified.runs.map(({ ok }: { ok: boolean }) => ok)]).toEqual([
      0,
      [true, true, true],
    ]);
  });

  test.each([
    ['pay-lines', SECOND],
    ['employee-days', THIRD],
  ])('%s is final, though the other template was exported again later', async (template, runId) => {
    const { status, error } = await final(DAY, template, '--out', 'elsewhere');
    expect([status, error.code, error.record]).toEqual([5, 'ALREADY_FINAL', runId]);
  });

  test('each hour is corrected once, beside the final that has it', async () => {
    let employeeId: unknown;
    const env = await bench.changed((records) =>
      withEntries(records, (entries) => {
        const worked = entries.find((entry) => isOfTheFirst(entry));
        employeeId = worked?.employeeId;
        return entries.map((entry) =>
          entry === worked ? { ...entry, workedMinutes: (entry.workedMinutes ?? 0) - 30 } : entry,
        );
      }),
    );
    const made = await bench.json(['corrections', DAY, '--final', ...ACCEPT], { env });
    expect(made.runs[0].lines).toEqual([
      expect.objectContaining({
        template: 'pay-lines',
        employeeId,
        differenceMinutes: -30,
        originalRun: SECOND,
        reconstructed: true,
      }),
    ]);
    const again = await bench.json(['corrections', DAY, '--final', ...ACCEPT], { env });
    expect([again.status, again.runs[0].lines]).toEqual([0, []]);
    const { runId, files } = made.runs[0];
    const rerun = await bench.json(['rerun', runId, '--out', 'again'], { env: OFFLINE });
    expect(rerun.runs[0].files[0].sha256).toBe(files[0].sha256);
    expect((await bench.json(['verify'])).status).toBe(0);
  });
});

const isOfTheFirst = (entry: Entry): boolean => entry.workDate === '2026-10-05' && isWorked(entry);

describe('a final after them', () => {
  test('takes the place of no file that nobody knows', async () => {
    const path = bench.at(`bakery_${NEXT}_pay-lines.csv`);
    const drafted = readFileSync(path);
    writeFileSync(path, 'ours\n');
    expect(await final(NEXT, 'pay-lines')).toMatchObject({ status: 6, error: { code: 'OUTPUT_EXISTS' } });
    expect(readFileSync(path, 'utf8')).toBe('ours\n');
    writeFileSync(path, drafted);
  });

  test('replaces the draft that stands there, says what moved, and is made again offline', async () => {
    const { runs } = await bench.json([
      'export',
      NEXT,
      '--final',
      '--template',
      'review',
      '--template',
      'pay-lines',
      ...ACCEPT,
    ]);
    const [{ runId, changes, files }] = runs;
    expect(files.map(({ path }: { path: string }) => path)).toContain(
      bench.at(`bakery_${NEXT}_pay-lines.csv`),
    );
    expect(changes.earlierPeriod).toMatchObject({ runId: THIRD, period: DAY });
    expect(changes.samePeriod).toMatchObject({ runId: DRAFT });
    const [{ digest }] = (await bench.json(['history', THIRD])).runs;
    const page = bench.text(`bakery_${NEXT}_review.html`);
    expect(page).toContain(digest);
    expect(page).toContain(DAY);
    const again = await bench.json(['rerun', runId, '--out', 'again'], { env: OFFLINE });
    expect(again.runs[0].files.map(({ sha256 }: { sha256: string }) => sha256)).toEqual(
      files.map(({ sha256 }: { sha256: string }) => sha256),
    );
  });
});
