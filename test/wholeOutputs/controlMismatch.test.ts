// @module-tag slow

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type * as control from '../../src/domain/timesheet/controlTotals.js';
import { startSampleService } from '../support/employers/sampleService.js';

vi.mock('../../src/domain/timesheet/controlTotals.js', async (original) => {
  const real = await original<typeof control>();
  return {
    ...real,
    controlTotals: (...given: Parameters<typeof real.controlTotals>) => {
      const good = real.controlTotals(...given);
      return { ...good, exported: { ...good.exported, minutes: good.exported.minutes + 1 } };
    },
  };
});

/** Without the store, which a run with write access opens before its outcome is known. */
function namesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => !name.startsWith('.paytally'));
}

test('totals that contradict each other are an internal error: status 1, the code, and nothing written', async () => {
  const service = await startSampleService();
  try {
    const before = namesIn(service.cwd);
    const { status, stdout, stderr } = await service.run(['export', '2026-10', '--json']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'CONTROL_MISMATCH',
      record: 'employer: exported, minutes',
      remedy: expect.stringContaining('Report this'),
    });
    expect(stderr).toContain('CONTROL_MISMATCH');
    expect(existsSync(join(service.cwd, 'out'))).toBe(false);
    expect(namesIn(service.cwd)).toEqual(before);
  } finally {
    await service.stop();
  }
});
