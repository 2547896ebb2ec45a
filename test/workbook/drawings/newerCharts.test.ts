import { expect, test } from 'vitest';
import { packageProblems } from '../../support/workbooks/checkPackage.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { relationships, row, type WorkbookSource } from '../../support/workbooks/workbook.js';

const CX = 'http://schemas.microsoft.com/office/drawing/2014/chartex';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
const CHART = `<cx:chartSpace xmlns:cx="${CX}"><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:f>Hours!$A$5:$A$5</cx:f><cx:lvl ptCount="1"><cx:pt idx="0">old</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:f>Hours!$B$5:$B$5</cx:f><cx:lvl ptCount="1"><cx:pt idx="0">1</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData></cx:chartSpace>`;

test('the ranges of a chart of a newer kind follow, and its cached values are removed', async () => {
  const source: WorkbookSource = {
    sheets: {
      Hours: {
        rows:
          row(5, { A: '{{#each employees}}{{employee.lastName}}', B: '{{workedMinutes}}' }) +
          row(6, { B: '=SUM(B5:B5)' }),
        relationships: { rId1: ['drawing', '../drawings/drawing1.xml'] },
        after: '<drawing r:id="rId1"/>',
      },
    },
    parts: {
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="${DRAWING}"/>`,
      'xl/drawings/_rels/drawing1.xml.rels': relationships({
        rId1: ['http://schemas.microsoft.com/office/2014/relationships/chartEx', '../charts/chartEx1.xml'],
      }),
      'xl/charts/chartEx1.xml': CHART,
    },
    types: {
      'xl/drawings/drawing1.xml': 'application/vnd.openxmlformats-officedocument.drawing+xml',
      'xl/charts/chartEx1.xml': 'application/vnd.ms-office.chartex+xml',
    },
  };
  const chart = (await rendered(source, testModel(2))).text('xl/charts/chartEx1.xml');
  expect(chart).toContain('<cx:f>Hours!$A$5:$A$7</cx:f></cx:strDim>');
  expect(chart).toContain('<cx:f>Hours!$B$5:$B$7</cx:f></cx:numDim>');
});

/** A drawing with a frame around the newer chart, in rows 5 to 7; as Excel writes it. */
const FRAME = `<xdr:wsDr xmlns:xdr="${DRAWING}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:twoCellAnchor><xdr:from><xdr:col>3</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>4</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>6</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>6</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice xmlns:cx1="http://schemas.microsoft.com/office/drawing/2015/9/8/chartex" Requires="cx1"><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart 1"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${CX}"><cx:chart xmlns:cx="${CX}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame></mc:Choice><mc:Fallback/></mc:AlternateContent><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`;

test('in the rows of a group each group has its own, over its own rows', async () => {
  const source: WorkbookSource = {
    sheets: {
      Hours: {
        rows:
          row(4, {
            A: '{{#each employee-days group by employee.id sort by employee.id rows 4}}{{employee.firstName}}',
          }) +
          row(5, { A: '{{#each employee-days}}{{date | text}}', B: '{{workedMinutes}}' }) +
          row(7, { B: '=SUM(B5:B5)' }),
        relationships: { rId1: ['drawing', '../drawings/drawing1.xml'] },
        after: '<drawing r:id="rId1"/>',
      },
    },
    parts: {
      'xl/drawings/drawing1.xml': FRAME,
      'xl/drawings/_rels/drawing1.xml.rels': relationships({
        rId1: ['http://schemas.microsoft.com/office/2014/relationships/chartEx', '../charts/chartEx1.xml'],
      }),
      'xl/charts/chartEx1.xml': CHART,
    },
    types: {
      'xl/drawings/drawing1.xml': 'application/vnd.openxmlformats-officedocument.drawing+xml',
      'xl/charts/chartEx1.xml': 'application/vnd.ms-office.chartex+xml',
    },
  };
  const out = await rendered(source, testModel(2));
  expect(await packageProblems(out.bytes)).toEqual([]);
  const charts = [...out.parts.keys()].filter((name) => name.includes('/charts/chartEx'));
  const ranges = charts.map((name) => /<cx:f[^>]*>([^<]*B[^<]*)</.exec(out.text(name))?.[1]);
  expect(ranges.sort()).toEqual(['Hours!$B$10:$B$11', 'Hours!$B$15:$B$16', 'Hours!$B$5:$B$6']);
});
