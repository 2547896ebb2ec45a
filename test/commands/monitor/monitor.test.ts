import { afterEach, describe, expect, test } from 'vitest';
import { entryOn } from '../../support/employers/entryOn.js';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { editEntry } from '../../support/service/edits.js';

const DAYS = ['2026-10-20', '2026-10-22'] as const;

const opened: SampleService[] = [];
afterEach(async () => {
  for (const service of opened.splice(0)) await service.stop();
});

async function started(configuration = ''): Promise<SampleService> {
  const employers = await sampleOfDays(...DAYS);
  const service = await startSampleService({ employers }, configuration);
  opened.push(service);
  return service;
}

const EXPORT = ['export', '2026-10', '--final', '--template', 'pay-lines', ...ACCEPT];

async function pass(service: SampleService, ...more: string[]) {
  const run = await service.run(['monitor', '--once', '--json', ...more], { nowMs: AFTER });
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
  const [employer] = JSON.parse(run.stdout).employers;
  return employer;
}

describe('paytally monitor --once', () => {
  test('reports a change to a final once, and with --all while it persists', { tags: 'slow' }, async () => {
    const service = await started();
    expect((await service.run(EXPORT, { nowMs: AFTER })).status).toBe(0);
    const before = await pass(service);
    expect(before.changes).toEqual([]);
    const entry = entryOn(await sampleOfDays(...DAYS), '2026-10-21');
    service.edit(editEntry.delete(String(entry?.id)));
    const after = await pass(service);
    const minutes = entry?.workedMinutes;
    expect(after.changes).toEqual([
      expect.objectContaining({
        employeeId: entry?.employeeId,
        date: '2026-10-21',
        payCode: 'NORMAL',
        unit: 'minutes',
        beforeMinutes: minutes,
        afterMinutes: 0,
        cause: 'deleted',
      }),
    ]);
    expect((await pass(service)).changes).toEqual([]);
    expect((await pass(service, '--all')).changes).toEqual(after.changes);
  });
});
