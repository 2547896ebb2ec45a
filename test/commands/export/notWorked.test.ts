import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';

const RULES = `absences: leave.csv
payRules:
  base: [{ code: OT, over: { day: 450 } }, { code: NORMAL }]
  loadings: [{ code: SUNDAY, on: [sunday] }]
  counts: [{ code: MEAL, per: entry }]
  credits: [{ code: REST, of: [OT], factor: 0.5 }]
  notWorked: [{ code: FEAST, by: contract, employees: { paid: ["yes"] } }]
payCodes:
  NORMAL: { external: "1000" }
  FEAST: { external: "3000", label: { en: Public holiday } }
`;
/** In the sample: granted instead of 15 August. */
const HOLIDAY = '2026-10-09';
const PERIOD = '2026-10-05..2026-10-11';
const ID = 'b9f56a58-ed8a-4b79-b4e1-74921f729467';
const COLUMNS = ['paid', 'contractMinutesPerDay', 'contractWeekdays', 'contractFrom'];

describe('a holiday that is paid by contract', () => {
  let service: SampleService;
  let mapping = '';
  beforeAll(async () => {
    service = await startSampleService({}, RULES);
    writeFileSync(
      join(service.cwd, 'leave.csv'),
      'employee,from,to,code,minutes,days\n00117,2026-10-06,2026-10-06,LEAVE,60,\n',
    );
    mapping = readFileSync(join(service.cwd, 'employees-bakery.csv'), 'utf8').trimEnd();
  });
  afterAll(() => service.stop());

  /** @param values of the employee whose holidays are paid */
  function contract(values: readonly string[]): void {
    const [heading = '', ...rows] = mapping.split('\n');
    const written = rows.map((row) => `${row},${row.startsWith(ID) ? `yes,${values.join(',')}` : ',,,'}`);
    const text = [`${heading},${COLUMNS.join(',')}`, ...written].join('\n');
    writeFileSync(join(service.cwd, 'employees-bakery.csv'), `${text}\n`);
  }

  async function rowsOf(
    template: string,
    name = template,
  ): Promise<readonly Readonly<Record<string, string>>[]> {
    const { status } = await service.run([
      'export',
      PERIOD,
      '--template',
      template,
      '--quiet',
      '--out',
      'out',
    ]);
    expect([0, 1]).toContain(status);
    const path = join(service.cwd, 'out', 'draft', `bakery_${PERIOD}_${name}.csv`);
    const [heading = '', ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
    return rows.map((row) => {
      const cells = row.split(',');
      return Object.fromEntries(heading.split(',').map((name, index) => [name, cells[index] ?? '']));
    });
  }

  test('is a separate line, of the contract minus the worked minutes', { tags: 'slow' }, async () => {
    contract(['1200', '12345', '2020-01-01']);
    const rows = (await rowsOf('pay-lines')).filter(({ employeeId }) => employeeId === ID);
    const onHoliday = rows.filter(({ date }) => date === HOLIDAY);
    const minutesOf = (kind: string) =>
      onHoliday.filter((row) => row.kind === kind).reduce((sum, { minutes }) => sum + Number(minutes), 0);
    expect(rows.filter(({ kind }) => kind === 'not-worked').map(({ date }) => date)).toEqual([HOLIDAY]);
    expect(minutesOf('not-worked') + minutesOf('base')).toBe(1200);
    expect(onHoliday.find(({ kind }) => kind === 'not-worked')).toMatchObject({
      payCode: 'FEAST',
      external: '3000',
      employeeNumber: '00104',
    });
  });

  test('is part of the employee’s paid minutes, unlike leave, loadings, counts and credits', async () => {
    contract(['1200', '12345', '2020-01-01']);
    mkdirSync(join(service.cwd, 'people'), { recursive: true });
    writeFileSync(
      join(service.cwd, 'people', 'template.yaml'),
      `kind: text
description: People
audience: people
locale: fixed
rows:
  each: employees
  columns: [{ header: employeeId, value: "{{employee.id}}" }, { header: paidMinutes, value: "{{paidMinutes}}" }]
`,
    );
    const lines = await rowsOf('pay-lines');
    const kinds = new Set(lines.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['absence', 'base', 'count', 'credit', 'loading', 'not-worked']);
    const paid = new Map<string, number>();
    for (const { employeeId = '', kind = '', minutes } of lines) {
      if (!['base', 'topup', 'not-worked'].includes(kind)) continue;
      paid.set(employeeId, (paid.get(employeeId) ?? 0) + Number(minutes));
    }
    const people = await rowsOf('./people', 'people');
    const shown = people.map(
      ({ employeeId = '', paidMinutes }) => [employeeId, Number(paidMinutes)] as const,
    );
    expect(shown.filter(([, minutes]) => minutes > 0).sort()).toEqual([...paid].sort());
  });

  test('is explained, separately and in the totals', async () => {
    contract(['1200', '12345', '2020-01-01']);
    const asked = ['explain', PERIOD, '--employee', '00104', '--date', HOLIDAY];
    const { stdout } = await service.run([...asked, '--quiet']);
    expect(stdout).toMatch(/unworked +\d+ FEAST \(payRules\.notWorked\[0\]\)/);
    expect(stdout).toMatch(/^ +FEAST \(Public holiday\): \d+:\d\d h \(\d+ min\)$/m);
    const { stdout: json } = await service.run([...asked, '--json']);
    const [{ explanation }] = JSON.parse(json).explanations;
    const [day] = explanation.days;
    expect(day.paidMinutes).toBe(1200);
    expect(explanation.totals.paidMinutes).toBe(1200);
    expect(day.unworked).toMatchObject([
      { payCode: 'FEAST', kind: 'not-worked', minutes: 1200 - day.workedMinutes },
    ]);
  });

  test('names the employee if the hours are unknown', async () => {
    contract(['', '12345', '2020-01-01']);
    const { stdout } = await service.run(['check', PERIOD, '--json']);
    expect(JSON.parse(stdout).runs[0].exceptions.HOLIDAY_HOURS).toBe(1);
    const rows = await rowsOf('pay-lines');
    expect(rows.filter(({ kind }) => kind === 'not-worked')).toEqual([]);
  });
});
