// @module-tag slow
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import type { NamedShapes } from '../../../src/sandbox/shapes.js';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

/** What paytally assumes about the service, in both readings: the sandbox uses either, and the files are the same. */
const FILED: readonly NamedShapes[] = [
  { workDate: 'endDay', selection: 'workDate' },
  { workDate: 'endDay', selection: 'startDay' },
  { workDate: 'startDay', selection: 'startDay' },
];
const PERIODS = ['2026-10-30..2026-10-31', '2026-11-01..2026-11-02'];
/** In Ghent; the other is that of a few entries only. */
const TASK = '1467ceb7-bc7f-47b5-8882-503cc091f87f';

/** Days of the sample on which every entry names a published shift. */
async function plannedDays(from: string, to: string): Promise<readonly EmployerData[]> {
  const employers = await sampleOfDays(from, to);
  return employers.map((employer) => {
    const { shifts = [], 'time-entries': entries = [] } = employer.records;
    if ('onDate' in shifts || 'onDate' in entries) throw new Error('the sample is a list of records');
    const published = new Set([...shifts].filter(({ published }) => published !== false).map(({ id }) => id));
    const planned = [...entries].filter(({ shiftId }) => published.has(shiftId ?? ''));
    return { ...employer, records: { ...employer.records, 'time-entries': planned } };
  });
}

let service: SampleService;
async function start(from: string, to: string, configuration: string): Promise<void> {
  service = await startSampleService(
    { employers: await plannedDays(from, to), limits: { enabled: false } },
    configuration,
  );
}

interface Exported {
  readonly files: readonly string[];
  readonly exceptions: Readonly<Record<string, number>>;
  /** Fetched minus excluded equals exported, and no other period counts it. */
  readonly minutes: number;
}

async function exportedAs(shapes: NamedShapes, period: string): Promise<Exported> {
  service.sandbox.setShapes(shapes);
  const templates = ['--template', 'pay-lines', '--template', 'employee-days'];
  const argv = ['export', period, ...templates, '--json', '--quiet'];
  const { status, stdout, stderr } = await service.run(argv);
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  const [run] = JSON.parse(stdout).runs;
  const names = ['pay-lines', 'employee-days'].map((name) => `bakery_${period}_${name}.csv`);
  return {
    files: names.map((name) => readFileSync(join(service.cwd, 'out', 'draft', name), 'utf8')),
    exceptions: run.exceptions,
    minutes: run.control.exportedMinutes,
  };
}

describe('under split, the day on which an entry is filed and the time that selects it', () => {
  const plain: Exported[] = [];
  beforeAll(async () => {
    await start('2026-10-28', '2026-11-04', 'attribution: split\n');
    for (const period of PERIODS) plain.push(await exportedAs({}, period));
  });
  afterAll(() => service.stop());

  test('make no difference on their own', () => {
    expect(plain.map(({ minutes }) => minutes > 1000)).toEqual([true, true]);
    for (const { exceptions } of plain) expect(exceptions).not.toHaveProperty('WORKDATE_MISMATCH');
  });

  test.each(FILED)('%j: the same lines, each minute once, with a warning', async (shapes) => {
    for (const [index, period] of PERIODS.entries()) {
      const { files, minutes, exceptions } = await exportedAs(shapes, period);
      expect(files).toEqual(plain[index]?.files);
      expect(minutes).toBe(plain[index]?.minutes);
      expect((exceptions.WORKDATE_MISMATCH ?? 0) > 0).toBe(shapes.workDate === 'endDay');
    }
  });

  test('do not block a final, whatever else does', async () => {
    service.sandbox.setShapes({ workDate: 'endDay' });
    const { stdout } = await service.run(['check', PERIODS[0] ?? '', '--final', '--json', '--quiet']);
    expect(JSON.parse(stdout).error?.message ?? '').not.toContain('WORKDATE_MISMATCH');
  });
});

describe('under start, the day that the service names counts', () => {
  beforeAll(() => start('2026-10-28', '2026-11-04', 'attribution: start\n'));
  afterAll(() => service.stop());

  test.each(['startDay', 'endDay'] as const)('%s: whatever time selects it', async (workDate) => {
    for (const period of PERIODS) {
      const documented = await exportedAs({ workDate, selection: 'workDate' }, period);
      const other = await exportedAs({ workDate, selection: 'startDay' }, period);
      expect(other.files).toEqual(documented.files);
    }
  });

  test('another day gives other lines', async () => {
    const [period = ''] = PERIODS;
    const plain = await exportedAs({}, period);
    expect((await exportedAs({ workDate: 'endDay' }, period)).files).not.toEqual(plain.files);
  });
});

describe('team and task, on entries or on their shifts', () => {
  beforeAll(() =>
    start(
      '2026-10-26',
      '2026-10-28',
      `payRules:
  base: [{ code: STANDBY, tasks: [${TASK}] }, { code: NORMAL }]
costCenters: { tasks: { ${TASK}: "4711" } }
`,
    ),
  );
  afterAll(() => service.stop());
  const PERIOD = '2026-10-26..2026-10-28';

  test('are paid alike, and every rule is used', async () => {
    const own = await exportedAs({ entryReferences: 'own' }, PERIOD);
    expect(own.files[0]).toContain('STANDBY');
    const ofShift = await exportedAs({ entryReferences: 'ofShift' }, PERIOD);
    expect(ofShift.files).toEqual(own.files);
    expect(ofShift.exceptions).toEqual(own.exceptions);
    expect(own.exceptions).not.toHaveProperty('RULE_UNUSED');
  });

  test('that are missing leave the rule unused, and a warning says so', async () => {
    const { files, exceptions } = await exportedAs({ reference: 'absent' }, PERIOD);
    expect(files[0]).not.toContain('STANDBY');
    expect(exceptions.RULE_UNUSED).toBe(2);
    const { stdout } = await service.run(['check', PERIOD, '--quiet']);
    expect(stdout).toContain('payRules.base[0] (STANDBY) did not apply to any work in the period');
    expect(stdout).toContain('neither the time entries nor their shifts have a');
  });
});

describe('doctor says which reading applies', () => {
  // 35 days up to then: from 26 September on.
  const nowMs = Date.parse('2026-10-30T12:00:00Z');
  beforeAll(() =>
    start(
      '2026-09-25',
      '2026-10-31',
      `payRules: { base: [{ code: STANDBY, tasks: [${TASK}] }, { code: NORMAL }] }\n`,
    ),
  );
  afterAll(() => service.stop());

  async function told(shapes: NamedShapes): Promise<readonly string[]> {
    service.sandbox.setShapes(shapes);
    const { stdout } = await service.run(['doctor', '--json'], { nowMs });
    const findings: readonly { readonly check: string; readonly status: string; readonly message: string }[] =
      JSON.parse(stdout).findings;
    const about = /team|task|workDate|dates of a request/;
    return findings
      .filter(({ check, message }) => ['fields', 'rules'].includes(check) && about.test(message))
      .filter(({ message }) => !/^\w+\.\w+ is "/.test(message))
      .map(({ status, message }) => `${status} ${message.replace(/\b[a-f]*\d[\w-]*/g, '#')}`);
  }
  const BY_WORKDATE =
    'ok The dates of a request select time entries by `workDate`. paytally reads one extra day at each end';
  const OWN = ['team', 'task'].map(
    (what) => `ok Time entries name their own ${what}: # of #. Another # take it from their shift`,
  );
  const STARTED = 'ok `workDate` is the local date on which a time entry starts: # of #';
  const APART =
    'warning `workDate` differs from the date on which a time entry starts: # of # (first: #, started #, recorded under #)';

  test.each<[NamedShapes, readonly string[]]>([
    [
      {},
      [
        ...OWN,
        STARTED,
        'ok The dates of a request select time entries by `workDate` or by the date of their start: no time entry shows which. paytally reads one extra day at each end',
      ],
    ],
    [{ workDate: 'endDay' }, [...OWN, APART, BY_WORKDATE]],
    [
      { workDate: 'endDay', selection: 'startDay' },
      [...OWN, APART, BY_WORKDATE.replace('by `workDate`', 'by the date of their start')],
    ],
    [
      { entryReferences: 'ofShift', workDate: 'endDay' },
      [
        'ok No time entry names a team, so paytally uses that of its shift: # of # have one',
        'ok No time entry names a task, so paytally uses that of its shift: # of # have one',
        APART,
        BY_WORKDATE,
      ],
    ],
    [
      { reference: 'absent', workDate: 'endDay' },
      [
        'ok Neither the time entries nor their shifts name a team: # of #',
        'ok Neither the time entries nor their shifts name a task: # of #',
        APART,
        BY_WORKDATE,
        'warning payRules.base[#] names tasks: #, but neither the time entries nor their shifts name any, so the rule never applies',
      ],
    ],
  ])('%j', async (shapes, messages) => {
    expect(await told(shapes)).toEqual(messages);
  });
});
