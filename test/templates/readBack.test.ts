import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DataRow } from '../../src/documents/dataSet.js';
import { loadTemplate } from '../../src/documents/template/loadTemplate.js';
import { buildSample } from '../../src/documents/template/renderSample.js';
import { listTemplates } from '../../src/documents/template/showTemplate.js';
import { diskTemplateFiles } from '../../src/documents/template/template.js';
import { renderText } from '../../src/documents/text/renderText.js';
import { TARGETS } from './payrollFormats.js';
import { readDatevLugIni } from './readers/datevLug.js';
import type { ReadFile } from './readers/readLine.js';

const templatesRoot = resolve(import.meta.dirname, '../../templates');
const places = { templatesRoot, baseFolder: templatesRoot, files: diskTemplateFiles };

test('every payroll format has a reader', async () => {
  const listed = await listTemplates(places);
  const payroll = listed.filter(({ countries = [] }) => countries.length > 0).map(({ name }) => name);
  expect(payroll.length).toBeGreaterThan(20);
  expect(payroll.filter((name) => !TARGETS.some(({ template }) => template === name))).toEqual([]);
});

describe('each target reads its file, and finds the hours of the model', () => {
  test.each(TARGETS)(
    '$template $variables',
    async ({ template: name, reader, variables, employee, ignored = [] }) => {
      const template = await loadTemplate(name, places);
      if (template.kind !== 'text') throw new Error('not a text template');
      const sample = buildSample(template.spec);
      const [file] = renderText(template, sample.model, { variables: { ...sample.variables, ...variables } });
      const read = reader(file?.content as Uint8Array);
      const rows = sample.model.dataSets.get('pay-lines')?.rows ?? [];
      const kept = rows.filter((row) => !ignored.includes(String(row.external)));
      expect(sumsOf(read)).toEqual(
        expectedSums(kept, employee ?? ((row) => String(row['employee.number'])), read.unitsPerHour),
      );
    },
  );

  test('the INI of DATEV Lohn und Gehalt describes twelve fields', async () => {
    const template = await loadTemplate('datev-lug', places);
    if (template.kind !== 'text') throw new Error('not a text template');
    const sample = buildSample(template.spec);
    const files = renderText(template, sample.model, { variables: sample.variables });
    expect(readDatevLugIni(files[1]?.content as Uint8Array)).toBe(12);
  });
});

function sumsOf(file: ReadFile): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { employee, code, units } of file.lines)
    sums[`${employee} ${code}`] = (sums[`${employee} ${code}`] ?? 0) + units;
  return sums;
}

/** Minutes of the model added up in the test, converted to the target's units once. */
function expectedSums(
  rows: readonly DataRow[],
  employeeOf: (row: DataRow) => string,
  unitsPerHour: number,
): Record<string, number> {
  const minutes = new Map<string, number>();
  for (const row of rows) {
    const key = `${employeeOf(row)} ${row.external}`;
    minutes.set(key, (minutes.get(key) ?? 0) + Number(row.minutes));
  }
  return Object.fromEntries([...minutes].map(([key, sum]) => [key, Math.round((sum * unitsPerHour) / 60)]));
}
