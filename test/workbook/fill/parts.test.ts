import { describe, expect, test } from 'vitest';
import { testModel } from './support/model.js';
import { rendered } from './support/rendered.js';
import { relationships, row, type SheetSource, STYLE, type WorkbookSource } from './support/workbook.js';

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const DRAWING = 'application/vnd.openxmlformats-officedocument.drawing+xml';
const CHART = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const XDR =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const C =
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';

/** Row 5 repeats over six days; row 6 goes to row 11. */
const ROWS =
  row(4, { A: 'Name', B: 'Minutes', C: 'Hours' }) +
  row(5, {
    A: '{{#each employee-days}}{{employee.name}}',
    B: '{{workedMinutes}}',
    C: '=B5/60',
    D: '=FACT(1)',
  }) +
  row(6, { A: 'Total', B: '=SUM(B5:B5)' });

function book(
  sheet: Omit<SheetSource, 'rows'>,
  parts: WorkbookSource['parts'],
  types: WorkbookSource['types'] = {},
): WorkbookSource {
  return { sheets: { Hours: { rows: ROWS, ...sheet } }, parts: parts ?? {}, types };
}

const edge = (name: string, column: number, rowNumber: number, offset = 0): string =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${rowNumber}</xdr:row><xdr:rowOff>${offset}</xdr:rowOff></xdr:${name}>`;
const picture = (id: number): string =>
  `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${id}" name="logo"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId1"/></xdr:blipFill><xdr:spPr/></xdr:pic><xdr:clientData/>`;

function drawing(anchors: string): WorkbookSource {
  return book(
    { after: '<drawing r:id="rId1"/>', relationships: { rId1: ['drawing', '../drawings/drawing1.xml'] } },
    {
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${XDR}>${anchors}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relationships({ rId1: ['image', '../media/image1.png'] }),
      'xl/media/image1.png': Buffer.from('89504e470d0a1a0a', 'hex'),
    },
    { 'xl/drawings/drawing1.xml': DRAWING },
  );
}

const ANCHORS: readonly [name: string, anchors: string, becomes: string][] = [
  [
    'a picture above stays',
    `<xdr:twoCellAnchor>${edge('from', 0, 0)}${edge('to', 1, 2)}${picture(2)}</xdr:twoCellAnchor>`,
    `<xdr:twoCellAnchor>${edge('from', 0, 0)}${edge('to', 1, 2)}${picture(2)}</xdr:twoCellAnchor>`,
  ],
  [
    'a picture below shifts and keeps its height',
    `<xdr:twoCellAnchor>${edge('from', 0, 6, 5)}${edge('to', 1, 9, 7)}${picture(2)}</xdr:twoCellAnchor>`,
    `<xdr:twoCellAnchor>${edge('from', 0, 11, 5)}${edge('to', 1, 14, 7)}${picture(2)}</xdr:twoCellAnchor>`,
  ],
  [
    'one beside the band keeps its height, too',
    `<xdr:twoCellAnchor>${edge('from', 5, 3)}${edge('to', 9, 12)}${picture(2)}</xdr:twoCellAnchor>`,
    `<xdr:twoCellAnchor>${edge('from', 5, 3)}${edge('to', 9, 12)}${picture(2)}</xdr:twoCellAnchor>`,
  ],
  [
    'one with a fixed size',
    `<xdr:oneCellAnchor>${edge('from', 0, 5)}<xdr:ext cx="1" cy="1"/>${picture(2)}</xdr:oneCellAnchor>`,
    `<xdr:oneCellAnchor>${edge('from', 0, 10)}<xdr:ext cx="1" cy="1"/>${picture(2)}</xdr:oneCellAnchor>`,
  ],
  [
    'one that is tied to no cell',
    `<xdr:absoluteAnchor><xdr:pos x="1" y="1"/><xdr:ext cx="1" cy="1"/>${picture(2)}</xdr:absoluteAnchor>`,
    `<xdr:absoluteAnchor><xdr:pos x="1" y="1"/><xdr:ext cx="1" cy="1"/>${picture(2)}</xdr:absoluteAnchor>`,
  ],
  [
    'a picture in the band repeats',
    `<xdr:twoCellAnchor>${edge('from', 5, 4, 1)}${edge('to', 6, 4, 9)}${picture(2)}</xdr:twoCellAnchor>`,
    [4, 5, 6, 7, 8, 9]
      .map(
        (r) =>
          `<xdr:twoCellAnchor>${edge('from', 5, r, 1)}${edge('to', 6, r, 9)}${picture(r - 2)}</xdr:twoCellAnchor>`,
      )
      .join(''),
  ],
];

describe('drawings', () => {
  test.each(ANCHORS)('%s', async (_, anchors, becomes) => {
    const out = await rendered(drawing(anchors), testModel(2));
    expect(out.text('xl/drawings/drawing1.xml')).toBe(`<xdr:wsDr ${XDR}>${becomes}</xdr:wsDr>`);
    expect(out.parts.get('xl/media/image1.png')).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'));
  });

  test('text boxes are filled in, and the cells that shapes show follow', async () => {
    const shape = (link: string, text: string): string =>
      `<xdr:absoluteAnchor><xdr:sp macro="" textlink="${link}"><xdr:txBody><a:p><a:r><a:rPr b="1"/><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:absoluteAnchor>`;
    const out = await rendered(drawing(shape('Hours!$B$6', 'Hours of {{run.periodLabel}}')), testModel(2));
    expect(out.text('xl/drawings/drawing1.xml')).toContain(shape('Hours!$B$11', 'Hours of October 2026'));
  });
});

describe('charts', () => {
  const chart = (values: string, names: string, cache: string, nameCache: string): string =>
    `<c:chartSpace ${C}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Hours, {{run.periodLabel}}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:ser><c:tx><c:strRef><c:f>Other!$A$1</c:f><c:strCache><c:ptCount val="1"/></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:f>${names}</c:f>${nameCache}</c:strRef></c:cat><c:val><c:numRef><c:f>${values}</c:f>${cache}</c:numRef></c:val></c:ser></c:chart></c:chartSpace>`;

  const points = (cache: string, values: readonly (string | number)[]): string =>
    `<c:${cache}>${cache === 'numCache' ? '<c:formatCode>0</c:formatCode>' : ''}<c:ptCount val="${values.length}"/>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:${cache}>`;
  const minutes = [450, 457, 464, 471, 478, 485];
  const people = ["O'Neill, Zoë", 'Müller &amp; Söhne, Jörg', '=Cruz&lt;1&gt;, Ana'].flatMap((name) => [
    name,
    name,
  ]);

  test.each([
    ['ranges', 'Hours!$B$5:$B$5', 'Hours!$B$5:$B$10', minutes],
    ['single cells, as some programs write them,', 'Hours!$B$5', 'Hours!$B$5:$B$10', minutes],
    ['calculated values', 'Hours!$C$5', 'Hours!$C$5:$C$10', minutes.map((value) => value / 60)],
    ['values that only Excel knows', 'Hours!$D$5', 'Hours!$D$5:$D$10', undefined],
  ])(
    '%s stretch with what is remembered of them; those of other sheets stay',
    async (_, drawn, values, shown) => {
      const source = drawing(
        `<xdr:twoCellAnchor>${edge('from', 5, 1)}${edge('to', 9, 12)}<xdr:graphicFrame><a:graphic><a:graphicData><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId2"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor>`,
      );
      const names = drawn.replace(/[BCD]/g, 'A');
      const parts = {
        ...source.parts,
        'xl/drawings/_rels/drawing1.xml.rels': relationships({
          rId1: ['image', '../media/image1.png'],
          rId2: ['chart', '../charts/chart1.xml'],
        }),
        'xl/charts/chart1.xml': chart(drawn, names, points('numCache', [1]), points('strCache', ['x'])),
      };
      const types = { ...source.types, 'xl/charts/chart1.xml': CHART };
      const sheets = { ...source.sheets, Other: { rows: row(1, { A: 'fixed' }) } };
      const out = await rendered({ sheets, parts, types }, testModel(2));
      const cache = shown ? points('numCache', shown) : '';
      expect(out.text('xl/charts/chart1.xml')).toBe(
        chart(values, 'Hours!$A$5:$A$10', cache, points('strCache', people)).replace(
          '{{run.periodLabel}}',
          'October 2026',
        ),
      );
    },
  );
});

describe('tables', () => {
  const table = (ref: string, filter: string): string =>
    `<table xmlns="${MAIN}" id="1" name="Hours" displayName="Hours" ref="${ref}" totalsRowCount="1"><autoFilter ref="${filter}"/><tableColumns count="3"><tableColumn id="1" name="Name" totalsRowLabel="Total"/><tableColumn id="2" name="Minutes" totalsRowFunction="sum"/><tableColumn id="3" name="Hours"><calculatedColumnFormula>Hours[[#This Row],[Minutes]]/60</calculatedColumnFormula></tableColumn></tableColumns><tableStyleInfo name="TableStyleMedium2" showRowStripes="1"/></table>`;
  const source: WorkbookSource = {
    sheets: {
      Data: {
        rows:
          row(4, { A: 'Name', B: 'Minutes', C: 'Hours' }) +
          row(5, {
            A: '{{#each employee-days}}{{employee.name}}',
            B: '{{workedMinutes}}',
            C: '=Hours[[#This Row],[Minutes]]/60',
          }) +
          row(6, { A: 'Total', B: '=SUBTOTAL(109,Hours[Minutes])', C: '=SUM([Hours])' }) +
          row(8, { A: '=Hours[[#Totals],[Minutes]]', B: '=AVERAGE(Hours[Minutes])' }),
        after: '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>',
        relationships: { rId1: ['table', '../tables/table1.xml'] },
      },
    },
    parts: { 'xl/tables/table1.xml': table('A4:C6', 'A4:C5') },
    types: { 'xl/tables/table1.xml': `${SPREADSHEET}.table+xml` },
  };

  test('stretch with their filter; references to them are calculated', async () => {
    const out = await rendered(source, testModel(2));
    expect(out.text('xl/tables/table1.xml')).toBe(table('A4:C11', 'A4:C10'));
    expect(out.cells(1)).toMatchObject({
      C7: `=Hours[[#This Row],[Minutes]]/60 → ${464 / 60}`,
      B11: '=SUBTOTAL(109,Hours[Minutes]) → 2805',
      C11: '=SUM([Hours]) → 46.75000000000001',
      A13: '=Hours[[#Totals],[Minutes]] → 2805',
      B13: '=AVERAGE(Hours[Minutes]) → 467.5',
    });
  });

  test('without data keep one row, as Excel demands', async () => {
    const out = await rendered(source, testModel(0));
    expect(out.text('xl/tables/table1.xml')).toBe(table('A4:C6', 'A4:C5'));
    expect(out.cells(1)).toMatchObject({ B6: '=SUBTOTAL(109,Hours[Minutes]) → 0' });
  });
});

describe('pivot tables', () => {
  test('their source stretches, they refresh on opening, and they move with their first row', async () => {
    const cache = (ref: string, refresh: string): string =>
      `<pivotCacheDefinition${refresh} xmlns="${MAIN}" recordCount="1"><cacheSource type="worksheet"><worksheetSource ref="${ref}" sheet="Hours"/></cacheSource></pivotCacheDefinition>`;
    const pivot = (ref: string): string =>
      `<pivotTableDefinition xmlns="${MAIN}" name="P" cacheId="1"><location ref="${ref}" firstHeaderRow="1"/></pivotTableDefinition>`;
    const out = await rendered(
      {
        sheets: {
          Hours: {
            rows:
              ROWS + row(9, { A: 'Row Labels' }) + row(10, { A: '{{#each employee-days}}{{employee.name}}' }),
            relationships: { rId1: ['pivotTable', '../pivotTables/pivotTable1.xml'] },
          },
        },
        parts: {
          'xl/pivotCache/pivotCacheDefinition1.xml': cache('A4:C5', ''),
          'xl/pivotTables/pivotTable1.xml': pivot('A9:B12'),
        },
        types: {
          'xl/pivotCache/pivotCacheDefinition1.xml': `${SPREADSHEET}.pivotCacheDefinition+xml`,
          'xl/pivotTables/pivotTable1.xml': `${SPREADSHEET}.pivotTable+xml`,
        },
        workbookRelationships: { rIdP: ['pivotCacheDefinition', 'pivotCache/pivotCacheDefinition1.xml'] },
        workbookExtra: '<pivotCaches><pivotCache cacheId="1" r:id="rIdP"/></pivotCaches>',
      },
      testModel(2),
    );
    expect(out.text('xl/pivotCache/pivotCacheDefinition1.xml')).toBe(cache('A4:C10', ' refreshOnLoad="1"'));
    expect(out.text('xl/pivotTables/pivotTable1.xml')).toBe(pivot('A14:B17'));
  });
});

describe('notes', () => {
  const comment = (at: string, text: string): string =>
    `<comment ref="${at}" authorId="0"><text><r><rPr><b/></rPr><t>me:</t></r><r><t>${text}</t></r></text></comment>`;
  const comments = (inside: string): string =>
    `<comments xmlns="${MAIN}"><authors><author>me</author></authors><commentList>${inside}</commentList></comments>`;
  const VML = 'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"';
  const shape = (id: number, rowNumber: number, column: number): string =>
    `<v:shape id="s${id}"><x:ClientData ObjectType="Note"><x:Anchor>${column + 1}, 15, ${rowNumber}, 2, ${column + 3}, 31, ${rowNumber + 4}, 1</x:Anchor><x:Row>${rowNumber}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`;

  test('say what repeats, and are not written then; others follow their cells', async () => {
    const out = await rendered(
      {
        sheets: {
          Hours: {
            rows: row(5, { A: '{{employee.name}}' }) + row(6, { A: 'Total' }),
            after: '<legacyDrawing r:id="rId2"/>',
            relationships: {
              rId1: ['comments', '../comments1.xml'],
              rId2: ['vmlDrawing', '../drawings/vmlDrawing1.vml'],
            },
          },
        },
        parts: {
          'xl/comments1.xml': comments(
            comment('A5', '{{#each employee-days where workedMinutes &gt; 470}}') + comment('A6', 'the sum'),
          ),
          'xl/drawings/vmlDrawing1.vml': `<xml ${VML}>${shape(1, 4, 0)}${shape(2, 5, 0)}</xml>`,
        },
        types: { 'xl/comments1.xml': `${SPREADSHEET}.comments+xml` },
      },
      testModel(2),
    );
    expect(out.cells(1)).toEqual({
      A5: 'Müller & Söhne, Jörg',
      A6: '=Cruz<1>, Ana',
      A7: '=Cruz<1>, Ana',
      A8: 'Total',
    });
    expect(out.text('xl/comments1.xml')).toBe(comments(comment('A8', 'the sum')));
    expect(out.text('xl/drawings/vmlDrawing1.vml')).toBe(`<xml ${VML}>${shape(2, 7, 0)}</xml>`);
  });
});

describe('formulas of kinds of their own', () => {
  const shared = (at: string, inside: string): string =>
    `<c r="${at}"><f t="shared" ${inside}</f><v>1</v></c>`;

  test('shared formulas are unfolded', async () => {
    const rows = `<row r="1">${shared('B1', 'ref="B1:B3" si="0">A1+$C$3</f>'.replace('</f>', ''))}</row>${row(2, { A: '{{#each employees}}{{workedMinutes}}' }).replace('</row>', `${shared('B2', 'si="0">')}</row>`)}<row r="3">${shared('B3', 'si="0">')}<c r="C3"><v>5</v></c></row>`;
    const out = await rendered({ sheets: { Hours: { rows } } }, testModel(2));
    expect(out.cells(1)).toMatchObject({
      B1: '=A1+$C$5 → 5',
      B2: '=A2+$C$5 → 912',
      B4: '=A4+$C$5 → 968',
      B5: '=A5+$C$5 → 5',
    });
    expect(out.text('xl/worksheets/sheet1.xml')).not.toContain('shared');
  });

  test('array formulas of one row repeat, those below shift', async () => {
    const array = (at: string, ref: string, text: string): string =>
      `<c r="${at}"><f t="array" ref="${ref}">${text}</f><v>0</v></c>`;
    const rows = `${row(2, { A: '{{#each employees}}{{workedMinutes}}' }).replace(
      '</row>',
      `${array('B2', 'B2:C2', 'A2*{1,2}')}</row>`,
    )}<row r="3">${array('B3', 'B3:B4', 'A2:A2*2')}</row>`;
    const out = await rendered({ sheets: { Hours: { rows } } }, testModel(2));
    const text = out.text('xl/worksheets/sheet1.xml');
    for (const r of [2, 3, 4]) expect(text).toContain(`<f t="array" ref="B${r}:C${r}">A${r}*{1,2}</f>`);
    expect(text).toContain('<f t="array" ref="B5:B6">A2:A4*2</f></c>');
  });

  test('cells that an array formula fills show no old result, nor do totals of them', async () => {
    const filled = (at: string, value: number): string => `<c r="${at}" s="1"><v>${value}</v></c>`;
    const array = (at: string, ref: string, text: string, value: number): string =>
      `<c r="${at}"><f t="array" ref="${ref}">${text}</f><v>${value}</v></c>`;
    const rows =
      row(2, { A: '{{#each employees}}{{workedMinutes}}', D: 1 }).replace(
        '</row>',
        `${array('E2', 'E2:F2', 'A2*{1,2}', 7)}${filled('F2', 8)}${array('H2', 'H2:I2', 'D2*{1,2}', 1)}${filled('I2', 2)}</row>`,
      ) +
      `<row r="3">${array('B3', 'B3:C3', 'TRANSPOSE(A2:A2)', 7)}${filled('C3', 8)}</row>` +
      row(4, { A: '=SUM(B3:C3)', B: '=C3*2', C: '=SUM(F2:F2)', D: '=SUM(I2:I2)' });
    const out = await rendered({ sheets: { Hours: { rows } } }, testModel(2));
    expect(out.text('xl/worksheets/sheet1.xml')).toContain('<c r="C5" s="1"/>');
    expect(out.cells(1)).toMatchObject({
      ...{ I2: 2, I3: 2, I4: 2 },
      ...{ A6: '=SUM(B5:C5) → ', B6: '=C5*2 → ', C6: '=SUM(F2:F4) → ', D6: '=SUM(I2:I4) → 6' },
    });
    expect(Object.keys(out.cells(1))).not.toContain('C5');
    expect(Object.keys(out.cells(1))).not.toContain('F2');
  });

  test.each([
    ['', '=T("ABC") → ABC'],
    ['<calcPr calcId="191029"/>', '=T("ABC") → ABC'],
    ['<calcPr calcId="0" fullCalcOnLoad="1"/>', '=T("ABC") → '],
  ])('old results of a program that does not calculate are none: %s', async (workbookExtra, kept) => {
    const rows = `<row r="1"><c r="A1" t="str"><f>T("ABC")</f><v>ABC</v></c></row>${row(2, { A: '{{run.id}}' })}`;
    const out = await rendered({ sheets: { Hours: { rows } }, workbookExtra }, testModel(2));
    expect(out.cells(1).A1).toBe(kept);
  });

  test('an empty old result is none', async () => {
    const rows =
      `<row r="1"><c r="A1"><f>T("ABC")</f><v></v></c><c r="B1"><v/></c><c r="C1" t="s"><v/></c></row>` +
      row(2, { A: '{{run.id}}', B: '=COUNTA(A1:C1)', C: '=COUNT(B1:C1)' });
    const out = await rendered({ sheets: { Hours: { rows } } }, testModel(2));
    expect(out.cells(1)).toMatchObject({
      A1: '=T("ABC") → ',
      B2: '=COUNTA(A1:C1) → ',
      C2: '=COUNT(B1:C1) → 0',
    });
  });

  test.each(['DEVSQ(C$1:C2)', 'DEVSQ(C$2:C2)', 'DEVSQ(C1:C2)'])(
    '%s grows with the rows, so its old result does not hold',
    async (formula) => {
      const each = row(2, { A: '{{#each employees}}{{workedMinutes}}', C: 'x' }).replace(
        '</row>',
        `<c r="D2"><f>${formula}</f><v>1</v></c><c r="E2"><f>COUNTIF(C2:C2,"x")</f><v>1</v></c></row>`,
      );
      const out = await rendered({ sheets: { Hours: { rows: row(1, { C: 'x' }) + each } } }, testModel(2));
      for (const at of [2, 3, 4]) {
        expect(String(out.cells(1)[`D${at}`])).toMatch(/→ $/);
        expect(String(out.cells(1)[`E${at}`])).toMatch(/→ 1$/);
      }
    },
  );

  test('what is not calculated here keeps its old result only if nothing in it changed', async () => {
    const rows =
      `<row r="1"><c r="A1"><v>2</v></c><c r="B1" t="str"><f>TEXT(A1,"0.0")</f><v>2.0</v></c><c r="C1" t="str"><f>TEXT(A2,"0.0")</f><v>old</v></c></row>` +
      row(2, { A: '{{#each employees}}{{workedMinutes}}' });
    const out = await rendered({ sheets: { Hours: { rows } } }, testModel(2));
    expect(out.cells(1)).toMatchObject({ B1: '=TEXT(A1,"0.0") → 2.0', C1: '=TEXT(A2,"0.0") → ' });
  });
});

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

  test('has the group, a safe name, and parts of its own', async () => {
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
      ...{
        A1: "O'Neill, Zoë",
        B1: '=SUM(Days[Day]) → 92593',
        F1: '=COUNT(Days) → 2',
        A2: 'Day',
        A3: 46296,
        A4: 46297,
        B3: 450,
        B4: 457,
      },
      ...{ B5: '=SUM(B3:B4) → 907', C5: "='O''Neill, Zoë'!B5 → 907" },
    });
    expect(out.cells(4)).toMatchObject({
      ...{
        A1: 'Müller & Söhne, Jörg',
        B1: '=SUM(Days_2[Day]) → 92593',
        F1: '=COUNT(Days_2) → 2',
        B5: '=SUM(B3:B4) → 935',
      },
      ...{ C5: "='Müller & Söhne, Jörg'!B5 → 935" },
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

  test('without data is there once, blank', async () => {
    const out = await rendered(source, testModel(0));
    expect(out.text('xl/workbook.xml')).toContain('<sheet name="employee.name" sheetId="2" r:id="rId2"/>');
    expect(out.cells(2)).toEqual({ A2: 'Day' });
  });

  const long = "A/b:'[very long name of a place]'".repeat(2);
  const start = "A-b-'-very long name of a p";
  test.each([
    ['like names stay apart', [long, long, long], [`${start}lace`, `${start} (2)`, `${start} (3)`]],
    [
      "names that Excel keeps for itself, or that begin with '",
      ['History', "'t Kint"],
      ['History_', '’t Kint'],
    ],
    ['characters that nobody sees', ['a\u0085b', 'a\t\u0000  c'], ['a b', 'a c']],
  ])('%s', async (_, places, names) => {
    const model = testModel(1, places.length);
    const days = model.dataSets.get('employee-days');
    if (!days) throw new Error('no days');
    const named = days.rows.map((each, index) => ({
      ...each,
      date: `d${index}`,
      'establishment.name': places[index] ?? null,
    }));
    const rows = row(1, { A: '{{#sheet employee-days group by date name establishment.name}}x' });
    const dataSets = new Map([['employee-days', { ...days, rows: named }]]);
    const out = await rendered({ sheets: { x: { rows } } }, { ...model, dataSets });
    const written = [...out.text('xl/workbook.xml').matchAll(/ name="([^"]*)"/g)].map(([, name]) => name);
    expect(written).toEqual(names);
  });
});

describe('the rest of the file', () => {
  test('the calculation chain goes, everything is calculated on opening, all else stays byte for byte', async () => {
    const other = {
      'xl/theme/theme1.xml': '<?xml  version="1.0"?>\r\n<theme a = \'1\'   />',
      'docProps/custom.xml': '<x/>',
      'customXml/item1.xml': '<y>é</y>',
    };
    const out = await rendered(
      {
        sheets: {
          Hours: { rows: ROWS },
          Fixed: { rows: row(1, { A: '=B1', B: 2 }), before: '<!-- kept -->' },
        },
        parts: { ...other, 'xl/calcChain.xml': '<calcChain/>' },
        types: { 'xl/calcChain.xml': `${SPREADSHEET}.calcChain+xml` },
        workbookRelationships: { rIdC: ['calcChain', 'calcChain.xml'] },
      },
      testModel(2),
    );
    expect(out.parts.has('xl/calcChain.xml')).toBe(false);
    expect(out.text('[Content_Types].xml')).not.toContain('calcChain');
    expect(out.text('xl/_rels/workbook.xml.rels')).not.toContain('calcChain');
    expect(out.text('xl/workbook.xml')).toContain(
      '</sheets><calcPr calcId="0" fullCalcOnLoad="1"/></workbook>',
    );
    for (const [part, text] of Object.entries(other)) expect(out.text(part)).toBe(text);
    expect(out.text('xl/worksheets/sheet2.xml')).toContain(
      `<!-- kept --><sheetData>${row(1, { A: '=B1', B: 2 })}</sheetData>`,
    );
    expect([...out.parts.keys()].sort()).toEqual(
      [
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/workbook.xml',
        'xl/_rels/workbook.xml.rels',
        'xl/styles.xml',
        'xl/worksheets/sheet1.xml',
        'xl/worksheets/sheet2.xml',
        ...Object.keys(other),
      ].sort(),
    );
  });

  test('the same input gives the same bytes', async () => {
    const source = book({}, {});
    const [a, b] = [await rendered(source, testModel(9)), await rendered(source, testModel(9))];
    expect(Buffer.compare(a.bytes, b.bytes)).toBe(0);
  });
});
