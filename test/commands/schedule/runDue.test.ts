import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ACCEPT,
  ACCEPTED,
  RUN,
  type ScheduleBench,
  startScheduleBench,
} from '../../support/employers/scheduleBench.js';
import { parseMail } from '../../support/servers/parseMail.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

type At = ScheduleBench['at'];

async function bench(...given: Parameters<typeof startScheduleBench>): Promise<ScheduleBench> {
  const started = await startScheduleBench(...given);
  opened.push(started.close);
  return started;
}

function runsIn({
  stdout,
}: {
  stdout: string;
}): { period: { from: string }; state: string; estimateFrom?: string; deliveries?: { state: string }[] }[] {
  return JSON.parse(stdout).runs;
}

describe('schedule run --due', () => {
  test('makes and delivers the final that is due, once', { tags: 'slow' }, async () => {
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

  test('closes a month before its end: the last days use the plan', async () => {
    const { service, at } = await bench(
      `{ early: { cron: "0 6 26 * *", period: this-month, final: true, estimateDays: 5, ${ACCEPT} } }`,
    );
    const run = await at('2026-10-26T05:10:00Z', ...RUN);
    expect({ status: run.status, stderr: run.stderr.includes('BUG') }).toEqual({ status: 0, stderr: false });
    expect(runsIn(run)).toMatchObject([
      { period: { from: '2026-10-01', to: '2026-10-31' }, state: 'final', estimateFrom: '2026-10-27' },
    ]);
    expect(service.cwd).not.toBe('');
  });

  test('after a pause it runs each period once, for the time that was due', async () => {
    const { at } = await bench('{ weekly: { cron: "0 6 * * *", period: last-week } }');
    await at('2026-10-20T03:00:00Z', ...RUN);
    const run = await at('2026-11-05T12:00:00Z', ...RUN);
    expect(runsIn(run).map(({ period }) => period.from)).toEqual(['2026-10-12', '2026-10-19', '2026-10-26']);
    expect(runsIn(await at('2026-11-05T12:01:00Z', ...RUN))).toEqual([]);
  });

  test('a blocked final is retried as configured, and the owner is notified once, and again on success', {
    tags: 'slow',
  }, async () => {
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
    expect(notice.text).toContain('2026-11-03 07:05 +01:00');
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
      'bakery 2026-10: exceptions block the run',
      'bakery 2026-10: exceptions block the run',
    ]);
    expect(runsIn(await at('2026-11-03T23:00:00Z', ...RUN))).toEqual([]);
  });

  test('the notice about a run that cannot save its files does not mention the data', async () => {
    const { server, service, at } = await bench(
      `{ monthly: { cron: "0 6 3 * *", final: true, ${ACCEPT}, deliver: [office] } }`,
    );
    writeFileSync(join(service.cwd, 'out'), '');
    expect((await at('2026-11-03T05:05:00Z', ...RUN)).status).toBe(6);
    expect(server.mails.map(({ content }) => parseMail(content).subject)).toEqual([
      'bakery 2026-10: the run failed',
    ]);
  });

  test('a failed delivery is retried after increasing pauses, without a new run', async () => {
    const { server, at, behave } = await bench(
      `{ monthly: { cron: "0 6 3 * *", final: true, ${ACCEPT}, deliver: [office] } }`,
    );
    behave('greylists');
    expect((await at('2026-11-03T05:05:00Z', ...RUN)).status).toBe(7);
    await at('2026-11-03T05:06:00Z', ...RUN);
    behave('takes');
    await at('2026-11-03T05:08:00Z', ...RUN);
    expect(server.mails.filter(({ recipients }) => recipients[0] === 'clerk@example.com')).toHaveLength(0);
    await at('2026-11-03T05:12:00Z', ...RUN);
    expect(server.mails.filter(({ recipients }) => recipients[0] === 'clerk@example.com')).toHaveLength(1);
    await at('2026-11-04T05:25:00Z', ...RUN);
    expect(server.mails.filter(({ recipients }) => recipients[0] === 'clerk@example.com')).toHaveLength(1);
  });

  test('a final made manually in the meantime is not changed', async () => {
    const { at } = await bench(`{ monthly: { cron: "0 6 3 * *", final: true, ${ACCEPT} } }`);
    await at('2026-11-03T04:00:00Z', ...RUN);
    const byHand = await at(
      '2026-11-03T04:30:00Z',
      'export',
      '2026-10',
      '--final',
      '--json',
      ...ACCEPTED.flatMap((code) => ['--accept', `${code}=r`]),
    );
    expect(byHand.status).toBe(0);
    const run = await at('2026-11-03T05:10:00Z', ...RUN, '--log', 'json');
    expect(run.status).toBe(0);
    expect(run.stderr).toContain('"event":"already-final"');
  });
});

describe('schedule run', () => {
  test('over two days of a running clock, runs each time once, and stops when asked', {
    tags: 'slow',
  }, async () => {
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
  const states = async (at: At, instant: string, ...more: string[]) => {
    const run = await at(instant, 'status', '--json', ...more);
    return { status: run.status, employers: JSON.parse(run.stdout).employers };
  };

  test('follows a period from unread to sent', { tags: 'slow' }, async () => {
    const { at, behave } = await bench(
      `{ monthly: { cron: "0 6 3 * *", final: true, ${ACCEPT}, deliver: [office] } }`,
    );
    const october = { from: '2026-10-01', to: '2026-10-31' };
    const instant = '2026-11-04T08:00:00Z';
    expect(await states(at, instant, '--fail')).toEqual({
      status: 0,
      employers: [
        {
          employer: 'bakery',
          period: october,
          state: 'unread',
          since: null,
          exceptions: {},
          deliveries: [],
          waitingFor: [],
        },
      ],
    });
    await at(instant, 'export', '2026-10', '--final');
    const blocked = await states(at, instant, '--fail');
    expect(blocked).toMatchObject({ status: 5, employers: [{ state: 'blocked', since: instant }] });
    expect(Object.keys(blocked.employers[0].exceptions).length).toBeGreaterThan(0);
    // A draft is made all the same, and what blocks the final still does.
    await at(instant, 'export', '2026-10');
    expect(await states(at, instant, '--fail')).toEqual(blocked);
    await at(instant, 'export', '2026-10', ...ACCEPTED.flatMap((code) => ['--accept', `${code}=known`]));
    expect(await states(at, instant, '--fail')).toMatchObject({
      status: 0,
      employers: [{ state: 'ready', period: october }],
    });
    behave('refuses-recipient');
    await at('2026-11-03T05:05:00Z', ...RUN);
    expect(await states(at, instant, '--fail')).toMatchObject({
      status: 7,
      employers: [
        { state: 'final', deliveries: [{ name: 'office', recipient: 'clerk@example.com', state: 'failed' }] },
      ],
    });
    behave('takes');
    await at('2026-11-03T12:05:00Z', ...RUN);
    expect(await states(at, instant, '--fail')).toMatchObject({
      status: 0,
      employers: [{ state: 'sent', since: '2026-11-03T12:05:00Z' }],
    });
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

  test('without a schedule it shows last month', async () => {
    const { at } = await bench('{}');
    expect(await states(at, '2026-11-30T23:30:00Z')).toMatchObject({
      employers: [{ period: { from: '2026-11-01' } }],
    });
    expect(await states(at, '2026-11-30T22:30:00Z')).toMatchObject({
      employers: [{ period: { from: '2026-10-01' } }],
    });
  });
});
