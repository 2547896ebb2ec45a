// @module-tag slow
import { describe, expect, test } from 'vitest';
import { SAMPLE_EMPLOYER } from '../../support/employers/sampleService.js';
import { editEmployee, editPlace } from '../../support/service/edits.js';
import { bad, configure, doctor, type ReportedFinding, service, startedForEach } from './doctorDesk.js';

startedForEach();

describe('data', () => {
  const someId = () => {
    const establishments = service.sandbox.employers.get(SAMPLE_EMPLOYER)?.lists.establishments;
    const [one] = [...(establishments?.read(null, null) ?? [])];
    return one?.id ?? '';
  };
  const strange = () => {
    service.edit(editPlace.patch({ id: someId(), zone: 'Europe/Atlantis' } as { readonly id: string }));
  };

  test('a zone that tz data does not include, and its remedy', async () => {
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
    ['a zone other than the service’s is a problem', 'Asia/Tokyo', 2],
    ['an older name of the same zone is not', 'europe/brussels', 0],
  ])('configured: %s, and export agrees', async (_name, zone, status) => {
    configure({ more: [`zones: { ${someId()}: ${zone} }`] });
    const { status: found, findings } = await doctor();
    const exported = await service.run(['export', '2026-10', '--template', 'employee-days']);
    expect({ doctor: found, export: exported.status }).toEqual({ doctor: status, export: status });
    if (status === 0) return;
    const message =
      /Establishment .*: the configuration sets Asia\/Tokyo, but the time recording says Europe\//;
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
    ['differs by a typing error', '', ' Did you mean "'],
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
        message: `\`zones\` names the establishment ${id}, which no employer lists.${hint === '' ? '' : `${hint}${known}"?`}`,
      }),
    ]);
  });

  test('a configured zone that another employer may need is not reported', async () => {
    configure({
      more: [
        '  second:',
        `    employerId: ${SAMPLE_EMPLOYER}`,
        '    clientId: bakery-payroll',
        '    clientSecret: { env: PAYTALLY_SANDBOX_SECRET }',
        'zones: { 7b2a1f64-93a5-4a3e-9b52-2f0f2a1c7d11: Europe/Brussels }',
      ],
    });
    const ofZones = (findings: readonly ReportedFinding[]) =>
      bad(findings).filter(({ check }) => check === 'zones');
    expect(ofZones((await doctor({}, ['--employer', 'bakery'])).findings)).toEqual([]);
    expect(ofZones((await doctor()).findings)).toHaveLength(1);
  });

  test('without a zone field, each establishment is named', async () => {
    service.sandbox.setShapes({ zone: 'absent' });
    const { status, findings } = await doctor();
    expect({ status, zones: bad(findings).filter(({ check }) => check === 'zones').length }).toEqual({
      status: 2,
      zones: 3,
    });
  });

  test('a missing establishment field in entries is a warning with the pin to write', async () => {
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

  test('counts and names invalid records', async () => {
    const id = '5f0c6a0e-6d0b-4d52-9a55-0b7f2d1c8e77';
    service.edit(editEmployee.put({ id, firstName: 7, lastName: 'Broken', isActive: true }));
    const { status, findings } = await doctor();
    expect(status).toBe(0);
    expect(bad(findings)).toContainEqual(
      expect.objectContaining({
        check: 'lists',
        message: expect.stringMatching(new RegExp(`employees: 1 record is not valid: ${id} \\(firstName`)),
      }),
    );
  });

  test('stops at a pin that names no field', async () => {
    configure({ more: ['fields: { establishment.zone: nowhere }'] });
    const { status, findings } = await doctor();
    expect(status).not.toBe(0);
    expect(bad(findings)).toContainEqual(
      expect.objectContaining({ check: 'lists', message: expect.stringContaining('nowhere') }),
    );
  });
});
