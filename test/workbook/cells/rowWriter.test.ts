// @module-tag slow
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaName, cellName, columnName } from '../../../src/workbook/cells/address.js';
import { serialDate } from '../../../src/workbook/cells/numbers.js';
import {
  type CellValue,
  type PlainRow,
  RowWriter,
  type SheetRow,
} from '../../../src/workbook/cells/rowWriter.js';
import { escapeText } from '../../../src/workbook/xml/xmlText.js';
import { pythonWith, runPython } from '../../support/programs/pythonWith.js';
import { said } from '../../support/workbooks/checked.js';
import { parseXml } from '../../support/workbooks/checkPackage.js';

describe('columnName', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ])('column %i is %s', (index, name) => expect(columnName(index)).toBe(name));
  it('names cells and areas', () => {
    expect(cellName(27, 9)).toBe('AB9');
    expect(areaName(0, 1, 2, 40)).toBe('A1:C40');
  });
});

describe('escapeText', () => {
  it.each([
    ['plain text', 'Peeters, An', 'Peeters, An'],
    ['markup', '<a & "b">', '&lt;a &amp; &quot;b&quot;&gt;'],
    ['TAB and LF stay', 'a\tb\nc', 'a\tb\nc'],
    ['CR would become LF', 'a\rb', 'a_x000D_b'],
    ['a control character', 'a\u0001b', 'a_x0001_b'],
    ['looks like an escape', '_x0041_', '_x005F_x0041_'],
    ['almost an escape', '_x00G1_', '_x00G1_'],
    ['outside 16 bits', 'a😀b', 'a😀b'],
    ['half a surrogate pair', 'a\ud83db', 'a_xD83D_b'],
    ['not a character', 'a\uffffb', 'a_xFFFF_b'],
    ['DEL and C1 are allowed', '\u007f\u0085', '\u007f\u0085'],
  ])('%s', (_, text, escaped) => expect(escapeText(text)).toBe(escaped));

  it('is well-formed XML that gives the text back, whatever it is', { tags: 'slow' }, () => {
    const decode = (text: string) =>
      text.replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decode(parseXml(`<t>${escapeText(text)}</t>`).text)).toBe(text);
      }),
    );
  });
});

describe('serialDate', () => {
  it('agrees with Excel’s calendar as Python’s datetime counts it', (context) => {
    const python = pythonWith('openpyxl');
    if (python === undefined) return context.skip();
    const dates = ['1900-03-01', '1970-01-01', '2000-02-29', '2026-10-25', '2100-12-31', '9999-12-31'];
    const program =
      'import sys, json, datetime as d\nfrom openpyxl.utils.datetime import to_excel\nprint(json.dumps([to_excel(d.date.fromisoformat(x)) for x in sys.argv[1:]]))';
    expect(dates.map((date) => serialDate(date, false))).toEqual(runPython(python, program, ...dates));
  });
});

/** The XML of a cell in B2. */
function cellXml(styleId: number, value: CellValue): string {
  const writer = new RowWriter(new Map(), 'Days');
  writer.write({ values: [], styleIds: [] });
  writer.write({ values: [null, value], styleIds: [0, styleId] });
  return Buffer.from(writer.rest())
    .toString('utf8')
    .replace('<row r="1"/><row r="2"><c r="A2"/>', '')
    .replace('</row>', '');
}

describe('a cell', () => {
  it.each([
    ['a number', 0, 3.5, '<c r="B2"><v>3.5</v></c>'],
    ['a negative number with a style', 7, -420, '<c r="B2" s="7"><v>-420</v></c>'],
    ['text', 7, 'a<b', '<c r="B2" s="7" t="inlineStr"><is><t>a&lt;b</t></is></c>'],
    [
      'text with spaces at the edge',
      0,
      ' a',
      '<c r="B2" t="inlineStr"><is><t xml:space="preserve"> a</t></is></c>',
    ],
    ['text on two lines', 0, 'a\nb', '<c r="B2" t="inlineStr"><is><t xml:space="preserve">a\nb</t></is></c>'],
    [
      'text that looks like a formula stays text',
      0,
      '=1+1',
      '<c r="B2" t="inlineStr"><is><t>=1+1</t></is></c>',
    ],
    ['a number as text keeps its zeros', 0, '007', '<c r="B2" t="inlineStr"><is><t>007</t></is></c>'],
    ['empty text', 7, '', '<c r="B2" s="7"/>'],
    ['an empty value', 7, null, '<c r="B2" s="7"/>'],
    ['true', 0, true, '<c r="B2" t="b"><v>1</v></c>'],
    [
      'a formula with a number',
      7,
      { formula: 'SUM(A1:A2)', value: 3 },
      '<c r="B2" s="7"><f>SUM(A1:A2)</f><v>3</v></c>',
    ],
    [
      'a formula with text',
      0,
      { formula: '"a"&"b"', value: 'ab' },
      '<c r="B2" t="str"><f>&quot;a&quot;&amp;&quot;b&quot;</f><v>ab</v></c>',
    ],
    [
      'a formula with a Boolean value',
      0,
      { formula: 'A1>0', value: false },
      '<c r="B2" t="b"><f>A1&gt;0</f><v>0</v></c>',
    ],
  ])('%s', (_, style, value, xml) => expect(cellXml(style, value)).toBe(xml));

  it.each([
    ['not a number', Number.NaN, /Sheet "Days", cell B2: NaN/],
    ['infinite', Number.POSITIVE_INFINITY, /Sheet "Days", cell B2: Infinity/],
    ['too long', 'x'.repeat(32_768), /Sheet "Days", cell B2: the text has 32768 characters/],
  ])('refuses a value that is %s', (_, value, message) => {
    expect(said(() => cellXml(0, value))).toMatch(message);
  });
});

describe('rows', () => {
  const styles = new Map([['a', 4]]);
  const rowsXml = (...rows: (SheetRow | PlainRow)[]) => {
    const writer = new RowWriter(styles, 'Days');
    for (const row of rows) writer.write(row);
    return Buffer.from(writer.rest()).toString('utf8');
  };

  it.each([
    [
      'planned cells with a gap',
      { cells: [{ style: 'a', value: 1 }, undefined, { style: 'a', value: 2 }] },
      '<row r="1"><c r="A1" s="4"><v>1</v></c><c r="C1" s="4"><v>2</v></c></row>',
    ],
    [
      'plain values with their styles',
      { values: ['x', 12, null], styleIds: [0, 4, 4] },
      '<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c><c r="B1" s="4"><v>12</v></c><c r="C1" s="4"/></row>',
    ],
    [
      'an empty row of its own height',
      { cells: [], heightPoints: 8.5 },
      '<row r="1" ht="8.5" customHeight="1"/>',
    ],
    ['an empty plain row', { values: [], styleIds: [] }, '<row r="1"/>'],
  ])('%s', (_, row, xml) => expect(rowsXml(row)).toBe(xml));

  it('counts rows from 1', () => {
    const row = { values: [true], styleIds: [0] };
    expect(rowsXml(row, row).match(/ r="\w+"/g)).toEqual([' r="1"', ' r="A1"', ' r="2"', ' r="A2"']);
  });

  it('refuses an undefined style', () => {
    expect(() => rowsXml({ cells: [{ style: 'b', value: 1 }] })).toThrow('no style named b');
  });

  it('writes every number as JavaScript does, so that it is read back unchanged', () => {
    const special = [0, -0, 0.1, 1 / 3, 999_999_999, 1e9, 1e21, 5e-324, Number.MAX_VALUE, -7, 2 ** 53];
    const both = fc.oneof(
      fc.constantFrom(...special),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc
        .tuple(fc.integer({ min: 0, max: 2_000_000_000 }), fc.constantFrom(10, 100, 1000))
        .map(([a, b]) => a / b),
      fc.integer({ min: 0, max: 10_000_000 }).map((minutes) => minutes / 60),
    );
    fc.assert(
      fc.property(both, (value) => {
        const cells = rowsXml({ values: [value, value, value], styleIds: [0] });
        expect(cells).toBe(
          `<row r="1"><c r="A1"><v>${value}</v></c><c r="B1"><v>${value}</v></c><c r="C1"><v>${value}</v></c></row>`,
        );
      }),
    );
  });

  it('writes text as escapeText does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const [, written] =
          /<t(?: xml:space="preserve")?>([\s\S]*)<\/t>/.exec(rowsXml({ values: [text], styleIds: [0] })) ??
          [];
        expect(written).toBe(escapeText(text));
      }),
    );
  });

  it('returns full chunks without losing bytes between them', () => {
    const rows = Array.from(
      { length: 30_000 },
      (_, index): PlainRow => ({ values: [`é${index}😀`, index / 7], styleIds: [0, 4] }),
    );
    const writer = new RowWriter(styles, 'Days');
    const chunks = rows.flatMap((row) => {
      writer.write(row);
      return writer.takeChunks();
    });
    expect(new Set(chunks.map(({ byteLength }) => byteLength))).toEqual(new Set([512 * 1024]));
    const xml = Buffer.concat([...chunks, writer.rest()]).toString('utf8');
    const expected = rows.map(({ values: [text, number] }, index) => {
      const row = index + 1;
      return `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>${text}</t></is></c><c r="B${row}" s="4"><v>${number}</v></c></row>`;
    });
    expect(xml === expected.join('')).toBe(true);
    expect(chunks.length).toBeGreaterThan(3);
  });

  it('can write the longest text that Excel allows, however it is escaped', () => {
    const writer = new RowWriter(styles, 'Days');
    writer.write({ values: Array(30).fill('\u0001'.repeat(32_767)), styleIds: Array(30).fill(0) });
    const xml = Buffer.concat([...writer.takeChunks(), writer.rest()]).toString('latin1');
    expect(xml.match(/_x0001_/g)?.length).toBe(30 * 32_767);
  });
});
