import { describe, expect, test } from 'vitest';
import { testModel } from '../../support/workbooks/model.js';
import { C, CHART, drawing, edge, picture, XDR } from '../../support/workbooks/partSources.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { relationships, row } from '../../support/workbooks/workbook.js';

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
    'one next to the band also keeps its height',
    `<xdr:twoCellAnchor>${edge('from', 5, 3)}${edge('to', 9, 12)}${picture(2)}</xdr:twoCellAnchor>`,
    `<xdr:twoCellAnchor>${edge('from', 5, 3)}${edge('to', 9, 12)}${picture(2)}</xdr:twoCellAnchor>`,
  ],
  [
    'one with a fixed size',
    `<xdr:oneCellAnchor>${edge('from', 0, 5)}<xdr:ext cx="1" cy="1"/>${picture(2)}</xdr:oneCellAnchor>`,
    `<xdr:oneCellAnchor>${edge('from', 0, 10)}<xdr:ext cx="1" cy="1"/>${picture(2)}</xdr:oneCellAnchor>`,
  ],
  [
    'one that is not tied to a cell',
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

  test('text boxes are filled, and the cells that shapes show follow', async () => {
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

  test('cached groups and numbers as names stay if no row moves and their cells are typed', async () => {
    const groups =
      '<c:multiLvlStrCache><c:ptCount val="1"/><c:lvl><c:pt idx="0"><c:v>Q1</c:v></c:pt></c:lvl></c:multiLvlStrCache>';
    const rows =
      row(1, { A: 'Year', B: 2026 }) + row(2, { A: 'Q1', B: 7 }) + row(3, { A: '{{run.periodLabel}}' });
    const years = points('strCache', ['2026']);
    const drawn = chart('Hours!$B$1', 'Hours!$A$1:$A$2', years, groups);
    const source = drawing(
      `<xdr:twoCellAnchor>${edge('from', 5, 1)}${edge('to', 9, 12)}<xdr:graphicFrame><a:graphic><a:graphicData><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId2"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor>`,
    );
    const parts = {
      ...source.parts,
      'xl/drawings/_rels/drawing1.xml.rels': relationships({
        rId1: ['image', '../media/image1.png'],
        rId2: ['chart', '../charts/chart1.xml'],
      }),
      'xl/charts/chart1.xml': drawn,
    };
    const types = { ...source.types, 'xl/charts/chart1.xml': CHART };
    const out = await rendered(
      {
        ...source,
        sheets: { Hours: { ...source.sheets.Hours, rows }, Other: { rows: row(1, { A: 'fixed' }) } },
        parts,
        types,
      },
      testModel(2),
    );
    expect(out.text('xl/charts/chart1.xml')).toBe(drawn.replace('{{run.periodLabel}}', 'October 2026'));
  });

  test('cached values of names follow their cells, and stay if the cells do not change', async () => {
    const source = drawing(
      `<xdr:twoCellAnchor>${edge('from', 5, 1)}${edge('to', 9, 12)}<xdr:graphicFrame><a:graphic><a:graphicData><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId2"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor>`,
    );
    const parts = {
      ...source.parts,
      'xl/drawings/_rels/drawing1.xml.rels': relationships({
        rId1: ['image', '../media/image1.png'],
        rId2: ['chart', '../charts/chart1.xml'],
      }),
      'xl/charts/chart1.xml': chart(
        '[0]!Minutes',
        '[0]!Fixed',
        points('numCache', [1]),
        points('strCache', ['x']),
      ),
    };
    const names =
      '<definedName name="Minutes">Hours!$B$5:$B$5</definedName><definedName name="Fixed">Other!$A$1</definedName>';
    const types = { ...source.types, 'xl/charts/chart1.xml': CHART };
    const sheets = { ...source.sheets, Other: { rows: row(1, { A: 'fixed' }) } };
    const out = await rendered({ sheets, parts, types, names }, testModel(2));
    expect(out.text('xl/charts/chart1.xml')).toBe(
      chart('[0]!Minutes', '[0]!Fixed', points('numCache', minutes), points('strCache', ['x'])).replace(
        '{{run.periodLabel}}',
        'October 2026',
      ),
    );
  });

  test.each([
    ['ranges', 'Hours!$B$5:$B$5', 'Hours!$B$5:$B$10', minutes],
    ['single cells, as some programs write them,', 'Hours!$B$5', 'Hours!$B$5:$B$10', minutes],
    ['calculated values', 'Hours!$C$5', 'Hours!$C$5:$C$10', minutes.map((value) => value / 60)],
    ['values that only Excel knows', 'Hours!$D$5', 'Hours!$D$5:$D$10', undefined],
  ])('%s extend with their cached values; those of other sheets stay', async (_, drawn, values, shown) => {
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
    const stored = shown?.map((value) => (typeof value === 'number' ? Number(value.toPrecision(15)) : value));
    const cache = stored ? points('numCache', stored) : '';
    expect(out.text('xl/charts/chart1.xml')).toBe(
      chart(values, 'Hours!$A$5:$A$10', cache, points('strCache', people)).replace(
        '{{run.periodLabel}}',
        'October 2026',
      ),
    );
  });
});
