// @module-tag slow
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { sampleInGate } from '../../gate.js';
import { startDeliveredService } from '../../support/employers/deliveredService.js';
import { ACCEPT, type SampleService } from '../../support/employers/sampleService.js';
import { PROJECT, type ProgramRun } from '../../support/programs/runPaytally.js';
import { deliveryIn, runIdIn } from '../../support/servers/connection.js';
import {
  EMPLOYER,
  LOKET_CLIENT,
  LOKET_SECRET,
  type LoketDouble,
  type LoketFault,
  type PeriodRecord,
  startLoketDouble,
} from '../../support/servers/loketDouble.js';

const CODES = { NORMAL: 1, NIGHT: 86, SUNDAY: 87, SATURDAY: 88, HOLIDAY: 89 };

interface LoketBench {
  readonly double: LoketDouble;
  readonly service: SampleService;
  readonly run: (...argv: string[]) => Promise<ProgramRun>;
}

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** An identifier as Loket gives it. */
function uuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

async function benchWith(isConnected = true, template = 'loket-api'): Promise<LoketBench> {
  const double = await startLoketDouble();
  opened.push(double.close);
  const { url } = double;
  const codes = Object.entries(CODES).map(([code, key]) => `${code}: { external: "${key}" }`);
  const more = `payCodes: { ${codes.join(', ')} }`;
  const loket = `to: loket, employerId: ${EMPLOYER}, clientId: ${LOKET_CLIENT}, clientSecret: { env: APP_SECRET }, address: "${url}", authorizeUrl: "${url}/authorize", tokenUrl: "${url}/token", redirectPort: 0, templates: [${template}]`;
  const started = await startDeliveredService(1, `{ payroll: { ${loket} } }`, undefined, more);
  opened.push(started.stop);
  const service = { ...started, env: { ...started.env, APP_SECRET: LOKET_SECRET } };
  const configuration = join(service.cwd, 'paytally.yaml');
  const text = readFileSync(configuration, 'utf8');
  writeFileSync(configuration, text.replace('templates: [employee-days]', `templates: [${template}]`));
  const mapping = join(service.cwd, 'employees-bakery.csv');
  const lines = readFileSync(mapping, 'utf8').replace(/^([^,\r\n]+),(\d+),/gm, (_, id, number) => {
    return `${id},${uuid(number)},`;
  });
  writeFileSync(mapping, lines);
  if (isConnected) leaveTokens(double, service);
  return { double, service, run: (...argv) => service.run(argv, { env: service.env }) };
}

function leaveTokens({ url, tokens }: LoketDouble, { cwd }: SampleService): void {
  mkdirSync(join(cwd, 'secrets'), { recursive: true });
  const { access, refresh } = tokens();
  const expiresAt = new Date(Date.now() + 900_000).toISOString();
  const stored = { accessToken: access, refreshToken: refresh, expiresAt, clientId: LOKET_CLIENT };
  const text = JSON.stringify({ ...stored, tokenUrl: `${url}/token` });
  writeFileSync(join(cwd, 'secrets', 'payroll.tokens.json'), text, { mode: 0o600 });
}

const FINAL = ['export', '2026-10', '--final', ...ACCEPT];
const EXPORT = [...FINAL, '--deliver', '--json'] as const;

type Sent = Pick<PeriodRecord, 'employmentId' | 'payrollPeriod' | 'payrollComponents'>;

function contentOf(made: ProgramRun): readonly Sent[] {
  const { path } = JSON.parse(made.stdout).runs[0].files[0];
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** `employment component hours`, of all records; a component in two records is there twice. */
function hoursIn(records: readonly Sent[]): readonly string[] {
  return records
    .flatMap(({ employmentId, payrollComponents }) =>
      payrollComponents.map(({ payrollComponent: { key }, value }) => `${employmentId} ${key} ${value}`),
    )
    .sort();
}

describe('export --deliver to loket', () => {
  test('sends the hours of all employments under their defaults, and reads them again', async () => {
    const { double, run } = await benchWith();
    const made = await run(...EXPORT);
    expect(made).toMatchObject({ status: 0 });
    const inFile = contentOf(made);
    expect(inFile.length).toBeGreaterThan(3);
    expect(hoursIn(double.records)).toEqual(hoursIn(inFile));
    expect(double.records[0]).toMatchObject({
      payrollPeriod: { year: 2026, periodNumber: 10 },
      shift: { shiftNumber: 1 },
      payslipType: { key: 1 },
      costCenter: { key: 2 },
    });
    expect(double.requests.filter((each) => each.startsWith('PATCH'))).toHaveLength(1);
    expect(deliveryIn(made)).toEqual({
      name: 'payroll',
      recipient: `${EMPLOYER}@${new URL(double.url).host}`,
      state: 'sent',
      receipt: { id: `2026/10 +${inFile.length - 1}`, time: expect.any(String), state: 'accepted' },
    });
    // A person's word changes nothing either.
    expect((await run('send', runIdIn(made), '--again', 'payroll')).status).toBe(0);
    expect(hoursIn(double.records)).toEqual(hoursIn(inFile));
  });

  test('an employment that Loket refuses is named, and the others arrive', async () => {
    const { double, run } = await benchWith();
    const all = contentOf(await run('export', '2026-10', '--json'));
    const { employmentId } = all[1] ?? { employmentId: '' };
    double.refused.set(employmentId, 'The employment has ended.');
    const made = await run(...EXPORT);
    expect(made.status).toBe(7);
    expect(deliveryIn(made)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining(`${employmentId}: The employment has ended.`),
      receipt: { state: 'rejected', reason: `${employmentId}: The employment has ended.` },
    });
    expect(hoursIn(double.records)).toEqual(
      hoursIn(all.filter((each) => each.employmentId !== employmentId)),
    );
    double.refused.clear();
    expect((await run('send', runIdIn(made))).status).toBe(0);
    expect(hoursIn(double.records)).toEqual(hoursIn(all));
  });

  test('a final of which Loket has a part is not replaced, also after an attempt without an answer', async () => {
    const { double, run } = await benchWith();
    const all = contentOf(await run('export', '2026-10', '--json'));
    double.refused.set(all[1]?.employmentId ?? '', 'The employment has ended.');
    const made = await run(...EXPORT);
    const replaced = () => run(...FINAL, '--supersede', 'wrong hours', '--json');
    expect(JSON.parse((await replaced()).stdout).error).toMatchObject({ code: 'ALREADY_FINAL' });
    await double.close();
    expect(deliveryIn(await run('send', runIdIn(made), '--json')).state).toBe('failed');
    const later = JSON.parse((await replaced()).stdout);
    expect(later.error).toMatchObject({ code: 'ALREADY_FINAL', message: expect.stringContaining('sent') });
  });

  test('a final of which Loket has nothing can be replaced', { tags: 'slow' }, async () => {
    const { double, run } = await benchWith();
    const [{ employmentId } = { employmentId: '' }] = contentOf(await run('export', '2026-10', '--json'));
    double.missing.add(employmentId);
    expect((await run(...EXPORT)).status).toBe(7);
    expect((await run(...FINAL, '--supersede', 'wrong hours', '--json')).status).toBe(0);
  });

  test('a request that Loket refuses as a whole is rejected with its reasons', { tags: 'slow' }, async () => {
    const { double, run } = await benchWith();
    double.refused.get = () => 'The period is closed.';
    double.refused.has = () => true;
    const made = await run(...EXPORT);
    const { employmentId } = contentOf(made)[0] ?? { employmentId: '' };
    expect(deliveryIn(made)).toMatchObject({
      state: 'failed',
      receipt: {
        state: 'rejected',
        reason: expect.stringContaining(`${employmentId}: The period is closed.`),
      },
    });
    expect(double.records).toEqual([]);
  });

  test('hours that are there under another cost centre too are reported', { tags: 'slow' }, async () => {
    const { double, run } = await benchWith();
    const made = await run(...EXPORT);
    const [first] = contentOf(made);
    double.defaults.costCenter = null;
    double.isWrapped = false;
    const again = await run('send', runIdIn(made), '--again', 'payroll', '--json');
    const [{ payrollComponent, value } = { payrollComponent: { key: 0 }, value: 0 }] =
      first?.payrollComponents ?? [];
    expect(deliveryIn(again)).toMatchObject({ state: 'failed', receipt: { state: 'rejected' } });
    expect(deliveryIn(again).receipt?.reason).toContain(
      `${first?.employmentId}: component ${payrollComponent.key} has ${(2 * value).toFixed(2)} instead of ${value.toFixed(2)}`,
    );
  });

  test('an unknown employment and one without a shift are named, and nothing is sent', {
    tags: 'slow',
  }, async () => {
    const { double, run } = await benchWith();
    const [{ employmentId } = { employmentId: '' }] = contentOf(await run('export', '2026-10', '--json'));
    double.missing.add(employmentId);
    const made = await run(...EXPORT);
    expect(deliveryIn(made)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('gives no shift and payslip type'),
      receipt: { state: 'rejected', reason: `${employmentId}: 404` },
    });
    double.missing.clear();
    double.defaults.shift = null;
    expect(deliveryIn(await run('send', runIdIn(made), '--json')).receipt?.reason).toContain('no defaults');
    expect(double.requests.some((each) => each.startsWith('PATCH'))).toBe(false);
  });
});

describe('faults', () => {
  const faults: readonly [string, readonly LoketFault[], string, string][] = [
    ['cut before', ['cut-before'], 'sent', 'accepted'],
    ['cut after', ['cut-after'], 'sent', 'accepted'],
    ['cut each time', ['cut-after', 'cut-after', 'cut-after'], 'unknown', ''],
    ['an internal error', ['fails-after'], 'sent', 'accepted'],
    ['an expired token', ['expired'], 'sent', 'accepted'],
    ['a pause', ['busy'], 'sent', 'accepted'],
    ['silence afterwards', ['silent'], 'sent', 'received'],
    ['hours that Loket takes and does not have', ['forgets'], 'failed', 'rejected'],
  ];
  test.each(sampleInGate(faults, 3))('%s: %s; the hours arrive once', async (_, some, state, receipt) => {
    const { double, run } = await benchWith();
    double.faults.push(...some);
    const made = await run(...EXPORT);
    expect(deliveryIn(made).state).toBe(state);
    expect(deliveryIn(made).receipt?.state ?? '').toBe(receipt);
    double.isSilent = false;
    const again = state === 'unknown' ? ['--again', 'payroll'] : [];
    const sent = await run('send', runIdIn(made), '--json', ...again);
    expect(deliveryIn(sent)).toMatchObject({ state: 'sent', receipt: { state: 'accepted' } });
    expect(hoursIn(double.records)).toEqual(hoursIn(contentOf(made)));
    if (some.includes('expired'))
      expect(double.grants.map((form) => form.get('grant_type'))).toEqual(['refresh_token']);
  });

  test('killed after Loket took the hours: unknown, and sending again is harmless', {
    tags: 'slow',
  }, async () => {
    const { double, service, run } = await benchWith();
    double.faults.push('kill');
    const program = spawn(
      process.execPath,
      [join(PROJECT, 'dist', 'src', 'main.js'), ...FINAL, '--deliver'],
      { cwd: service.cwd, env: { ...process.env, ...service.env } as NodeJS.ProcessEnv },
    );
    double.onKill = () => void program.kill('SIGKILL');
    await once(program, 'close');
    const before = hoursIn(double.records);
    const { runs } = JSON.parse((await run('history', '--json')).stdout);
    expect(deliveryIn(await run('send', runs[0].runId, '--json'))).toMatchObject({ state: 'unknown' });
    const again = await run('send', runs[0].runId, '--again', 'payroll', '--json');
    expect(deliveryIn(again)).toMatchObject({ state: 'sent', receipt: { state: 'accepted' } });
    expect(hoursIn(double.records)).toEqual(before);
  });
});

test('a file without period data is refused without a request', { tags: 'slow' }, async () => {
  const { double, run } = await benchWith(true, 'employee-days');
  expect(deliveryIn(await run(...EXPORT))).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('has no payroll period data for Loket.nl'),
  });
  expect(double.requests).toEqual([]);
});

test('drafts are refused: a component that the final lacks would stay', { tags: 'slow' }, async () => {
  const { service, run } = await benchWith();
  const path = join(service.cwd, 'paytally.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace('to: loket,', 'to: loket, when: both,'));
  const made = await run('export', '2026-10', '--json');
  expect(made.status).toBe(2);
  expect(made.stdout + made.stderr).toContain('must be final');
});

test('doctor tries the connection and the employer', { tags: 'slow' }, async () => {
  const { double, run } = await benchWith();
  expect((await run('doctor', '--json')).stdout).toContain('signed in to Loket.nl');
  double.employers = [];
  expect((await run('doctor', '--json')).stdout).toContain('Insufficient rights for this request.');
  expect(double.records).toEqual([]);
});

test('connect signs in with the secret in the form', { tags: 'slow' }, async () => {
  const { double, service } = await benchWith(false);
  const program = spawn(
    process.execPath,
    [join(PROJECT, 'dist', 'src', 'main.js'), 'connect', 'payroll', '--no-open'],
    { cwd: service.cwd, env: { ...process.env, ...service.env } as NodeJS.ProcessEnv },
  );
  const closed = once(program, 'close');
  const url = await new Promise<string>((seen) => {
    program.stdout.on('data', (chunk: Buffer) =>
      seen(/http:\S+\/authorize\S+/.exec(chunk.toString())?.[0] ?? ''),
    );
  });
  expect(new URL(url).searchParams.get('scope')).toBe('all');
  await fetch(url);
  expect((await closed)[0]).toBe(0);
  expect(double.requests).toEqual([`GET /providers/employers/${EMPLOYER}`]);
});
