import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PaytallyError } from '../../src/errors.js';
import { SCOPES, type Scope } from '../../src/sandbox/scopes.js';
import { fingerprint } from './fingerprint.js';
import type { ProgramRun, RunOptions } from './runPaytally.js';
import { SAMPLE_EMPLOYER, type SampleService, sampleOfDays, startSampleService } from './sampleService.js';

interface Finding {
  readonly check: string;
  readonly employer?: string;
  readonly status: string;
  readonly message: string;
  readonly remedy?: string;
  readonly code?: string;
}

let service: SampleService;
let secret = '';
beforeEach(async () => {
  service = await startSampleService({
    employers: await sampleOfDays('2026-10-29', '2026-10-30'),
    limits: { enabled: false },
  });
  secret = service.env.PAYTALLY_SANDBOX_SECRET ?? '';
  configure();
});
afterEach(() => service.stop());

interface Choice {
  readonly baseUrl?: string;
  readonly employerId?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly employer?: readonly string[];
  readonly more?: readonly string[];
}

function configure(choice: Choice = {}): void {
  const lines = [
    `baseUrl: ${choice.baseUrl ?? service.sandbox.baseUrl}`,
    'employers:',
    '  bakery:',
    `    employerId: ${choice.employerId ?? SAMPLE_EMPLOYER}`,
    `    clientId: ${choice.clientId ?? 'bakery-payroll'}`,
    `    clientSecret: ${choice.clientSecret ?? '{ env: PAYTALLY_SANDBOX_SECRET }'}`,
    ...(choice.employer ?? ['employees: employees-bakery.csv']).map((line) => `    ${line}`),
    ...(choice.more ?? []),
  ];
  writeFileSync(join(service.cwd, 'paytally.yaml'), lines.join('\n'));
}

/** Runs the doctor in both forms, sees to it that they agree, show no secret and write nothing. */
async function doctor(
  options: Partial<RunOptions> = {},
  argv: readonly string[] = [],
): Promise<{ readonly status: number; readonly findings: readonly Finding[]; readonly report: string }> {
  const before = fingerprint(service.cwd);
  const env = { ...service.env, ...options.env };
  const json = await service.run(['doctor', '--json', ...argv], { ...options, env });
  const plain: ProgramRun = await service.run(['doctor', ...argv], { ...options, env });
  expect(fingerprint(service.cwd)).toEqual(before);
  expect(plain.status).toBe(json.status);
  for (const text of [json.stdout, json.stderr, plain.stdout, plain.stderr]) {
    expect(text).not.toContain(secret);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
  }
  return { status: json.status, findings: JSON.parse(json.stdout).findings, report: plain.stdout };
}

const bad = (findings: readonly Finding[]) => findings.filter(({ status }) => status !== 'ok');

function newClient(scopes: readonly Scope[]): Choice & { readonly env: Record<string, string> } {
  const made = service.sandbox.portal.createIntegration(SAMPLE_EMPLOYER, scopes);
  return { clientId: made.clientId, env: { PAYTALLY_SANDBOX_SECRET: made.clientSecret } };
}

describe('all is well', () => {
  test('status 0, every check was made, and nothing was written', async () => {
    const { status, findings, report } = await doctor();
    expect({ status, bad: bad(findings) }).toEqual({ status: 0, bad: [] });
    expect(new Set(findings.map(({ check }) => check))).toEqual(
      new Set([
        'configuration',
        'tzdata',
        'address',
        'output',
        'store',
        'templates',
        'mail',
        'network',
        'clock',
        'secret',
        'token',
        'scopes',
        'lists',
        'fields',
        'zones',
        'mapping',
      ]),
    );
    expect(report).toMatch(/\n0 problems, 0 warnings\. An export would work\.\n$/);
    // The two runs may differ by a second in how right the clock is.
    for (const { check, message } of findings)
      if (check !== 'clock') expect(report).toContain(message.split('\n')[0]?.slice(0, 40));
  });

  test('--quiet says nothing, and with --json still everything', async () => {
    expect(await service.run(['doctor', '--quiet'])).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const { stdout } = await service.run(['doctor', '--quiet', '--json']);
    expect(JSON.parse(stdout).findings.length).toBeGreaterThan(10);
  });

  test('--quiet says only what is wrong', async () => {
    configure({ more: ['templates: [monthly-hours, no-such]'] });
    const { status, stdout } = await service.run(['doctor', '--quiet']);
    expect(status).toBe(2);
    expect(stdout).toMatch(/^Templates\n {2}problem +TEMPLATE_NOT_FOUND: .*\n.*\n\n1 problem, 0 warnings\./);
    expect(stdout).not.toContain('  ok ');
  });

  test('fields are shown with their evidence', async () => {
    const { stdout } = await service.run(['doctor', '--json']);
    expect(JSON.parse(stdout).fields).toContainEqual({
      employer: 'bakery',
      target: 'establishment.zone',
      path: 'timeZone',
      how: 'name',
      evidence: '3 of 3 values are IANA zones',
      always: true,
    });
  });

  test('after an export it looks into the store, and changes nothing there', async () => {
    expect((await service.run(['export', '2026-10', '--template', 'employee-days'])).status).toBe(0);
    const { status, findings } = await doctor();
    expect(status).toBe(0);
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'store',
        message: expect.stringContaining('is sound and holds 1 run'),
      }),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'fields', message: expect.stringContaining('where an earlier run') }),
    );
  });
});

type Row = readonly [
  name: string,
  // biome-ignore lint/suspicious/noConfusingVoidType: most rows only prepare
  prepare: () => Partial<RunOptions> | void,
  status: number,
  check: string,
  code: string | undefined,
  says: string | RegExp,
];

/** Prepares, and expects one finding of this check that is not ok, with this text in message or remedy. */
function rows(table: readonly Row[]): void {
  test.each(table)('%s', async (_name, prepare, status, check, code, says) => {
    const options = prepare() ?? {};
    const result = await doctor(options);
    const found = result.findings.filter(
      (finding) => finding.check === check && finding.status === (code === undefined ? 'warning' : 'problem'),
    );
    expect(found.map(({ code: found }) => found)).toContain(code);
    expect(found.map(({ message, remedy }) => `${message} ${remedy}`).join('\n')).toMatch(says);
    for (const { remedy } of bad(result.findings)) expect(remedy).toMatch(/./);
    expect(result.status).toBe(status);
    expect(result.report).toContain(status === 0 ? 'An export would work.' : 'An export would fail.');
  });
}

const file = (name: string) => join(service.cwd, name);
const write = (name: string, text: string | Buffer, mode = 0o600) =>
  writeFileSync(file(name), text, { mode });

describe('configuration and secrets', () => {
  rows([
    [
      'a broken file',
      () => void write('paytally.yaml', 'employers: ['),
      2,
      'configuration',
      'CONFIG_INVALID',
      'paytally.yaml',
    ],
    [
      'an unknown key, with the nearest',
      () => configure({ more: ['atribution: start'] }),
      2,
      'configuration',
      'CONFIG_UNKNOWN_KEY',
      'attribution',
    ],
    [
      'a zone that does not exist',
      () => configure({ employer: ['zone: Europe/Brussel'] }),
      2,
      'configuration',
      'ZONE_UNKNOWN',
      'Europe/Brussels',
    ],
    [
      'no secret in the environment',
      () => ({ env: { PAYTALLY_SANDBOX_SECRET: undefined } }),
      2,
      'secret',
      'SECRET_MISSING',
      'Set PAYTALLY_SANDBOX_SECRET',
    ],
    [
      'a file of a secret that is not there',
      () => configure({ clientSecret: '{ file: nowhere }' }),
      2,
      'secret',
      'SECRET_MISSING',
      'nowhere',
    ],
    [
      'a secret that others may read',
      () => {
        write('secret', `${secret}\n`);
        chmodSync(file('secret'), 0o640);
        configure({ clientSecret: '{ file: secret }' });
      },
      0,
      'secret',
      undefined,
      /mode 0640.*chmod 600 .*secret/,
    ],
    [
      'a secret with a blank at its end',
      () => {
        write('secret', `${secret} `);
        configure({ clientSecret: '{ file: secret }' });
      },
      3,
      'secret',
      undefined,
      'begins or ends with a blank',
    ],
  ]);

  test('a secret that nobody else may read is fine', async () => {
    write('secret', secret);
    configure({ clientSecret: '{ file: secret }' });
    expect(await doctor()).toMatchObject({ status: 0 });
  });

  test('a configuration that is not there', async () => {
    const { stdout, status } = await service.run(['doctor', '--config', 'nowhere.yaml', '--json']);
    expect({ status, findings: JSON.parse(stdout).findings }).toEqual({
      status: 2,
      findings: [expect.objectContaining({ check: 'configuration', code: 'CONFIG_NOT_FOUND' })],
    });
  });

  test('an unknown employer is a usage error', async () => {
    const { status, stderr } = await service.run(['doctor', '--employer', 'bank']);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('EMPLOYER_UNKNOWN') });
  });
});

describe('address, proxy, certificates', () => {
  rows([
    [
      'http to another machine',
      () => configure({ baseUrl: 'http://192.0.2.1' }),
      2,
      'address',
      'BASE_URL_INSECURE',
      'https://',
    ],
    [
      'a proxy that is no address',
      () => ({ env: { HTTPS_PROXY: 'user:pass word@proxy' } }),
      2,
      'address',
      'CONFIG_INVALID',
      /HTTPS_PROXY is not the address of a proxy\. Write HTTPS_PROXY as/,
    ],
    [
      'a certificate authority that is not there',
      () => configure({ more: ['caFile: ca.pem'] }),
      2,
      'address',
      'CONFIG_INVALID',
      'ca.pem',
    ],
    [
      'a certificate authority that is none',
      () => {
        write('ca.pem', 'hello');
        configure({ more: ['caFile: ca.pem'] });
      },
      2,
      'address',
      'CONFIG_INVALID',
      'no certificate in PEM form',
    ],
  ]);

  test('a certificate authority is named, and said to have expired', async () => {
    write('ca.pem', rootCertificates[0] ?? '');
    configure({ more: ['caFile: ca.pem'] });
    const today = await doctor({ nowMs: Date.now() });
    expect(today.findings).toContainEqual(
      expect.objectContaining({ check: 'address', status: 'ok', message: expect.stringContaining('trusts') }),
    );
    const later = await doctor({ nowMs: Date.UTC(2090, 0, 1) });
    expect(bad(later.findings)).toContainEqual(
      expect.objectContaining({ check: 'address', message: expect.stringContaining('has expired') }),
    );
  });

  test('the proxy is named without its password', async () => {
    configure({ baseUrl: 'https://workforce.invalid' });
    const env = { HTTPS_PROXY: 'http://user:hunter22@127.0.0.1:9' };
    const { findings, status, report } = await doctor({ env });
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'address',
        message: 'https://workforce.invalid, through the proxy http://127.0.0.1:9',
      }),
    );
    expect({ status, leaks: report.includes('hunter22') }).toEqual({ status: 4, leaks: false });
  });

  test('NO_PROXY excepts the service', async () => {
    configure({ baseUrl: 'https://workforce.invalid' });
    const env = { HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '.invalid' };
    const { findings } = await doctor({ env });
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'address',
        message: 'https://workforce.invalid, without a proxy',
      }),
    );
  });

  test('an export does not show the password of a proxy that is no address either', async () => {
    const env = { ...service.env, HTTPS_PROXY: 'user:hunter22@proxy:x' };
    const { status, stdout, stderr } = await service.run(['export', '2026-10'], { env });
    expect({ status, said: stdout + stderr }).toEqual({
      status: 2,
      said: expect.stringContaining('CONFIG_INVALID'),
    });
    expect(stdout + stderr).not.toContain('hunter22');
  });
});

describe('network and clock', () => {
  test('nothing answers: one problem, and no question after it', async () => {
    const port = new URL(service.sandbox.baseUrl).port;
    await service.stop();
    configure({ baseUrl: `http://127.0.0.1:${port}` });
    const { status, findings } = await doctor();
    expect(status).toBe(4);
    expect(bad(findings).map(({ check, code }) => ({ check, code }))).toEqual([
      { check: 'network', code: 'SERVICE_UNREACHABLE' },
    ]);
    expect(findings.some(({ check }) => check === 'mapping')).toBe(true);
  });

  const CLOCKS: readonly [name: string, offsetMs: number, expected: object][] = [
    ['59 s ahead is fine', 57_000, { status: 0, clock: 'ok' }],
    ['70 s behind is a warning', -70_000, { status: 0, clock: 'warning' }],
    ['200 s ahead is a warning', 200_000, { status: 0, clock: 'warning' }],
    ['250 s ahead is a problem', 250_000, { status: 2, clock: 'problem' }],
    ['250 s behind is a problem', -250_000, { status: 2, clock: 'problem' }],
  ];
  test.each(CLOCKS)('%s', async (_name, offsetMs, expected) => {
    const { status, findings } = await doctor({ nowMs: Date.now() + offsetMs });
    const clock = findings.find(({ check }) => check === 'clock');
    expect({ status, clock: clock?.status }).toEqual(expected);
    if (clock?.status !== 'ok')
      expect(clock?.message).toMatch(offsetMs > 0 ? /ahead of the service's/ : /behind the service's/);
  });

  test('a web server that knows nothing of the API', async () => {
    const web: Server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<h1>Sign in</h1>');
    });
    await new Promise<void>((listening) => web.listen(0, '127.0.0.1', listening));
    configure({ baseUrl: `http://127.0.0.1:${(web.address() as AddressInfo).port}` });
    const { status, findings } = await doctor();
    web.close();
    expect(status).toBe(4);
    expect(bad(findings)).toEqual([
      expect.objectContaining({
        check: 'token',
        code: 'SERVICE_PROTOCOL',
        remedy: expect.stringContaining('check baseUrl'),
      }),
    ]);
  });
});

describe('credentials', () => {
  rows([
    [
      'a wrong secret',
      () => ({ env: { PAYTALLY_SANDBOX_SECRET: 'not the secret' } }),
      3,
      'token',
      'AUTH_REJECTED',
      'portal',
    ],
    [
      'a revoked integration',
      () => {
        service.sandbox.portal.revoke(SAMPLE_EMPLOYER, 'bakery-payroll');
      },
      3,
      'token',
      'AUTH_REJECTED',
      'still active',
    ],
    [
      'API access that is off',
      () => {
        service.sandbox.portal.setApiAccess(SAMPLE_EMPLOYER, 'inactive');
      },
      3,
      'token',
      'API_ACCESS_INACTIVE',
      'activate API access',
    ],
    [
      "another employer's id",
      () => configure({ employerId: '00000000-0000-4000-8000-000000000001' }),
      3,
      'lists',
      'EMPLOYER_MISMATCH',
      'employerId',
    ],
  ]);

  const without = (scope: Scope) => () => {
    const { env, ...client } = newClient(SCOPES.filter((one) => one !== scope));
    configure(client);
    return { env };
  };
  rows([
    [
      'no establishments:read',
      without('establishments:read'),
      3,
      'scopes',
      'SCOPE_MISSING',
      '"Read establishments"',
    ],
    [
      'no time-entries:read',
      without('time-entries:read'),
      3,
      'scopes',
      'SCOPE_MISSING',
      '"Read time entries"',
    ],
    ['no employees:read', without('employees:read'), 0, 'scopes', undefined, 'employee ids instead of names'],
    [
      'no agency-workers:read',
      without('agency-workers:read'),
      0,
      'scopes',
      undefined,
      'agency worker ids instead of names',
    ],
    ['no planning:read', without('planning:read'), 0, 'scopes', undefined, 'no planned minutes'],
    [
      'no Planning module',
      () => {
        service.sandbox.portal.setModule(SAMPLE_EMPLOYER, 'planning', 'off');
      },
      0,
      'scopes',
      undefined,
      'Planning module',
    ],
    [
      'no Time registration module',
      () => {
        service.sandbox.portal.setModule(SAMPLE_EMPLOYER, 'timeRegistration', 'off');
      },
      3,
      'scopes',
      'SCOPE_MISSING',
      'Time registration module',
    ],
  ]);

  test('establishments:read is not needed where the configuration names zones', async () => {
    const { env, ...client } = newClient(SCOPES.filter((one) => one !== 'establishments:read'));
    configure({
      ...client,
      more: ['zones: { 7b2a1f64-93a5-4a3e-9b52-2f0f2a1c7d11: Europe/Brussels }'],
    });
    const { status, findings } = await doctor({ env });
    expect(status).toBe(0);
    expect(bad(findings).map(({ check }) => check)).toContain('scopes');
  });

  test('of two employers, one with a wrong secret: the other is looked at all the same', async () => {
    configure({
      more: [
        '  second:',
        `    employerId: ${SAMPLE_EMPLOYER}`,
        '    clientId: bakery-payroll',
        '    clientSecret: { env: WRONG }',
      ],
    });
    const { status, findings } = await doctor({ env: { WRONG: 'not the secret' } });
    expect(status).toBe(3);
    expect(findings.filter(({ status: found }) => found === 'problem')).toEqual([
      expect.objectContaining({ employer: 'second', check: 'token', code: 'AUTH_REJECTED' }),
    ]);
    const { status: alone } = await service.run(['doctor', '--employer', 'bakery']);
    expect(alone).toBe(0);
  });
});

describe('data', () => {
  const someId = () => {
    const establishments = service.sandbox.employers.get(SAMPLE_EMPLOYER)?.lists.establishments;
    const [one] = [...(establishments?.read(null, null) ?? [])];
    return one?.id ?? '';
  };
  const strange = () => {
    service.sandbox.edit(SAMPLE_EMPLOYER, {
      list: 'establishments',
      patch: { id: someId(), zone: 'Europe/Atlantis' } as { readonly id: string },
    });
  };

  test('a zone that tz data does not know, and its cure', async () => {
    strange();
    const sick = await doctor();
    expect(sick.status).toBe(2);
    const [finding, ...others] = bad(sick.findings);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ check: 'zones', code: 'ZONE_UNKNOWN', employer: 'bakery' });
    expect(finding?.message).toContain('"Europe/Atlantis"');
    expect(finding?.remedy).toContain(`zones: { ${someId()}: Europe/Brussels }`);
    configure({ more: [`zones: { ${someId()}: Europe/Brussels }`] });
    expect(await doctor()).toMatchObject({ status: 0 });
  });

  test.each([
    ['another zone than the service says stops it', 'Asia/Tokyo', 2],
    ['an older name of the same zone does not', 'europe/brussels', 0],
  ])('configured: %s, and export too', async (_name, zone, status) => {
    configure({ more: [`zones: { ${someId()}: ${zone} }`] });
    const { status: found, findings } = await doctor();
    const exported = await service.run(['export', '2026-10', '--template', 'employee-days']);
    expect({ doctor: found, export: exported.status }).toEqual({ doctor: status, export: status });
    if (status === 0) return;
    const message = /The configuration says Asia\/Tokyo for the establishment .*, the service says Europe\//;
    expect(bad(findings)).toEqual([
      expect.objectContaining({
        check: 'zones',
        code: 'CONFIG_INVALID',
        message: expect.stringMatching(message),
      }),
    ]);
    expect(exported.stderr).toMatch(message);
  });

  test.each([
    ['no employer lists', '7b2a1f64-93a5-4a3e-9b52-2f0f2a1c7d11', ''],
    ['differs by a slip', '', ' Did you mean "'],
  ])('a configured zone of an establishment that %s', async (_name, other, hint) => {
    const known = someId();
    const id = other === '' ? `${known.slice(0, -1)}${known.endsWith('0') ? '1' : '0'}` : other;
    configure({ more: [`zones: { ${id}: Europe/Brussels, ${known}: Europe/Brussels }`] });
    const { status, findings } = await doctor();
    expect(status).toBe(0);
    expect(bad(findings)).toEqual([
      expect.objectContaining({
        check: 'zones',
        status: 'warning',
        message: `zones: no employer lists the establishment ${id}.${hint === '' ? '' : `${hint}${known}"?`}`,
      }),
    ]);
  });

  test('a configured zone that another employer may need is left alone', async () => {
    configure({
      more: [
        '  second:',
        `    employerId: ${SAMPLE_EMPLOYER}`,
        '    clientId: bakery-payroll',
        '    clientSecret: { env: PAYTALLY_SANDBOX_SECRET }',
        'zones: { 7b2a1f64-93a5-4a3e-9b52-2f0f2a1c7d11: Europe/Brussels }',
      ],
    });
    const ofZones = (findings: readonly Finding[]) => bad(findings).filter(({ check }) => check === 'zones');
    expect(ofZones((await doctor({}, ['--employer', 'bakery'])).findings)).toEqual([]);
    expect(ofZones((await doctor()).findings)).toHaveLength(1);
  });

  test('no zone field at all: each establishment is named', async () => {
    service.sandbox.setShapes({ zone: 'absent' });
    const { status, findings } = await doctor();
    expect({ status, zones: bad(findings).filter(({ check }) => check === 'zones').length }).toEqual({
      status: 2,
      zones: 3,
    });
  });

  test('no establishment field in the entries is a warning with the pin to write', async () => {
    service.sandbox.setShapes({ establishmentReference: 'absent' });
    const { status, findings } = await doctor({ nowMs: Date.parse('2026-10-31T12:00:00Z') });
    expect(status).toBe(2);
    expect(bad(findings)).toContainEqual(
      expect.objectContaining({
        check: 'fields',
        status: 'warning',
        remedy: expect.stringContaining('timeEntry.establishmentId'),
      }),
    );
  });

  test('records that are not valid are counted and named', async () => {
    const id = '5f0c6a0e-6d0b-4d52-9a55-0b7f2d1c8e77';
    service.sandbox.edit(SAMPLE_EMPLOYER, {
      list: 'employees',
      put: { id, firstName: 7, lastName: 'Broken', isActive: true },
    });
    const { status, findings } = await doctor();
    expect(status).toBe(0);
    expect(bad(findings)).toContainEqual(
      expect.objectContaining({
        check: 'lists',
        message: expect.stringMatching(new RegExp(`employees: 1 not valid: ${id} \\(firstName`)),
      }),
    );
  });

  test('a pin that names no field stops it', async () => {
    configure({ more: ['fields: { establishment.zone: nowhere }'] });
    const { status, findings } = await doctor();
    expect(status).not.toBe(0);
    expect(bad(findings)).toContainEqual(
      expect.objectContaining({ check: 'lists', message: expect.stringContaining('nowhere') }),
    );
  });
});

describe('variables of a template that is not there', () => {
  const OWN =
    'kind: text\ndescription: d\naudience: people\nrows: { data: employees, columns: [{ field: employee.id }] }\n';

  test.each([
    ['for all employers', { more: ['variables: { pay-lnes: { style: clock } }'] }, 'variables.pay-lnes'],
    [
      'for one',
      { employer: ['variables: { pay-lnes: { style: clock } }'] },
      'employers.bakery.variables.pay-lnes',
    ],
  ])('a slip, %s: doctor and export name it', async (_name, choice, path) => {
    configure(choice);
    const message = `${path}: there is no template pay-lnes. Did you mean "pay-lines"`;
    const { status, findings } = await doctor();
    const stray = findings.filter((finding) => finding.message.startsWith(path));
    expect({ status, stray }).toEqual({
      status: 0,
      stray: [
        expect.objectContaining({
          check: 'templates',
          status: 'warning',
          message: expect.stringContaining(message),
        }),
      ],
    });
    const exported = await service.run(['export', '2026-10', '--template', 'pay-lines', '--quiet']);
    expect(exported.status).toBe(0);
    expect(exported.stderr).toContain(`Warning: ${message}`);
  });

  test('a template of one’s own: in the folder it is known, elsewhere only the doctor asks', async () => {
    mkdirSync(join(service.cwd, 'beside'));
    writeFileSync(join(service.cwd, 'beside', 'template.yaml'), OWN);
    configure({ more: ['variables: { beside: {}, far-away-and-named-by-path: {} }'] });
    const { findings } = await doctor();
    expect(bad(findings).map(({ message }) => message)).toEqual([
      'variables.far-away-and-named-by-path: there is no template far-away-and-named-by-path.',
    ]);
    const exported = await service.run(['export', '2026-10', '--template', 'pay-lines']);
    expect(exported.stderr).not.toContain('Warning');
  });

  test.each(['./own/beside', 'own/beside/template.yaml'])(
    'a template that the run names: %s',
    async (path) => {
      mkdirSync(join(service.cwd, 'own', 'beside'), { recursive: true });
      writeFileSync(join(service.cwd, 'own', 'beside', 'template.yaml'), OWN);
      configure({ more: ['variables: { beside: {}, besides: {} }'] });
      const exported = await service.run(['export', '2026-10', '--template', path]);
      expect(exported.stderr).toContain(
        'variables.besides: there is no template besides. Did you mean "beside"?',
      );
      expect(exported.stderr).not.toContain('variables.beside:');
    },
  );
});

describe('folders, store, templates, mapping', () => {
  rows([
    [
      'a file where the output folder should be',
      () => void write('out', ''),
      6,
      'output',
      'OUTPUT_NOT_WRITTEN',
      'file',
    ],
    [
      'a file where the store folder should be',
      () => void write('.paytally', ''),
      6,
      'store',
      'STORE_UNUSABLE',
      'file',
    ],
    [
      'a store that is none',
      () => {
        mkdirSync(file('.paytally'));
        write(
          '.paytally/store.sqlite',
          'this is no database at all, but long enough to have a header of its own',
        );
      },
      6,
      'store',
      'STORE_UNUSABLE',
      'not a paytally store',
    ],
    [
      'an unknown template',
      () => configure({ more: ['templates: [monthly-hour]'] }),
      2,
      'templates',
      'TEMPLATE_NOT_FOUND',
      'monthly-hours',
    ],
    [
      'a template whose variables are not set',
      () => configure({ more: ['templates: [datev-lodas]', 'payCodes: { NORMAL: { external: "1000" } }'] }),
      2,
      'templates',
      'CONFIG_INVALID',
      'paytally templates show datev-lodas',
    ],
    [
      'a template that needs codes, and none are set',
      () => configure({ more: ['templates: [lexware]'] }),
      5,
      'templates',
      'EXPORT_BLOCKED',
      'payCodes',
    ],
    [
      'a template that needs numbers, and no mapping file',
      () =>
        configure({
          employer: [],
          more: ['templates: [lexware]', 'payCodes: { NORMAL: { external: "1000" } }'],
        }),
      2,
      'mapping',
      'MAPPING_INVALID',
      'employees: employees-bakery.csv',
    ],
    [
      'a mapping file that is not there',
      () => configure({ employer: ['employees: nowhere.csv'] }),
      2,
      'mapping',
      'MAPPING_INVALID',
      'paytally employees sync',
    ],
    [
      'a damaged number that nobody needs',
      () => {
        write('people.csv', 'employeeId;employeeNumber\nx;1E+05\n');
        configure({ employer: ['employees: people.csv'] });
      },
      0,
      'mapping',
      undefined,
      'people.csv:2: the number 1E+05 of x was damaged by Excel',
    ],
    [
      'a damaged number that a template needs',
      () => {
        write('people.csv', 'employeeId;employeeNumber\nx;1E+05\n');
        configure({
          employer: ['employees: people.csv'],
          more: ['templates: [lexware]', 'payCodes: { NORMAL: { external: "1000" } }'],
        });
      },
      2,
      'mapping',
      'MAPPING_INVALID',
      'people.csv:2: the number 1E+05 of x was damaged by Excel',
    ],
    [
      'active people without a number',
      () => {
        write('people.csv', 'employeeId;employeeNumber\n');
        configure({ employer: ['employees: people.csv'] });
      },
      0,
      'mapping',
      undefined,
      /\d+ of the active employees have no payroll number.*employees sync/s,
    ],
  ]);

  test('a store that holds a field which vanished is what an export would stumble over', async () => {
    expect((await service.run(['export', '2026-10', '--template', 'employee-days'])).status).toBe(0);
    service.sandbox.setShapes({ zone: 'absent' });
    const { status, findings } = await doctor();
    const exported = await service.run(['export', '2026-10', '--template', 'employee-days']);
    expect({ status, code: bad(findings)[0]?.code }).toEqual({ status: 5, code: 'FIELD_VANISHED' });
    expect(exported.status).toBe(5);
  });

  test('the output folder is not made, and keeps what is in it', async () => {
    await doctor({}, ['--out', 'deep/down']);
    expect(existsSync(file('deep'))).toBe(false);
    mkdirSync(file('there'));
    write('there/old.csv', 'old');
    await doctor({}, ['--out', 'there']);
    expect(readdirSync(file('there'))).toEqual(['old.csv']);
  });

  test.skipIf(process.getuid?.() === 0)('a folder that may not be written (not as root)', async () => {
    mkdirSync(file('locked'));
    chmodSync(file('locked'), 0o500);
    const { status, findings } = await doctor({}, ['--out', 'locked']);
    chmodSync(file('locked'), 0o700);
    expect({ status, code: bad(findings)[0]?.code }).toEqual({ status: 6, code: 'OUTPUT_NOT_WRITTEN' });
  });
});

test('Ctrl-C ends it at once, with status 130', async () => {
  service.sandbox.faults.add({ kind: 'hang', on: 'time-entries' });
  const controller = new AbortController();
  const running = service.run(['doctor'], { signal: controller.signal });
  while ((service.sandbox.stats().requestsByEndpoint.token ?? 0) < 6) await pause();
  controller.abort(new PaytallyError('INTERRUPTED', 'Interrupted.'));
  const { status, stderr } = await running;
  expect({ status, stderr }).toEqual({ status: 130, stderr: expect.stringContaining('INTERRUPTED') });
});

const pause = () => new Promise((done) => setTimeout(done, 5));
