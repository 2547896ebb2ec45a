import { describe, expect, test } from 'vitest';
import { loadTemplate } from '../../../src/documents/template/loadTemplate.js';
import { buildSample } from '../../../src/documents/template/renderSample.js';
import { renderText } from '../../../src/documents/text/renderText.js';
import { places } from '../../templates/sampleFile.js';
import { modelOf, renderYaml } from './renderYaml.js';

async function slipOf(name: string, variables: Readonly<Record<string, string>> = {}) {
  const template = await loadTemplate(name, places);
  if (template.kind !== 'text') throw new Error('not a text template');
  const sample = buildSample(template.spec);
  const [file] = renderText(template, sample.model, { variables: { ...sample.variables, ...variables } });
  return file?.controlSlip;
}

describe('the totals of a payroll file as written', () => {
  test('decimal hours: by code, by employee, in total, and the effect of rounding', async () => {
    const slip = await slipOf('datev-lodas');
    // 20.67 + 1.02 + 0.50 + 3.33 + 23.00 + 13.50 + 16.83 + 0.92 + 1.00
    expect(slip).toMatchObject({ lines: 9, writtenHours: 80.77, minutes: 4846, decimals: 2 });
    expect(slip?.differenceHours).toBeCloseTo(80.77 - 4846 / 60, 6);
    expect(slip?.codes).toEqual([
      { code: '2010', lines: 2, writtenHours: 14, minutes: 840 },
      { code: '2020', lines: 1, writtenHours: 3.33, minutes: 200 },
      { code: '500', lines: 4, writtenHours: 61.5, minutes: 3690 },
      { code: '510', lines: 2, writtenHours: 1.94, minutes: 116 },
    ]);
    expect(slip?.employees[0]).toMatchObject({ employeeNumber: '00040', lines: 4, writtenHours: 25.52 });
    expect(slip?.employees.map(({ employee }) => employee.split(' (')[0])).toEqual([
      'Müller, Jörg',
      'De Smet, Zoë',
      "O'Brien, Siobhán",
      'Lefèvre, Anaïs',
    ]);
  });

  test.each([
    ['partena', {}],
    ['quickbooks-iif', {}],
    ['zucchetti', {}],
  ])('%s in minutes has no rounding', async (name, variables) => {
    expect(await slipOf(name, variables)).toMatchObject({
      decimals: null,
      differenceHours: 0,
      minutes: 4846,
    });
  });

  test.each([
    'acerta',
    'addison',
    'adp-run',
    'adp-workforce-now',
    'bmd',
    'danlon',
    'datev-lug',
    'generic-csv',
    'lexware',
    'lohnfix',
    'loket',
    'myob-exo',
    'nmbrs',
    'paychex-spi',
    'paxml',
    'proloen',
    'sage-payroll-ie',
    'sdworx',
    'silae',
    'winbiz',
    'zucchetti',
  ])('%s: codes and employees each add up to the file', async (name) => {
    const slip = await slipOf(name);
    for (const part of [slip?.codes ?? [], slip?.employees ?? []]) {
      expect(part.reduce((sum, { lines }) => sum + lines, 0)).toBe(slip?.lines);
      expect(part.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(4846);
      expect(part.reduce((sum, { writtenHours }) => sum + writtenHours, 0)).toBeCloseTo(
        slip?.writtenHours ?? 0,
        4,
      );
    }
  });

  test('slots of code and amount, and columns of several codes: each code separately', async () => {
    const { codes } = (await slipOf('adp-workforce-now')) ?? {};
    expect(codes?.map(({ code, minutes }) => [code, minutes])).toEqual([
      ['N', 840],
      ['OT', 116],
      ['REG', 3690],
      ['S', 200],
    ]);
  });

  test('Gusto: what it does not receive does not count', async () => {
    expect(await slipOf('gusto')).toMatchObject({ minutes: 3690 + 116, decimals: 2 });
  });

  test('counts and days: by code, separate from hours, also without hours', () => {
    const row = (id: string, code: string, minutes: number, times: number) => ({
      'employee.id': id,
      'employee.name': id,
      external: code,
      minutes,
      times,
    });
    const rows = [row('a', '500', 90, 1.5), row('b', '500', 30, 1), row('b', '600', 0, 2)];
    const slip = (columns: string) =>
      renderYaml(
        `rows:
  each: lines
  columns: [{ value: "{{employee.id}}" }, ${columns}]
`,
        modelOf(rows),
      )[0]?.controlSlip;
    const hours = '{ header: h, value: "{{minutes | hours:2}}", amount: hours }';
    const times = '{ header: n, value: "{{times}}", amount: times }';
    expect(slip(hours)).toMatchObject({ writtenHours: 2 });
    expect(slip(hours)).not.toHaveProperty('quantities');
    const quantities = [
      { code: '500', unit: 'times', lines: 2, amount: 2.5 },
      { code: '600', unit: 'times', lines: 1, amount: 2 },
    ];
    expect(slip(`${hours}, ${times}`)).toMatchObject({ writtenHours: 2, minutes: 120, quantities });
    expect(slip(times)).toMatchObject({ writtenHours: 0, minutes: 0, codes: [], quantities });
  });

  test('files for people have no totals', async () => {
    expect(await slipOf('pay-lines')).toBeUndefined();
  });
});
