import { describe, expect, test } from 'vitest';
import { column } from '../../../src/documents/text/columnSpec.js';
import { CorrectionReadBack, sheetReadBack } from '../../../src/documents/text/correctionReadBack.js';
import { fileSpec } from '../../../src/documents/text/fileSpec.js';
import type { ResolvedFile } from '../../../src/documents/text/resolvedFile.js';
import { type Cell, writeWorkbook } from '../../../src/workbook/index.js';

const FILES = {
  csv: { rows: { each: 'pay-lines', columns: [{ value: '{{minutes}}' }] } },
  fixed: { dialect: { delimiter: '' }, rows: { each: 'pay-lines', columns: [{ value: '{{minutes}}' }] } },
  xml: { dialect: 'xml', tree: { element: 'all' } },
  json: { dialect: 'json', tree: { properties: { a: { value: '1' } } } },
} as const;

function fileOf(kind: keyof typeof FILES): ResolvedFile {
  const spec = fileSpec.parse(FILES[kind]);
  const delimiter = kind === 'csv' ? ',' : '';
  const quoting = kind === 'csv' ? 'rfc4180' : 'none';
  return { spec, dialect: { ...spec.dialect, delimiter, quoting } } as unknown as ResolvedFile;
}

/** What the read-back says of a file with this amount, which the ledger has in these units. */
function problem(
  kind: keyof typeof FILES,
  content: string,
  fields: readonly string[],
  format: string,
  units: number,
  scale: number,
): string | undefined {
  const spec = column.parse({ header: 'hours', value: `{{minutes | ${format}}}` });
  const readBack = new CorrectionReadBack();
  const text = fields.at(-1) ?? '';
  readBack.add(fields, [{ text, spec, units, scale, heading: 'hours' }]);
  try {
    readBack.check('own', new TextEncoder().encode(content), fileOf(kind));
    return undefined;
  } catch (failure) {
    return (failure as { code: string }).code;
  }
}

const ROWS = [
  ['decimal hours', 'csv', 'number,hours\n1001,-7.50\n', ['1001', '-7.50'], 'hours', -750, 100],
  ['a text with the delimiter', 'csv', '"Nolte, Jan",1.25\n', ['Nolte, Jan', '1.25'], 'hours', 125, 100],
  ['a comma', 'csv', '1001,"-0,25"\n', ['1001', '-0,25'], "hours:2,','", -25, 100],
  ['hours and minutes', 'csv', '1001,-1:05\n', ['1001', '-1:05'], 'clock', -65, 1],
  ['digits alone', 'fixed', '10010125\n', ['1001', '0125'], 'hundredths', 125, 100],
  ['four digits of a clock', 'fixed', '1001-0720\n', ['1001', '-0720'], 'hhmm', -440, 1],
  ['a sign after the digits', 'csv', '1,30-\n', ['1', '30-'], 'minutes | sign-after', -30, 1],
  ['the hours of a clock time', 'csv', '1,-7\n', ['1', '-7'], 'clock-hours', -440, 1],
  ['an overpunched digit', 'fixed', '10010005}\n', ['1001', '0005}'], 'hundredths | overpunch', -50, 100],
  ['an element', 'xml', '<a n="1"><h c="N">-0.25</h></a>', ['-0.25'], 'hours', -25, 100],
  ['a property', 'json', '[{ "code": "1", "value": 0.50 }]', ['0.50'], 'hours', 50, 100],
] as const;

test.each(ROWS)(
  '%s: the amount of the ledger is read, and no other',
  (_, kind, content, fields, format, units, scale) => {
    expect(problem(kind, content, fields, format, units, scale)).toBeUndefined();
    // Twice the amount.
    expect(problem(kind, content, fields, format, units * 2, scale)).toBe('CONTROL_MISMATCH');
    // Another sign, unless the whole hours are 0.
    expect(problem(kind, content, fields, format, -units, scale)).toBe('CONTROL_MISMATCH');
  },
);

test('a line that is missing in the bytes, and an amount that is no number', () => {
  expect(problem('csv', 'number,hours\n', ['1001', '1.00'], 'hours', 100, 100)).toBe('CONTROL_MISMATCH');
  expect(problem('csv', '1001,1.50\n', ['1001', '1.00'], 'hours', 100, 100)).toBe('CONTROL_MISMATCH');
  expect(problem('csv', '1001,one\n', ['1001', 'one'], 'hours', 100, 100)).toBe('CONTROL_MISMATCH');
});

test('hours and minutes without their sign, which has a column of its own', () => {
  expect(problem('csv', '1,-,7\n', ['1', '-', '7'], 'clock-hours | unsigned', -440, 1)).toBeUndefined();
  expect(problem('csv', '1,-,20\n', ['1', '-', '20'], 'clock-minutes | unsigned', -440, 1)).toBeUndefined();
  expect(problem('csv', '1,-,20\n', ['1', '-', '20'], 'clock-minutes | unsigned', -450, 1)).toBe(
    'CONTROL_MISMATCH',
  );
});

test.each([
  ['sign', '-', -440, '+', 440],
  ["sign:'P','M'", 'M', -440, 'P', 440],
  ["sign:' '", '-', -440, ' ', 440],
  ["sign:'+',''", '', -440, '+', 440],
] as const)('a column with | %s', (format, minus, negative, plus, positive) => {
  const said = (sign: string, units: number) =>
    problem('csv', `1,7,${sign}\n`, ['1', '7', sign], format, units, 1);
  expect(said(minus, negative)).toBeUndefined();
  expect(said(plus, positive)).toBeUndefined();
  expect(said(plus, 0)).toBeUndefined();
  expect(said(plus, negative)).toBe('CONTROL_MISMATCH');
  expect(said(minus, positive)).toBe('CONTROL_MISMATCH');
});

test('a name in windows-1252 is read as it was written', () => {
  const spec = column.parse({ header: 'hours', value: '{{minutes | hours}}' });
  const file = fileOf('csv');
  const readBack = new CorrectionReadBack();
  readBack.add(['Zoë Ž', '1.00'], [{ text: '1.00', spec, units: 100, scale: 100, heading: 'hours' }]);
  const bytes = Buffer.from('Zo\u00eb \u008e,1.00\n', 'latin1');
  const encoding = { ...file.spec.encoding, charset: 'windows-1252' } as const;
  readBack.check('own', bytes, { ...file, spec: { ...file.spec, encoding } });
});

test('an amount of nothing may be blank', () => {
  expect(problem('csv', '1001,\n', ['1001', ''], 'hours', 0, 100)).toBeUndefined();
});

const LINES = [['number', 'code', 'hours'], ['0815', '100', '-8.50'], [], ['0816', 'N=1', '']] as const;

/** The workbook of some lines, in which numbers are numbers. */
function workbookOf(lines: readonly (readonly (string | number)[])[]): AsyncIterable<Uint8Array> {
  const cell = (value: string | number): Cell | undefined =>
    value === '' ? undefined : { style: 'plain', value };
  return writeWorkbook({
    properties: {
      creator: '',
      title: '',
      subject: '',
      company: '',
      description: '',
      createdAtUtc: '2026-10-31T00:00:00Z',
    },
    styles: new Map([['plain', {}]]),
    sheets: [
      {
        name: 'Hours',
        settings: { widths: [9, 9, 9] },
        rows: () => lines.map((cells) => ({ cells: cells.map(cell) })),
        area: 'A1:C9',
      },
    ],
  });
}

test.each([
  ['the same', [['number', 'code', 'hours'], ['0815', 100, -8.5], [], ['0816', 'N=1', '']], undefined],
  ['another amount', [['number', 'code', 'hours'], ['0815', 100, -8.4], [], ['0816', 'N=1', '']], '-8.50'],
  ['a lost amount', [['number', 'code', 'hours'], ['0815', 100], [], ['0816', 'N=1', '']], '-8.50'],
  ['a lost zero', [['number', 'code', 'hours'], ['815', 100, -8.5], [], ['0816', 'N=1', '']], '0815'],
  ['an amount more', [['number', 'code', 'hours'], ['0815', 100, -8.5], [], ['0816', 'N=1', 3]], '0816 N=1 '],
  [
    'a row more',
    [['number', 'code', 'hours'], ['0815', 100, -8.5], [], ['0816', 'N=1', ''], ['1', 1, 1]],
    '4',
  ],
] as const)('a workbook with %s', async (_, written, value) => {
  const read = async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of sheetReadBack('own', workbookOf(written), LINES)) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  if (value !== undefined)
    return expect(read()).rejects.toMatchObject({
      code: 'CONTROL_MISMATCH',
      record: 'own',
      message: expect.stringContaining(value),
    });
  const bytes: Uint8Array[] = [];
  for await (const piece of workbookOf(written)) bytes.push(Uint8Array.from(piece));
  expect((await read()).equals(Buffer.concat(bytes))).toBe(true);
});

describe('sums and texts', () => {
  const spec = column.parse({ header: 'hours', value: '{{minutes | hours}}' });
  const rows = { name: 'the section' };
  /** A file with a text, two lines and a line of totals. */
  const check = (content: string, total: string, text = 'SUM -0.50') => {
    const readBack = new CorrectionReadBack();
    readBack.addText(`${text}\n`);
    readBack.begin(rows);
    for (const [number, units] of [
      ['1', 100],
      ['2', -150],
    ] as const) {
      const shown = (units / 100).toFixed(2);
      readBack.add([number, shown], [{ text: shown, spec, units, scale: 100, heading: 'hours' }]);
    }
    readBack.begin(undefined);
    readBack.add(['T', total], []);
    readBack.addTotals([{ heading: 'hours', text: total }], [rows]);
    readBack.check('own', new TextEncoder().encode(content), fileOf('csv'));
  };
  const file = (total: string) => `SUM -0.50\n1,1.00\n2,-1.50\nT,${total}\n`;

  test('that are those of the lines', () => {
    check(file('-0.50'), '-0.50');
  });

  test.each([
    ['a total that the file lacks', file('-0.50').replace(/T.*\n/, ''), '-0.50', 'SUM -0.50'],
    ['a total of other lines', file('0.50'), '0.50', 'SUM -0.50'],
    ['another text in the file', file('-0.50'), '-0.50', 'SUM 2.50'],
  ])('%s', (_, content, total, text) => {
    expect(() => check(content, total, text)).toThrow(expect.objectContaining({ code: 'CONTROL_MISMATCH' }));
  });

  test('headings that no amount has are not compared', () => {
    const readBack = new CorrectionReadBack();
    readBack.addTotals([{ heading: 'others', text: '7' }], [rows]);
    readBack.check('own', new TextEncoder().encode(''), fileOf('csv'));
  });
});
