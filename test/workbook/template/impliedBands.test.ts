import { describe, expect, test } from 'vitest';
import { workbookSettings } from '../../../src/documents/template/drawnWorkbook.js';
import { checkWorkbook, fieldsOfModel, readingMessage, usedDataSets } from '../../../src/workbook/index.js';
import { checkTemplate, problemText, wordsOf } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type SheetSource, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

const model = testModel(2);
const fields = fieldsOfModel(model);
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const CHART = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';
const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A table over A2:C4 with a heading, one data row and a totals row, and a chart over its data. */
function tableSource(
  name: string,
  dataRow: Record<string, string>,
  more: Partial<SheetSource> = {},
): WorkbookSource {
  const table = `<table ${NS} id="1" name="${name}" displayName="${name}" ref="A2:C4" totalsRowCount="1"><autoFilter ref="A2:C3"/><tableColumns count="3"><tableColumn id="1" name="Who"/><tableColumn id="2" name="Day"/><tableColumn id="3" name="Worked" totalsRowFunction="sum"/></tableColumns><tableStyleInfo name="TableStyleMedium2" showRowStripes="1"/></table>`;
  const rows =
    row(2, { A: 'Who', B: 'Day', C: 'Worked' }) +
    row(3, dataRow) +
    row(4, { A: 'Total', C: `=SUBTOTAL(109,${name}[Worked])` }) +
    row(6, { A: `=SUM(${name}[Worked])`, B: `=COUNTA(${name}[Who])` });
  return {
    sheets: {
      Hours: {
        rows,
        after: '<drawing r:id="rId2"/><tableParts count="1"><tablePart r:id="rId1"/></tableParts>',
        relationships: {
          rId1: ['table', '../tables/table1.xml'],
          rId2: ['drawing', '../drawings/drawing1.xml'],
        },
        ...more,
      },
    },
    parts: {
      'xl/tables/table1.xml': table,
      'xl/drawings/drawing1.xml':
        '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"><xdr:twoCellAnchor><xdr:from><xdr:col>5</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>8</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>9</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>20</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:graphicFrame/></xdr:twoCellAnchor></xdr:wsDr>',
      'xl/drawings/_rels/drawing1.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chart" Target="../charts/chart1.xml"/></Relationships>',
      'xl/charts/chart1.xml':
        '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:f>Hours!$C$3:$C$3</c:f></c:chartSpace>',
    },
    types: {
      'xl/tables/table1.xml': `${SPREADSHEET}.table+xml`,
      'xl/drawings/drawing1.xml': 'application/vnd.openxmlformats-officedocument.drawing+xml',
      'xl/charts/chart1.xml': CHART,
    },
  };
}

const CLEAR = { A: '{{employee.name}}', B: '{{date}}', C: '{{workedMinutes}}' };
const EITHER = { A: '{{employee.name}}', C: '{{workedMinutes}}' };

describe('a table grows without a directive', () => {
  test('with its totals row, structured references, filter, stripes and chart', async () => {
    const out = await rendered(tableSource('Hours_1', CLEAR), model);
    const cells = out.cells(1);
    expect([cells.A3, cells.A8, cells.C3, cells.C8]).toEqual(["O'Neill, Zoë", '=Cruz<1>, Ana', 450, 485]);
    expect(cells.C9).toBe('=SUBTOTAL(109,Hours_1[Worked]) → 2805');
    expect([cells.A11, cells.B11]).toEqual(['=SUM(Hours_1[Worked]) → 2805', '=COUNTA(Hours_1[Who]) → 6']);
    const table = out.text('xl/tables/table1.xml');
    expect(table).toContain('ref="A2:C9"');
    expect(table).toContain('<autoFilter ref="A2:C8"/>');
    expect(table).toContain('showRowStripes="1"');
    expect(out.text('xl/charts/chart1.xml')).toContain('<c:f>Hours!$C$3:$C$8</c:f>');
    expect(out.rows).toBe(6);
  });

  test('the check says how it read the table', async () => {
    const bytes = await workbook(tableSource('Hours_1', CLEAR));
    const { problems, readings } = await checkWorkbook(bytes, fields, workbookSettings('en'));
    expect(problems).toEqual([]);
    expect(readings.map((each) => wordsOf(readingMessage(each)))).toEqual([
      'Hours!A3: Row 3 repeats for each row of employee-days (A row for each employee and local day with worked or planned minutes).',
    ]);
    expect(await usedDataSets(bytes, 'test', fields)).toEqual(new Set(['employee-days']));
  });

  test('if two data sets fit, it asks, and each line that it proposes works', async () => {
    const source = tableSource('Hours_1', EITHER);
    const [told = '', ...others] = (await checkTemplate(await workbook(source), fields)).map(problemText);
    expect(told).toBe(
      'Hours!A3: Row 3 has fields of several data sets: employee-days, employees. Put one of these at the start of cell A3: {{#each employee-days}} / {{#each employees}}',
    );
    expect(others).toEqual([]);
    for (const [line, rows] of [
      ['{{#each employee-days}}', 6],
      ['{{#each employees}}', 3],
    ] as const) {
      const pasted = tableSource('Hours_1', { ...EITHER, A: line + EITHER.A });
      expect((await rendered(pasted, model)).rows).toBe(rows);
    }
  });

  test('the name of the table also decides', async () => {
    expect((await rendered(tableSource('Employees', EITHER), model)).rows).toBe(3);
    expect((await rendered(tableSource('employee_days', EITHER), model)).rows).toBe(6);
  });

  test('on an employee’s sheet it has that employee’s rows', async () => {
    const source = tableSource('Hours_1', { A: '{{date}}', B: '{{weekday}}', C: '{{workedMinutes}}' });
    const { rows, ...rest } = source.sheets.Hours ?? { rows: '' };
    const heading = row(1, { A: '{{#sheet employees group by employee.id}}{{employee.name}}' });
    const out = await rendered({ ...source, sheets: { Hours: { ...rest, rows: heading + rows } } }, model);
    expect(out.rows).toBe(6);
    expect(out.cells(1)).toMatchObject({ A1: "O'Neill, Zoë", C3: 450, C4: 457 });
  });

  test('without data one blank row remains', async () => {
    const out = await rendered(tableSource('Hours_1', CLEAR), testModel(0));
    expect(out.text('xl/tables/table1.xml')).toContain('ref="A2:C4"');
    expect(out.cells(1).C4).toBe('=SUBTOTAL(109,Hours_1[Worked]) → 0');
  });
});

describe('the only row with fields repeats', () => {
  const sheet = (...rows: readonly string[]): WorkbookSource => ({
    sheets: { Hours: { rows: rows.join('') } },
  });

  test('between a heading and a total', async () => {
    const out = await rendered(
      sheet(
        row(1, { A: '{{run.periodLabel}}', B: '{{employees | count}}' }),
        row(2, { A: '{{date}}', B: '{{workedMinutes}}' }),
        row(3, { B: '=SUM(B2)' }),
      ),
      model,
    );
    expect(out.rows).toBe(6);
    expect(out.cells(1)).toMatchObject({ A1: 'October 2026', B1: 3, B2: 450, B8: '=SUM(B2:B7) → 2805' });
  });

  test('not next to rows or columns with a repeat directive, and not if two rows have fields', async () => {
    const problems = async (source: WorkbookSource): Promise<string[]> =>
      (await checkTemplate(await workbook(source), fields)).map(problemText);
    const each = row(1, { A: '{{#each employees}}{{employee.name}}' });
    expect(await problems(sheet(each, row(2, { A: '{{date}}' })))).toEqual([
      expect.stringContaining('"date" is a field of rows, but this cell is not in repeated rows.'),
    ]);
    const two = await problems(sheet(row(1, { A: '{{date}}' }), row(2, { A: '{{weekday}}' })));
    expect(two).toHaveLength(2);
  });
});
