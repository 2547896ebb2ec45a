// @module-tag slow
import { describe, expect, test } from 'vitest';
import type { DataRow } from '../../src/documents/dataSet.js';
import { loadTemplate } from '../../src/documents/template/loadTemplate.js';
import { buildSample } from '../../src/documents/template/renderSample.js';
import { RenderRefused } from '../../src/documents/text/renderProblems.js';
import { renderText } from '../../src/documents/text/renderText.js';
import { englishText } from '../../src/i18n/formatMessage.js';
import { readerOf } from './allFormats.js';
import { places } from './sampleFile.js';

/* Files that a support desk would send back. */

interface Changed {
  readonly variables?: Readonly<Record<string, string>>;
  readonly run?: DataRow;
  /** The differences in every pay line; null: there are no pay lines. */
  readonly line?: DataRow | null;
  /** Fields that the mapping lacks. */
  readonly without?: RegExp;
}

async function written(name: string, { variables, run, line, without }: Changed = {}) {
  const template = await loadTemplate(name, places);
  if (template.kind !== 'text') throw new Error('not a text template');
  const sample = buildSample(template.spec);
  const set = sample.model.dataSets.get('pay-lines');
  if (set === undefined) throw new Error('the sample has no pay lines');
  const rows = line === null ? [] : set.rows.map((row) => ({ ...row, ...line }) as DataRow);
  const kept = (field: string) => without === undefined || !without.test(field);
  const only = (row: DataRow) =>
    Object.fromEntries(Object.entries(row).filter(([field]) => kept(field))) as DataRow;
  const fields = set.fields.filter((field) => kept(field.name));
  const model = {
    run: { ...sample.model.run, ...run },
    dataSets: new Map([
      ...sample.model.dataSets,
      ['pay-lines', { ...set, fields, rows: without === undefined ? rows : rows.map(only) }],
    ]),
  };
  const notices: string[] = [];
  try {
    const files = renderText(template, model, {
      variables: { ...sample.variables, ...variables },
      onNotice: (notice) => notices.push(englishText(notice)),
    });
    return { files, notices, problems: [] };
  } catch (failure) {
    if (failure instanceof RenderRefused) return { files: [], notices, problems: failure.problems };
    throw failure;
  }
}

const contentOf = (files: readonly { readonly content: unknown }[]) => files[0]?.content as Uint8Array;
const period = (from: string, to: string) => ({ 'run.from': from, 'run.to': to });

describe('QuickBooks', () => {
  test('every row has one item in both columns, and goes to payroll', async () => {
    const { files } = await written('quickbooks-iif');
    expect((await readerOf('quickbooks-iif'))(contentOf(files)).lines.length).toBeGreaterThan(10);
  });

  test('reports mapped loadings', async () => {
    expect((await written('quickbooks-iif')).notices).toEqual([
      expect.stringContaining('loadings are mapped: QuickBooks may pay the same time again'),
    ]);
  });

  test('reports nothing without loadings', async () => {
    expect((await written('quickbooks-iif', { line: { kind: 'base' } })).notices).toEqual([]);
  });
});

describe('ADP RUN refuses a frequency that does not fit the period', () => {
  test.each([
    ['W', '2026-10-05', '2026-10-11', true],
    ['W', '2026-10-01', '2026-10-31', false],
    ['B', '2026-10-05', '2026-10-18', true],
    ['B', '2026-10-05', '2026-10-11', false],
    ['S', '2026-10-01', '2026-10-15', true],
    ['S', '2026-10-16', '2026-10-31', true],
    ['S', '2026-02-16', '2026-02-28', true],
    ['S', '2026-10-01', '2026-10-31', false],
    ['M', '2026-02-01', '2026-02-28', true],
    ['M', '2026-10-01', '2026-10-31', true],
    ['M', '2026-10-05', '2026-10-18', false],
  ])('%s for %s to %s: %s', async (frequency, from, to, fits) => {
    const { problems } = await written('adp-run', { variables: { frequency }, run: period(from, to) });
    expect(problems.map(({ column }) => column)).toEqual(fits ? [] : ['part.days']);
  });
});

describe('ADP Workforce Now: each import has its own Batch ID', () => {
  const batchOf = async (changed: Changed) => {
    const { files } = await written('adp-workforce-now', changed);
    return new TextDecoder().decode(contentOf(files)).split('\r\n')[1]?.split(',')[1] ?? '';
  };

  test('the last day, and two characters that depend on the rows', async () => {
    expect(await batchOf({})).toMatch(/^261031[0-9A-Z]{2}$/);
    expect(await batchOf({})).toBe(await batchOf({}));
    expect(await batchOf({ line: { minutes: 61 } })).not.toBe(await batchOf({}));
  });

  test('a configured one is kept', async () => {
    expect(await batchOf({ variables: { batchId: 'KJ260927' } })).toBe('KJ260927');
  });
});

describe('WinBIZ', () => {
  test('two codes of one section are one row, named with both', async () => {
    const { files } = await written('winbiz', { line: { external: '100', kind: 'base' } });
    expect(files[0]?.name).toBe('sample_2026-10_winbiz.csv');
    const { lines } = (await readerOf('winbiz'))(contentOf(files));
    expect(new Set(lines.map(({ employee }) => employee)).size).toBe(lines.length);
    expect(new TextDecoder().decode(contentOf(files))).toContain('NIGHT, NORMAL, OVERTIME, SUNDAY');
  });

  test.each([
    ['1', true],
    ['12', true],
    ['123', false],
    ['A', false],
  ])('import type %s: %s', async (importType, fits) => {
    expect((await written('winbiz', { variables: { importType } })).problems).toHaveLength(fits ? 0 : 1);
  });
});

describe('one amount per period: part of an amount would replace the rest', () => {
  test.each([
    ['loket', '2026-10-01', '2026-10-31', true],
    ['loket', '2026-02-01', '2026-02-28', true],
    ['loket', '2026-09-26', '2026-10-25', true],
    ['loket', '2026-01-31', '2026-02-27', true],
    ['loket', '2026-10-05', '2026-11-01', true],
    ['loket', '2026-09-01', '2026-11-30', true],
    ['loket', '2026-10-01', '2026-10-28', false],
    ['loket', '2026-10-06', '2026-11-02', false],
    ['loket', '2026-10-01', '2026-10-15', false],
    ['loket', '2026-10-05', '2026-10-11', false],
    ['loket', '2026-09-15', '2026-10-31', false],
    ['nmbrs', '2026-10-01', '2026-10-31', true],
    ['nmbrs', '2026-02-01', '2026-02-28', true],
    ['nmbrs', '2026-09-01', '2026-11-30', true],
    ['nmbrs', '2026-09-26', '2026-10-25', false],
    ['nmbrs', '2026-10-05', '2026-11-01', false],
    ['nmbrs', '2026-10-01', '2026-10-30', false],
    ['nmbrs', '2026-09-15', '2026-10-31', false],
  ])('%s, %s to %s: %s', async (name, from, to, fits) => {
    const { problems } = await written(name, { run: period(from, to), line: { date: to } });
    expect(
      problems.map(({ message }) => englishText(message).includes('The payroll system keeps one amount per')),
    ).toEqual(fits ? [] : [true]);
  });

  test('the error names the days and their month', async () => {
    const { problems } = await written('loket', { run: period('2026-09-15', '2026-10-31') });
    expect(problems.map(({ value, message }) => [value, englishText(message)])).toEqual([
      ['2026-09-15..2026-09-30', expect.stringContaining('part of 2026-09-01 to 2026-09-30')],
    ]);
  });
});

describe('Danløn: hourly staff have a rate', () => {
  const rates = (line: DataRow) =>
    written('danlon', { line: { kind: 'base', external: '1', secondary: null, ...line } });
  const sats = (files: Awaited<ReturnType<typeof written>>['files']) =>
    new Set(
      new TextDecoder()
        .decode(contentOf(files))
        .trimEnd()
        .split('\r\n')
        .map((row) => row.split(';')[4]),
    );

  test.each([
    [
      'the employee’s, by pay type',
      { external: '2', 'employee.rate2': '27050', 'employee.hourly': '' },
      '27050',
    ],
    ['the pay code’s, for everyone', { external: '20', secondary: '1250', 'employee.hourly': '' }, '1250'],
    ['none for a salary', { 'employee.rate': '', 'employee.hourly': 'no' }, ''],
  ])('%s', async (_name, line, rate) => {
    const { files, problems } = await rates(line as unknown as DataRow);
    expect(problems).toEqual([]);
    expect(sats(files)).toEqual(new Set([rate]));
  });

  test('the mapping can lack all of these columns', async () => {
    const { files, problems } = await written('danlon', {
      line: { kind: 'base', external: '20', secondary: '1250' },
      without: /^employee\.(rate\d?|hourly)$/,
    });
    expect(problems).toEqual([]);
    expect(sats(files)).toEqual(new Set(['1250']));
  });

  test.each([
    ['missing', { 'employee.rate': '', 'employee.hourly': '' }],
    ['missing for this pay type', { external: '2', 'employee.rate2': null, 'employee.hourly': '' }],
    ['missing after the fifth', { external: '6', 'employee.hourly': '' }],
    ['in kroner', { 'employee.rate': '200', 'employee.hourly': '' }],
    ['with a decimal mark', { 'employee.rate': '200,00', 'employee.hourly': '' }],
  ])('%s: refused', async (_name, line) => {
    const { files, problems } = await rates(line as unknown as DataRow);
    expect(files).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
    for (const { column, message } of problems)
      expect([column, englishText(message)]).toEqual([
        'sats',
        expect.stringContaining('hourly staff need a rate'),
      ]);
  });
});

test.each([
  ['W1', true],
  ['1234567890', true],
  ['12345678901', false],
  ['12-34', false],
  ['12 34', false],
])('Paychex accepts the Worker ID %s: %s', async (number, fits) => {
  const { problems } = await written('paychex-spi', { line: { 'employee.number': number } });
  expect(problems.some(({ column }) => column === 'Worker ID')).toBe(!fits);
});

test('Acerta: the file name from one of the sources', async () => {
  const { files } = await written('acerta', { variables: { fileName: 'klx' } });
  expect(files[0]?.name).toBe('ACERTA_7654321_202610_KLX.txt');
});

describe('a period without entries', () => {
  test.each(['adp-run', 'datev-lodas', 'datev-lug', 'gusto', 'loket', 'partena', 'quickbooks-iif', 'silae'])(
    '%s reports the error and writes no file of headings only',
    async (name) => {
      const { files, notices } = await written(name, { line: null });
      expect(files).toEqual([]);
      expect(notices).toEqual([
        `${name}: there is nothing to pay in this period, so paytally writes no file`,
      ]);
    },
  );

  test('people still get their table', async () => {
    const { files } = await written('pay-lines', { line: null });
    expect(files.map(({ rows }) => rows)).toEqual([0]);
  });
});
