import { expect, test } from 'vitest';
import { testModel } from './support/model.js';
import { rendered } from './support/rendered.js';
import { relationships, row, type WorkbookSource } from './support/workbook.js';

const CX = 'http://schemas.microsoft.com/office/drawing/2014/chartex';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
const CHART = `<cx:chartSpace xmlns:cx="${CX}"><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:f>Hours!$A$5:$A$5</cx:f><cx:lvl ptCount="1"><cx:pt idx="0">old</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:f>Hours!$B$5:$B$5</cx:f><cx:lvl ptCount="1"><cx:pt idx="0">1</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData></cx:chartSpace>`;

test('the ranges of a chart of a newer kind follow, and what it remembered of them goes', async () => {
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
