import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { row, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

const fields = fieldsOfModel(testModel(1));

async function problems(source: WorkbookSource): Promise<string[]> {
  return (await checkTemplate(await workbook(source), fields, 'test.xlsx')).map(problemText);
}

const EACH = '{{#each employee-days}}';
const REPEATED = row(4, { A: 'x' }) + row(5, { A: `${EACH}{{date}}` });
const REPEATED_SHEET = row(1, { A: '{{#sheet employees group by employee.id}}x' });
const type = 'application/vnd.openxmlformats-officedocument';
const XDR = 'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"';
const chartIn = (from: number, to: number): string =>
  `<xdr:wsDr ${XDR}><xdr:twoCellAnchor><xdr:from><xdr:row>${from}</xdr:row></xdr:from><xdr:to><xdr:row>${to}</xdr:row></xdr:to><xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart 1"/></xdr:nvGraphicFramePr></xdr:graphicFrame></xdr:twoCellAnchor></xdr:wsDr>`;
const table = (ref: string, more = ''): string =>
  `<table id="1" name="T" displayName="T" ref="${ref}">${more}<tableColumns count="1"><tableColumn id="1" name="x"/></tableColumns></table>`;

const PARTS: readonly [name: string, source: WorkbookSource, problem: string][] = [
  ...(['scenarios', 'customSheetViews', 'dataConsolidate', 'controls', 'oleObjects'] as const).map(
    (element): [string, WorkbookSource, string] => [
      element,
      { sheets: { Hours: { rows: REPEATED, after: `<${element}><x r="B99"/></${element}>` } } },
      'where rows repeat, because their cells move',
    ],
  ),
  [
    'repeated rows that are frozen',
    {
      sheets: {
        Hours: {
          rows: REPEATED,
          before:
            '<sheetViews><sheetView workbookViewId="0"><pane ySplit="5" state="frozen"/></sheetView></sheetViews>',
        },
      },
    },
    'Hours!A5: Row 5 repeats, but is frozen at the top of the sheet. Freeze only rows above row 5.',
  ],
  [
    'a filter that hides rows',
    {
      sheets: {
        Hours: {
          rows: REPEATED,
          after: '<autoFilter ref="A4:A5"><filterColumn colId="0"><filters/></filterColumn></autoFilter>',
        },
      },
    },
    'Hours: The filter hides rows that repeat. Clear the filter (Data, Clear). Its arrows stay.',
  ],
  [
    'a chart in repeated rows',
    {
      sheets: { Hours: { rows: REPEATED, relationships: { rId1: ['drawing', '../drawings/drawing1.xml'] } } },
      parts: { 'xl/drawings/drawing1.xml': chartIn(4, 4) },
      types: { 'xl/drawings/drawing1.xml': `${type}.drawing+xml` },
    },
    'Hours: "Chart 1" is in repeated rows and is not a picture, shape or chart, so it cannot repeat with them. Move it out of these rows, or repeat the whole sheet ({{#sheet SET group by FIELD}}).',
  ],
  [
    'a table in repeated rows',
    {
      sheets: {
        Hours: {
          rows: row(5, { A: '{{#each employees rows 3}}x' }),
          relationships: { rId1: ['table', '../tables/table1.xml'] },
        },
      },
      parts: { 'xl/tables/table1.xml': table('A5:A6') },
    },
    'The table is in repeated rows',
  ],
  [
    'repeated rows over the heading of a table',
    {
      sheets: {
        Hours: {
          rows: row(4, { A: '{{#each employees rows 2}}x' }),
          relationships: { rId1: ['table', '../tables/table1.xml'] },
        },
      },
      parts: { 'xl/tables/table1.xml': table('A4:A6') },
    },
    'The repeated rows are not only data rows',
  ],
  [
    'a table with a filter that hides rows',
    {
      sheets: { Hours: { rows: REPEATED, relationships: { rId1: ['table', '../tables/table1.xml'] } } },
      parts: {
        'xl/tables/table1.xml': table(
          'A4:A5',
          '<autoFilter ref="A4:A5"><filterColumn colId="0"><filters/></filterColumn></autoFilter>',
        ),
      },
    },
    'Hours!table T: The filter of the table hides rows that repeat. Clear the filter. Its arrows stay.',
  ],
  [
    'a pivot table in repeated rows',
    {
      sheets: {
        Hours: { rows: REPEATED, relationships: { rId1: ['pivotTable', '../pivotTables/pivotTable1.xml'] } },
      },
      parts: {
        'xl/pivotTables/pivotTable1.xml':
          '<pivotTableDefinition><location ref="C3:D6"/></pivotTableDefinition>',
      },
    },
    'Hours: A pivot table is in repeated rows or columns. Put it on a sheet of its own, or next to them.',
  ],
  [
    'a pivot table on a repeated sheet',
    {
      sheets: {
        Hours: {
          rows: REPEATED_SHEET,
          relationships: { rId1: ['pivotTable', '../pivotTables/pivotTable1.xml'] },
        },
      },
      parts: { 'xl/pivotTables/pivotTable1.xml': '<pivotTableDefinition/>' },
    },
    'Hours: paytally cannot copy pivot tables with a repeated or conditional sheet. Remove them, or move them to another sheet.',
  ],
  [
    'form controls',
    {
      sheets: { Hours: { rows: REPEATED, relationships: { rId1: ['vmlDrawing', '../drawings/v.vml'] } } },
      parts: {
        'xl/drawings/v.vml':
          '<xml><shape><ClientData ObjectType="Drop"><FmlaLink>$B$9</FmlaLink></ClientData></shape></xml>',
      },
    },
    'Hours: paytally cannot keep form controls (Drop) where rows repeat, because their cells move. Remove them, or move them above the repeated rows or to a sheet of their own.',
  ],
  [
    'the box of a note that is not XML',
    {
      sheets: { Hours: { rows: REPEATED, relationships: { rId1: ['vmlDrawing', '../drawings/v.vml'] } } },
      parts: { 'xl/drawings/v.vml': '<xml><br></xml>' },
    },
    'Hours: paytally cannot read the boxes of notes and controls (VML). Remove notes and form controls, and save again.',
  ],
  [
    'A placeholder in a note',
    {
      sheets: { Hours: { rows: REPEATED, relationships: { rId1: ['comments', '../comments1.xml'] } } },
      parts: {
        'xl/comments1.xml':
          '<comments><commentList><comment ref="A1"><text><t>{{run.id}}</t></text></comment></commentList></comments>',
      },
    },
    'Hours!A1: A placeholder in a note is not filled in. Put it into a cell.',
  ],
  [
    'A placeholder in a validation',
    {
      sheets: {
        Hours: {
          rows: REPEATED,
          after:
            '<dataValidations count="1"><dataValidation prompt="{{run.id}}" sqref="A1"/></dataValidations>',
        },
      },
    },
    'Hours: A placeholder in "dataValidations" is not filled in. Put placeholders only into cells, headers, footers, text boxes and chart titles.',
  ],
  [
    'a threaded comment with a directive',
    {
      sheets: {
        Hours: {
          rows: row(5, { A: 'x' }),
          relationships: {
            rId1: ['comments', '../comments1.xml'],
            rId2: ['threadedComment', '../threadedComments/t.xml'],
          },
        },
      },
      parts: {
        'xl/comments1.xml':
          '<comments><commentList><comment ref="A5"><text><t>{{#each employees}}</t></text></comment></commentList></comments>',
        'xl/threadedComments/t.xml': '<ThreadedComments><threadedComment ref="A5"/></ThreadedComments>',
      },
    },
    'Hours!A5: A threaded comment contains a directive, which paytally cannot read there. Write it as a note (Review, Notes, New Note), or into the cell.',
  ],
  [
    'an unknown field in a header',
    {
      sheets: {
        Hours: { rows: '', after: '<headerFooter><oddHeader>{{run.ids}}</oddHeader></headerFooter>' },
      },
    },
    'Hours!header or footer (oddHeader): There is no field "run.ids". Did you mean run.id?',
  ],
  [
    'an unknown field in a tab',
    { sheets: { '{{run.ids}}': { rows: '' } } },
    '{{run.ids}}!tab: There is no field "run.ids". Did you mean run.id?',
  ],
  [
    'an unknown data set in a name',
    {
      sheets: { Hours: { rows: row(5, { A: 'x' }) } },
      names: '<definedName name="each_employe_days">Hours!$A$5:$C$5</definedName>',
    },
    'Hours!each_employe_days: There is no data set "employe-days". Did you mean employee-days?',
  ],
];

describe('parts that cannot be kept are refused by name', () => {
  test.each(PARTS)('%s', async (_, source, problem) => {
    expect((await problems(source)).join('\n')).toContain(problem);
  });

  test('a good template has no problems', async () => {
    expect(await problems({ sheets: { Hours: { rows: REPEATED } } })).toEqual([]);
  });
});
