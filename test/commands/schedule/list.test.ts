import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';
import { runPaytally } from '../../support/programs/runPaytally.js';

function folderWith(configuration: string): string {
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-schedule-'));
  writeFileSync(join(cwd, 'paytally.yaml'), `baseUrl: http://127.0.0.1:9\n${configuration}`);
  return cwd;
}

const EMPLOYERS = `employers:
  bakery: { employerId: b, clientId: c, clientSecret: { env: S }, zone: Europe/Brussels }
  hotel: { employerId: h, clientId: c, clientSecret: { env: S }, zone: America/New_York, schedule: { weekly: { cron: "0 7 * * MON", period: last-week } } }
`;

async function list(configuration: string, ...more: string[]) {
  return runPaytally(['schedule', 'list', ...more], { cwd: folderWith(configuration) });
}

describe('schedule list', () => {
  test('lists the requested number in all, by time, then in configuration order', async () => {
    const schedule =
      'schedule:\n  monthly: { cron: "0 6 3 * *", zone: Europe/Brussels, period: last-month, final: true }\n';
    const run = await list(
      `${EMPLOYERS}${schedule}`,
      '--from',
      '2026-10-26T12:00:00Z',
      '--count',
      '6',
      '--json',
    );
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toEqual({
      times: [
        {
          name: 'weekly',
          employer: 'hotel',
          at: '2026-11-02T07:00:00-05:00',
          period: { from: '2026-10-26', to: '2026-11-01' },
        },
        {
          name: 'monthly',
          employer: 'bakery',
          at: '2026-11-03T06:00:00+01:00',
          period: { from: '2026-10-01', to: '2026-10-31' },
        },
        {
          name: 'monthly',
          employer: 'hotel',
          at: '2026-11-03T06:00:00+01:00',
          period: { from: '2026-10-01', to: '2026-10-31' },
        },
        ...['2026-11-09', '2026-11-16', '2026-11-23'].map((day, index) => ({
          name: 'weekly',
          employer: 'hotel',
          at: `${day}T07:00:00-05:00`,
          period: {
            from: ['2026-11-02', '2026-11-09', '2026-11-16'][index],
            to: ['2026-11-08', '2026-11-15', '2026-11-22'][index],
          },
        })),
      ],
    });
  });

  test('a period is resolved on the due day in the employer’s zone', async () => {
    const schedule =
      'schedule: { early: { cron: "30 0 1 * *", zone: Europe/Brussels, period: last-month } }\n';
    const run = await list(
      `${EMPLOYERS.replace(/, schedule.*/, ' }')}${schedule}`,
      '--from',
      '2026-10-31T00:00:00Z',
      '--count',
      '2',
      '--json',
    );
    const periods = JSON.parse(run.stdout).times.map((time: { employer: string; period: object }) => [
      time.employer,
      time.period,
    ]);
    expect(periods).toEqual([
      ['bakery', { from: '2026-10-01', to: '2026-10-31' }],
      ['hotel', { from: '2026-09-01', to: '2026-09-30' }],
    ]);
  });

  test('--from itself is excluded, and times span both clock changes', async () => {
    const schedule = 'schedule: { night: { cron: "30 2 * * SUN#L", period: this-month } }\n';
    const run = await list(
      `${EMPLOYERS}${schedule}`,
      '--employer',
      'bakery',
      '--from',
      '2026-09-27T02:30:00+02:00',
      '--count',
      '6',
      '--json',
    );
    expect(JSON.parse(run.stdout).times.map(({ at }: { at: string }) => at)).toEqual([
      '2026-10-25T02:30:00+02:00',
      '2026-11-29T02:30:00+01:00',
      '2026-12-27T02:30:00+01:00',
      '2027-01-31T02:30:00+01:00',
      '2027-02-28T02:30:00+01:00',
      '2027-03-28T03:00:00+02:00',
    ]);
  });

  test('an employer’s own settings replace the common ones', async () => {
    const schedule = 'schedule: { monthly: { cron: "0 6 3 * *" } }\n';
    const employers = EMPLOYERS.replace(
      'zone: Europe/Brussels }',
      'zone: Europe/Brussels, schedule: { monthly: { cron: "0 5 4 * *" } } }',
    );
    const run = await list(
      `${employers}${schedule}`,
      '--from',
      '2026-11-01T00:00:00Z',
      '--employer',
      'bakery',
      '--count',
      '1',
      '--json',
    );
    expect(JSON.parse(run.stdout).times[0].at).toBe('2026-11-04T05:00:00+01:00');
  });

  test('for readers: the next ten of each', async () => {
    const run = await list(EMPLOYERS, '--from', '2026-11-01T00:00:00Z');
    expect(run.stdout.trim().split('\n')).toHaveLength(11);
    expect(run.stdout).toContain('2026-11-02 07:00 -05:00  hotel     weekly    2026-10-26 to 2026-11-01');
  });

  test.each([
    [
      'an invalid line',
      '{ monthly: { cron: "0 25 3 * *" } }',
      'CONFIG_INVALID',
      /schedule\.monthly\.cron: the hour "25"/,
    ],
    [
      'neither line nor day',
      '{ monthly: { final: true } }',
      'CONFIG_INVALID',
      /schedule\.monthly: needs either "cron" or "workday"/,
    ],
    [
      'an invalid zone',
      '{ monthly: { cron: "0 6 3 * *", zone: Europe/Brussel } }',
      'CONFIG_INVALID',
      /schedule\.monthly\.zone/,
    ],
    [
      'an invalid period',
      '{ monthly: { cron: "0 6 3 * *", period: lastmonth } }',
      'PERIOD_INVALID',
      /schedule\.monthly\.period/,
    ],
    [
      'a missing delivery',
      '{ monthly: { cron: "0 6 3 * *", deliver: [office] } }',
      'CONFIG_INVALID',
      /schedule "monthly".*"office"/,
    ],
    [
      'a day that never comes',
      '{ monthly: { cron: "0 6 30 2 *" } }',
      'CONFIG_INVALID',
      /schedule "monthly".*never occurs/,
    ],
  ])('%s: status 2, naming the schedule', async (_, schedule, code, message) => {
    const run = await list(`${EMPLOYERS}schedule: ${schedule}\n`, '--json');
    expect(run.status).toBe(2);
    expect(JSON.parse(run.stdout).error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test.each([
    ['--from', '2026-11-01'],
    ['--count', '0'],
    ['--count', 'ten'],
  ])('%s %s is refused', async (option, value) => {
    expect(await list(EMPLOYERS, option, value)).toMatchObject({ status: 2 });
  });
});

describe('working days', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService({}, 'schedule: { monthly: { workday: 1, at: "07:15" } }');
  });
  afterAll(() => service.stop());

  test('know the public holidays as granted, also later without the service', async () => {
    const argv = ['schedule', 'list', '--from', '2026-10-01T12:00:00Z', '--count', '4', '--json'];
    const first = await service.run(argv);
    expect(JSON.parse(first.stdout).times.map(({ at }: { at: string }) => at)).toEqual([
      '2026-11-03T07:15:00+01:00',
      '2026-12-01T07:15:00+01:00',
      '2027-01-04T07:15:00+01:00',
      '2027-02-01T07:15:00+01:00',
    ]);
    await service.sandbox.stop();
    expect((await service.run(argv)).stdout).toBe(first.stdout);
  });
});

describe('schedule print', () => {
  const cwd = folderWith(EMPLOYERS);
  const print = async (target: string) => (await runPaytally(['schedule', 'print', target], { cwd })).stdout;

  test('systemd: a service and a timer', async () => {
    const text = await print('systemd');
    expect(text).toContain(`schedule run --due --log json --config "${cwd}/paytally.yaml"`);
    expect(text).toContain('OnCalendar=*:0/15');
    expect(text).toContain('\nKillSignal=SIGINT\n');
  });

  test('cron: a line of five fields and a command that a shell accepts', async () => {
    const line = (await print('cron')).split('\n').find((each) => !each.startsWith('#')) ?? '';
    expect(line).toMatch(/^\*\/15 \* \* \* \* cd /);
    execFileSync('/bin/sh', ['-n', '-c', line.replace(/^(\S+ ){5}/, '')]);
  });

  test('Windows: XML with the interval between two starts', async () => {
    const text = await print('windows');
    expect(text).toContain('<Interval>PT15M</Interval>');
    const read = 'import sys, xml.dom.minidom as m; m.parseString(sys.stdin.buffer.read())';
    execFileSync('python3', ['-c', read], { input: text });
  });

  test('Kubernetes: a CronJob that never runs twice at once', async () => {
    expect(parse(await print('kubernetes'))).toMatchObject({
      kind: 'CronJob',
      spec: { schedule: '*/15 * * * *', concurrencyPolicy: 'Forbid' },
    });
  });

  test('without a name it prints all of them', async () => {
    const { stdout } = await runPaytally(['schedule', 'print', '--json'], { cwd });
    expect(JSON.parse(stdout).units.map(({ name }: { name: string }) => name)).toEqual([
      'paytally.service',
      'paytally.timer',
      'paytally.cron',
      'paytally.xml',
      'paytally.cronjob.yaml',
    ]);
  });
});
