import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LedgerBench, startLedgerBench } from '../../support/employers/ledgerBench.js';
import { ACCEPT, AFTER } from '../../support/employers/sampleService.js';

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

test('status counts what blocks as check does, and the start screen suggests what the month needs', {
  tags: 'slow',
}, async () => {
  const month = await startLedgerBench(['2026-10-13', '2026-10-17'], 'templates: [pay-lines]');
  const ask = async (...argv: readonly string[]) =>
    (await month.service.run(argv, { nowMs: AFTER, columns: 100 })).stdout;
  /** What an export of the month counts, and the next step afterwards. */
  const after = async (...options: readonly string[]) => {
    const said = await ask('export', '2026-10', ...options);
    const [, counted = ''] = /exceptions +(.+)/.exec(said) ?? [];
    expect(await ask('status', '--period', '2026-10')).toContain(counted);
    const [step = ''] = /paytally (?:check|export|corrections) 2026-10[^\n]*/.exec(await ask()) ?? [];
    return [counted, step.split('  ')[0]];
  };
  try {
    expect(await ask('status', '--period', '2026-10')).toContain('not read yet');
    const [counted = '', step] = await after();
    expect(step).toBe('paytally check 2026-10');
    const [blocking] = /^\d+(?= blocking)/.exec(counted) ?? [];
    expect(await ask('check', '2026-10')).toContain(`Not ready to pay: ${blocking} items to resolve first`);
    const accepted = counted.replace(/^(\d+) blocking and (.+)$/, '$2 and $1 accepted');
    expect(await after(...ACCEPT)).toEqual([accepted, 'paytally export 2026-10 --final']);
    expect(await after('--final', ...ACCEPT)).toEqual([accepted, 'paytally corrections 2026-10']);
  } finally {
    await month.stop();
  }
});
