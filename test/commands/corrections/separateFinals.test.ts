import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  isWorked,
  type LedgerBench,
  OFFLINE,
  startLedgerBench,
  withEntries,
} from '../../support/employers/ledgerBench.js';
import { ACCEPT } from '../../support/employers/sampleService.js';

const PERIOD = '2026-10-05..2026-10-05';

let bench: LedgerBench;
beforeEach(async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-05'], 'payCodes:\n  NORMAL: { external: "100" }');
  bench.giveNumbers();
});
afterEach(() => bench.stop());

/** The service after every employee worked this many minutes less. */
const shorter = (minutes: number) =>
  bench.changed((records) =>
    withEntries(records, (entries) =>
      entries.map((entry) =>
        isWorked(entry) ? { ...entry, workedMinutes: (entry.workedMinutes ?? 0) - minutes } : entry,
      ),
    ),
  );

test('two finals of one day with a template each: a correction of both has each change once', {
  tags: 'slow',
  timeout: 120_000,
}, async () => {
  for (const template of ['pay-lines', 'generic-csv', 'silae']) {
    const { error } = await bench.json(['export', PERIOD, '--final', '--template', template, ...ACCEPT]);
    expect(error).toBeUndefined();
  }
  for (const minutes of [6, 18]) {
    const env = await shorter(minutes);
    const listed = await bench.json(['corrections', PERIOD], { env });
    const byTemplate = (name: string): number[] =>
      listed.runs[0].lines.flatMap((line: { template: string; differenceMinutes: number }) =>
        line.template === name ? [line.differenceMinutes] : [],
      );
    const expected = minutes === 6 ? -6 : -12;
    for (const name of ['pay-lines', 'generic-csv', 'silae'])
      expect([name, new Set(byTemplate(name))]).toEqual([name, new Set([expected])]);
    const made = await bench.json(['corrections', PERIOD, '--final', ...ACCEPT], { env });
    const [{ runId, files, lines }] = made.runs;
    expect(files).toHaveLength(3);
    const who = ['explain', PERIOD, '--employee', lines[0].employeeId, '--run', runId];
    const { explanations } = await bench.json(who, { env: OFFLINE });
    expect(explanations[0].corrected).toEqual(
      ['generic-csv', 'pay-lines', 'silae'].map((template) => ({
        template,
        date: '2026-10-05',
        payCode: 'NORMAL',
        minutes: expected,
        unit: 'minutes',
        amount: expected,
        isSettled: false,
      })),
    );
    const { stdout } = await bench.service.run(who, { env: OFFLINE });
    expect(stdout).toContain(
      `2026-10-05 NORMAL: −0:${minutes === 6 ? '06' : '12'} h (−${-expected} min), in silae`,
    );
    expect((await bench.json(['corrections', PERIOD], { env })).runs[0].lines).toEqual([]);
  }
  expect((await bench.json(['verify'])).status).toBe(0);
});
