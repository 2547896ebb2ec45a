import { expect, test } from 'vitest';
import { renderMonthlyHours } from '../../../src/documents/drawn/monthlyHours.js';
import { stepHours } from '../../../src/workbook/drawings/hourAxes.js';
import { readZip } from '../../../src/workbook/zip/readZip.js';
import { monthlyModel } from '../../support/records/monthlyModel.js';
import { MONTHLY_HOURS } from '../../support/workbooks/builtIn.js';
import { collect } from '../../support/workbooks/collect.js';

test.each([
  [5, 1],
  [30, 5],
  [250, 50],
  [2204, 400],
])('up to %i hours, a gridline every %i', (largest, step) => {
  expect(stepHours(largest)).toBe(step);
});

/** The number format and the distance of gridlines of the chart of the days. */
async function valueAxis(hours: 'clock' | 'decimal'): Promise<readonly (string | number)[]> {
  const options = { templateFolder: MONTHLY_HOURS, hours };
  const [file] = await renderMonthlyHours(monthlyModel({ employees: 3 }), options);
  const parts = await readZip(await collect(file?.content ?? Buffer.alloc(0)), 'report');
  const axis = /<c:valAx>.*?<\/c:valAx>/s.exec(
    new TextDecoder().decode(parts.get('xl/charts/chart11.xml')),
  )?.[0];
  const unit = /<c:majorUnit val="([^"]*)"/.exec(axis ?? '')?.[1];
  const format = /formatCode="([^"]*)"/.exec(axis ?? '')?.[1] ?? '';
  return unit === undefined ? [format] : [format, Number(unit) * 24];
}

test('an axis of durations has gridlines at round hours', { tags: 'slow' }, async () => {
  const [format, step] = await valueAxis('clock');
  expect(format).toBe('[h]');
  expect(step).toBeCloseTo(4, 9);
});

test('an axis of decimal hours shows numbers', { tags: 'slow' }, async () => {
  expect(await valueAxis('decimal')).toEqual(['0']);
});
