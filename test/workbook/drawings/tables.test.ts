import { describe, expect, test } from 'vitest';
import { testModel } from '../../support/workbooks/model.js';
import { MAIN, ROWS, SPREADSHEET } from '../../support/workbooks/partSources.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type WorkbookSource } from '../../support/workbooks/workbook.js';

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
            D: '=[@Minutes]+SUM(Hours[@[Minutes]:[Hours]])',
          }) +
          row(6, { A: 'Total', B: '=SUBTOTAL(109,Hours[Minutes])', C: '=SUM([Hours])' }) +
          row(8, { A: '=Hours[[#Totals],[Minutes]]', B: '=AVERAGE(Hours[Minutes])' }) +
          row(9, { A: '=SUM(Hours[[Minutes]:[Hours]])', B: '=COUNT(Hours[[#Data],[Name]:[Hours]])' }),
        after: '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>',
        relationships: { rId1: ['table', '../tables/table1.xml'] },
      },
    },
    parts: { 'xl/tables/table1.xml': table('A4:C6', 'A4:C5') },
    types: { 'xl/tables/table1.xml': `${SPREADSHEET}.table+xml` },
  };

  test('extend with their filter; references to them are calculated', async () => {
    const out = await rendered(source, testModel(2));
    expect(out.text('xl/tables/table1.xml')).toBe(table('A4:C11', 'A4:C10'));
    expect(out.cells(1)).toMatchObject({
      D7: `=[@Minutes]+SUM(Hours[@[Minutes]:[Hours]]) → ${(464 * 2 + 464 / 60).toPrecision(15)}`,
      A14: `=SUM(Hours[[Minutes]:[Hours]]) → ${2805 + 2805 / 60}`,
      B14: '=COUNT(Hours[[#Data],[Name]:[Hours]]) → 12',
      C7: `=Hours[[#This Row],[Minutes]]/60 → ${(464 / 60).toPrecision(15)}`,
      B11: '=SUBTOTAL(109,Hours[Minutes]) → 2805',
      C11: '=SUM([Hours]) → 46.75',
      A13: '=Hours[[#Totals],[Minutes]] → 2805',
      B13: '=AVERAGE(Hours[Minutes]) → 467.5',
    });
  });

  test('without data keep one row, as Excel requires', async () => {
    const out = await rendered(source, testModel(0));
    expect(out.text('xl/tables/table1.xml')).toBe(table('A4:C6', 'A4:C5'));
    expect(out.cells(1)).toMatchObject({ B6: '=SUBTOTAL(109,Hours[Minutes]) → 0' });
  });
});

describe('pivot tables', () => {
  test('extend their source, refresh on opening, and move with their first row', async () => {
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
