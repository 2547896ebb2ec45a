import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DataRow, DataSet } from '../../src/documents/dataSet.js';
import { loadTemplate } from '../../src/documents/template/loadTemplate.js';
import { buildSample } from '../../src/documents/template/renderSample.js';
import { listTemplates } from '../../src/documents/template/showTemplate.js';
import { diskTemplateFiles } from '../../src/documents/template/template.js';
import type { HeldModel, TemplateModel } from '../../src/documents/templateModel.js';
import { renderText } from '../../src/documents/text/renderText.js';
import { readBmd } from './readers/bmd.js';
import { readDanlon } from './readers/danlon.js';
import { readDatevLodas } from './readers/datevLodas.js';
import { readDatevLug } from './readers/datevLug.js';
import { readGenericCsv } from './readers/genericCsv.js';
import { readHupComet } from './readers/hupComet.js';
import { readIvl } from './readers/ivl.js';
import { readLoket } from './readers/loket.js';
import { readMyobExo } from './readers/myobExo.js';
import { readPartena } from './readers/partena.js';
import { readPaxml } from './readers/paxml.js';
import { readPaychexSpi } from './readers/paychexSpi.js';
import type { Reader } from './readers/readLine.js';
import { readSagePayrollIe } from './readers/sagePayrollIe.js';
import { readSdworx } from './readers/sdworx.js';
import { readSilae } from './readers/silae.js';
import { readWinbiz } from './readers/winbiz.js';
import { readZucchetti } from './readers/zucchetti.js';

const templatesRoot = resolve(import.meta.dirname, '../../templates');
const places = { templatesRoot, baseFolder: templatesRoot, files: diskTemplateFiles };
/** Each at its own place; the last line has none. */
const CENTERS = ['4711', '4712', null];
const CODES = ['NORMAL', 'OVERTIME', 'NIGHT', 'SUNDAY'];

interface Line {
  readonly person: number;
  readonly day: number;
  readonly code: number;
  readonly minutes: number;
  readonly center: number;
}

const lines = (lowest: number) =>
  fc.array(
    fc.record({
      person: fc.nat({ max: 3 }),
      day: fc.integer({ min: 1, max: 9 }),
      code: fc.nat({ max: 3 }),
      minutes: fc.integer({ min: lowest, max: 300 }),
      center: fc.nat({ max: 2 }),
    }),
    { maxLength: 40 },
  );

/** The sample's model with other pay lines: the employees and codes stay. */
function modelWith(
  sample: HeldModel,
  chosen: readonly Line[],
): { model: TemplateModel; rows: readonly DataRow[] } {
  const set = sample.dataSets.get('pay-lines');
  if (set === undefined) throw new Error('the sample has no pay lines');
  const rows = chosen.map(({ person, day, code, minutes, center }) => {
    const payCode = CODES[code] ?? '';
    const like = set.rows.find((row) => row.payCode === payCode);
    const who = set.rows.find((row) => String(row['employee.id']).endsWith(String(person + 1)));
    return {
      ...like,
      ...employeeOf(who),
      date: `2026-10-0${day}`,
      minutes,
      costCenter: CENTERS[center],
    } as DataRow;
  });
  const changed: DataSet = { ...set, rows };
  return { model: { ...sample, dataSets: new Map([...sample.dataSets, ['pay-lines', changed]]) }, rows };
}

function employeeOf(row: DataRow | undefined): DataRow {
  return Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => name.startsWith('employee.')));
}

/** Signed minutes become units once; halves do not occur in hundredths of hours. */
function unitsOf(minutes: number, unitsPerHour: number): number {
  return Math.sign(minutes) * Math.round((Math.abs(minutes) * unitsPerHour) / 60);
}

test('every payroll format with cost centres is among these', async () => {
  const listed = await listTemplates(places);
  const withCenters = listed.filter(({ name }) => {
    const text = readFileSync(resolve(templatesRoot, name, 'template.yaml'), 'utf8');
    return /field: costCenter\b/.test(text);
  });
  expect(withCenters.map(({ name }) => name).sort()).toEqual([
    'bmd',
    'datev-lodas',
    'datev-lug',
    'hup-comet',
    'ivl',
    'myob-exo',
    'sage-payroll-ie',
  ]);
});

describe('any month of signed lines is read back with the sums of the model', () => {
  test.each<[string, Reader, Record<string, string>, number]>([
    ['datev-lodas', readDatevLodas, {}, -300],
    ['datev-lodas', readDatevLodas, { variant: 'standard', costCenters: 'yes' }, -300],
    ['datev-lug', readDatevLug, { costCenters: 'yes' }, 0],
    ['datev-lug', readDatevLug, { rows: 'day', costCenters: 'yes' }, 0],
    ['bmd', readBmd, {}, 0],
    ['myob-exo', readMyobExo, {}, 0],
    ['sage-payroll-ie', readSagePayrollIe, {}, 0],
    ['silae', readSilae, {}, -300],
    ['loket', readLoket, {}, -300],
    ['winbiz', readWinbiz, {}, -300],
    ['paychex-spi', readPaychexSpi, {}, -300],
    ['paychex-spi', readPaychexSpi, { lines: 'day' }, -300],
    ['generic-csv', readGenericCsv('|', ','), { lines: 'day', delimiter: '|', decimalSign: ',' }, -300],
    ['partena', readPartena, {}, 0],
    ['sdworx', readSdworx, {}, 0],
    ['danlon', readDanlon, {}, 0],
    ['paxml', readPaxml, {}, 0],
    ['zucchetti', readZucchetti, {}, 0],
    ['hup-comet', readHupComet, {}, 0],
    ['ivl', readIvl, {}, 0],
  ])('%s %o', async (name, reader, variables, lowest) => {
    const template = await loadTemplate(name, places);
    if (template.kind !== 'text') throw new Error('not a text template');
    const sample = buildSample(template.spec);
    fc.assert(
      fc.property(lines(lowest === 0 ? 0 : lowest), (chosen) => {
        const short = lowest === 0 ? chosen.map((line) => ({ ...line, minutes: line.minutes % 36 })) : chosen;
        const { model, rows } = modelWith(sample.model, short);
        const [file] = renderText(template, model, { variables: { ...sample.variables, ...variables } });
        const content = (file?.content ?? new Uint8Array()) as Uint8Array;
        const read = content.length === 0 ? { lines: [], unitsPerHour: 100 } : reader(content);
        const sums = new Map<string, number>();
        for (const { employee, code, units } of read.lines)
          sums.set(`${employee} ${code}`, (sums.get(`${employee} ${code}`) ?? 0) + units);
        expect(withoutZeros(sums)).toEqual(withoutZeros(expected(rows, read.unitsPerHour)));
      }),
      { numRuns: 60 },
    );
  });
});

function expected(rows: readonly DataRow[], unitsPerHour: number): Map<string, number> {
  const minutes = new Map<string, number>();
  for (const row of rows) {
    const key = `${row['employee.number']} ${row.external}`;
    minutes.set(key, (minutes.get(key) ?? 0) + Number(row.minutes));
  }
  return new Map([...minutes].map(([key, sum]) => [key, unitsOf(sum, unitsPerHour)]));
}

/** A zero sum may be omitted. */
function withoutZeros(sums: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...sums].filter(([, units]) => units !== 0));
}
