import { describe, expect, it } from 'vitest';
import { absoluteColumn, type ColumnChart, columnChartXml } from '../../../src/workbook/draw/sheetParts.js';
import { elementsOf, parseXml } from '../../support/workbooks/checkPackage.js';

const CHART: ColumnChart = {
  title: 'Hours <per> day & week',
  categories: { kind: 'dates', reference: absoluteColumn("O'Neill", 'A', 8, 9), serials: [46_296, 46_297] },
  series: [
    { name: 'Worked', reference: absoluteColumn("O'Neill", 'E', 8, 9), values: [0.5, -1], colour: '2F6690' },
  ],
  valueFormat: '[h]',
  categoryFormat: 'd',
  valueStep: 0.5,
  valueMin: -1,
  valueMax: 1,
  lineColour: 'DCE2E8',
  textColour: '66727F',
};
const texts = (xml: string, name: string) => elementsOf(parseXml(xml), name).map(({ text }) => text);

describe('columnChartXml', () => {
  it('refers to the cells and includes their values', () => {
    const xml = columnChartXml(CHART);
    expect(texts(xml, 'c:f')).toEqual(["'O''Neill'!$A$8:$A$9", "'O''Neill'!$E$8:$E$9"]);
    expect(texts(xml, 'c:v')).toEqual(['Worked', '46296', '46297', '0.5', '-1']);
    expect(texts(xml, 'a:t')).toEqual(['Hours <per> day & week']);
  });

  it.each([
    ['dates', CHART.categories, 'c:dateAx'],
    ['texts', { kind: 'texts', reference: 'S!$A$1', texts: ['W1 & 2'] } as const, 'c:catAx'],
  ])('%s have a different type of axis', (_, categories, axis) => {
    const chart = parseXml(columnChartXml({ ...CHART, categories }));
    expect(elementsOf(chart, axis).length).toBe(1);
    const ids = elementsOf(chart, 'c:axId').map(({ attributes }) => attributes.val);
    expect(new Set(ids).size).toBe(2);
  });
});
