import { describe, expect, test } from 'vitest';
import { bad, configure, doctor, service, startedForEach } from './doctorDesk.js';

startedForEach();

describe('everything is fine', () => {
  test('exits with status 0, makes every check and writes nothing', { tags: 'slow' }, async () => {
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
    // The two runs may differ by a second in the clock offset.
    for (const { check, message } of findings)
      if (check !== 'clock') expect(report).toContain(message.split('\n')[0]?.slice(0, 40));
  });

  test('--quiet prints nothing, but --json still prints everything', { tags: 'slow' }, async () => {
    expect(await service.run(['doctor', '--quiet'])).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const { stdout } = await service.run(['doctor', '--quiet', '--json']);
    expect(JSON.parse(stdout).findings.length).toBeGreaterThan(10);
  });

  test('--quiet prints only problems', { tags: 'slow' }, async () => {
    configure({ more: ['templates: [monthly-hours, no-such]'] });
    const { status, stdout } = await service.run(['doctor', '--quiet']);
    expect(status).toBe(2);
    expect(stdout).toMatch(/^Templates\n {2}problem +TEMPLATE_NOT_FOUND: .*\n.*\n\n1 problem, 0 warnings\./);
    expect(stdout).not.toContain('  ok ');
  });

  test('shows each field with its evidence', { tags: 'slow' }, async () => {
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

  test('after an export it checks the store, and changes nothing in it', { tags: 'slow' }, async () => {
    expect((await service.run(['export', '2026-10', '--template', 'employee-days'])).status).toBe(0);
    const { status, findings } = await doctor();
    expect(status).toBe(0);
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'store',
        message: expect.stringContaining('is intact and contains 1 run'),
      }),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'fields', message: expect.stringContaining('where an earlier run') }),
    );
  });
});
