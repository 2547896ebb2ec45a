import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type MailServer, type Misbehaviour, startMailServer } from '../../delivery/mailServer.js';
import { parseMail } from '../../delivery/parseMail.js';
import { startDeliveredService } from '../deliveredService.js';
import type { SampleService } from '../sampleService.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const ACCEPT =
  'accept: { UNREVIEWED: r, DST_SUSPECT: r, OPEN_ENTRY: r, SHIFT_NO_ENTRY: r, ENTRY_NO_SHIFT: r, INVALID_RECORD: r, OVERLAP: r, LONG_ENTRY: r }';
const OFFICE = '{ office: { to: mail, recipients: clerk@example.com } }';

interface Bench {
  readonly server: MailServer;
  readonly service: SampleService;
  readonly at: (instant: string, ...argv: string[]) => ReturnType<SampleService['run']>;
}

let mood: Misbehaviour = 'takes';

async function bench(schedule: string, deliveries = OFFICE): Promise<Bench> {
  mood = 'takes';
  const server = await startMailServer(() => mood);
  opened.push(server.close);
  const service = await startDeliveredService(server.port, deliveries, undefined, `schedule: ${schedule}`);
  opened.push(service.stop);
  const at: Bench['at'] = (instant, ...argv) => service.run(argv, { nowMs: Date.parse(instant) });
  return { server, service, at };
}

const RUN = ['schedule', 'run', '--due', '--json'] as const;

function runsIn({
  stdout,
}: {
  stdout: string;
}): { period: { from: string }; state: string; deliveries?: { state: string }[] }[] {
  return JSON.parse(stdout).runs;
}

describe('schedule run --due', () => {
  test('makes the final that is due and delivers it, once', async () => {
    const { server, service, at } = await bench(
      `{ monthly: { cron: "0 6 3 * *", final: true, ${ACCEPT}, deliver: [office] } }`,
    );
    expect(runsIn(await at('2026-11-03T04:50:00Z', ...RUN))).toEqual([]);
    const first = await at('2026-11-03T05:10:00Z', ...RUN);
    expect(first.status).toBe(0);
    expect(runsIn(first)).toMatchObject([
      { period: { from: '2026-10-01', to: '2026-10-31' }, state: 'final', deliveries: [{ state: 'sent' }] },
    ]);
    for (const instant of ['2026-11-03T05:10:00Z', '2026-11-03T05:25:00Z', '2026-11-30T00:00:00Z']) {
      expect(runsIn(await at(instant, ...RUN))).toEqual([]);
    }
    expect(server.mails.map(({ recipients }) => recipients[0])).toEqual(['clerk@example.com']);
    const state = JSON.parse(readFileSync(join(service.cwd, '.paytally', 'schedule.json'), 'utf8'));
    expect(state).toMatchObject({
      next: '2026-12-03T05:00:00.000Z',
      schedules: [
        { employer: 'bakery', name: 'monthly', last: { due: '2026-11-03T06:00:00+01:00', state: 'done' } },
      ],
    });
  });

  test('after a pause each period once, at the time that was due', async () => {
    const { at } = await bench('{ weekly: { cron: "0 6 * * *", period: last-week } }');
    await at('2026-10-20T03:00:00Z', ...RUN);
    const run = await at('2026-11-05T12:00:00Z', ...RUN);
    expect(runsIn(run).map(({ period }) => period.from)).toEqual(['2026-10-12', '2026-10-19', '2026-10-26']);
    expect(runsIn(await at('2026-11-05T12:01:00Z', ...RUN))).toEqual([]);
  });

  test('a final that is blocked is tried again as configured, and the owner is told once, and when it works', async () => {
    const { server, service, at } = await bench(
      '{ monthly: { cron: "0 6 3 * *", final: true, deliver: [office], retry: { everyMinutes: 60, forHours: 3 } } }',
    );
    const first = await at('2026-11-03T05:05:00Z', ...RUN, '--log', 'json');
    expect(first.status).toBe(5);
    const events = first.stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['started', 'due', 'waiting', 'idle']),
    );
    expect(events.find(({ event }) => event === 'waiting')).toMatchObject({
      level: 'warning',
      employer: 'bakery',
      schedule: 'monthly',
      code: 'EXPORT_BLOCKED',
      nextTryAt: '2026-11-03T06:05:00.000Z',
    });
    expect(runsIn(await at('2026-11-03T05:30:00Z', ...RUN))).toEqual([]);
    expect((await at('2026-11-03T06:06:00Z', ...RUN)).status).toBe(5);
    expect(server.mails.map(({ recipients }) => recipients[0])).toEqual(['office@example.com']);
    const notice = parseMail(server.mails[0]?.content ?? Buffer.of());
    expect(notice.text).toContain('2026-11-03T07:05:00+01:00');
    expect(notice.text).toMatch(/\d+ × /);
    const names = readFileSync(join(service.cwd, 'employees-bakery.csv'), 'utf8')
      .split(/\r?\n/)
      .slice(1)
      .flatMap((line) => line.split(',').slice(0, 3))
      .filter((cell) => cell.length > 4);
    expect(names.filter((name) => notice.text.includes(name))).toEqual([]);
    expect((await at('2026-11-03T07:07:00Z', ...RUN)).status).toBe(5);
    await at('2026-11-03T08:08:00Z', ...RUN);
    expect(server.mails.map(({ content }) => parseMail(content).subject)).toEqual([
      'bakery 2026-10: the data stops the run',
      'bakery 2026-10: the data stops the run',
    ]);
    expect(runsIn(await at('2026-11-03T23:00:00Z', ...RUN))).toEqual([]);
  });

  test('a delivery that failed is tried again after growing pauses, without a new run', async () => {
    const { server, at } = await bench(
      `{ monthly: { cron: "0 6 3 * *", final: true, ${ACCEPT}, deliver: [office] } }`,
    );
    mood = 'greylists';
    expect((await at('2026-11-03T05:05:00Z', ...RUN)).status).toBe(7);
    await at('2026-11-03T05:06:00Z', ...RUN);
    mood = 'takes';
    await at('2026-11-03T05:08:00Z', ...RUN);
    expect(server.mails.filter(({ recipients }) => recipients[0] === 'clerk@example.com')).toHaveLength(0);
    await at('2026-11-03T05:12:00Z', ...RUN);
    expect(server.mails.filter(({ recipients }) => recipients[0] === 'clerk@example.com')).toHaveLength(1);
    await at('2026-11-04T05:25:00Z', ...RUN);
    expect(server.mails.filter(({ recipients }) => recipients[0] === 'clerk@example.com')).toHaveLength(1);
  });

  test('a final made by hand meanwhile is left as it is', async () => {
    const { at } = await bench(`{ monthly: { cron: "0 6 3 * *", final: true, ${ACCEPT} } }`);
    await at('2026-11-03T04:00:00Z', ...RUN);
    const codes = [
      'UNREVIEWED',
      'DST_SUSPECT',
      'OPEN_ENTRY',
      'SHIFT_NO_ENTRY',
      'ENTRY_NO_SHIFT',
      'INVALID_RECORD',
      'OVERLAP',
      'LONG_ENTRY',
    ];
    const byHand = await at(
      '2026-11-03T04:30:00Z',
      'export',
      '2026-10',
      '--final',
      '--json',
      ...codes.flatMap((code) => ['--accept', `${code}=r`]),
    );
    expect(byHand.status).toBe(0);
    const run = await at('2026-11-03T05:10:00Z', ...RUN, '--log', 'json');
    expect(run.status).toBe(0);
    expect(run.stderr).toContain('"event":"already-final"');
  });
});

describe('schedule run', () => {
  test('over two days of a clock that runs by itself, each time once, and ends when it is asked', async () => {
    const { service } = await bench(
      '{ daily: { cron: "0 6 * * *", period: last-week }, hourly: { cron: "30 12 * * *", period: this-month } }',
    );
    let nowMs = Date.parse('2026-10-24T00:00:00Z');
    const stop = new AbortController();
    const clock = {
      nowMs: () => nowMs,
      sleep: async (durationMs: number) => {
        nowMs += durationMs;
        if (nowMs > Date.parse('2026-10-26T13:00:00Z')) stop.abort();
        stop.signal.throwIfAborted();
      },
    };
    const run = await service.run(['schedule', 'run', '--log', 'json'], {
      signal: stop.signal,
      context: { clock },
    });
    expect(run).toMatchObject({ status: 0, stdout: '' });
    const events = run.stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(
      events.filter(({ event }) => event === 'done').map(({ schedule, due }) => `${schedule} ${due}`),
    ).toEqual([
      'daily 2026-10-24T06:00:00+02:00',
      'hourly 2026-10-24T12:30:00+02:00',
      'daily 2026-10-25T06:00:00+01:00',
      'hourly 2026-10-25T12:30:00+01:00',
      'daily 2026-10-26T06:00:00+01:00',
      'hourly 2026-10-26T12:30:00+01:00',
    ]);
    expect(events.at(-1)).toMatchObject({ event: 'stopped' });
    expect(existsSync(join(service.cwd, 'out', 'draft'))).toBe(true);
    expect(readdirSync(join(service.cwd, 'out')).filter((name) => name.includes('.part'))).toEqual([]);
  });
});

describe('status', () => {
  const states = async (at: Bench['at'], instant: string, ...more: string[]) => {
    const run = await at(instant, 'status', '--json', ...more);
    return { status: run.status, employers: JSON.parse(run.stdout).employers };
  };

  test('follows a period from unread to sent', async () => {
    const { at } = await bench(
      `{ monthly: { cron: "0 6 3 * *", final: true, ${ACCEPT}, deliver: [office] } }`,
    );
    const october = { from: '2026-10-01', to: '2026-10-31' };
    const instant = '2026-11-04T08:00:00Z';
    expect(await states(at, instant, '--fail')).toEqual({
      status: 0,
      employers: [{ employer: 'bakery', period: october, state: 'unread', exceptions: {}, deliveries: [] }],
    });
    await at(instant, 'export', '2026-10', '--final');
    const blocked = await states(at, instant, '--fail');
    expect(blocked).toMatchObject({ status: 5, employers: [{ state: 'blocked' }] });
    expect(Object.keys(blocked.employers[0].exceptions).length).toBeGreaterThan(0);
    await at(instant, 'export', '2026-10');
    expect(await states(at, instant, '--fail')).toMatchObject({
      status: 0,
      employers: [{ state: 'ready', period: october }],
    });
    mood = 'refuses-recipient';
    await at('2026-11-03T05:05:00Z', ...RUN);
    expect(await states(at, instant, '--fail')).toMatchObject({
      status: 7,
      employers: [
        { state: 'final', deliveries: [{ name: 'office', recipient: 'clerk@example.com', state: 'failed' }] },
      ],
    });
    mood = 'takes';
    await at('2026-11-03T12:05:00Z', ...RUN);
    expect(await states(at, instant, '--fail')).toMatchObject({ status: 0, employers: [{ state: 'sent' }] });
    expect(await states(at, instant, '--period', '2026-09')).toMatchObject({
      employers: [{ state: 'unread', period: { from: '2026-09-01' } }],
    });
    expect((await at(instant, 'status')).stdout).toMatch(/bakery +2026-10-01 to 2026-10-31 +sent .*1 sent/);
    expect(await states(at, '2026-12-02T08:00:00Z')).toMatchObject({
      employers: [{ state: 'sent', period: october }],
    });
    expect(await states(at, '2026-12-04T08:00:00Z')).toMatchObject({
      employers: [{ state: 'unread', period: { from: '2026-11-01' } }],
    });
  });

  test('without a schedule it is about last month', async () => {
    const { at } = await bench('{}');
    expect(await states(at, '2026-11-30T23:30:00Z')).toMatchObject({
      employers: [{ period: { from: '2026-11-01' } }],
    });
    expect(await states(at, '2026-11-30T22:30:00Z')).toMatchObject({
      employers: [{ period: { from: '2026-10-01' } }],
    });
  });
});
