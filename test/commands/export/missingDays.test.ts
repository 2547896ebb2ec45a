import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

const FIRST = '2026-10-05..2026-10-09';
const SECOND = '2026-10-12..2026-10-16';

let service: SampleService | undefined;
afterEach(() => service?.stop());

type Records = readonly {
  readonly employeeId: string | null;
  readonly status?: string;
  readonly workDate?: string;
}[];

/** Two weeks, in the second of which someone who worked in the first has no record. */
async function withoutOne(): Promise<{ employers: readonly EmployerData[]; gone: string }> {
  const [employer] = await sampleOfDays('2026-10-05', '2026-10-16');
  if (employer === undefined) throw new Error('no employer');
  const entries = employer.records['time-entries'] as unknown as Records;
  const worked = entries.find(({ employeeId, status }) => employeeId !== null && status === 'Completed');
  const gone = worked?.employeeId ?? '';
  const isLeft = ({ employeeId }: Records[number], date: string) =>
    employeeId !== gone || date < '2026-10-12';
  const records = {
    ...employer.records,
    'time-entries': [...entries].filter((entry) => isLeft(entry, entry.workDate ?? '')) as never,
    shifts: [...(employer.records.shifts as unknown as (Records[number] & { date: string })[])].filter(
      (shift) => isLeft(shift, shift.date),
    ) as never,
  };
  return { employers: [{ ...employer, records }], gone };
}

describe('a person without any day in the period who had some in the last one', () => {
  test('is reported, so that the month is never "nothing to review"', { tags: 'slow' }, async () => {
    const { employers, gone } = await withoutOne();
    const off =
      'exceptions: { OPEN_ENTRY: off, UNREVIEWED: off, OVERLAP: off, MISSING_END: off, SHIFT_NO_ENTRY: off }';
    service = await startSampleService({ employers }, `templates: [pay-lines]\n${off}`);
    expect((await service.json(['export', FIRST, '--final', ...ACCEPT])).status).toBe(0);
    const { runs } = await service.json(['check', SECOND]);
    const entries = (employers[0]?.records['time-entries'] ?? []) as unknown as Records;
    const at = (from: string, to: string) =>
      [...entries]
        .filter(({ workDate = '', status }) => status === 'Completed' && workDate >= from && workDate <= to)
        .flatMap(({ employeeId }) => employeeId ?? []);
    const later = new Set(at('2026-10-12', '2026-10-16'));
    const missing = new Set(at('2026-10-05', '2026-10-09').filter((id) => !later.has(id)));
    expect(missing).toContain(gone);
    expect(runs[0].exceptions).toHaveProperty('MISSING_EMPLOYEE', missing.size);
    const { stdout } = await service.run(['check', SECOND], { nowMs: AFTER });
    expect(stdout).not.toMatch(/nothing to review/i);
    expect(stdout).toContain('MISSING_EMPLOYEE');
  });
});

describe('EXPECTED_DAY', () => {
  const MAPPING = (id: string) => `employeeId,employeeNumber,contractWeekdays\n${id},101,12345\n`;

  test.each([
    ['off', undefined],
    ['warn', 5],
  ])('is %s: contract weekdays without work', async (severity, count) => {
    const { employers, gone } = await withoutOne();
    service = await startSampleService({ employers }, `exceptions: { EXPECTED_DAY: ${severity} }`);
    writeFileSync(join(service.cwd, 'employees-bakery.csv'), MAPPING(gone));
    const { runs } = await service.json(['check', SECOND]);
    expect(runs[0].exceptions.EXPECTED_DAY).toBe(count);
  });

  test('stops a final where it is set to block-final, and takes leave and holidays for an answer', async () => {
    const { employers, gone } = await withoutOne();
    service = await startSampleService(
      { employers },
      'templates: [pay-lines]\nexceptions: { EXPECTED_DAY: block-final }\nabsences: away.csv\nholidays: feasts.csv',
    );
    writeFileSync(join(service.cwd, 'employees-bakery.csv'), MAPPING(gone));
    writeFileSync(join(service.cwd, 'feasts.csv'), 'date,name\n2026-10-16,Feast\n');
    const away = (to: string) =>
      writeFileSync(
        join(service?.cwd ?? '', 'away.csv'),
        `employee,from,to,code,days\n${gone},2026-10-12,${to},LEAVE,1\n`,
      );
    away('2026-10-14');
    const blocked = await service.json(['export', SECOND, '--final', ...ACCEPT]);
    expect([blocked.status, blocked.error.code]).toEqual([5, 'EXPORT_BLOCKED']);
    expect(blocked.error.message).toContain('2026-10-15');
    away('2026-10-15');
    expect((await service.json(['export', SECOND, '--final', ...ACCEPT])).status).toBe(0);
  });
});
