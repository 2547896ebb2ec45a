// @module-tag slow
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { entryOn } from '../../support/employers/entryOn.js';
import { sampleOfDays } from '../../support/employers/sampleService.js';
import {
  ACCEPT,
  RUN,
  type ScheduleBench,
  startScheduleBench,
} from '../../support/employers/scheduleBench.js';
import type { ReceivedMail } from '../../support/servers/mailServer.js';
import { parseMail } from '../../support/servers/parseMail.js';
import { editEntry, editShift } from '../../support/service/edits.js';

const DAYS = ['2026-10-20', '2026-10-31'] as const;

const opened: ScheduleBench[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function bench(schedule: string, deliveries?: string): Promise<ScheduleBench> {
  const employers = await sampleOfDays(...DAYS);
  const started = await startScheduleBench(schedule, deliveries, undefined, employers);
  opened.push(started);
  return started;
}

const MONTHLY = `monthly: { cron: "0 6 3 * *", final: true, ${ACCEPT} }`;
const MONITOR = '\nmonitor: { every: 15m, back: 35d }';
const MANAGERS =
  '{ managers: { to: mail, templates: [employee-days], recipients: { column: managerEmail }, attach: true } }';

const to = (mails: readonly ReceivedMail[], name: string) =>
  mails.filter(({ recipients }) => recipients[0]?.startsWith(name)).map(({ content }) => parseMail(content));

const deleteEntry = async ({ service }: ScheduleBench) => {
  const entry = entryOn(await sampleOfDays(...DAYS), '2026-10-21');
  service.edit(editEntry.delete(String(entry?.id)));
  return entry;
};

describe('the monitor as part of schedule run', () => {
  test('reads the finals once a day, reports the cost to the owner, and sends each manager the open items, once', async () => {
    const started = await bench(`{ ${MONTHLY} }${MONITOR}`, MANAGERS);
    const { at, server, service } = started;
    const first = await at('2026-11-03T05:05:00Z', ...RUN);
    expect([first.status, first.stderr]).toEqual([0, expect.stringContaining('monitored')]);
    const named = to(server.mails, 'anna').filter(({ subject }) => subject.includes('open item'));
    expect(named).toHaveLength(1);
    expect(named[0]?.text).toMatch(/2026-10-[23]\d/);
    expect(to(server.mails, 'office').filter(({ subject }) => subject.includes('open item'))).toHaveLength(1);

    const entry = await deleteEntry(started);
    await at('2026-11-03T05:10:00Z', ...RUN);
    expect(
      (await service.run(['status', '--json'], { nowMs: Date.parse('2026-11-03T05:11:00Z') })).stdout,
    ).not.toContain('changed');
    const window = await at('2026-11-03T05:21:00Z', ...RUN);
    expect(window.stderr).toContain('changes=0');
    const night = await at('2026-11-04T00:30:00Z', ...RUN);
    expect(night.stderr).toContain('changes=1');
    const status = await at('2026-11-04T00:31:00Z', 'status', '--json');
    const [employer] = JSON.parse(status.stdout).employers;
    expect(employer).toMatchObject({
      state: 'changed',
      changes: [{ employeeId: entry?.employeeId, date: '2026-10-21', cause: 'deleted', afterMinutes: 0 }],
    });
    expect((await at('2026-11-04T00:31:00Z', 'status')).stdout).toContain('deleted');
    const check = await at('2026-11-04T00:32:00Z', 'check', '2026-10');
    expect(check.stdout).toMatch(/2026-10-21: NORMAL −\d+:\d\d \(deleted\)/);
    const told = () =>
      to(server.mails, 'office').filter(({ subject }) => subject.includes('changed after the final'));
    expect(told()).toHaveLength(1);
    expect(told()[0]?.text).toMatch(/−\d+:\d\d/);
    expect(told()[0]?.text).not.toContain(String(entry?.employeeId));
    await at('2026-11-05T00:30:00Z', ...RUN);
    expect(told()).toHaveLength(1);
    expect(to(server.mails, 'anna').filter(({ subject }) => subject.includes('open item'))).toHaveLength(1);
  });

  test('what blocks is reported at once, the rest once a day; a change that moves no pay is not reported', {
    timeout: 240_000,
  }, async () => {
    const started = await bench(`{ ${MONTHLY} }${MONITOR}`);
    const { at, server, service } = started;
    const told = () => to(server.mails, 'office').filter(({ subject }) => subject.includes('open item'));
    await at('2026-11-03T05:05:00Z', ...RUN);
    expect(told()).toHaveLength(1);
    const entry = entryOn(await sampleOfDays(...DAYS), '2026-10-21');
    if (entry === undefined) throw new Error('no entry');
    const put = (id: string, more: object) =>
      service.edit(
        editEntry.put({ ...entry, id: `5b1f6c1e-0c1e-4a7e-9a6e-00000000000${id}`, shiftId: null, ...more }),
      );
    const long = { startsAt: '2026-11-01T07:00:00+01:00', endsAt: '2026-11-01T23:55:00+01:00' };
    put('1', { workDate: '2026-11-01', ...long, workedMinutes: 1015 });
    await at('2026-11-03T05:21:00Z', ...RUN);
    expect(told()).toHaveLength(1);
    const open = { startsAt: '2026-11-02T08:00:00+01:00', endsAt: null, workedMinutes: null };
    put('2', { workDate: '2026-11-02', ...open, status: 'Working', reviewedAtUtc: null });
    await at('2026-11-03T05:37:00Z', ...RUN);
    expect(told().map(({ subject }) => subject)).toEqual([
      expect.anything(),
      expect.stringContaining('1 new open item'),
    ]);
    expect(told()[1]?.text).toContain('still open');
    // Another start with the same minutes.
    const startsAt = String(entry.startsAt).replace(/T(\d\d):\d\d/, 'T$1:01');
    service.edit(editEntry.put({ ...entry, startsAt }));
    const night = await at('2026-11-04T05:05:00Z', ...RUN);
    expect(night.stderr).toContain('changes=0');
    expect(told()).toHaveLength(3);
    expect(told()[2]?.text).toContain('Very long entry');
    expect(to(server.mails, 'office').map(({ subject }) => subject)).not.toContainEqual(
      expect.stringContaining('changed after the final'),
    );
  });

  test('the recipients of an establishment are notified of breaches that its plan would cause', async () => {
    const places =
      '{ places: { to: mail, templates: [employee-days], recipients: { establishments: places.csv }, attach: true } }';
    const started = await bench(`{ ${MONTHLY} }${MONITOR}\nworkingTime: { pack: eu }`, places);
    const { at, server, service } = started;
    const { establishmentId, employeeId } = entryOn(await sampleOfDays(...DAYS), '2026-10-28') ?? {};
    const file = `establishment,recipient\n${establishmentId},shop@example.com\n`;
    writeFileSync(join(service.cwd, 'places.csv'), file);
    for (const [id, day, from, to] of [
      ['1', '2026-11-05', '2026-11-05T12:00:00', '2026-11-05T22:00:00'],
      ['2', '2026-11-06', '2026-11-06T06:00:00', '2026-11-06T14:00:00'],
    ] as const)
      service.edit(
        editShift.put({
          id: `5b1f6c1e-0c1e-4a7e-9a6e-00000000000${id}`,
          date: day,
          startsAt: `${from}+01:00`,
          endsAt: `${to}+01:00`,
          employeeId: String(employeeId),
          establishmentId: String(establishmentId),
        }),
      );
    await at('2026-11-03T05:05:00Z', ...RUN);
    const told = to(server.mails, 'shop').filter(({ text }) => text?.includes('2026-11-06'));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('In the plan: Daily rest too short');
    expect(told[0]?.text).not.toContain(String(employeeId));
  });

  test('the owner is notified once if no pass has been complete for a day', async () => {
    const started = await bench(`{ ${MONTHLY} }${MONITOR}`);
    const { at, server, service } = started;
    await at('2026-11-05T05:05:00Z', ...RUN);
    await service.sandbox.stop();
    const told = () =>
      to(server.mails, 'office').filter(({ subject }) => subject.includes('monitoring fails'));
    await at('2026-11-05T06:05:00Z', ...RUN);
    expect(told()).toHaveLength(0);
    await at('2026-11-06T06:05:00Z', ...RUN);
    await at('2026-11-06T07:05:00Z', ...RUN);
    expect(told()).toHaveLength(1);
    expect(told()[0]?.text).toContain('2026-11-05 05:0');
  });

  test('scheduled corrections: a draft notifies the owner, a final makes them', async () => {
    const late = (state: string) => `late: { cron: "0 7 4,5 * *", corrections: ${state}, ${ACCEPT} }`;
    const started = await bench(`{ ${MONTHLY}, ${late('draft')} }`);
    const { at, server, service } = started;
    expect((await at('2026-11-03T05:05:00Z', ...RUN)).status).toBe(0);
    await deleteEntry(started);
    const draft = await at('2026-11-04T06:05:00Z', ...RUN);
    const [found] = JSON.parse(draft.stdout).runs;
    expect(found).toMatchObject({ employer: 'bakery', lines: [{ date: '2026-10-21', cause: 'deleted' }] });
    expect(found.runId).toBeUndefined();
    const subjects = () => to(server.mails, 'office').map(({ subject }) => subject);
    expect(subjects()).toEqual(['bakery: hours changed after the final run']);
    const path = join(service.cwd, 'paytally.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('corrections: draft', 'corrections: final'));
    const final = await at('2026-11-05T06:05:00Z', ...RUN);
    expect(JSON.parse(final.stdout).runs).toMatchObject([
      { state: 'correction', files: [{ path: expect.stringContaining('_corrections-1.csv') }] },
    ]);
    expect(subjects().at(-1)).toBe('bakery: corrections made');
    const [board] = JSON.parse((await at('2026-11-05T06:06:00Z', 'status', '--json')).stdout).employers;
    expect(board.state).toBe('corrected');
  });
});
