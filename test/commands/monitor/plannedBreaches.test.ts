import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryOn } from '../../support/employers/entryOn.js';
import {
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { editShift } from '../../support/service/edits.js';

const DAYS = ['2026-10-26', '2026-10-31'] as const;

let service: SampleService;
let employeeId = '';
beforeAll(async () => {
  const employers = await sampleOfDays(...DAYS);
  service = await startSampleService({ employers }, 'workingTime: { pack: eu }');
  const { establishmentId, employeeId: worker } = entryOn(employers, '2026-10-28') ?? {};
  employeeId = String(worker);
  const shift = (id: string, day: string, startsAt: string, endsAt: string) =>
    service.edit(
      editShift.put({
        id,
        date: day,
        startsAt: `${startsAt}+01:00`,
        endsAt: `${endsAt}+01:00`,
        employeeId,
        establishmentId: String(establishmentId),
      }),
    );
  // After the day of the test: 22:00 to 6:00, and again from 12:00.
  shift('5b1f6c1e-0c1e-4a7e-9a6e-000000000001', '2026-11-05', '2026-11-05T12:00:00', '2026-11-05T22:00:00');
  shift('5b1f6c1e-0c1e-4a7e-9a6e-000000000002', '2026-11-06', '2026-11-06T06:00:00', '2026-11-06T14:00:00');
});
afterAll(() => service.stop());

async function passed(...more: string[]) {
  const run = await service.run(['monitor', '--once', '--json', ...more], { nowMs: AFTER });
  expect(run.stderr).toBe('');
  return JSON.parse(run.stdout).employers[0];
}

describe('breaches that the published plan would cause', () => {
  test('are reported once, stay in status, and disappear with the plan', async () => {
    const planned = [{ code: 'WT_DAILY_REST', employeeId, date: '2026-11-06' }];
    const first = await passed();
    expect(first.plannedBreaches).toEqual(expect.arrayContaining(planned));
    for (const { date } of first.plannedBreaches) expect(date >= '2026-11-03').toBe(true);
    expect((await passed()).plannedBreaches).toEqual([]);
    expect((await passed('--all')).plannedBreaches).toEqual(first.plannedBreaches);
    const status = await service.run(['status', '--json'], { nowMs: AFTER });
    expect(JSON.parse(status.stdout).employers[0].plannedBreaches).toEqual(first.plannedBreaches);
    const text = await service.run(['status'], { nowMs: AFTER });
    expect(text.stdout).toContain('the published plan would exceed limits of working time');
    expect(text.stdout).toContain('WT_DAILY_REST');
    service.edit(editShift.delete('5b1f6c1e-0c1e-4a7e-9a6e-000000000002'));
    expect((await passed('--all')).plannedBreaches).not.toEqual(expect.arrayContaining(planned));
  });

  test('check names unknown averages, and the first day of work that it needs to read', async () => {
    const run = await service.run(['check', '2026-10-26..2026-11-01', '--json', '--quiet'], { nowMs: AFTER });
    expect(JSON.parse(run.stdout).runs[0].workingTimeGaps).toEqual({
      known: expect.anything(),
      averages: { sundays: ['2026-11-01'], from: '2026-07-06' },
    });
    const text = await service.run(['check', '2026-10-26..2026-11-01', '--quiet'], { nowMs: AFTER });
    expect(text.stdout.replace(/\s+/g, ' ')).toContain(
      'The average week is unknown for 1 week: not all days since 2026-07-06 were read.',
    );
  });
});
