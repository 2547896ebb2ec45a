import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DataRow } from '../../src/render/dataSet.js';
import { loadTemplate } from '../../src/render/template/loadTemplate.js';
import { sampleFor } from '../../src/render/template/renderSample.js';
import { listTemplates } from '../../src/render/template/showTemplate.js';
import { diskTemplateFiles } from '../../src/render/template/template.js';
import { renderText } from '../../src/render/text/renderText.js';
import { readAcerta, readAcertaWith } from './readers/acerta.js';
import { readAddison } from './readers/addison.js';
import { readAdpRun } from './readers/adpRun.js';
import { readAdpWorkforceNow } from './readers/adpWorkforceNow.js';
import { readBmd } from './readers/bmd.js';
import { readBrightpay } from './readers/brightpay.js';
import { readDanlon } from './readers/danlon.js';
import { readDatevLodas } from './readers/datevLodas.js';
import { readDatevLug, readDatevLugIni } from './readers/datevLug.js';
import { readGenericCsv } from './readers/genericCsv.js';
import { readGusto } from './readers/gusto.js';
import { readLexware, readLexwareWithHeading } from './readers/lexware.js';
import { readLohnfix, readLohnfixWith } from './readers/lohnfix.js';
import { readLoket, readLoketMinutes } from './readers/loket.js';
import { readMyobExo, readMyobExoWith } from './readers/myobExo.js';
import { readNmbrs } from './readers/nmbrs.js';
import { readPartena } from './readers/partena.js';
import { readPaxml, readPaxmlOf } from './readers/paxml.js';
import { readPaychexSpi } from './readers/paychexSpi.js';
import { readProloen } from './readers/proloen.js';
import { readQuickbooksIif } from './readers/quickbooksIif.js';
import type { Reader, ReadFile } from './readers/readLine.js';
import { readSagePayrollIe } from './readers/sagePayrollIe.js';
import { readSdworx } from './readers/sdworx.js';
import { readSilae, readSilaeWith } from './readers/silae.js';
import { readWinbiz } from './readers/winbiz.js';
import { readZucchetti, readZucchettiWith } from './readers/zucchetti.js';

const templatesRoot = resolve(import.meta.dirname, '../../templates');
const places = { templatesRoot, baseFolder: templatesRoot, files: diskTemplateFiles };

interface Target {
  readonly template: string;
  readonly reader: Reader;
  readonly variables?: Record<string, string>;
  /** How the target calls the employee; default: the payroll number. */
  readonly employee?: (row: DataRow) => string;
  /** Codes that the template leaves out on purpose. */
  readonly ignored?: readonly string[];
}

const TARGETS: readonly Target[] = [
  { template: 'datev-lodas', reader: readDatevLodas },
  { template: 'datev-lodas', reader: readDatevLodas, variables: { variant: 'standard' } },
  {
    template: 'datev-lodas',
    reader: readDatevLodas,
    variables: { variant: 'standard', costCenters: 'yes', companyNumbers: 'yes' },
  },
  { template: 'datev-lodas', reader: readDatevLodas, variables: { companyNumbers: 'yes' } },
  { template: 'datev-lug', reader: readDatevLug },
  { template: 'datev-lug', reader: readDatevLug, variables: { rows: 'day' } },
  { template: 'datev-lug', reader: readDatevLug, variables: { companyNumbers: 'yes' } },
  { template: 'datev-lug', reader: readDatevLug, variables: { costCenters: 'yes' } },
  { template: 'datev-lug', reader: readDatevLug, variables: { rows: 'day', costCenters: 'yes' } },
  { template: 'lexware', reader: readLexware },
  { template: 'lexware', reader: readLexwareWithHeading, variables: { heading: 'yes' } },
  { template: 'acerta', reader: readAcerta },
  { template: 'acerta', reader: readAcertaWith('spaces', '\r\n'), variables: { padding: 'spaces' } },
  { template: 'acerta', reader: readAcertaWith('zeros', '\n'), variables: { lineEnd: 'lf' } },
  { template: 'partena', reader: readPartena },
  { template: 'partena', reader: readPartena, variables: { datePattern: 'DD-MM-YYYY' } },
  { template: 'sdworx', reader: readSdworx },
  { template: 'silae', reader: readSilae },
  { template: 'silae', reader: readSilaeWith(',', true), variables: { decimalSign: ',', section: 'yes' } },
  { template: 'loket', reader: readLoket },
  { template: 'loket', reader: readLoketMinutes, variables: { hours: 'minutes', shift: '3' } },
  { template: 'winbiz', reader: readWinbiz },
  { template: 'paxml', reader: readPaxml },
  { template: 'paxml', reader: readPaxmlOf('wage'), variables: { transactions: 'wage' } },
  { template: 'zucchetti', reader: readZucchetti },
  { template: 'zucchetti', reader: readZucchettiWith('clock code'), variables: { clockCode: 'yes' } },
  { template: 'bmd', reader: readBmd },
  { template: 'addison', reader: readAddison },
  { template: 'danlon', reader: readDanlon },
  { template: 'proloen', reader: readProloen },
  { template: 'nmbrs', reader: readNmbrs },
  { template: 'lohnfix', reader: readLohnfix },
  { template: 'lohnfix', reader: readLohnfixWith('\r'), variables: { lineEnd: 'cr' } },
  { template: 'sage-payroll-ie', reader: readSagePayrollIe },
  { template: 'brightpay', reader: readBrightpay },
  { template: 'myob-exo', reader: readMyobExo },
  {
    template: 'myob-exo',
    reader: readMyobExoWith('rate and heading'),
    variables: { rate: 'yes', heading: 'yes' },
  },
  { template: 'paychex-spi', reader: readPaychexSpi },
  { template: 'paychex-spi', reader: readPaychexSpi, variables: { lines: 'day' } },
  { template: 'adp-run', reader: readAdpRun },
  {
    template: 'adp-workforce-now',
    reader: readAdpWorkforceNow,
    employee: (row) => String(row['employee.number']).padStart(6, '0'),
  },
  {
    template: 'quickbooks-iif',
    reader: readQuickbooksIif,
    employee: (row) => String(row['employee.quickBooksName']),
  },
  {
    template: 'gusto',
    reader: readGusto,
    employee: (row) => String(row['employee.name']),
    ignored: ['night', 'sunday'],
  },
  { template: 'generic-csv', reader: readGenericCsv(',', '.') },
  {
    template: 'generic-csv',
    reader: readGenericCsv(';', ','),
    variables: { delimiter: ';', decimalSign: ',', lines: 'day', datePattern: 'DD.MM.YYYY' },
  },
];

test('no payroll format is without a reader', async () => {
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
      const sample = sampleFor(template.spec);
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
    const sample = sampleFor(template.spec);
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

/** Minutes of the model added up in the test, turned into the target's units once. */
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
