// @module-tag slow
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bad, configure, doctor, file, rows, service, startedForEach, write } from './doctorDesk.js';

startedForEach();

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
      'variables: { datev-lodas: { consultant: "…", client: "…" } }. To see what each variable is, run `paytally templates show datev-lodas`',
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
      'people.csv:2: Excel damaged the payroll ID 1E+05 of x',
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
      'people.csv:2: Excel damaged the payroll ID 1E+05 of x',
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
      /\d+ active employees have no payroll ID.*employees sync/s,
    ],
  ]);

  test('a store with a field that has disappeared is reported because an export would fail', async () => {
    expect((await service.run(['export', '2026-10', '--template', 'employee-days'])).status).toBe(0);
    service.sandbox.setShapes({ zone: 'absent' });
    const { status, findings } = await doctor();
    const exported = await service.run(['export', '2026-10', '--template', 'employee-days']);
    expect({ status, code: bad(findings)[0]?.code }).toEqual({ status: 5, code: 'FIELD_VANISHED' });
    expect(exported.status).toBe(5);
  });

  test('the output folder is not created, and its contents are unchanged', async () => {
    await doctor({}, ['--out', 'deep/down']);
    expect(existsSync(file('deep'))).toBe(false);
    mkdirSync(file('there'));
    write('there/old.csv', 'old');
    await doctor({}, ['--out', 'there']);
    expect(readdirSync(file('there'))).toEqual(['old.csv']);
  });

  test.skipIf(process.getuid?.() === 0)('a folder without write permission (not as root)', async () => {
    mkdirSync(file('locked'));
    chmodSync(file('locked'), 0o500);
    const { status, findings } = await doctor({}, ['--out', 'locked']);
    chmodSync(file('locked'), 0o700);
    expect({ status, code: bad(findings)[0]?.code }).toEqual({ status: 6, code: 'OUTPUT_NOT_WRITTEN' });
  });
});
