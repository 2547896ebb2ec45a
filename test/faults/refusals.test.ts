import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.js';
import { SCOPES, type Scope } from '../../src/sandbox/scopes.js';
import { sampleInGate } from '../gate.js';
import { SAMPLE_EMPLOYER, sampleOfDays } from '../support/employers/sampleService.js';
import { codeOf, EXPORT, type FaultBench, startFaultBench } from './faultBench.js';

let bench: FaultBench;
beforeEach(async () => {
  bench = await startFaultBench({ employers: await sampleOfDays('2026-10-24', '2026-10-25') });
});
afterEach(() => bench.stop());

/** For people, who are told what is missing. */
const PLAIN = EXPORT.filter((word) => word !== '--json');

const portal = () => bench.service.sandbox.portal;

function rewrite(from: string | RegExp, to: string): readonly string[] {
  const path = join(bench.service.cwd, 'paytally.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  return [];
}

type Outcome = readonly [status: number, code: ErrorCode, says: readonly string[]];
type Row = readonly [name: string, prepare: () => readonly string[], outcome: Outcome];

const ROWS: readonly Row[] = [
  [
    'a wrong client id',
    () => rewrite('clientId: bakery-payroll', 'clientId: nobody'),
    [3, 'AUTH_REJECTED', ['employer bakery', 'employer portal', 'client ID']],
  ],
  [
    'a revoked integration',
    () => {
      portal().revoke(SAMPLE_EMPLOYER, 'bakery-payroll');
      return [];
    },
    [3, 'AUTH_REJECTED', ['employer bakery', 'employer portal', 'still active']],
  ],
  [
    'a renewed secret',
    () => {
      portal().renewSecret(SAMPLE_EMPLOYER, 'bakery-payroll');
      return [];
    },
    [3, 'AUTH_REJECTED', ['secret was renewed', 'replace the old one']],
  ],
  [
    'revoked during the read',
    () => {
      bench.service.sandbox.faults.add({ kind: 'revoke', on: 'time-entries' });
      return [];
    },
    [3, 'AUTH_REJECTED', ['employer portal']],
  ],
  [
    'API access turned off',
    () => {
      portal().setApiAccess(SAMPLE_EMPLOYER, 'inactive');
      return [];
    },
    [3, 'API_ACCESS_INACTIVE', ['activate API access', 'portal']],
  ],
  [
    "another employer's id",
    () => rewrite(SAMPLE_EMPLOYER, '00000000-0000-4000-8000-000000000001'),
    [3, 'EMPLOYER_MISMATCH', ['00000000-0000-4000-8000-000000000001', 'employerId', 'portal']],
  ],
  [
    'no Time registration module',
    () => {
      portal().setModule(SAMPLE_EMPLOYER, 'timeRegistration', 'off');
      return [];
    },
    [3, 'SCOPE_MISSING', ['time-entries:read', 'Time registration module', 'portal']],
  ],
  [
    'no establishments:read',
    () => bench.newClient(SCOPES.filter((scope) => scope !== 'establishments:read')).argv,
    [3, 'SCOPE_MISSING', ['establishments:read', '"Read establishments"', 'create a new integration']],
  ],
  [
    'no time-entries:read',
    () => bench.newClient(SCOPES.filter((scope) => scope !== 'time-entries:read')).argv,
    [3, 'SCOPE_MISSING', ['time-entries:read', '"Read time entries"', 'create a new integration']],
  ],
  [
    'a base URL with a wrong path',
    () => rewrite(/^baseUrl: .*/m, `baseUrl: ${bench.service.sandbox.baseUrl}/api`),
    [4, 'SERVICE_PROTOCOL', ['baseUrl', '/oauth/customer/token']],
  ],
  [
    'the administration port instead of the API',
    () => rewrite(/^baseUrl: .*/m, `baseUrl: ${bench.service.sandbox.adminUrl}`),
    [4, 'SERVICE_PROTOCOL', ['baseUrl']],
  ],
  [
    'http to another machine',
    () => rewrite(/^baseUrl: .*/m, 'baseUrl: http://192.0.2.1'),
    [2, 'BASE_URL_INSECURE', ['https://']],
  ],
  [
    'a host that does not exist',
    () => rewrite(/^baseUrl: .*/m, 'baseUrl: https://workforce.invalid'),
    [4, 'SERVICE_UNREACHABLE', ['baseUrl']],
  ],
  [
    'HTML for the token',
    () => {
      bench.service.sandbox.faults.add({ kind: 'contentType', on: 'token', body: '<h1>Sign in</h1>' });
      return [];
    },
    [4, 'SERVICE_PROTOCOL', ['text/html', 'baseUrl', 'login page']],
  ],
  [
    'HTML for a list',
    () => {
      bench.service.sandbox.faults.add({ kind: 'contentType', on: 'employees', body: '<h1>Sign in</h1>' });
      return [];
    },
    [4, 'SERVICE_PROTOCOL', ['employees', 'text/html', 'login page']],
  ],
  [
    'a zone field that disappeared',
    () => {
      bench.service.sandbox.setShapes({ zone: 'absent' });
      return rewrite(/$/, 'fields: { establishment.zone: timeZone }\n');
    },
    [5, 'FIELD_VANISHED', ['timeZone', 'fields']],
  ],
];

describe('a refusal names the required change and its position, and nothing is written', () => {
  test.each(sampleInGate(ROWS, 6))('%s', async (_name, prepare, [status, code, says]) => {
    const argv = prepare();
    const configured = argv[1]?.replace('.yaml', '');
    const env = configured === undefined ? bench.service.env : envOf(configured);
    const result = await bench.run([...EXPORT, ...argv], { env });
    expect({ code: codeOf(result), status: result.status }).toEqual({ code, status });
    for (const text of says) expect(result.stderr).toContain(text);
    expect(existsSync(join(bench.service.cwd, 'out'))).toBe(false);
  });
});

function envOf(clientId: string) {
  const integration = bench.service.sandbox.employers.get(SAMPLE_EMPLOYER)?.integrations.get(clientId);
  return { ...bench.service.env, PAYTALLY_SANDBOX_SECRET: integration?.secret };
}

const SPARED: readonly (readonly [scope: Scope, module: 'planning' | undefined, lists: readonly string[]])[] =
  [
    ['employees:read', undefined, ['employees']],
    ['agency-workers:read', undefined, ['agency-workers']],
    ['planning:read', undefined, ['shifts', 'tasks', 'teams']],
    ['planning:read', 'planning', ['shifts', 'tasks', 'teams']],
  ];
describe('optional data are left out, with a message', () => {
  test.each(sampleInGate(SPARED, 2))('without %s (module off: %s)', async (scope, module, lists) => {
    if (module !== undefined) portal().setModule(SAMPLE_EMPLOYER, module, 'off');
    const client = bench.newClient(module === undefined ? SCOPES.filter((one) => one !== scope) : SCOPES);
    const result = await bench.run([...EXPORT, ...client.argv], { env: client.env });
    expect(result.status).toBe(0);
    expect(JSON.parse(result.stdout).runs[0].exceptions.LIST_UNAVAILABLE).toBe(lists.length);
    const plain = await bench.run([...PLAIN, ...client.argv], { env: client.env });
    const said = plain.stderr.split('\n').filter((line) => line.includes('. The export has '));
    expect(said.map((line) => line.trim().split(/[ :]/)[0]).sort()).toEqual(lists);
    const csv = readFileSync(
      join(bench.service.cwd, 'out', 'draft', 'bakery_2026-10_employee-days.csv'),
      'utf8',
    );
    const rows: Record<string, string>[] = parse(csv, { columns: true });
    expect(rows.length).toBeGreaterThan(10);
    if (scope === 'planning:read') {
      expect(new Set(rows.map(({ plannedMinutes }) => plannedMinutes))).toEqual(new Set(['']));
    }
    if (scope === 'employees:read') {
      expect(new Set(rows.map(({ lastName }) => lastName))).toEqual(new Set(['']));
    }
  });

  test('a module that is turned off during the read', async () => {
    const running = bench.run();
    while ((bench.service.sandbox.stats().requestsByEndpoint.token ?? 0) < 1) await pause();
    portal().setModule(SAMPLE_EMPLOYER, 'planning', 'off');
    const { status } = await running;
    expect(status).toBe(0);
  });
});

const pause = () => new Promise((done) => setImmediate(done));

describe('a service that repeats the request', () => {
  const STATUSES = [200, 302, 400, 401, 403, 404, 407, 418, 422, 500];
  const TYPES = ['application/json', 'application/problem+json', 'text/html'];
  const CASES = (['token', 'data'] as const).flatMap((stage) =>
    STATUSES.flatMap((status) => TYPES.map((type) => [stage, status, type] as const)),
  );

  test.each(sampleInGate(CASES, 6))(
    'in the answer for %s with status %s, %s',
    async (stage, status, type) => {
      const echo = createServer((request, response) => {
        if (stage === 'data' && request.method === 'POST') giveToken(response);
        else void repeat(request, response, status, type);
      });
      await new Promise<void>((listening) => echo.listen(0, '127.0.0.1', listening));
      rewrite(/^baseUrl: .*/m, `baseUrl: http://127.0.0.1:${(echo.address() as AddressInfo).port}`);
      const basic = await bench.run();
      rewrite('clientId: bakery-payroll', 'credentials: body\n    clientId: bakery-payroll');
      const body = await bench.run();
      echo.closeAllConnections();
      echo.close();
      for (const result of [basic, body]) expect([3, 4, 5]).toContain(result.status);
    },
  );
});

function giveToken(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const token = `t0ken+${Math.random().toString(36).slice(2)}/=%&"`;
  response.end(JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 300 }));
}

/** Puts the whole request into every field that a client might show. */
async function repeat(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  type: string,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const sent = `${request.headers.authorization} ${Buffer.concat(chunks).toString('utf8')}`;
  const [, basic = ''] = /^Basic (.+?) /.exec(sent) ?? [];
  const all = `${sent} ${Buffer.from(basic, 'base64').toString('utf8')} ${decodeURIComponent(sent.replaceAll('%', '%25'))}`;
  response.writeHead(status, {
    'content-type': type,
    location: `http://127.0.0.1:1/${encodeURIComponent(all)}`,
    'x-said': encodeURIComponent(all),
  });
  response.end(
    type === 'text/html'
      ? `<pre>${all}</pre>`
      : JSON.stringify({
          error: all,
          error_description: all,
          title: all,
          detail: all,
          items: all,
          access_token: '',
        }),
  );
}
