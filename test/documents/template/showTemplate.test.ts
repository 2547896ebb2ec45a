import { describe, expect, test } from 'vitest';
import { showWorkbook } from '../../../src/documents/template/showTemplate.js';
import type { WorkbookTemplate } from '../../../src/documents/template/template.js';
import { row, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

const XDR =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const PICTURE = `<xdr:wsDr ${XDR}><xdr:twoCellAnchor><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="logo" descr="Logo of {{run.employer}}"/></xdr:nvPicPr></xdr:pic></xdr:twoCellAnchor></xdr:wsDr>`;

async function used(source: WorkbookSource): Promise<readonly string[]> {
  const bytes = await workbook(source);
  const template: WorkbookTemplate = {
    kind: 'workbook',
    name: 'mine',
    description: '',
    folder: '.',
    builtIn: false,
    workbookPath: 'mine.xlsx',
  };
  const view = await showWorkbook(template, { read: async () => bytes, list: async () => [] });
  return view.used;
}

const sheet = (cells: Record<string, string>) => ({ rows: row(5, cells) });

describe('what a workbook uses', () => {
  test.each<[string, WorkbookSource, string[]]>([
    [
      'cells, once each, escaped or split by formats',
      {
        sheets: {
          Hours: {
            rows: `${row(5, { A: '{{#each employee-days where workedMinutes > 60}}{{employee.name}}', B: '{{date}}', C: '{{date}}' })}<row r="6"><c r="A6" t="inlineStr"><is><r><t>{{run.</t></r><r><rPr><b/></rPr><t>from}}</t></r></is></c></row>`,
          },
        },
      },
      ['{{#each employee-days where workedMinutes > 60}}', '{{date}}', '{{employee.name}}', '{{run.from}}'],
    ],
    [
      'a brace by its number',
      {
        sheets: {
          Hours: {
            rows: '<row r="1"><c r="A1" t="inlineStr"><is><t>&#123;&#123;run.to}}</t></is></c></row>',
          },
        },
      },
      ['{{run.to}}'],
    ],
    ['a tab', { sheets: { '{{run.employer}}': sheet({ A: 'x' }) } }, ['{{run.employer}}']],
    [
      'a name that repeats rows',
      {
        sheets: { Hours: sheet({ A: 'x' }) },
        names: '<definedName name="each_employee_days">Hours!$A$5:$B$5</definedName>',
      },
      ['each_employee_days'],
    ],
    [
      'a name with a comment, with an unescaped character',
      {
        sheets: { Hours: sheet({ A: 'x' }) },
        names:
          '<definedName name="each_employee_days" comment="where workedMinutes > 60">Hours!$A$5:$B$5</definedName>',
      },
      ['each_employee_days: where workedMinutes > 60'],
    ],
    [
      'names created by other programs',
      {
        sheets: { Hours: sheet({ A: 'x' }) },
        names:
          '<definedName name="if_late">Hours!$A$5</definedName><definedName name="sheet_3">Hours!$A$5</definedName>',
      },
      [],
    ],
    [
      'the alternative text of a picture',
      {
        sheets: {
          Hours: {
            ...sheet({ A: 'x' }),
            after: '<drawing r:id="rId1"/>',
            relationships: { rId1: ['drawing', '../drawings/drawing1.xml'] },
          },
        },
        parts: { 'xl/drawings/drawing1.xml': PICTURE },
      },
      ['{{run.employer}}'],
    ],
    [
      'unreadable parts of other programs',
      { sheets: { Hours: sheet({ A: '{{run.from}}' }) }, parts: { 'customXml/item1.xml': '<a><b></a>' } },
      ['{{run.from}}'],
    ],
  ])('%s', async (_, source, expected) => expect(await used(source)).toEqual(expected));
});
