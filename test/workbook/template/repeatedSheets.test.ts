import { describe, expect, test } from 'vitest';
import { testModel } from '../../support/workbooks/model.js';
import { C, CHART, DRAWING, edge, MAIN, SPREADSHEET, XDR } from '../../support/workbooks/partSources.js';
import { rendered } from '../../support/workbooks/rendered.js';
import {
  relationships,
  row,
  type SheetSource,
  STYLE,
  type WorkbookSource,
} from '../../support/workbooks/workbook.js';

describe('a sheet for each group', () => {
  const table = (id: number, name: string, ref: string): string =>
    `<table xmlns="${MAIN}" id="${id}" name="${name}" displayName="${name}" ref="${ref}"><tableColumns count="1"><tableColumn id="1" name="Day"/></tableColumns></table>`;
  const sheet: SheetSource = {
    before: '<sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews>',
    rows:
      row(1, {
        A: '{{#sheet employees group by employee.id}}{{employee.name}}',
        B: '=SUM(Days[Day])',
        F: '=COUNT(Days)',
      }) +
      row(2, { A: 'Day' }) +
      row(3, { A: ['{{#each employee-days}}{{date}}', STYLE.date], B: '{{workedMinutes}}' }) +
      row(4, { B: '=SUM(B3:B3)', C: "='{{employee.name}}'!B4" }),
    after:
      '<headerFooter><oddFooter>{{employee.number | default:"?"}}</oddFooter></headerFooter><drawing r:id="rId2"/><tableParts count="1"><tablePart r:id="rId1"/></tableParts>',
    relationships: { rId1: ['table', '../tables/table1.xml'], rId2: ['drawing', '../drawings/drawing1.xml'] },
  };
  const source: WorkbookSource = {
    sheets: {
      Cover: { rows: row(1, { A: '{{employees | count}}' }) },
      '{{employee.name}}': sheet,
      End: { rows: row(1, { A: 'fixed' }) },
    },
    names: `<definedName name="_xlnm.Print_Area" localSheetId="1">'{{employee.name}}'!$A$1:$C$4</definedName><definedName name="fixed">End!$A$1</definedName><definedName name="mine" localSheetId="2">End!$A$1</definedName>`,
    parts: {
      'xl/tables/table1.xml': table(1, 'Days', 'A2:A3'),
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${XDR}><xdr:twoCellAnchor>${edge('from', 5, 4)}${edge('to', 6, 8)}<xdr:graphicFrame/></xdr:twoCellAnchor></xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relationships({
        rId1: ['chart', '../charts/chart1.xml'],
        rId2: ['image', '../media/image1.png'],
      }),
      'xl/charts/chart1.xml': `<c:chartSpace ${C}><c:f>'{{employee.name}}'!$B$3:$B$3</c:f></c:chartSpace>`,
      'xl/media/image1.png': Buffer.from('89504e470d0a1a0a', 'hex'),
    },
    types: {
      'xl/tables/table1.xml': `${SPREADSHEET}.table+xml`,
      'xl/drawings/drawing1.xml': DRAWING,
      'xl/charts/chart1.xml': CHART,
    },
    workbookExtra: '',
  };

  test('has the group, a safe name, and separate parts', async () => {
    const out = await rendered(source, testModel(2));
    const book = out.text('xl/workbook.xml');
    const names = [...book.matchAll(/<sheet [^>]*?name="([^"]*)" sheetId="(\d+)" r:id="([^"]*)"\/>/g)].map(
      (each) => each.slice(1),
    );
    expect(names).toEqual([
      ['Cover', '1', 'rId1'],
      ["O'Neill, Zoë", '2', 'rId2'],
      ['Müller &amp; Söhne, Jörg', '4', 'rId4'],
      ['=Cruz&lt;1&gt;, Ana', '5', 'rId5'],
      ['End', '3', 'rId3'],
    ]);
    expect(book).toContain(`localSheetId="1">'O''Neill, Zoë'!$A$1:$C$5</definedName>`);
    expect(book).toContain(`localSheetId="2">'Müller &amp; Söhne, Jörg'!$A$1:$C$5</definedName>`);
    expect(book).toContain('name="fixed">End!$A$1<');
    expect(book).toContain('localSheetId="4">End!$A$1<');
    expect(out.text('xl/_rels/workbook.xml.rels')).toContain(
      'Id="rId4" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet4.xml"',
    );
    expect(out.cells(2)).toEqual({
      A1: "O'Neill, Zoë",
      B1: '=SUM(Days[Day]) → 92593',
      F1: '=COUNT(Days) → 2',
      A2: 'Day',
      A3: 46296,
      A4: 46297,
      B3: 450,
      B4: 457,
      B5: '=SUM(B3:B4) → 907',
      C5: "='O''Neill, Zoë'!B5 → 907",
    });
    expect(out.cells(4)).toMatchObject({
      A1: 'Müller & Söhne, Jörg',
      B1: '=SUM(Days_2[Day]) → 92593',
      F1: '=COUNT(Days_2) → 2',
      B5: '=SUM(B3:B4) → 935',
      C5: "='Müller & Söhne, Jörg'!B5 → 935",
    });
    expect(out.text('xl/worksheets/sheet2.xml')).toContain('tabSelected="1"');
    expect(out.text('xl/worksheets/sheet4.xml')).not.toContain('tabSelected');
    expect(out.text('xl/worksheets/sheet2.xml')).toContain('<oddFooter>0042</oddFooter>');
    expect(out.text('xl/worksheets/sheet4.xml')).toContain('<oddFooter>?</oddFooter>');
    expect(out.text('xl/tables/table1.xml')).toBe(table(1, 'Days', 'A2:A4'));
    expect(out.text('xl/tables/table2.xml')).toBe(table(2, 'Days_2', 'A2:A4'));
    expect(out.text('xl/charts/chart2.xml')).toContain(`<c:f>'Müller &amp; Söhne, Jörg'!$B$3:$B$4</c:f>`);
    expect(out.text('xl/drawings/_rels/drawing2.xml.rels')).toContain('Target="../charts/chart2.xml"');
    expect(out.text('xl/drawings/_rels/drawing2.xml.rels')).toContain('Target="../media/image1.png"');
    const types = out.text('[Content_Types].xml');
    for (const part of [
      'worksheets/sheet4',
      'worksheets/sheet5',
      'tables/table2',
      'drawings/drawing3',
      'charts/chart3',
    ]) {
      expect(types).toContain(`PartName="/xl/${part}.xml"`);
    }
    expect(out.rows).toBe(6);
  });

  test('exists once without data, blank', async () => {
    const out = await rendered(source, testModel(0));
    expect(out.text('xl/workbook.xml')).toContain('<sheet name="employee.name" sheetId="2" r:id="rId2"/>');
    expect(out.cells(2)).toEqual({ A2: 'Day' });
  });

  const long = "A/b:'[very long name of a place]'".repeat(2);
  const start = "A-b-'-very long name of a p";
  test.each([
    ['similar names are kept distinct', [long, long, long], [`${start}lace`, `${start} (2)`, `${start} (3)`]],
    [
      "names that Excel keeps for itself, or that begin with '",
      ['History', "'t Kint"],
      ['History_', '’t Kint'],
    ],
    ['invisible characters', ['a\u0085b', 'a\t\u0000  c'], ['a b', 'a c']],
  ])('%s', async (_, places, names) => {
    const model = testModel(1, places.length);
    const days = model.dataSets.get('employee-days');
    if (!days) throw new Error('no days');
    const named = days.rows.map((each, index) => ({
      ...each,
      'establishment.id': `d${index}`,
      'establishment.name': places[index] ?? null,
    }));
    const rows = row(1, { A: '{{#sheet employee-days group by establishment.id name establishment.name}}x' });
    const dataSets = new Map([['employee-days', { ...days, rows: named }]]);
    const out = await rendered({ sheets: { x: { rows } } }, { ...model, dataSets });
    const written = [...out.text('xl/workbook.xml').matchAll(/ name="([^"]*)"/g)].map(([, name]) => name);
    expect(written).toEqual(names);
  });
});
