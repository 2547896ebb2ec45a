import { describe, expect, test } from 'vitest';
import { packageProblems } from '../../support/workbooks/checkPackage.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { relationships, row, STYLE, workbookParts, zipped } from '../../support/workbooks/workbook.js';

/* Files that express the same content in other ways than Excel does. */
const rows =
  row(5, {
    A: '{{#each employee-days}}{{employee.name}}',
    B: '{{workedMinutes}}',
    C: ['{{date}}', STYLE.date],
  }) + row(6, { B: '=SUM(B5:B5)' });
const plainRows = await rendered({ sheets: { Hours: { rows } } }, testModel(2));

describe('the same cells are read from', () => {
  test('names with a prefix', async () => {
    const parts = workbookParts({
      sheets: { Hours: { rows, after: '<mergeCells count="1"><mergeCell ref="A6:A7"/></mergeCells>' } },
      names: '<definedName name="total">Hours!$B$6</definedName>',
    });
    for (const part of ['xl/workbook.xml', 'xl/worksheets/sheet1.xml', 'xl/styles.xml']) {
      const text = String(parts.get(part));
      parts.set(part, text.replace(/<(\/?)(\w)/g, '<$1x:$2').replace('xmlns=', 'xmlns:x='));
    }
    const out = await rendered(await zipped(parts), testModel(2));
    expect(out.cells(1)).toEqual(plainRows.cells(1));
    const text = out.text('xl/worksheets/sheet1.xml');
    expect(text).toContain('<x:c r="B11"><x:f>SUM(B5:B10)</x:f><x:v>2805</x:v></x:c>');
    expect(text).toContain('<x:c r="A5" t="inlineStr"><x:is><x:t>');
    expect(text).toContain('<x:mergeCell ref="A11:A12"/>');
    expect(out.text('xl/workbook.xml')).toContain('<x:calcPr calcId="0" fullCalcOnLoad="1"/>');
  });

  test.each(['<numFmts count="0"/>', '<numFmts/>', '<numFmts count="0"></numFmts>', ''])(
    'an empty list of number formats: %s',
    async (list) => {
      const duration = row(5, { A: '{{#each employee-days}}{{workedMinutes | duration}}' });
      const parts = workbookParts({ sheets: { Hours: { rows: duration } } });
      const styles = String(parts.get('xl/styles.xml')).replace(/<numFmts.*<\/numFmts>/, list);
      parts.set('xl/styles.xml', styles.replace('numFmtId="165"', 'numFmtId="0"'));
      const out = await rendered(await zipped(parts), testModel(1, 1));
      expect(out.cells(1)).toEqual({ A5: 0.3125 });
      const format = '<numFmts count="1"><numFmt numFmtId="164" formatCode="[h]:mm"/></numFmts>';
      expect(out.text('xl/styles.xml')).toContain(format);
      expect(await packageProblems(out.bytes)).toEqual([]);
    },
  );

  test('shared strings, which are unchanged', async () => {
    const strings = `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>{{#each employee-days}}{{employee.name}}</t></si><si><r><t>fi</t></r><r><rPr><b/></rPr><t>xed</t></r><rPh sb="0" eb="1"><t>phonetic</t></rPh></si></sst>`;
    const shared = rows
      .replace(/<c r="A5" t="inlineStr">.*?<\/c>/, '<c r="A5" t="s"><v>0</v></c>')
      .replace('<row r="6">', '<row r="6"><c r="A6" t="s"><v>1</v></c>');
    const out = await rendered(
      {
        sheets: { Hours: { rows: shared } },
        parts: { 'xl/sharedStrings.xml': strings },
        workbookRelationships: { rIdT: ['sharedStrings', 'sharedStrings.xml'] },
      },
      testModel(2),
    );
    expect(out.cells(1)).toEqual({ ...plainRows.cells(1), A11: '1' });
    expect(out.text('xl/worksheets/sheet1.xml')).toContain('<c r="A11" t="s"><v>1</v></c>');
    expect(out.text('xl/sharedStrings.xml')).toBe(strings);
  });

  test('single quotes, spaces in tags, empty tags, comments and character references', async () => {
    const odd = rows
      .replaceAll('<row r="5">', "<row  r = '5'\n>")
      .replaceAll('<c r="B5"', "<!-- x --><c\tr='B5'")
      .replaceAll('{{workedMinutes}}', '&#123;{workedMinutes}&#x7D;')
      .replaceAll('<c r="B6">', '<c r="A6" /><c r="B6">');
    const out = await rendered({ sheets: { Hours: { rows: odd } } }, testModel(2));
    expect(out.cells(1)).toEqual(plainRows.cells(1));
  });

  test('attributes whose text looks like other attributes', async () => {
    const link = (ref: string): string =>
      `<hyperlinks><hyperlink tooltip="not ref='A6' but r='5'" ref="${ref}" location="Hours!A1"/></hyperlinks>`;
    const out = await rendered({ sheets: { Hours: { rows, after: link('A6') } } }, testModel(2));
    expect(out.text('xl/worksheets/sheet1.xml')).toContain(link('A11'));
  });

  test('a byte order mark and Windows line ends', async () => {
    const parts = workbookParts({ sheets: { Hours: { rows: rows.replaceAll('</row>', '</row>\r\n') } } });
    for (const part of ['xl/workbook.xml', 'xl/worksheets/sheet1.xml'])
      parts.set(part, `\ufeff${parts.get(part)}`);
    const out = await rendered(await zipped(parts), testModel(2));
    expect(out.parts.get('xl/worksheets/sheet1.xml')?.subarray(0, 3)).toEqual(Buffer.from('efbbbf', 'hex'));
    expect(out.cells(1)).toEqual(plainRows.cells(1));
  });

  test('an Excel template (.xltx), which becomes a workbook', async () => {
    const parts = workbookParts({ sheets: { Hours: { rows } } });
    const types = String(parts.get('[Content_Types].xml')).replace(
      'spreadsheetml.sheet.main',
      'spreadsheetml.template.main',
    );
    parts.set('[Content_Types].xml', types);
    const out = await rendered(await zipped(parts), testModel(2));
    expect(out.text('[Content_Types].xml')).toContain('spreadsheetml.sheet.main+xml');
    expect(out.cells(1)).toEqual(plainRows.cells(1));
  });
});

describe('parts that only some workbooks have', () => {
  test('threaded comments follow their cells', async () => {
    const thread = (at: string): string =>
      `<ThreadedComments><threadedComment ref="${at}" id="{1}"><text>ok</text></threadedComment></ThreadedComments>`;
    const out = await rendered(
      {
        sheets: {
          Hours: {
            rows,
            relationships: {
              rId1: [
                'http://schemas.microsoft.com/office/2017/10/relationships/threadedComment',
                '../threadedComments/threadedComment1.xml',
              ],
            },
          },
        },
        parts: { 'xl/threadedComments/threadedComment1.xml': thread('B6') },
      },
      testModel(2),
    );
    expect(out.text('xl/threadedComments/threadedComment1.xml')).toBe(thread('B11'));
  });

  test('a chart on a separate sheet', async () => {
    const chart = (range: string): string =>
      `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:f>${range}</c:f></c:chartSpace>`;
    const parts = workbookParts({
      sheets: { Hours: { rows } },
      parts: {
        'xl/chartsheets/sheet1.xml': '<chartsheet/>',
        'xl/chartsheets/_rels/sheet1.xml.rels': relationships({
          rId1: ['drawing', '../drawings/drawing1.xml'],
        }),
        'xl/drawings/drawing1.xml': '<wsDr/>',
        'xl/drawings/_rels/drawing1.xml.rels': relationships({ rId1: ['chart', '../charts/chart1.xml'] }),
        'xl/charts/chart1.xml': chart('Hours!$B$5:$B$5'),
      },
      workbookRelationships: { rIdC: ['chartsheet', 'chartsheets/sheet1.xml'] },
    });
    parts.set(
      'xl/workbook.xml',
      String(parts.get('xl/workbook.xml')).replace(
        '</sheets>',
        '<sheet name="Chart" sheetId="9" r:id="rIdC"/></sheets>',
      ),
    );
    const out = await rendered(await zipped(parts), testModel(2));
    expect(out.text('xl/charts/chart1.xml')).toBe(chart('Hours!$B$5:$B$10'));
    expect(out.text('xl/workbook.xml')).toContain('<sheet name="Chart" sheetId="9" r:id="rIdC"/>');
  });

  test('a pivot table whose source is a table', async () => {
    const cache = (more: string): string =>
      `<pivotCacheDefinition${more}><cacheSource type="worksheet"><worksheetSource name="T"/></cacheSource></pivotCacheDefinition>`;
    const out = await rendered(
      {
        sheets: {
          Hours: {
            rows: row(4, { A: 'x' }) + rows,
            relationships: { rId1: ['table', '../tables/table1.xml'] },
          },
        },
        parts: {
          'xl/tables/table1.xml':
            '<table id="1" name="T" displayName="T" ref="A4:A5"><tableColumns count="1"><tableColumn id="1" name="x"/></tableColumns></table>',
          'xl/pivotCache/pivotCacheDefinition1.xml': cache(''),
        },
        workbookRelationships: { rIdP: ['pivotCacheDefinition', 'pivotCache/pivotCacheDefinition1.xml'] },
      },
      testModel(2),
    );
    expect(out.text('xl/pivotCache/pivotCacheDefinition1.xml')).toBe(cache(' refreshOnLoad="1"'));
    expect(out.text('xl/tables/table1.xml')).toContain('ref="A4:A10"');
  });

  test('a tab named by the run, and all references to it', async () => {
    const out = await rendered(
      {
        sheets: {
          '{{run.periodLabel}}': { rows },
          Other: { rows: row(1, { A: "='{{run.periodLabel}}'!B6" }) },
        },
        names: '<definedName name="total">\'{{run.periodLabel}}\'!$B$6</definedName>',
      },
      testModel(2),
    );
    expect(out.text('xl/workbook.xml')).toContain('<sheet name="October 2026" sheetId="1" r:id="rId1"/>');
    expect(out.text('xl/workbook.xml')).toContain(`>'October 2026'!$B$11</definedName>`);
    expect(out.cells(2)).toEqual({ A1: "='October 2026'!B11 → 2805" });
  });

  test('an unchanged sheet is copied, whatever its content', async () => {
    const odd = "<row r='1'  ><c r='A1'><f>1+1</f><v>2</v></c></row>";
    const out = await rendered({ sheets: { Hours: { rows }, Fixed: { rows: odd } } }, testModel(2));
    expect(out.text('xl/worksheets/sheet2.xml')).toContain(odd);
  });
});
