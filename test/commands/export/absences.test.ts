import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';
import { pythonWith, runPython } from '../../support/programs/pythonWith.js';

const SETTINGS = `absences: leave.csv
costCenters: { establishments: { 41e19744-2a38-4c6b-bb25-bf6145522e85: "4100" } }
payCodes:
  NORMAL: { external: "500" }
  LEAVE: { external: "3000", label: { en: Paid leave } }
`;
const python = pythonWith('openpyxl');
const HEADING = 'employee,from,to,code,days,minutes\n';

describe('absences in addition to hours', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService({}, SETTINGS);
  });
  afterAll(() => service.stop());

  const leave = (rows: string): void => writeFileSync(join(service.cwd, 'leave.csv'), HEADING + rows);
  const exported = (template: string) =>
    service.run(['export', '2026-10', '--template', template, '--quiet', '--out', 'out']);

  test('are in pay-lines with a separate kind, found by payroll number', {
    tags: 'slow',
  }, async () => {
    leave('00104,2026-10-05,2026-10-06,LEAVE,,228\n');
    const { status } = await exported('pay-lines');
    expect(status).toBe(0);
    const text = readFileSync(join(service.cwd, 'out', 'draft', 'bakery_2026-10_pay-lines.csv'), 'utf8');
    const rows = text.trimEnd().split('\n');
    expect(rows[0]).toMatch(/^employeeId,.*,payCode,kind,external,secondary,minutes,establishment/);
    const absent = rows.filter((row) => row.includes(',absence,'));
    expect(absent.length).toBeGreaterThan(0);
    for (const row of absent)
      expect(row).toMatch(/,00104,Peeters,Jan,2026-10-0[56],LEAVE,absence,3000,,228,,$/);
  });

  test('days without minutes are in pay-lines as quantities, next to those that have minutes', async () => {
    leave(
      '00104,2026-10-06,2026-10-06,LEAVE,0.5,\n00104,2026-10-06,2026-10-06,LEAVE,0.3,\n00104,2026-10-06,2026-10-06,LEAVE,,60\n',
    );
    expect((await exported('pay-lines')).status).toBe(0);
    const text = readFileSync(join(service.cwd, 'out', 'draft', 'bakery_2026-10_pay-lines.csv'), 'utf8');
    const [heading = '', ...rows] = text.trimEnd().split('\n');
    expect(heading).toMatch(/,minutes,establishment,quantity$/);
    expect(rows.filter((row) => row.includes(',absence,'))).toEqual([
      expect.stringMatching(/,00104,Peeters,Jan,2026-10-06,LEAVE,absence,3000,,60,,0\.8$/),
    ]);
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

  test('a template that needs hours is refused if days have none', async () => {
    leave('00104,2026-10-05,2026-10-06,LEAVE,1,\n');
    const { status, stderr } = await exported('generic-csv');
    expect(status).toBe(5);
    expect(stderr).toContain('ABSENCE_HOURS, 1: Peeters, Jan (00104) 2026-10-06');
    const people = await exported('pay-lines');
    expect(people.status).toBe(0);
  });

  test('a template that accepts days is not refused if the hours are unknown', async () => {
    leave('00104,2026-10-05,2026-10-06,LEAVE,0.5,\n');
    mkdirSync(join(service.cwd, 'days'), { recursive: true });
    writeFileSync(
      join(service.cwd, 'days', 'template.yaml'),
      `kind: text
description: Days of absence for the payroll system
audience: payroll
rows:
  each: pay-lines where kind = "absence"
  columns: [{ header: name, value: "{{employee.lastName}}" }, { header: date, value: "{{date}}" }, { header: code, value: "{{external}}" }, { header: days, value: "{{quantity}}" }]
`,
    );
    const { status, stderr } = await exported('./days');
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const text = readFileSync(join(service.cwd, 'out', 'draft', 'bakery_2026-10_days.csv'), 'utf8');
    expect(text).toMatch(/^name,date,code,days\n(?:Peeters,2026-10-0[56],3000,0\.5\n)+$/);
  });

  test.skipIf(python === undefined)(
    'the calendar of the workbook draws them, the timesheet lists them, control shows them separately',
    { tags: 'slow' },
    async () => {
      leave('00104,2026-10-05,2026-10-06,LEAVE,,228\n');
      expect((await exported('monthly-hours')).status).toBe(0);
      expect((await exported('timesheets')).status).toBe(0);
      const seen = runPython(
        python ?? '',
        `
import json, openpyxl, sys
folder = sys.argv[1]
book = openpyxl.load_workbook(folder + '/bakery_2026-10_monthly-hours.xlsx')
calendar = book['Calendar']
row = next(r for r in calendar.iter_rows() if r[0].value == '00104')
marked = [c for c in row if c.value == '○' or '○' in c.number_format]
fills = {c.fill.fgColor.rgb for c in marked}
texts = [str(c.value) for r in calendar.iter_rows() for c in r if c.value]
control = [[str(c.value) for c in r if c.value is not None] for r in book['Control'].iter_rows()]
sheets = openpyxl.load_workbook(folder + '/bakery_2026-10_timesheets.xlsx')
remarks = [str(c.value) for s in sheets for r in s.iter_rows() for c in r if c.value and 'Paid leave' in str(c.value)]
print(json.dumps({
  'calendar': [str(len(marked)), *fills, *[t for t in texts if 'Absent' in t]],
  'remarks': remarks,
  'centres': [[str(c.value) for c in r[:2]] for r in book.worksheets[0].iter_rows() if r[0].value in ('4100', 'Cost centre')],
  'control': [c for c in control if 'Absences (no worked time)' in c],
}))
`,
        join(service.cwd, 'out', 'draft'),
      ) as { calendar: string[]; remarks: string[]; centres: string[][]; control: string[][] };
      expect(seen.calendar).toEqual(['1', 'FFE7E2F3', 'Absent (absence file)']);
      expect(seen.remarks).toContain('Paid leave 228 min');
      expect(seen.control).toHaveLength(1);
      expect(seen.centres).toEqual([
        ['Cost centre', 'Employees'],
        ['4100', expect.stringMatching(/^\d+$/)],
      ]);
    },
  );

  test('a row without an employee and a missing file are reported', async () => {
    leave('99999,2026-10-05,2026-10-06,LEAVE,1,\n');
    const nobody = await exported('pay-lines');
    expect(nobody.status).toBe(2);
    expect(nobody.stderr).toContain('leave.csv:2: 99999');
  });
});
