import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../cli/sampleService.js';

const SETTINGS = `absences: leave.csv
costCenters: { establishments: { 41e19744-2a38-4c6b-bb25-bf6145522e85: "4100" } }
payCodes:
  LEAVE: { external: "3000", label: { en: Paid leave } }
`;
const HEADING = 'employee,from,to,code,days,minutes\n';

describe('absences beside the hours', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService({}, SETTINGS);
  });
  afterAll(() => service.stop());

  const leave = (rows: string): void => writeFileSync(join(service.cwd, 'leave.csv'), HEADING + rows);
  const exported = (template: string) =>
    service.run(['export', '2026-10', '--template', template, '--quiet', '--out', 'out']);

  test('stand in pay-lines with a kind of their own, found by the payroll number', async () => {
    leave('00104,2026-10-05,2026-10-06,LEAVE,,228\n');
    const { status } = await exported('pay-lines');
    expect(status).toBe(0);
    const text = readFileSync(join(service.cwd, 'out', 'draft', 'bakery_2026-10_pay-lines.csv'), 'utf8');
    const rows = text.trimEnd().split('\n');
    expect(rows[0]).toMatch(/^employeeId,.*,payCode,kind,external,secondary,minutes,establishment/);
    const absent = rows.filter((row) => row.includes(',absence,'));
    expect(absent.length).toBeGreaterThan(0);
    for (const row of absent)
      expect(row).toMatch(/,00104,Peeters,Jan,2026-10-0[56],LEAVE,absence,3000,,228,/);
  });

  test('are never among the worked minutes', async () => {
    leave('');
    const without = await service.run(['check', '2026-10', '--json']);
    leave('00104,2026-10-05,2026-10-09,LEAVE,,456\n');
    const withLeave = await service.run(['check', '2026-10', '--json']);
    const controlOf = (stdout: string) => JSON.parse(stdout).runs[0].control;
    expect(controlOf(withLeave.stdout)).toEqual(controlOf(without.stdout));
    expect(JSON.parse(withLeave.stdout).runs[0].exceptions.WORKED_ON_ABSENCE).toBeGreaterThan(0);
  });

  test('a template that needs hours is refused where days have none', async () => {
    leave('00104,2026-10-05,2026-10-06,LEAVE,1,\n');
    const { status, stderr } = await exported('datev-lodas');
    expect([2, 5]).toContain(status);
    expect(stderr).toContain('paytally');
    const people = await exported('pay-lines');
    expect(people.status).toBe(0);
  });

  test('a row about nobody, and a file that is not there, are told', async () => {
    leave('99999,2026-10-05,2026-10-06,LEAVE,1,\n');
    const nobody = await exported('pay-lines');
    expect(nobody.status).toBe(2);
    expect(nobody.stderr).toContain('leave.csv:2: 99999');
  });
});
