import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LedgerBench, startLedgerBench } from './ledger/ledgerBench.js';
import { ACCEPT, AFTER } from './sampleService.js';

const DAYS = '2026-10-05..2026-10-06';
const HOUR_MS = 3_600_000;

let bench: LedgerBench;
beforeEach(async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-06'], 'templates: [pay-lines]');
});
afterEach(() => bench.stop());

/** What the board shows, one hour later each time. */
async function boardAfter(hours: number, ...argv: readonly string[]) {
  const nowMs = AFTER + hours * HOUR_MS;
  if (argv.length > 0) await bench.service.run(argv, { nowMs });
  const { stdout } = await bench.service.run(['status', '--period', DAYS, '--json'], { nowMs });
  const [{ state, since }] = JSON.parse(stdout).employers;
  return { state, since };
}

const at = (hours: number) => new Date(AFTER + hours * HOUR_MS).toISOString().replace('.000Z', 'Z');

test('the board shows since when a period has had its state', async () => {
  expect(await boardAfter(0)).toEqual({ state: 'unread', since: null });
  const first = await boardAfter(1, 'export', DAYS);
  expect(first.since).toBe(at(1));
  expect(await boardAfter(2, 'export', DAYS)).toEqual(first);
  const final = await boardAfter(3, 'export', DAYS, '--final', ...ACCEPT);
  expect(final).toEqual({ state: 'final', since: at(3) });
  expect(await boardAfter(4)).toEqual(final);
});
