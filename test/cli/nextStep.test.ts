import { describe, expect, test } from 'vitest';
import type { CorrectedEmployer } from '../../src/app/session/runPeriod.js';
import { nextAfterCorrections, nextAfterRuns } from '../../src/cli/nextStep.js';
import type { LoadedConfig } from '../../src/config/config.js';

const LOOKED: Parameters<typeof nextAfterCorrections>[1] = {
  period: '2026-10',
  config: 'other.yaml',
  employer: ['bakery'],
  template: ['pay-lines'],
  out: 'payroll files',
  accept: ['OPEN_ENTRY=seen by Lieve'],
  since: '20261103T060000-1a2b3c',
  final: false,
  supersede: undefined,
  estimateFrom: undefined,
  read: undefined,
  dryRun: false,
  deliver: false,
  mail: false,
  jobs: '4',
  json: false,
  progress: false,
  quiet: false,
  verbose: false,
  language: undefined,
};

const ENGLISH = { language: 'en' } as LoadedConfig;

/** Corrections with this many lines; the other properties are not used. */
function corrected(lines: number, systems: readonly string[] = []): CorrectedEmployer[] {
  const sheet = systems.map((template) => ({ template }));
  return [
    {
      outcome: { lines: Array(lines).fill({}), byHand: [], sheet, balances: [] },
      deliveries: undefined,
    } as unknown as CorrectedEmployer,
  ];
}

test('suggests the final corrections with all options of the preview', () => {
  expect(nextAfterCorrections(corrected(1), LOOKED, ENGLISH)?.command).toBe(
    'paytally corrections 2026-10 --final --since 20261103T060000-1a2b3c --accept "OPEN_ENTRY=seen by Lieve" --out "payroll files" --employer bakery --template pay-lines --config other.yaml',
  );
});

test('suggests no command after corrections without lines', () => {
  expect(nextAfterCorrections(corrected(0), LOOKED, ENGLISH)).toBeUndefined();
});

test('amounts to enter by hand are settled once for each payroll system', () => {
  const { command = '' } =
    nextAfterCorrections(corrected(3, ['lodas', 'lodas', 'acerta']), LOOKED, ENGLISH) ?? {};
  expect(command).toContain(
    '--final --settle "lodas=entered by hand" --settle "acerta=entered by hand" --since',
  );
});

test('once corrections are sent, the first later final that they have moved is next', () => {
  const [only] = corrected(0);
  const days = { runId: '20261103T060000-1a2b3c', from: '2026-11-01', to: '2026-11-30' };
  const outcome = { ...only?.outcome, employer: 'bakery', made: {}, laterFinals: [days] };
  const sent = { outcome, deliveries: [] } as unknown as CorrectedEmployer;
  expect(nextAfterCorrections([sent], { ...LOOKED, final: true }, ENGLISH)?.command).toBe(
    'paytally corrections 2026-11 --employer bakery --config other.yaml',
  );
});

test('the corrections of a preview with planned shifts have them too', () => {
  const planned = { ...LOOKED, estimateFrom: '2026-10-28' };
  expect(nextAfterCorrections(corrected(1), planned, ENGLISH)?.command).toContain(
    ' --since 20261103T060000-1a2b3c --estimate-from 2026-10-28 --accept ',
  );
});

describe('after a dry run', () => {
  const dry = { ...LOOKED, final: true, dryRun: true, deliver: true, estimateFrom: '2026-10-28' };

  test('of a replacement, suggests the same command without it', () => {
    const options = { ...dry, supersede: 'wrong codes' };
    expect(nextAfterRuns([], options, 'plan', ENGLISH)).toEqual({
      when: 'now',
      command:
        'paytally export 2026-10 --final --accept "OPEN_ENTRY=seen by Lieve" --supersede "wrong codes" --estimate-from 2026-10-28 --out "payroll files" --deliver --employer bakery --template pay-lines --config other.yaml',
    });
  });

  test('of a final, suggests none', () => {
    expect(nextAfterRuns([], dry, 'plan', ENGLISH)).toBeUndefined();
  });
});
