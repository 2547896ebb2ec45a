// @module-tag slow
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import { STORE_NAME } from '../../../src/store/openStore.js';
import { sampleInGate } from '../../gate.js';
import { ACCEPT } from '../../support/employers/sampleService.js';
import {
  type DatevBench,
  deliveryIn,
  leaveTokens,
  runIdIn,
  startDatevBench,
} from '../../support/servers/connection.js';
import type { Fault } from '../../support/servers/datevDouble.js';

const opened: DatevBench[] = [];
afterEach(async () => {
  for (const bench of opened.splice(0)) await bench.stop();
});

async function benchWith(more = '', isConnected = true): Promise<DatevBench> {
  const bench = await startDatevBench(more);
  opened.push(bench);
  if (isConnected) leaveTokens(bench);
  return bench;
}

/** Faults of requests that only read, with the words that report them. */
const READ_FAULTS = [
  ['cut', 'could not be reached'],
  ['fails', 'failed with status 500'],
] as const;

const EXPORT = ['export', '2026-10', '--json', '--deliver'] as const;

describe('export --deliver to datev', () => {
  test('sends the file of the run with the details that DATEV requires', async () => {
    const { double, run } = await benchWith(', mail: payroll@example.com');
    const made = await run(...EXPORT);
    expect(made).toMatchObject({ status: 0 });
    const [file] = double.files;
    expect(double.files).toHaveLength(1);
    expect(file).toMatchObject({
      client: '1234567-12345',
      fileName: 'bakery_2026-10_employee-days.csv',
      fields: {
        file_provider: 'paytally',
        import_file_type: 'bwd',
        target_system: 'lodas',
        payroll_accounting_month: '2026-10-31',
        mail_address: 'payroll@example.com',
      },
    });
    const { path } = JSON.parse(made.stdout).runs[0].files[0];
    expect(file?.content.equals(readFileSync(path))).toBe(true);
    expect(deliveryIn(made)).toEqual({
      name: 'payroll',
      recipient: `1234567-12345@${new URL(double.url).host}`,
      state: 'sent',
      receipt: { id: file?.jobId, time: '2026-11-03T06:00:01+01:00', state: 'received' },
    });
  });

  const states: readonly [string, string, string, number][] = [
    ['imported', 'sent', 'accepted', 0],
    ['corrupted', 'failed', 'rejected', 7],
    ['uploaded', 'sent', 'received', 0],
    ['deleted', 'failed', 'rejected', 7],
    ['auto-deleted', 'failed', 'rejected', 7],
  ];
  test.each(sampleInGate(states, 2))(
    'if the payroll program reports %s, send shows %s and %s',
    async (theirs, state, receipt, status) => {
      const { double, run } = await benchWith();
      const runId = runIdIn(await run(...EXPORT));
      const [file] = double.files;
      double.states.set(file?.jobId ?? '', theirs);
      // A rejected file has failed, and only a further command sends it again.
      const sent = await run('send', runId, '--json');
      expect(sent.status).toBe(status);
      expect(deliveryIn(sent)).toMatchObject({ state, receipt: { id: file?.jobId, state: receipt } });
      expect(double.files).toHaveLength(1);
      const board = await run('status', '--period', '2026-10', '--json');
      expect(JSON.parse(board.stdout).employers[0].deliveries[0]).toMatchObject({
        state,
        receipt: { state: receipt },
      });
      const { runs } = JSON.parse((await run('history', '--json')).stdout);
      expect(runs[0].receipts).toMatchObject([{ id: file?.jobId, state: receipt }]);
      if (status === 7) expect(deliveryIn(sent).problem).toContain(`: ${theirs}.`);
    },
  );

  test('a running schedule checks the result after half an hour, not earlier', { tags: 'slow' }, async () => {
    const { double, service, run } = await benchWith();
    await run(...EXPORT);
    double.states.set(double.files[0]?.jobId ?? '', 'imported');
    const path = join(service.cwd, 'paytally.yaml');
    const schedule = 'schedule: { yearly: { cron: "0 6 1 12 *", period: last-month, final: false } }';
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n${schedule}\n`);
    const asked = () => double.requests.filter((request) => request.includes('/jobs/')).length;
    const later = (minutes: number) =>
      service.run(['schedule', 'run', '--due'], { env: service.env, nowMs: Date.now() + minutes * 60_000 });
    await later(10);
    expect(asked()).toBe(0);
    leaveTokens({ double, service } as DatevBench, 100_000);
    await later(40);
    expect(asked()).toBe(1);
    await later(90);
    expect(asked()).toBe(1);
    const board = JSON.parse((await run('status', '--period', '2026-10', '--json')).stdout);
    expect(board.employers[0].deliveries[0].receipt.state).toBe('accepted');
  });

  test.each<readonly ['cut' | 'fails' | 'nonsense', string]>([
    ...READ_FAULTS,
    ['nonsense', 'does not understand'],
  ])(
    'a %s answer to the question for the receipt leaves the file sent and received',
    { tags: 'slow' },
    async (fault, words) => {
      const { double, run } = await benchWith();
      const runId = runIdIn(await run(...EXPORT));
      double.readFaults.push(fault);
      const sent = await run('send', runId, '--json');
      expect(deliveryIn(sent)).toMatchObject({ state: 'sent', receipt: { state: 'received' } });
      expect(sent.stderr).toContain(words);
      expect(sent.stderr).not.toContain('may have arrived');
    },
  );

  test('a sent file is never sent again automatically, only by a person', async () => {
    const { double, run } = await benchWith();
    const runId = runIdIn(await run(...EXPORT));
    await run('send', runId);
    expect(double.files).toHaveLength(1);
    await run('send', runId, '--again', 'payroll');
    expect(double.files).toHaveLength(2);
  });
});

test('the next link of the audit trail has the receipts, without the text of the payroll program', {
  tags: 'slow',
}, async () => {
  const { double, service, run } = await benchWith();
  const final = (period: string) =>
    service.json(['export', period, '--final', '--deliver', ...ACCEPT], { env: service.env });
  const first = await final('2026-10-29..2026-10-29');
  expect(first.status).toBe(0);
  const [{ runId }] = first.runs;
  double.states.set(double.files[0]?.jobId ?? '', 'corrupted');
  await run('send', runId);
  expect((await final('2026-10-30..2026-10-30')).status).toBe(0);
  const store = new DatabaseSync(join(service.cwd, '.paytally', STORE_NAME));
  const bodies = store.prepare('SELECT body FROM ledgerLink ORDER BY position').all();
  store.close();
  const links = bodies.map(({ body }) => JSON.parse(String(body)));
  expect(links.map(({ receipts }) => receipts)).toEqual([
    undefined,
    [
      {
        runId,
        delivery: 'payroll',
        id: double.files[0]?.jobId,
        time: '2026-11-03T06:00:01+01:00',
        state: 'rejected',
      },
    ],
  ]);
  expect((await run('verify', '--json')).status).toBe(0);
});

describe('faults', () => {
  const faults: readonly [Fault, string, number, number, string][] = [
    ['cut-before', 'unknown', 0, 0, 'gave no complete answer'],
    ['cut-after', 'unknown', 1, 1, 'gave no complete answer'],
    ['fails', 'unknown', 0, 0, 'failed with status 500'],
    ['fails-after', 'unknown', 1, 1, 'failed with status 502'],
    ['nonsense', 'unknown', 1, 1, 'does not understand'],
    ['busy', 'failed', 0, 1, 'takes no requests at the moment (status 429)'],
  ];
  test.each(sampleInGate(faults, 2))(
    '%s: %s; nothing arrives twice',
    async (fault, state, stored, afterSend, words) => {
      const { double, run } = await benchWith();
      double.faults.push(fault);
      const made = await run(...EXPORT);
      expect(made.status).toBe(7);
      expect(deliveryIn(made)).toMatchObject({ name: 'payroll', state });
      expect(deliveryIn(made).problem).toContain(words);
      expect(double.files).toHaveLength(stored);
      await run('send', runIdIn(made));
      expect(double.files).toHaveLength(afterSend);
    },
  );

  test('a token that DATEV no longer accepts is renewed, and the file arrives once', async () => {
    const bench = await benchWith();
    bench.double.faults.push('expired');
    const made = await bench.run(...EXPORT);
    expect(made.status).toBe(0);
    expect(bench.double.files).toHaveLength(1);
    expect(bench.double.grants.map((form) => form.get('grant_type'))).toEqual(['refresh_token']);
    const path = join(bench.service.cwd, 'secrets', 'payroll.tokens.json');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      accessToken: bench.double.tokens().access,
      refreshToken: bench.double.tokens().refresh,
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('a refusal names its reason, its recipient and the remedy, and no schedule retries it', async () => {
    const { double, run } = await benchWith();
    double.clients = [];
    const made = await run(...EXPORT);
    expect(deliveryIn(made)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('refused the file with status 403: #DCO02050 restapi.AccessDenied'),
      receipt: { id: '0a13eff2-44a9', state: 'rejected', reason: '#DCO02050 restapi.AccessDenied' },
    });
  });

  test('without a connection no file is sent', async () => {
    const { double, run } = await benchWith('', false);
    const made = await run(...EXPORT);
    expect(made.status).toBe(7);
    expect(deliveryIn(made)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('paytally connect payroll'),
    });
    expect(double.requests).toEqual([]);
  });

  test('an expired sign-in is reported with its remedy, and no token is printed', async () => {
    const bench = await benchWith();
    leaveTokens(bench, -1);
    const secrets = Object.values(bench.double.tokens());
    bench.double.revoke();
    const made = await bench.run(...EXPORT, '--verbose');
    expect(deliveryIn(made)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('invalid_grant'),
    });
    for (const secret of secrets) expect(`${made.stdout}${made.stderr}`).not.toContain(secret);
  });
});

describe('checks before sending', () => {
  test.each([
    [', fileName: "{{ name }}-{{ from }}-{{ to }}-of-the-month-of-october"', 'too long'],
    ['', 'which payroll system'],
  ])('%s: refused without a request', async (more, words) => {
    const bench = await benchWith(more);
    if (more === '') {
      const path = join(bench.service.cwd, 'paytally.yaml');
      writeFileSync(path, readFileSync(path, 'utf8').replace(', system: lodas', ''));
    }
    const made = await bench.run(...EXPORT);
    expect(deliveryIn(made)).toMatchObject({ state: 'failed', problem: expect.stringContaining(words) });
    expect(bench.double.requests).toEqual([]);
  });
});

describe('doctor', () => {
  test('tests the connection and the client', { tags: 'slow' }, async () => {
    const { double, run } = await benchWith();
    const good = await run('doctor', '--json');
    expect(good.stdout).toContain('signed in to DATEV hr:files');
    double.clients = ['1-1'];
    const bad = await run('doctor', '--json');
    expect(bad.stdout).toContain('refused the request with status 403: #DCO02050');
    expect(double.files).toEqual([]);
  });

  test.each(sampleInGate(READ_FAULTS, 1))(
    'a %s answer to the test does not suggest that a file was sent',
    async (fault, words) => {
      const { double, run } = await benchWith();
      double.readFaults.push(fault);
      const { stdout } = await run('doctor', '--json');
      expect(stdout).toContain(words);
      expect(stdout).not.toContain('may have arrived');
    },
  );
});
