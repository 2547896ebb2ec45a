import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { startDeliveredService } from '../../support/employers/deliveredService.js';
import { MAIN } from '../../support/programs/builtProgram.js';
import { startXeroDouble, TENANT, XERO_CLIENT, type XeroDouble } from '../../support/servers/xeroDouble.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** A delivery to Xero whose organisation the configuration does not name. */
async function benchWithout(tenants: readonly string[]) {
  const double = await startXeroDouble();
  opened.push(double.close);
  double.tenants = tenants;
  const { url } = double;
  const calendar = '216d80e6-af55-47b1-b718-9457c3f5d2fe';
  const xero = `to: xero, clientId: ${XERO_CLIENT}, address: "${url}", authorizeUrl: "${url}/authorize", tokenUrl: "${url}/token", redirectPort: 0, when: both`;
  const more = `variables: { xero: { calendar: ${calendar} } }`;
  const service = await startDeliveredService(1, `{ payroll: { ${xero} } }`, undefined, more);
  opened.push(service.stop);
  return { double, service };
}

/** Runs `connect`, and signs in at the address that it shows. */
async function connected(cwd: string, env: Readonly<Record<string, string | undefined>>) {
  const program = spawn(process.execPath, [MAIN, 'connect', 'payroll', '--no-open', '--json'], {
    cwd,
    env: { ...process.env, ...env } as NodeJS.ProcessEnv,
  });
  opened.push(async () => void program.kill('SIGKILL'));
  program.stderr.on('data', (chunk: Buffer) => {
    const address = /http:\S+\/authorize\S+/.exec(chunk.toString())?.[0];
    if (address !== undefined) void fetch(address);
  });
  const [stdout, stderr] = [text(program.stdout), text(program.stderr)];
  const [status] = await once(program, 'close');
  return { status, stdout: await stdout, stderr: await stderr };
}

const tenantRequests = ({ requests }: XeroDouble) => requests.filter((each) => each.includes('/Timesheets'));

describe('connect without a tenant', { tags: 'slow' }, () => {
  test('finds the only organisation, writes it into the configuration and tests it', async () => {
    const { double, service } = await benchWithout([TENANT]);
    const before = await service.run(['doctor', '--json']);
    expect(before.stdout).toContain('paytally connect payroll');
    const { status, stderr } = await connected(service.cwd, service.env);
    expect({ status, stderr: stderr.includes(TENANT) }).toEqual({ status: 0, stderr: true });
    expect(readFileSync(join(service.cwd, 'paytally.yaml'), 'utf8')).toContain(TENANT);
    expect(tenantRequests(double)).toEqual(['GET /Timesheets?page=1']);
  });

  test('lists several organisations, and changes nothing', async () => {
    const other = '11111111-2222-4333-8444-555555555555';
    const { double, service } = await benchWithout([TENANT, other]);
    const path = join(service.cwd, 'paytally.yaml');
    const configuration = readFileSync(path, 'utf8');
    const { status, stdout } = await connected(service.cwd, service.env);
    const { error } = JSON.parse(stdout);
    expect({ status, code: error.code }).toEqual({ status: 2, code: 'USAGE' });
    expect(error.message).toContain(`Company 1 (${TENANT}), Company 2 (${other})`);
    expect(error.remedy).toContain('deliveries.payroll.tenant');
    expect(readFileSync(path, 'utf8')).toBe(configuration);
    expect(tenantRequests(double)).toEqual([]);
  });

  test('says that there is none', async () => {
    const { service } = await benchWithout([]);
    const { status, stdout } = await connected(service.cwd, service.env);
    expect({ status, code: JSON.parse(stdout).error.code }).toEqual({ status: 3, code: 'AUTH_REJECTED' });
  });
});
