import { describe, expect, it } from 'vitest';
import { tableXml } from '../../../src/workbook/draw/sheetParts.js';
import type { TablePlan } from '../../../src/workbook/draw/workbookPlan.js';
import { elementsOf, parseXml } from '../../support/workbooks/checkPackage.js';

const PLAN: TablePlan = {
  name: 'Days',
  firstColumn: 1,
  headingRow: 4,
  dataRows: 10,
  columns: [
    { name: 'Name', total: { label: 'Total' } },
    { name: 'A & "B"\nC' },
    { name: 'Hours', total: { function: 'sum' } },
  ],
};

describe('tableXml', () => {
  it('covers headings, data and totals; the filter excludes the totals', () => {
    const table = parseXml(tableXml(PLAN, 3));
    expect(table.attributes).toMatchObject({
      id: '3',
      displayName: 'Days',
      ref: 'B4:D15',
      totalsRowCount: '1',
    });
    expect(elementsOf(table, 'autoFilter')[0]?.attributes.ref).toBe('B4:D14');
    expect(elementsOf(table, 'tableColumn').map(({ attributes }) => attributes)).toEqual([
      { id: '1', name: 'Name', totalsRowLabel: 'Total' },
      { id: '2', name: 'A & "B"_x000a_C' },
      { id: '3', name: 'Hours', totalsRowFunction: 'sum' },
    ]);
  });

  it('has no totals row if no column has a total', () => {
    const table = parseXml(tableXml({ ...PLAN, columns: [{ name: 'Name' }] }, 1));
    expect(table.attributes).toMatchObject({ ref: 'B4:B14', totalsRowShown: '0' });
  });

  it.each([
    ['a name with a space', { name: 'My days' }, /not a table name/],
    ['no rows', { dataRows: 0 }, /has no rows/],
    ['headings alike except in case', { columns: [{ name: 'A' }, { name: 'a' }] }, /headings must differ/],
    ['an empty heading', { columns: [{ name: '' }] }, /headings must differ/],
  ])('%s fails here, not in Excel', (_, change, message) => {
    expect(() => tableXml({ ...PLAN, ...change }, 1)).toThrow(message);
  });
});
