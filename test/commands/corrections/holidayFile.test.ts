// @module-tag slow
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LedgerBench, OFFLINE, startLedgerBench } from '../../support/employers/ledgerBench.js';
import { ACCEPT, AFTER, type JsonAnswer } from '../../support/employers/sampleService.js';

const DAYS = '2026-10-05..2026-10-07';
const HEADING = 'date;name;part;where;action';

let bench: LedgerBench;
beforeEach(async () => {
  bench = await startLedgerBench(
    ['2026-10-05', '2026-10-07'],
    [
      'holidays: holidays.csv',
      'templates: [pay-lines]',
      'payRules: { base: [{ code: NORMAL }], loadings: [{ code: FEAST, on: [holiday] }] }',
    ].join('\n'),
  );
  write('2026-10-06;Town feast;;;');
});
afterEach(() => bench.stop());

function write(...rows: readonly string[]): void {
  writeFileSync(join(bench.service.cwd, 'holidays.csv'), [HEADING, ...rows].join('\n'));
}

const digests = ({ runs }: JsonAnswer): string[] =>
  runs[0].files.map(({ sha256 }: { sha256: string }) => sha256);

const causes = ({ runs }: JsonAnswer): string[] => [
  ...new Set<string>(runs[0].lines.map(({ cause }: { cause: string }) => cause)),
];

test('a final keeps its holidays: rerun and verify as before, corrections name the cause', async () => {
  const made = await bench.json(['export', DAYS, '--final', ...ACCEPT]);
  expect({ status: made.status, error: made.error }).toEqual({ status: 0 });
  expect(readFileSync(made.runs[0].files[0].path, 'utf8')).toContain(',FEAST,');
  const unchanged = await bench.json(['corrections', DAYS], { nowMs: AFTER + 1 });
  expect(unchanged.runs[0].lines).toEqual([]);
  write('2026-10-06;Town feast;12:00-24:00;;');
  const again = await bench.json(['rerun', made.runs[0].runId, '--out', 'again'], { env: OFFLINE });
  expect(digests(again)).toEqual(digests(made));
  const verified = await bench.json(['verify', made.runs[0].runId]);
  expect(verified.runs[0].ok).toBe(true);
  const changed = await bench.json(['corrections', DAYS], { nowMs: AFTER + 2 });
  expect(causes(changed)).toEqual(['holiday']);
  expect(changed.runs[0].lines.every(({ payCode }: { payCode: string }) => payCode === 'FEAST')).toBe(true);
});

test('a line of the file that cannot be read stops the run, with its number', async () => {
  write('2026-10-06;Town feast;noon;;');
  const refused = await bench.json(['export', DAYS]);
  expect(refused.status).toBe(2);
  expect(refused.error).toMatchObject({ code: 'HOLIDAYS_INVALID' });
  expect(refused.error?.message).toContain('holidays.csv:2:');
});
