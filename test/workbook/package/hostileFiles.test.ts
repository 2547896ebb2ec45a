// @module-tag slow
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PaytallyError } from '../../../src/errors.js';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, fillTemplate, problemText } from '../../support/workbooks/checked.js';
import { collect } from '../../support/workbooks/collect.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { relationships, row, workbookParts, zipped } from '../../support/workbooks/workbook.js';

type Parts = Map<string, string | Uint8Array>;
const model = testModel(2);
const rows = row(5, { A: '{{#each employee-days}}{{employee.name}}', B: '=SUM(A5:A5)' });

function parts(change: (parts: Parts) => void = () => {}): Parts {
  const all = workbookParts({ sheets: { Hours: { rows } } });
  change(all);
  return all;
}

function edited(part: string, from: string | RegExp, to: string): Parts {
  return parts((all) => all.set(part, String(all.get(part)).replace(from, to)));
}

/** Nested repeated rows, `depth` levels deep. */
function nested(depth: number): Parts {
  const each = (index: number): string =>
    `{{#each employees group by employee.id rows ${2 * (depth - index)}}}`;
  const all = Array.from({ length: depth }, (_, index) => row(index + 1, { A: each(index) })).join('');
  return workbookParts({ sheets: { Hours: { rows: all } } });
}

async function refusal(bytes: Uint8Array): Promise<string> {
  try {
    const [first] = await checkTemplate(bytes, fieldsOfModel(model), 'test.xlsx');
    return first ? problemText(first) : 'no problem';
  } catch (error) {
    if (error instanceof PaytallyError) return `${error.code} ${error.message} ${error.remedy}`;
    throw error;
  }
}

const SHEET = 'xl/worksheets/sheet1.xml';
const BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
const REFUSED: readonly [name: string, parts: () => Parts, message: string][] = [
  [
    'a document type declaration',
    () => edited(SHEET, '<worksheet', `${BOMB}<worksheet`),
    'has a document type declaration (DTD)',
  ],
  [
    'an external entity',
    () => edited('xl/workbook.xml', '<workbook', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><workbook'),
    '(DTD)',
  ],
  ['an undeclared entity', () => edited(SHEET, '<sheetData>', '<sheetData>&xxe;'), 'is not well-formed XML'],
  ['unclosed XML', () => edited(SHEET, '</sheetData>', ''), 'is not well-formed XML'],
  [
    'XML nested a thousand deep',
    () => edited(SHEET, '<sheetData>', `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}<sheetData>`),
    'TEMPLATE_INVALID test.xlsx: part xl/worksheets/sheet1.xml nests elements more than 200 levels deep.',
  ],
  [
    'another encoding',
    () => parts((all) => all.set(SHEET, '<?xml version="1.0" encoding="utf-7"?><worksheet/>')),
    'is not UTF-8',
  ],
  [
    '10,000 sheets',
    () =>
      edited('xl/workbook.xml', /<sheet .*?\/>/, '<sheet name="s" sheetId="1" r:id="rId1"/>'.repeat(10_000)),
    'TEMPLATE_INVALID test.xlsx has 10000 sheets. At most 200 are allowed.',
  ],
  [
    '10,000 parts',
    () =>
      parts((all) => {
        for (let i = 0; i < 10_000; i++) all.set(`xl/x${i}.xml`, '');
      }),
    'TEMPLATE_INVALID test.xlsx contains 10006 parts. At most 2000 are allowed.',
  ],
  ['a name outside the folder', () => parts((all) => all.set('../evil.xml', 'x')), 'TEMPLATE_INVALID'],
  ['an absolute name', () => parts((all) => all.set('/etc/evil.xml', 'x')), 'TEMPLATE_INVALID'],
  [
    'a target outside the file',
    () =>
      parts((all) =>
        all.set(
          'xl/_rels/workbook.xml.rels',
          relationships({ rId1: ['worksheet', '../../../../etc/passwd'] }),
        ),
      ),
    'part etc/passwd is missing',
  ],
  ['a missing part', () => parts((all) => all.delete(SHEET)), `part ${SHEET} is missing`],
  [
    'a binary workbook',
    () =>
      edited(
        '[Content_Types].xml',
        'vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
        'vnd.ms-excel.sheet.binary.macroEnabled.main',
      ),
    'is not an Excel workbook',
  ],
  [
    'a word document',
    () => edited('[Content_Types].xml', 'spreadsheetml.sheet.main', 'wordprocessingml.document.main'),
    'is not an Excel workbook',
  ],
  [
    'an OpenDocument file',
    () => new Map([['mimetype', 'application/vnd.oasis.opendocument.spreadsheet']]),
    'is not an Excel workbook (.xlsx)',
  ],
  [
    'a formula of four thousand parentheses',
    () => edited(SHEET, '<f>', `<f>${'('.repeat(4_000)}1${')'.repeat(4_000)}+`),
    'no problem',
  ],
  ['a formula of eight thousand signs', () => edited(SHEET, '<f>', `<f>${'-'.repeat(8_000)}`), 'no problem'],
  [
    'a directive of a hundred thousand words',
    () =>
      edited(SHEET, '{{#each employee-days}}', `{{#each employee-days where ${'not '.repeat(100_000)}date}}`),
    'Hours!A5: {{#each employee-days where not not not not not not not not not not…ot not not not not not not date}}: It is longer than 1000 characters. For example, write {{#each employee-days group by employee.id sort by date}}.',
  ],
  [
    'twenty levels of repeated rows',
    () => nested(20),
    'Hours!A10: Repeated rows are nested 9 deep. Use fewer levels of groups.',
  ],
  [
    'three thousand directives',
    () => edited(SHEET, '{{#each employee-days}}', '{{#if run.id}}'.repeat(3_000)),
    'Hours: The sheet has 3000 directives. At most 2000 are read.',
  ],
  [
    'a formula of many quotes',
    () => edited(SHEET, '<f>', `<f>{${'"'.repeat(400_001)}`),
    'Hours!B5: A formula has 400012 characters. Excel allows 8192: split it.',
  ],
  [
    'a formula of eight thousand quotes',
    () => edited(SHEET, '<f>', `<f>{${'"'.repeat(8_001)}`),
    'Hours!B5: The formula contains a placeholder. Put the placeholder into a cell of its own and refer to that cell.',
  ],
  [
    'a tag of many spaces',
    () => edited(SHEET, '<row r="5">', `<row${' '.repeat(400_000)}r="5"${' '.repeat(400_000)}>`),
    'no problem',
  ],
  [
    'a name of many quotes',
    () =>
      edited(
        'xl/workbook.xml',
        '</sheets>',
        `</sheets><definedNames><definedName name="a">{${'"'.repeat(400_001)}</definedName></definedNames>`,
      ),
    'name a: A formula has 400002 characters. Excel allows 8192: split it.',
  ],
  [
    'rows in descending order',
    () => edited(SHEET, '<row r="5">', '<row r="5"/><row r="4">'),
    'has an impossible row "4"',
  ],
  [
    'a row beyond the last',
    () => edited(SHEET, '<row r="5">', '<row r="99999999">'),
    'has an impossible row',
  ],
  ['cells in descending order', () => edited(SHEET, '<c r="B5"', '<c r="A5"'), 'has an impossible cell'],
];

describe('a hostile or damaged file is refused', () => {
  test.each(REFUSED)('%s', async (_, make, message) => {
    expect(await refusal(await zipped(make()))).toContain(message);
  });

  test('a protected or old workbook', async () => {
    const message = await refusal(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
    expect(message).toContain('protected by a password or in the old .xls format');
  });

  test('not a zip file', async () => {
    expect(await refusal(Buffer.from('Name;Hours\n'))).toContain('TEMPLATE_INVALID');
  });

  test('more cells than a person draws', async () => {
    const cells = Array.from({ length: 1000 }, (_, index) => `<c><v>${index}${'0'.repeat(200)}</v></c>`).join(
      '',
    );
    const long = edited(SHEET, '<row r="5">', `${`<row>${cells}</row>`.repeat(200)}<row>`);
    expect(await refusal(await zipped(long))).toContain(
      'TEMPLATE_INVALID test.xlsx contains more than 41943040 characters of XML. Keep large lists in another workbook: a template contains the layout, not the data. Delete rows and columns that contain only formatting.',
    );
  });

  test('a zip bomb is refused by the sizes in its directory', async () => {
    const packed = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
    const bytes = await zipped(parts((all) => all.set('xl/big.xml', Buffer.alloc(64 * 1024 * 1024, 0x20))));
    expect(packed.byteLength).toBeLessThan(100_000);
    expect(await refusal(bytes)).toContain('unpacks to more than');
  });
});

/** A small generator with a seed, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

describe('files with random damage', () => {
  const names = [...parts().keys()].filter((name) => !name.endsWith('.rels'));
  test.each(Array.from({ length: 80 }, (_, seed) => seed))(
    'damage %i gives a report or a clear refusal',
    async (seed) => {
      const next = random(seed + 1);
      const damaged = parts((all) => {
        const name = names[Math.floor(next() * names.length)] ?? SHEET;
        const text = String(all.get(name));
        const at = Math.floor(next() * text.length);
        const pieces = [
          '',
          '"',
          '<',
          '0',
          '-1',
          '{{',
          '}}',
          '999999999',
          'A1:XFD1048576',
          '#REF!',
          '\u0000',
          'é',
        ];
        const piece = pieces[Math.floor(next() * pieces.length)] ?? '';
        all.set(name, text.slice(0, at) + piece + text.slice(at + Math.floor(next() * 6)));
      });
      try {
        const file = await fillTemplate(await zipped(damaged), model);
        expect((await collect(file.content)).byteLength).toBeGreaterThan(500);
      } catch (error) {
        expect(error).toBeInstanceOf(PaytallyError);
      }
    },
  );
});

describe('problems that occur only with data', () => {
  async function failure(cells: string, data = model): Promise<string> {
    const all = workbookParts({ sheets: { Hours: { rows: cells } } });
    try {
      const file = await fillTemplate(await zipped(all), data, {
        subject: 'test.xlsx',
      });
      await collect(file.content);
    } catch (error) {
      if (error instanceof PaytallyError) return `${error.code} ${error.message} ${error.remedy}`;
      throw error;
    }
    return 'written';
  }

  test('a field that differs within a group is reported when the template is read', async () => {
    const cells = row(2, {
      A: '{{#each employee-days group by employee.id}}{{employee.name}}',
      B: '{{date}}',
      C: '{{workedMinutes}}',
    });
    expect(await failure(cells)).toContain(
      'Hours!B2: The rows of a group differ in "date". Say which value you mean, for example {{date | first}}, or group by it as well.\nHours!C2: The rows of a group differ in "workedMinutes". Say which value you mean, for example {{workedMinutes | sum}}, or group by it as well.',
    );
  });

  test('more rows than a sheet can have', async () => {
    const days = model.dataSets.get('employee-days');
    const first = days?.rows[0];
    if (!days || !first) throw new Error('no days');
    const many = { ...days, rows: Array.from({ length: 600_000 }, () => first) };
    const data = { ...model, dataSets: new Map([['employee-days', many]]) };
    const cells =
      row(2, {
        A: '{{#each employee-days group by employee.id rows 3}}{{employee.name}}',
      }) + row(3, { A: '{{#each employee-days rows 2}}{{date}}' });
    expect(await failure(cells, data)).toContain(
      'RENDER_REFUSED Sheet "Hours" would have more than 1048576 rows',
    );
  });

  test('text that is too long for a cell', async () => {
    const run = { ...model.run, 'run.id': 'x'.repeat(32_768) };
    expect(await failure(row(1, { A: '{{run.id}}' }), { ...model, run })).toContain(
      'RENDER_REFUSED The text for cell Hours!A1 of the template has 32768 characters. A cell allows 32767. Spread the content of this cell over several cells, or shorten it where it was entered.',
    );
  });

  test('text with several formats that is too long in total', async () => {
    const run = { ...model.run, 'run.id': 'x'.repeat(20_000) };
    const part = '<r><rPr><b/></rPr><t>{{run.id}}</t></r>';
    const rows = (parts: string) => `<row r="1"><c r="A1" t="inlineStr"><is>${parts}</is></c></row>`;
    expect(await failure(rows(part + part), { ...model, run })).toContain('has 40000 characters');
    const out = await rendered({ sheets: { Hours: { rows: rows(part) } } }, { ...model, run });
    expect(String(out.cells(1).A1)).toHaveLength(20_000);
  });

  test('more page breaks than Excel allows', async () => {
    const all = workbookParts({
      sheets: {
        Hours: {
          rows: row(2, { A: '{{#each employee-days}}{{date}}' }),
          after: '<rowBreaks count="1" manualBreakCount="1"><brk id="2" max="16383" man="1"/></rowBreaks>',
        },
      },
    });
    const file = await fillTemplate(await zipped(all), testModel(31, 40));
    await expect(collect(file.content)).rejects.toThrow(
      'Sheet "Hours" would have too many page breaks. At most 1026 are possible.',
    );
  });
});
