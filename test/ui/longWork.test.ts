// @module-tag slow
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type SampleService, sampleOfDays, startSampleService } from '../support/employers/sampleService.js';
import { startChild } from '../support/programs/childExport.js';
import { openTab, type Tab } from '../support/servers/events.js';
import { startMailServer } from '../support/servers/mailServer.js';
import { startTestUi } from '../support/servers/uiService.js';

const DAYS = { from: '2026-10-29', to: '2026-10-30' };
const PERIOD = `${DAYS.from}..${DAYS.to}`;
const ORDER = {
  employer: 'bakery',
  period: PERIOD,
  accept: { OPEN_ENTRY: 'known', OVERLAP: 'known', UNREVIEWED: 'known', MISSING_END: 'known' },
};
const ACCEPT = Object.entries(ORDER.accept).flatMap(([code, why]) => ['--accept', `${code}=${why}`]);
const SLOW = { kind: 'latency', latencyMs: 250 } as const;
const WAIT = { timeout: 30_000, interval: 20 };

let service: SampleService;
let ui: Awaited<ReturnType<typeof startTestUi>>;
let session: Record<string, string>;

async function start(configuration = 'templates: [employee-days]\n') {
  const employers = await sampleOfDays(DAYS.from, DAYS.to);
  service = await startSampleService({ employers, limits: { enabled: false } }, configuration);
  mkdirSync(join(service.cwd, 'inbox'));
  ui = await startTestUi(service.cwd, { env: service.env });
  session = { ...(await ui.login()), origin: ui.origin };
}

async function stop() {
  await ui.ui.close();
  await service.stop();
}

const tab = (): Tab => {
  const opened = openTab(ui.origin, session);
  onTestFinished(opened.close);
  return opened;
};
const post = async (path: string, body: object) => {
  const { status, body: text } = await ui.ask('POST', path, session, JSON.stringify(body));
  expect(status, text).toBe(200);
  return JSON.parse(text) as { id: string; isCancelled?: boolean };
};
const month = async () =>
  JSON.parse(
    (await ui.ask('GET', `/api/month?employer=bakery&period=${encodeURIComponent(PERIOD)}`, session)).body,
  ) as { state: string; runs: { runId: string; state: string; deliveries: { state: string }[] }[] };
const ended = (listener: Tab, id: string) =>
  vi.waitFor(() => {
    const job = listener.job(id);
    if (job === undefined || job.state === 'running') throw new Error('still running');
    return job;
  }, WAIT);
/** Every one of our files in the folder, including temporary ones. */
const files = () =>
  ['out', 'out/draft', '.paytally', 'inbox'].flatMap((folder) => {
    const path = join(service.cwd, folder);
    return existsSync(path) ? readdirSync(path).map((name) => `${folder}/${name}`) : [];
  });
const temporary = () => files().filter((name) => /\.part|\.work|\.claim/.test(name));

describe('long-running work', () => {
  beforeEach(() => start());
  afterEach(stop);

  test.each(['read', 'plan', 'final', 'corrections'])(
    '%s continues without its tab, is found by another one, and is cancelled',
    async (path) => {
      if (path === 'corrections') await service.run(['export', PERIOD, '--final', ...ACCEPT]);
      const before = await month();
      service.sandbox.faults.add(SLOW);
      const first = tab();
      const { id } = await post(`/api/${path}`, {
        ...ORDER,
        ...(path === 'corrections' ? { final: true } : {}),
      });
      await vi.waitFor(() => expect(first.job(id)?.progress).toBeTruthy(), WAIT);
      first.close();
      const told = first.events.length;
      const second = tab();
      // A tab that opens now is told about the work and its progress.
      await vi.waitFor(
        () => expect(second.events[0]?.jobs.find((job) => job.id === id)?.state).toBe('running'),
        WAIT,
      );
      await vi.waitFor(() => expect(second.job(id)?.progress).toBeTruthy(), WAIT);
      expect(first.events).toHaveLength(told);
      expect((await post(`/api/jobs/${id}/cancel`, {})).isCancelled).toBe(true);
      const job = await ended(second, id);
      expect(job).toMatchObject({ state: 'cancelled', failure: { code: 'INTERRUPTED' } });
      expect(job.failure?.message).toBe('Cancelled. paytally has written and sent nothing more.');
      expect((await month()).runs).toEqual(before.runs);
      expect(files().filter((name) => /^out.*(csv|xlsx)$/.test(name))).toHaveLength(
        path === 'corrections' ? 1 : 0,
      );
      expect(temporary()).toEqual([]);
      // Cancelled work cannot be cancelled again, and can be restarted.
      expect((await post(`/api/jobs/${id}/cancel`, {})).isCancelled).toBe(false);
    },
  );

  test('work that is not cancelled finishes while no tab is open', async () => {
    service.sandbox.faults.add({ ...SLOW, latencyMs: 60 });
    const { id } = await post('/api/final', ORDER);
    await vi.waitFor(async () => expect((await month()).state).toBe('final'), { ...WAIT, interval: 200 });
    expect((await ended(tab(), id)).state).toBe('done');
  });

  test('a running command is shown while it works, and only one final is made', async () => {
    service.sandbox.faults.add(SLOW);
    const listener = tab();
    const command = startChild(service, ['export', PERIOD, '--final', ...ACCEPT, '--json']);
    const shown = `Another command or window is finalising bakery, ${PERIOD}. This page is updated when it has finished.`;
    await vi.waitFor(() => expect(listener.events.at(-1)?.elsewhere).toEqual([shown]), WAIT);
    const { id } = await post('/api/final', ORDER);
    const [{ status, stdout }, job] = await Promise.all([command.ended, ended(listener, id)]);
    const codes = [
      status === 0 ? 'done' : (JSON.parse(stdout) as { error: { code: string } }).error.code,
      job.state === 'done' ? 'done' : job.failure?.code,
    ];
    expect(codes.sort()).toEqual(['ALREADY_FINAL', 'done']);
    expect((await month()).runs.filter(({ state }) => state === 'final')).toHaveLength(1);
    await vi.waitFor(() => expect(listener.events.at(-1)?.elsewhere).toEqual([]), WAIT);
    expect((await service.run(['verify'])).status).toBe(0);
  });

  test('a killed command is no longer shown, and leaves nothing behind', async () => {
    service.sandbox.faults.add(SLOW);
    const listener = tab();
    const command = startChild(service, ['export', PERIOD, '--final', ...ACCEPT]);
    await vi.waitFor(() => expect(listener.events.at(-1)?.elsewhere).toHaveLength(1), WAIT);
    command.process.kill('SIGKILL');
    await command.ended;
    await vi.waitFor(() => expect(listener.events.at(-1)?.elsewhere).toEqual([]), WAIT);
    expect((await month()).runs).toEqual([]);
    await service.run(['history']);
    expect(temporary()).toEqual([]);
  });
});

test('sending is cancelled between two mails: the final counts, and the rest is sent later, each mail once', async () => {
  const mail = await startMailServer('delays');
  const recipients = ['a', 'b', 'c'].map((name) => `${name}@example.com`);
  await start(
    `templates: [employee-days]\nmail: { from: payroll@example.com, owner: office@example.com, smtp: { host: 127.0.0.1, port: ${mail.port}, tls: none } }\ndeliveries: { office: { to: mail, recipients: [${recipients.join(', ')}], templates: [employee-days] } }\n`,
  );
  const listener = tab();
  const { id } = await post('/api/final', { ...ORDER, deliver: true });
  await vi.waitFor(() => expect(mail.mails.length).toBeGreaterThan(0), WAIT);
  await post(`/api/jobs/${id}/cancel`, {});
  const job = await ended(listener, id);
  const [run] = (await month()).runs;
  expect(job.state).toBe('cancelled');
  expect(job.failure?.message).toMatch(
    new RegExp(
      `^Cancelled\\. The run ${run?.runId} was already recorded\\. (2|One) deliver(ies were|y was) not sent\\.$`,
    ),
  );
  expect(run).toMatchObject({ state: 'final' });
  const again = await post('/api/send', { employer: 'bakery', period: PERIOD, run: run?.runId });
  expect((await ended(listener, again.id)).state).toBe('done');
  expect(mail.mails.flatMap((each) => each.recipients).sort()).toEqual(recipients);
  expect((await month()).runs[0]?.deliveries.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  await stop();
  await mail.close();
});
