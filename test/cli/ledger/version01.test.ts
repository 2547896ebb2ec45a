import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PROJECT } from '../runPaytally.js';
import { ACCEPT, type Entry, isWorked, type LedgerBench, OFFLINE, startLedgerBench } from './ledgerBench.js';

/** Made by version 0.1 itself: two finals of three days of the sample, `pay-lines` and `employee-days`. */
const STORE = join(PROJECT, 'test/store/fixtures/version0.1.sqlite.gz');
const [OLDER, FINAL] = ['20261122T131214-3e3224', '20261122T131227-2db6c4'];
const PERIOD = '2026-10-05..2026-10-07';

let bench: LedgerBench;
beforeEach(async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-07'], 'templates: [pay-lines]');
  mkdirSync(join(bench.service.cwd, '.paytally'));
  writeFileSync(join(bench.service.cwd, '.paytally', 'store.sqlite'), gunzipSync(readFileSync(STORE)));
});
afterEach(() => bench.stop());

const WORKED = 'time-entries';
/** Somebody worked half an hour less on the 6th. */
const shorter = () => {
  const entries = bench.records[WORKED] as readonly Entry[];
  const changed = entries.find((entry) => entry.workDate === '2026-10-06' && isWorked(entry));
  if (changed === undefined) throw new Error('nobody worked');
  const edit = (entry: Record<string, unknown>) =>
    entry.id === changed.id ? { ...entry, workedMinutes: (changed.workedMinutes ?? 0) - 30 } : entry;
  return {
    employeeId: changed.employeeId,
    env: bench.changed((records) => ({ ...records, [WORKED]: entries.map(edit) })),
  };
};

describe('a final of version 0.1', () => {
  test('is marked in the history, and its stored records are what its files were made of', {
    tags: 'slow',
  }, async () => {
    const { runs } = await bench.json(['history']);
    expect(
      runs.map(({ runId, state, reconstructed }: Record<string, unknown>) => [runId, state, reconstructed]),
    ).toEqual([
      [FINAL, 'final', true],
      [OLDER, 'superseded', true],
    ]);
    const unchanged = await bench.json(['corrections', PERIOD]);
    expect([unchanged.status, unchanged.runs[0].lines]).toEqual([0, []]);
    expect(unchanged.stderr).toContain(`${FINAL} was made by version 0.1`);

    const again = await bench.json(['rerun', String(FINAL), '--out', 'again'], { env: OFFLINE });
    expect([again.status, again.runs[0].files[0].rows]).toEqual([0, 65]);
    expect(again.runs[0].control).toMatchObject({ fetchedEntries: 67, exportedMinutes: 28_818 });
  });

  test('is corrected from what is reconstructed, which later configurations do not change', {
    tags: 'slow',
  }, async () => {
    const { employeeId, env } = shorter();
    const asked = { env: await env };
    const listed = await bench.json(['corrections', PERIOD], asked);
    expect(listed.runs[0].lines).toEqual([
      expect.objectContaining({
        employeeId,
        date: '2026-10-06',
        differenceMinutes: -30,
        causes: ['changed'],
        originalRun: FINAL,
        reconstructed: true,
      }),
    ]);
    const made = await bench.json(['corrections', PERIOD, '--final', ...ACCEPT], asked);
    expect([made.status, made.runs[0].lines.length]).toEqual([0, 1]);
    expect((await bench.json(['corrections', PERIOD], asked)).runs[0].lines).toEqual([]);

    const file = bench.text(`bakery_${PERIOD}_pay-lines_corrections-1.csv`);
    const again = await bench.json(['rerun', made.runs[0].runId, '--out', 'again'], { env: OFFLINE });
    expect(again.status).toBe(0);
    expect(bench.text('..', 'again', `bakery_${PERIOD}_pay-lines_corrections-1.csv`)).toBe(file);

    const config = join(bench.service.cwd, 'paytally.yaml');
    writeFileSync(config, `payRules: { base: [{ code: OTHER }] }\n${readFileSync(config, 'utf8')}`);
    const ruled = await bench.json(['corrections', PERIOD], asked);
    const { lines } = ruled.runs[0];
    expect(lines.length).toBeGreaterThan(100);
    expect(new Set(lines.map(({ cause }: { cause: string }) => cause))).toEqual(new Set(['rule']));
  });

  test('from which somebody was purged says that its records are gone', async () => {
    const { employeeId } = shorter();
    expect(
      (await bench.json(['purge', '--person', String(employeeId), '--reason', 'asked for'])).status,
    ).toBe(0);
    const { status, error } = await bench.json(['corrections', PERIOD]);
    expect([status, error.code, error.message]).toEqual([
      5,
      'RUN_PURGED',
      expect.stringContaining('its records are gone'),
    ]);
  });
});
