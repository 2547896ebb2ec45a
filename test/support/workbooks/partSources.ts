import { relationships, row, type SheetSource, type WorkbookSource } from './workbook.js';

/* Workbooks with a repeated row and one more part: the input for tests of drawings, tables and sheets. */
export const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
export const DRAWING = 'application/vnd.openxmlformats-officedocument.drawing+xml';
export const CHART = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const XDR =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
export const C =
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';

/** Row 5 repeats over six days; row 6 moves to row 11. */
export const ROWS =
  row(4, { A: 'Name', B: 'Minutes', C: 'Hours' }) +
  row(5, {
    A: '{{#each employee-days}}{{employee.name}}',
    B: '{{workedMinutes}}',
    C: '=B5/60',
    D: '=FACT(1)',
  }) +
  row(6, { A: 'Total', B: '=SUM(B5:B5)' });

export function book(
  sheet: Omit<SheetSource, 'rows'>,
  parts: WorkbookSource['parts'],
  types: WorkbookSource['types'] = {},
): WorkbookSource {
  return { sheets: { Hours: { rows: ROWS, ...sheet } }, parts: parts ?? {}, types };
}

export const edge = (name: string, column: number, rowNumber: number, offset = 0): string =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${rowNumber}</xdr:row><xdr:rowOff>${offset}</xdr:rowOff></xdr:${name}>`;
export const picture = (id: number): string =>
  `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${id}" name="logo"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId1"/></xdr:blipFill><xdr:spPr/></xdr:pic><xdr:clientData/>`;

export function drawing(anchors: string): WorkbookSource {
  return book(
    { after: '<drawing r:id="rId1"/>', relationships: { rId1: ['drawing', '../drawings/drawing1.xml'] } },
    {
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${XDR}>${anchors}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relationships({ rId1: ['image', '../media/image1.png'] }),
      'xl/media/image1.png': Buffer.from('89504e470d0a1a0a', 'hex'),
    },
    { 'xl/drawings/drawing1.xml': DRAWING },
  );
}
