// @module-tag slow
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { sampleInGate } from '../../gate.js';
import { startDeliveredService } from '../../support/employers/deliveredService.js';
import type { SampleService } from '../../support/employers/sampleService.js';
import { PROJECT, type ProgramRun } from '../../support/programs/runPaytally.js';
import { deliveryIn, runIdIn } from '../../support/servers/connection.js';
import {
  startXeroDouble,
  TENANT,
  XERO_CLIENT,
  type XeroDouble,
  type XeroFault,
} from '../../support/servers/xeroDouble.js';

const CALENDAR = '216d80e6-af55-47b1-b718-9457c3f5d2fe';
const CODES = ['NORMAL', 'NIGHT', 'SUNDAY', 'SATURDAY', 'HOLIDAY'];

interface XeroBench {
  readonly double: XeroDouble;
  readonly service: SampleService;
  readonly run: (...argv: string[]) => Promise<ProgramRun>;
}

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** An identifier in Xero's format. */
function uuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

async function benchWith(isConnected = true): Promise<XeroBench> {
  const double = await startXeroDouble();
  opened.push(double.close);
  const { url } = double;
  const codes = CODES.map((code) => `${code}: { external: "${uuid(code)}" }`).join(', ');
  const more = `variables: { xero: { calendar: ${CALENDAR} } }\npayCodes: { ${codes} }`;
  const xero = `to: xero, tenant: ${TENANT}, clientId: ${XERO_CLIENT}, address: "${url}", authorizeUrl: "${url}/authorize", tokenUrl: "${url}/token", redirectPort: 0, when: both, templates: [xero]`;
  const service = await startDeliveredService(1, `{ payroll: { ${xero} } }`, undefined, more);
  opened.push(service.stop);
  const configuration = join(service.cwd, 'paytally.yaml');
  const text = readFileSync(configuration, 'utf8');
  writeFileSync(configuration, text.replace('templates: [employee-days]', 'templates: [xero]'));
  const mapping = join(service.cwd, 'employees-bakery.csv');
  const lines = readFileSync(mapping, 'utf8').replace(/^([^,\r\n]+),(\d+),/gm, (_, id, number) => {
    return `${id},${uuid(number)},`;
  });
  writeFileSync(mapping, lines);
  if (isConnected) leaveTokens(double, service);
  return { double, service, run: (...argv) => service.run(argv) };
}

function leaveTokens({ url, tokens }: XeroDouble, { cwd }: SampleService): void {
  mkdirSync(join(cwd, 'secrets'), { recursive: true });
  const { access, refresh } = tokens();
  const expiresAt = new Date(Date.now() + 900_000).toISOString();
  const stored = {
    accessToken: access,
    refreshToken: refresh,
    expiresAt,
    clientId: XERO_CLIENT,
    tokenUrl: `${url}/token`,
  };
  writeFileSync(join(cwd, 'secrets', 'payroll.tokens.json'), JSON.stringify(stored), { mode: 0o600 });
}

const EXPORT = ['export', '2026-10', '--json', '--deliver'] as const;

/** Employees who have a timesheet in Xero; each once. */
function employeesIn({ sheets }: XeroDouble): readonly string[] {
  const found = sheets.map(({ employeeID }) => employeeID);
  expect(new Set(found).size).toBe(found.length);
  return found;
}

function employeesOf(made: ProgramRun): readonly string[] {
  const { path } = JSON.parse(made.stdout).runs[0].files[0];
  return JSON.parse(readFileSync(path, 'utf8')).map(({ employeeID }: { employeeID: string }) => employeeID);
}

describe('export --deliver to xero', () => {
  test('sends each timesheet of the file once, and later asks for its state', async () => {
    const { double, run } = await benchWith();
    const made = await run(...EXPORT);
    expect(made).toMatchObject({ status: 0 });
    const { path } = JSON.parse(made.stdout).runs[0].files[0];
    const inFile = JSON.parse(readFileSync(path, 'utf8'));
    expect(inFile.length).toBeGreaterThan(3);
    expect(double.sheets.map(({ timesheetID: _, status: __, ...sheet }) => sheet)).toEqual(inFile);
    expect(new Set(double.keys).size).toBe(inFile.length);
    const [first] = double.sheets;
    const id = `${first?.timesheetID} +${inFile.length - 1}`;
    expect(deliveryIn(made)).toEqual({
      name: 'payroll',
      recipient: `${TENANT}@${new URL(double.url).host}`,
      state: 'sent',
      receipt: { id, time: '2026-11-03 06:00:01.813283', state: 'received' },
    });
    const runId = runIdIn(made);
    // Only in New Zealand.
    for (const sheet of double.sheets) sheet.status = 'Requested';
    expect(deliveryIn(await run('send', runId, '--json'))).toMatchObject({
      state: 'sent',
      receipt: { id, state: 'received' },
    });
    for (const sheet of double.sheets) sheet.status = 'Approved';
    expect(deliveryIn(await run('send', runId, '--json'))).toMatchObject({
      receipt: { id, state: 'accepted' },
    });
    expect(double.sheets).toHaveLength(inFile.length);
    // A manual send does not send a timesheet twice either.
    await run('send', runId, '--again', 'payroll');
    expect(double.sheets).toHaveLength(inFile.length);
  });

  test('names a timesheet that Xero refuses and sends the others; the next attempt sends only that one', async () => {
    const { double, run } = await benchWith();
    const first = await run('export', '2026-10', '--json');
    const all = employeesOf(first);
    const refused = all[1] ?? '';
    double.refused.set(refused, 'The employee is not in this calendar.');
    const made = await run(...EXPORT);
    expect(made.status).toBe(7);
    expect(deliveryIn(made)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining(`the timesheet of one employee: ${refused}:`),
      receipt: { state: 'rejected', reason: expect.stringContaining('not in this calendar') },
    });
    expect(employeesIn(double)).toEqual(all.filter((employee) => employee !== refused));
    double.refused.clear();
    expect((await run('send', runIdIn(made))).status).toBe(0);
    expect([...employeesIn(double)].sort()).toEqual([...all].sort());
  });

  test('never overwrites or doubles other hours in Xero', { tags: 'slow' }, async () => {
    const { double, run } = await benchWith();
    const first = await run('export', '2026-10', '--json');
    const { path } = JSON.parse(first.stdout).runs[0].files[0];
    const [sheet] = JSON.parse(readFileSync(path, 'utf8'));
    const timesheetLines = [{ ...sheet.timesheetLines[0], numberOfUnits: 1 }];
    double.sheets.push({ ...sheet, timesheetLines, timesheetID: uuid('by hand'), status: 'Draft' });
    const made = await run(...EXPORT);
    expect(deliveryIn(made).problem).toContain(
      `${sheet.employeeID}: other hours in ${uuid('by hand')} (Draft)`,
    );
    expect(employeesIn(double)).toHaveLength(employeesOf(first).length);
    expect(double.sheets[0]?.timesheetLines).toEqual(timesheetLines);
  });

  test('reports a timesheet that was deleted in Xero', { tags: 'slow' }, async () => {
    const { double, run } = await benchWith();
    const made = await run(...EXPORT);
    const [gone] = double.sheets.splice(0, 1);
    const sent = await run('send', runIdIn(made), '--json');
    expect(sent.status).toBe(7);
    expect(deliveryIn(sent).problem).toContain(`no timesheet of ${gone?.employeeID}`);
  });
});

describe('faults', () => {
  const faults: readonly [XeroFault, string, string][] = [
    ['cut-before', 'sent', ''],
    ['cut-after', 'sent', ''],
    ['expired', 'sent', ''],
    ['busy', 'sent', ''],
    ['slow', 'sent', ''],
    ['fails', 'sent', ''],
    ['fails-after', 'sent', ''],
    ['nonsense', 'unknown', 'does not understand'],
    ['busy-long', 'failed', 'takes no requests at the moment (status 429)'],
  ];
  test.each(sampleInGate(faults, 2))('%s: %s; each timesheet arrives once', async (fault, state, words) => {
    const { double, run } = await benchWith();
    double.faults.push(fault);
    const made = await run(...EXPORT);
    expect(deliveryIn(made).state).toBe(state);
    expect(deliveryIn(made).problem ?? '').toContain(words);
    const all = employeesOf(made);
    if (state !== 'sent') await run('send', runIdIn(made), '--again', 'payroll');
    expect([...employeesIn(double)].sort()).toEqual([...all].sort());
    if (fault === 'expired')
      expect(double.grants.map((form) => form.get('grant_type'))).toEqual(['refresh_token']);
  });

  test('a send killed after Xero stored a timesheet is unknown; the rest is sent when a person confirms', {
    tags: 'slow',
  }, async () => {
    const { double, service, run } = await benchWith();
    double.faults.push('kill');
    const program = spawn(
      process.execPath,
      [join(PROJECT, 'dist', 'src', 'main.js'), 'export', '2026-10', '--deliver'],
      {
        cwd: service.cwd,
        env: { ...process.env, ...service.env } as NodeJS.ProcessEnv,
      },
    );
    double.onKill = () => void program.kill('SIGKILL');
    await once(program, 'close');
    expect(double.sheets).toHaveLength(1);
    const { runs } = JSON.parse((await run('history', '--json')).stdout);
    const sent = await run('send', runs[0].runId, '--json');
    expect(deliveryIn(sent)).toMatchObject({ state: 'unknown' });
    expect(double.sheets).toHaveLength(1);
    const again = await run('send', runs[0].runId, '--again', 'payroll', '--json');
    expect(deliveryIn(again)).toMatchObject({ state: 'sent' });
    expect(employeesIn(double).length).toBeGreaterThan(3);
  });
});

test('refuses a file without timesheets before any request', async () => {
  const { double, service, run } = await benchWith();
  const path = join(service.cwd, 'paytally.yaml');
  const text = readFileSync(path, 'utf8').replaceAll('templates: [xero]', 'templates: [employee-days]');
  writeFileSync(path, text);
  expect(deliveryIn(await run(...EXPORT))).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('has no timesheets for Xero'),
  });
  expect(double.requests).toEqual([]);
});

test('doctor tests the connection and the organisation', { tags: 'slow' }, async () => {
  const { double, run } = await benchWith();
  expect((await run('doctor', '--json')).stdout).toContain('signed in to Xero');
  double.tenants = [];
  expect((await run('doctor', '--json')).stdout).toContain('AuthenticationUnsuccessful');
  expect(double.sheets).toEqual([]);
});

test('connect signs in without a secret, using PKCE', { tags: 'slow' }, async () => {
  const { double, service } = await benchWith(false);
  const program = spawn(
    process.execPath,
    [join(PROJECT, 'dist', 'src', 'main.js'), 'connect', 'payroll', '--no-open'],
    {
      cwd: service.cwd,
      env: { ...process.env, ...service.env } as NodeJS.ProcessEnv,
    },
  );
  const closed = once(program, 'close');
  const url = await new Promise<string>((seen) => {
    program.stdout.on('data', (chunk: Buffer) =>
      seen(/http:\S+\/authorize\S+/.exec(chunk.toString())?.[0] ?? ''),
    );
  });
  expect(new URL(url).searchParams.get('scope')).toBe('offline_access payroll.timesheets');
  await fetch(url);
  expect((await closed)[0]).toBe(0);
  expect(double.requests).toEqual(['GET /Timesheets?page=1']);
});
