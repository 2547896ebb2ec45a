import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import {
  row,
  STYLE,
  type WorkbookSource,
  workbook,
  workbookParts,
  zipped,
} from '../../support/workbooks/workbook.js';

/** The usual formats, and a bold red one on yellow (6) and a blue one (7). */
async function coloured(source: WorkbookSource): Promise<Uint8Array> {
  const parts = workbookParts(source);
  const styles = String(parts.get('xl/styles.xml'))
    .replace('<fonts count="1">', '<fonts count="3">')
    .replace(
      '</fonts>',
      '<font><b/><sz val="11"/><color rgb="FFFF0000"/><name val="Calibri"/></font><font><sz val="9"/><name val="Arial"/></font></fonts>',
    )
    .replace(
      '</fills>',
      '<fill><patternFill patternType="solid"><fgColor rgb="FFFFFF00"/></patternFill></fill></fills>',
    )
    .replace(
      '</cellXfs>',
      '<xf numFmtId="0" fontId="1" fillId="1" borderId="0" xfId="0"/><xf numFmtId="2" fontId="2" fillId="0" borderId="0" xfId="0"/></cellXfs>',
    );
  parts.set('xl/styles.xml', styles);
  return zipped(parts);
}

const DAYS = '{{#each employee-days sort by employee.id, date}}';
const stylesOf = (sheet: string, column: string) =>
  [...sheet.matchAll(new RegExp(`r="${column}\\d+"(?: s="(\\d+)")?`, 'g'))].map(([, style = '0']) =>
    Number(style),
  );

describe('{{#style}}', () => {
  test('cells take the look of another one where the condition is met, and keep their number format', async () => {
    const rows =
      row(1, {
        A: `${DAYS}{{#style date = "2026-10-02" like Z9 columns 3}}{{date}}`,
        B: ['{{workedMinutes}}', STYLE.duration],
        C: [7, 7],
      }) + row(9, { Z: ['Friday', 6] });
    const out = await rendered(await coloured({ sheets: { S: { rows } } }), testModel(4, 1));
    const sheet = out.text('xl/worksheets/sheet1.xml');
    const [usual = 0, friday = 0] = [...new Set(stylesOf(sheet, 'B').slice(0, 4))];
    // 2026-10-02 is a Friday.
    expect(stylesOf(sheet, 'B').slice(0, 4)).toEqual([usual, friday, usual, usual]);
    const styles = out.text('xl/styles.xml');
    const formats = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf [^>]*>/g)].map(([xf]) => xf);
    expect(formats[friday]).toMatch(/numFmtId="165"/);
    expect(formats[friday]).toMatch(/fillId="1"/);
    // The font keeps its name and size, and becomes bold and red.
    expect(styles).toContain('<font><b/><sz val="9"/><color rgb="FFFF0000"/><name val="Arial"/></font>');
    expect(out.cells(1).C2).toBe(7);
  });

  test('an empty cell takes the look too, and the first condition that is met counts', async () => {
    const rows =
      row(1, {
        A: `${DAYS}{{#style date = "2026-10-02" like Z9 columns 2}}{{#style date > "2026-10-01" like Y9}}{{date}}`,
      }) + row(9, { Y: ['x', 7], Z: ['x', 6] });
    const out = await rendered(await coloured({ sheets: { S: { rows } } }), testModel(3, 1));
    const sheet = out.text('xl/worksheets/sheet1.xml');
    expect(new Set(stylesOf(sheet, 'A').slice(0, 3)).size).toBe(3);
    expect(stylesOf(sheet, 'B')[1]).not.toBe(stylesOf(sheet, 'B')[0]);
  });

  test('the other cell may lie on a sheet that is never written', async () => {
    const rows = row(1, { A: `${DAYS}{{#style date = "2026-10-02" like "Looks!A2"}}{{date}}` });
    const looks = row(1, { A: '{{#sheet if false}}' }) + row(2, { A: ['Friday', 6] });
    const out = await rendered(
      await coloured({ sheets: { S: { rows }, Looks: { rows: looks } } }),
      testModel(3, 1),
    );
    expect(out.text('xl/workbook.xml')).not.toContain('Looks');
    expect(new Set(stylesOf(out.text('xl/worksheets/sheet1.xml'), 'A')).size).toBe(2);
  });

  test.each([
    ['like B77', 'has no format'],
    ['like "None!A1"', 'There is no cell None!A1'],
    ['', 'like'],
  ])('%s is a problem', async (like, expected) => {
    const bytes = await workbook({
      sheets: { S: { rows: row(1, { A: `${DAYS}{{#style weekday > 5 ${like}}}{{date}}` }) } },
    });
    const problems = await checkTemplate(bytes, fieldsOfModel(testModel(1)));
    expect(problems.map(problemText).join()).toContain(expected);
  });

  test('an empty row has no cells that could take a look', async () => {
    const rows = row(1, { A: `${DAYS}{{date}}`, Z: ['x', 6] });
    const notes = {
      'xl/comments1.xml':
        '<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author/></authors><commentList><comment ref="A4" authorId="0"><text><t>{{#style run.state = "draft" like Z1}}</t></text></comment></commentList></comments>',
    };
    const bytes = await coloured({
      sheets: { S: { rows, relationships: { rId1: ['comments', '../comments1.xml'] } } },
      parts: notes,
    });
    const problems = await checkTemplate(bytes, fieldsOfModel(testModel(1)));
    expect(problems.map(problemText).join()).toContain('Row 4 is empty');
  });
});

describe('{{#fit}}', () => {
  const widthsOf = (sheet: string) =>
    [...sheet.matchAll(/<col min="(\d+)" max="(\d+)" width="([\d.]+)"/g)].map(([, from, to, width]) =>
      [from, to, width].map(Number),
    );

  test('columns are as wide as their content from the row on, within limits', async () => {
    const rows =
      row(1, { A: 'A title that is much longer than any of the names below it' }) +
      row(2, { A: '{{#fit}}Name', B: '{{#fit at least 30}}x', C: '{{#fit at most 5}}A long heading' }) +
      row(3, { A: '{{#each employees}}{{employee.name}}' });
    const before = '<cols><col min="1" max="4" width="12" customWidth="1"/></cols>';
    const out = await rendered({ sheets: { S: { rows, before } } }, testModel(1));
    const [a, b, c, d] = widthsOf(out.text('xl/worksheets/sheet1.xml'));
    expect(a?.[2]).toBeGreaterThan(8);
    expect(a?.[2]).toBeLessThan(20);
    expect([b, c, d]).toEqual([
      [2, 2, 30],
      [3, 3, 5],
      [4, 4, 12],
    ]);
  });

  test('without drawn widths the element is added before the rows', async () => {
    const rows = row(1, { A: '{{#fit}}Name' }) + row(2, { A: '{{#each employees}}{{employee.name}}' });
    const out = await rendered({ sheets: { S: { rows } } }, testModel(1));
    expect(out.text('xl/worksheets/sheet1.xml')).toMatch(
      /<cols><col min="1" max="1" width="[\d.]+" customWidth="1"\/><\/cols><sheetData>/,
    );
  });
});
