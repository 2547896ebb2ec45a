// @module-tag slow
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bad, configure, doctor, service, startedForEach } from './doctorDesk.js';

startedForEach();

describe('variables, file names and test imports of a missing template', () => {
  const OWN = `kind: text\ndescription: d\naudience: people\nrows: { each: 'employees', columns: [{ value: "{{employee.id}}" }] }\n`;

  test.each([
    ['for all employers', { more: ['variables: { pay-lnes: { style: clock } }'] }, 'variables.pay-lnes'],
    ['a file name', { more: ['fileNames: { pay-lnes: "x" }'] }, 'fileNames.pay-lnes'],
    [
      'a test import, for one employer',
      { employer: ['testImports: { pay-lnes: { date: 2026-01-31, version: "1" } }'] },
      'employers.bakery.testImports.pay-lnes',
    ],
    [
      'for one employer',
      { employer: ['variables: { pay-lnes: { style: clock } }'] },
      'employers.bakery.variables.pay-lnes',
    ],
  ])('doctor and export both report an error, %s', async (_name, choice, path) => {
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

  test('a custom template is known in its folder, and elsewhere only the doctor asks', async () => {
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
    'a template named on the command line: %s',
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

test('CSV for readers without a locale: a hint until one is set', async () => {
  const hints = async (more: readonly string[]) => {
    configure({ more: [...more] });
    const { status, findings } = await doctor();
    expect(status).toBe(0);
    return findings.filter(({ message }) => message.includes('locale')).map(({ message }) => message);
  };
  expect(await hints(['templates: [hours, employee-days]'])).toEqual([
    '`locale` is not set, so paytally writes hours with commas between fields and points in numbers',
  ]);
  expect(await hints(['templates: [hours]', 'locale: nl-BE'])).toEqual([]);
  expect(await hints(['templates: [employee-days]'])).toEqual([]);
});

describe('values of variables that exclude each other', () => {
  const settings = (variables: string) => [
    'payCodes: { NORMAL: { external: "1000" } }',
    'templates: [datev-lodas]',
    `variables: { datev-lodas: { consultant: "278041", client: "25016", ${variables} } }`,
  ];

  test('LODAS: hours have no cost centre', async () => {
    configure({ more: settings('costCenters: "yes"') });
    const { status, stderr } = await service.run(['export', '2026-10', '--template', 'datev-lodas']);
    expect(status).toBe(2);
    expect(stderr).toContain('set variant to "standard", or costCenters to "no"');
    expect(stderr).toContain('variant: hours, costCenters: yes');
  });

  test.each(['variant: standard, costCenters: "yes"', 'costCenters: "no"'])(
    '%s is accepted',
    async (variables) => {
      configure({ more: settings(variables) });
      const { stderr } = await service.run(['export', '2026-10', '--template', 'datev-lodas', '--dry-run']);
      expect(stderr).not.toContain('costCenters');
    },
  );
});
