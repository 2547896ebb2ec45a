// @module-tag slow
import { describe, expect, test } from 'vitest';
import { SCOPES, type Scope } from '../../../src/sandbox/scopes.js';
import { SAMPLE_EMPLOYER } from '../../support/employers/sampleService.js';
import { bad, configure, doctor, newClient, rows, service, startedForEach } from './doctorDesk.js';

startedForEach();

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
    ['no employees:read', without('employees:read'), 0, 'scopes', undefined, 'employee IDs instead of names'],
    [
      'no agency-workers:read',
      without('agency-workers:read'),
      0,
      'scopes',
      undefined,
      'agency worker IDs instead of names',
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

  test('establishments:read is not needed if the configuration names zones', async () => {
    const { env, ...client } = newClient(SCOPES.filter((one) => one !== 'establishments:read'));
    configure({
      ...client,
      more: ['zones: { 7b2a1f64-93a5-4a3e-9b52-2f0f2a1c7d11: Europe/Brussels }'],
    });
    const { status, findings } = await doctor({ env });
    expect(status).toBe(0);
    expect(bad(findings).map(({ check }) => check)).toContain('scopes');
  });

  test('if one of two employers has a wrong secret, the other is still checked', async () => {
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
