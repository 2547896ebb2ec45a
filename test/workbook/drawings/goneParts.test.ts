import { describe, expect, test } from 'vitest';
import { packageProblems } from '../../support/workbooks/checkPackage.js';
import { testModel } from '../../support/workbooks/model.js';
import { CHART, DRAWING } from '../../support/workbooks/partSources.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { relationships, row, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

/* Charts that are not shown, and what charts have of columns that are left out. */

const NAMESPACES =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const STYLE_TYPE = 'application/vnd.ms-office.chartstyle+xml';
const [ALWAYS, NEVER] = ['count(employee-days) > 0', 'count(employee-days) > 1000000'];

interface Drawn {
  /** The condition of column B, and of the rows of the chart. */
  readonly column?: string;
  readonly rows?: string;
  /** An instruction in the alternative text of the chart. */
  readonly object?: string;
}

const series = (column: string): string =>
  `<c:ser><c:tx><c:strRef><c:f>Hours!$${column}$1</c:f></c:strRef></c:tx><c:cat><c:strRef><c:f>Hours!$A$2:$A$2</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>Hours!$${column}$2:$${column}$2</c:f></c:numRef></c:val></c:ser>`;

/** A table of three columns, the second with a condition, and a chart of both in rows with a condition. */
function drawn({ column = ALWAYS, rows = ALWAYS, object = ALWAYS }: Drawn): WorkbookSource {
  const edge = (tag: string, at: number) =>
    `<xdr:${tag}><xdr:col>4</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${at}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${tag}>`;
  const descr = `{{#if ${object}}}Hours`.replaceAll('>', '&gt;');
  const frame = `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart" descr="${descr}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame>`;
  const anchor = `<xdr:twoCellAnchor>${edge('from', 4)}${edge('to', 6)}${frame}<xdr:clientData/></xdr:twoCellAnchor>`;
  return {
    sheets: {
      Hours: {
        rows:
          row(1, { A: 'Day', B: `{{#if ${column} columns}}Planned`, C: 'Worked' }) +
          row(2, {
            A: '{{#each employee-days}}{{date | text}}',
            B: '{{workedMinutes}}',
            C: '{{workedMinutes}}',
          }) +
          row(4, { A: `{{#if ${rows} rows 6}}Chart` }) +
          row(9, { A: '' }),
        after: '<drawing r:id="rId1"/>',
        relationships: { rId1: ['drawing', '../drawings/drawing1.xml'] },
      },
    },
    types: {
      'xl/drawings/drawing1.xml': DRAWING,
      'xl/charts/chart1.xml': CHART,
      'xl/charts/style1.xml': STYLE_TYPE,
    },
    parts: {
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${NAMESPACES}>${anchor}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relationships({ rId1: ['chart', '../charts/chart1.xml'] }),
      'xl/charts/chart1.xml': `<c:chartSpace ${NAMESPACES}><c:chart><c:plotArea><c:barChart>${series('B')}${series('C')}</c:barChart></c:plotArea></c:chart></c:chartSpace>`,
      'xl/charts/_rels/chart1.xml.rels': relationships({
        rId1: ['http://schemas.microsoft.com/office/2011/relationships/chartStyle', 'style1.xml'],
      }),
      'xl/charts/style1.xml':
        '<cs:chartStyle xmlns:cs="http://schemas.microsoft.com/office/drawing/2012/chartStyle"/>',
    },
  };
}

async function filled(of: Drawn) {
  const out = await rendered(await workbook(drawn(of)), testModel(2));
  expect(await packageProblems(out.bytes)).toEqual([]);
  return out;
}

describe('a chart that is not shown', () => {
  test.each([
    ['in rows with a condition', { rows: NEVER }],
    ['with a condition of its own', { object: NEVER }],
  ])('%s leaves no part in the package', async (_, of) => {
    const out = await filled(of);
    expect([...out.parts.keys()].filter((part) => part.includes('charts/'))).toEqual([]);
    expect(out.text('[Content_Types].xml')).not.toContain('charts/');
    expect(out.text('xl/drawings/_rels/drawing1.xml.rels')).not.toContain('charts/');
  });

  test('one whose series are all over columns that are left out leaves neither a frame nor a part', async () => {
    const source = drawn({ column: NEVER });
    const parts = { ...source.parts };
    const chart = String(parts['xl/charts/chart1.xml']);
    parts['xl/charts/chart1.xml'] = chart.replace(series('C'), '');
    const out = await rendered(await workbook({ ...source, parts }), testModel(2));
    expect(await packageProblems(out.bytes)).toEqual([]);
    expect([...out.parts.keys()].filter((part) => part.includes('charts/'))).toEqual([]);
    expect(out.text('xl/drawings/drawing1.xml')).not.toContain('graphicFrame');
  });

  test('one that is shown keeps all its parts', async () => {
    const out = await filled({});
    const parts = [...out.parts.keys()].filter((part) => part.includes('charts/'));
    expect(parts.sort()).toEqual([
      'xl/charts/_rels/chart1.xml.rels',
      'xl/charts/chart1.xml',
      'xl/charts/style1.xml',
    ]);
  });
});

describe('a chart over columns with a condition', () => {
  const ranges = (xml: string) => [...xml.matchAll(/<c:f>([^<]+)<\/c:f>/g)].map(([, text]) => text);

  test('a series whose column is there has its cells', async () => {
    const found = ranges((await filled({})).text('xl/charts/chart1.xml'));
    expect(found).toEqual(
      ['B', 'C'].flatMap((at) => [`Hours!$${at}$1`, 'Hours!$A$2:$A$7', `Hours!$${at}$2:$${at}$7`]),
    );
  });

  test('a series whose column is left out is left out, and the next keeps its cells', async () => {
    const found = ranges((await filled({ column: NEVER })).text('xl/charts/chart1.xml'));
    expect(found).toEqual(['Hours!$B$1', 'Hours!$A$2:$A$7', 'Hours!$B$2:$B$7']);
  });
});
